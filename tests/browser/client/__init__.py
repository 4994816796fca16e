"""The browser client's modules, one by one, in a real browser."""
