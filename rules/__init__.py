"""The rules engines: pure Python that imports neither Django nor anything else of this project."""
