"""Sentences that can be said in any language: what an error carries to whoever has to tell people what went wrong.

A `Said` is its English sentence, so that whoever knows no other language just shows it; it also keeps the text that the
sentence was made from, with {places}, and the values for them, so that a translation can be put in the text's place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

__all__ = ["Fault", "Said", "needed", "said_of"]


class Said(str):
    """An English sentence made from a text with {places} and their values.

    The collector of texts finds the text where it stands in `Said("…")`. Values are put in as they are, never read as a
    text with places themselves; a value that is `Said` is translated too. Numbers with `,` in their place, `{n:,}`, are
    written as the language writes them.

    >>> said = Said("{text!r} has {n:,} tiles", text="{n}", n=1440)
    >>> said
    "'{n}' has 1,440 tiles"
    >>> said.told(lambda text: text.replace("tiles", "brickor"), lambda n: f"{n:_}")
    "'{n}' has 1_440 brickor"
    """

    __slots__ = ("text", "values")

    text: str
    values: Mapping[str, object]

    def __new__(cls, text: str, /, **values: object) -> Said:
        """`text` is English, with {places} for the values."""
        said = super().__new__(cls, text.format(**values) if values else text)
        said.text = text
        said.values = values
        return said

    def told(self, translated: Callable[[str], str], number: Callable[[int], str]) -> str:
        """The sentence in the language of `translated`, which gives the translation of a text."""
        text = translated(self.text) if self.text else ""
        if not self.values:
            return text
        return text.format(**{name: _told(value, translated, number) for name, value in self.values.items()})


class _Number(int):
    """A number that is written as a language writes it where its place says `,`."""

    number: Callable[[int], str]

    def __format__(self, how: str) -> str:
        return self.number(int(self)) if how == "," else super().__format__(how)


def _told(value: object, translated: Callable[[str], str], number: Callable[[int], str]) -> object:
    if isinstance(value, Said):
        return value.told(translated, number)
    if type(value) is int:
        written = _Number(value)
        written.number = number
        return written
    return value


class Fault(ValueError):
    """A value that is refused, with a sentence that can be said in any language."""

    def __init__(self, text: str, /, **values: object) -> None:
        """`text` is English, with {places} for the values."""
        super().__init__(Said(text, **values))


def needed(kind: type, value: object) -> None:
    """Raise `TypeError` unless the value is of this kind; as two games have a `Board`, it tells which one is meant."""
    if not isinstance(value, kind):
        names = (f"{each.__module__}.{each.__qualname__}".removeprefix("builtins.") for each in (kind, type(value)))
        raise TypeError("a {} is needed, not a {}".format(*names))


def said_of(error: BaseException) -> str:
    """The sentence of an error; a `Said` if it carries one."""
    first = error.args[0] if len(error.args) == 1 else None
    return first if isinstance(first, Said) else str(error)
