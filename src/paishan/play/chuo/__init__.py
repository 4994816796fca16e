"""A match of Chuo Pai against two computer players: its rulesets, what is said, the table, and its records (P1–P5)."""
