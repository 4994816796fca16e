"""One game in progress: rulesets, tables, and what codes mean."""
