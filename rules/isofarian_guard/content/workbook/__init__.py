"""Reads the fan-made index workbook: one module per sheet, pure functions from cells to parts of a pack."""
