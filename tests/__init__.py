"""Facts about the games, stated one sentence a test."""
