"""From one version of the database to the next. A migration that was published never changes."""
