"""Every decision of the campaign, one module per area; their names are those of the vocabulary."""
