"""Facts about the command line."""
