"""Programs for the people who build Paishan; nothing here is installed with it."""
