"""What all tests share: how Hypothesis looks for counter-examples, and a PostgreSQL.

The same examples are tried on every run, so that a failure is never a matter of luck; `--hypothesis-profile=search`
looks for new ones.
"""

from hypothesis import settings

from tests.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("steady")
