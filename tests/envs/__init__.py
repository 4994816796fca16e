"""The environments for learning keep to their contracts, and hide what is hidden."""
