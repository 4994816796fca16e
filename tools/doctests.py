"""An extension of Griffe, which reads the sources for the reference: examples in docstrings are shown as code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLES = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)+", re.MULTILINE)


class Doctests(Extension):
    """Puts every example in a block of code."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of whatever was read."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with each run of lines that begins with `>>>` in a block of code.

    >>> fenced("One.\\n\\n>>> 1 + 1\\n2").splitlines()
    ['One.', '', '```python', '>>> 1 + 1', '2', '```']
    """
    return _EXAMPLES.sub(lambda found: f"```python\n{found[0].rstrip()}\n```\n", text).rstrip()
