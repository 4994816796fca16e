"""Tables, rulesets and recordings."""
