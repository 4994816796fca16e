"""What all tests share: how Hypothesis looks for counter-examples.

The same examples are tried on every run, so that a failure is never a matter of luck; `--hypothesis-profile=search`
looks for new ones.
"""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("steady")
