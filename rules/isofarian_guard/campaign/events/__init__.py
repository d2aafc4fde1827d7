"""Every fact that the campaign records, one module per area; their names are those of the vocabulary."""
