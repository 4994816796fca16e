"""The languages of the interface: which there are, which one a request wants, and every text in it.

English texts stand where they are used – in templates, in the `texts*.json` of the browser client, in Python – and are
the keys by which gettext finds their translations in this folder's `.po` files. A text that lacks a translation is
shown in English; the tests see to it that none does. While a request is answered, its language is in `LANGUAGE`.
"""

from __future__ import annotations

import json
import re
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from paishan.faults import Said

__all__ = [
    "ENGLISH",
    "LANGUAGE",
    "LANGUAGES",
    "Language",
    "counts_of",
    "language",
    "number_said",
    "percent_said",
    "spoken",
    "texts_in",
    "translations",
    "wanted",
]

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the whole interface speaks."""

    code: str
    """As in `lang` attributes and `.po` files."""
    name: str
    """In itself."""
    forms: tuple[str, ...]
    """Its plural forms as `Intl.PluralRules` of browsers names them, in the order of the `.po` file."""


ENGLISH = Language("en", "English", ("one", "other"))
LANGUAGES: tuple[Language, ...] = (
    ENGLISH,
    Language("sv", "Svenska", ("one", "other")),
    Language("nb", "Norsk bokmål", ("one", "other")),
    Language("fi", "Suomi", ("one", "other")),
    Language("ro", "Română", ("one", "few", "other")),
)
"""The languages in the order in which they are offered."""
LANGUAGE: ContextVar[Language] = ContextVar("language", default=ENGLISH)
"""The language of the request that is being answered."""
_BY_CODE = {language.code: language for language in LANGUAGES}
_ALSO = {"no": "nb", "nn": "nb", "mo": "ro"}
"""Languages whose readers are best served by one of ours."""
_RANGE = re.compile(
    r"([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?", re.IGNORECASE | re.ASCII
)


def language(code: str) -> Language | None:
    """The language with this code, if it is one of ours."""
    return _BY_CODE.get(code)


def wanted(header: str) -> Language:
    """The language of ours that an `Accept-Language` header asks for most; English where it asks for none.

    >>> wanted("de, no;q=0.8, en;q=0.5").name
    'Norsk bokmål'
    """
    best, weight = ENGLISH, 0.0
    for part in header[:1000].split(","):
        asked = _RANGE.fullmatch(part.strip())
        if asked is None:
            continue
        code = asked[1].lower()
        known = _BY_CODE.get(_ALSO.get(code, code))
        q = float(asked[2] or 1)
        if known is not None and q > weight:
            best, weight = known, q
    return best


@cache
def translations(language: Language) -> NullTranslations:
    """The translations into a language, read once from its `.po` file."""
    path = _HERE / f"{language.code}.po"
    if language is ENGLISH or not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language.code))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def counts_of(language: Language) -> tuple[int, ...]:
    """For each plural form of a language, in the order of its `.po` file, the first number that takes it.

    Raises `ValueError` where the language does not have the forms that its `Language` names.

    >>> counts_of(_BY_CODE["ro"])
    (1, 2, 20)
    """
    form = c2py(Catalog(locale=language.code).plural_expr)
    first: dict[int, int] = {}
    for number in range(1, 1_001):
        first.setdefault(form(number), number)
    if sorted(first) != list(range(len(language.forms))):
        raise ValueError(
            f"{language.code}: LANGUAGES names the forms {', '.join(language.forms)}, "
            f"but its .po file has {len(first)} plural forms"
        )
    return tuple(first[number] for number in range(len(first)))


def number_said(value: int | float) -> str:
    """A number as it is written in the language of the request: `1,440` in English, `1 440` in Swedish."""
    return format_decimal(value, locale=LANGUAGE.get().code)


def percent_said(share: float) -> str:
    """A share in whole percent, as the language of the request writes it: `67%` in English, `67 %` in Swedish."""
    return format_percent(share, locale=LANGUAGE.get().code)


def spoken(sentence: str) -> str:
    """A sentence in the language of the request, where it is one that can be said in any (`Said`); else as it is."""
    language = LANGUAGE.get()
    if language is ENGLISH or not isinstance(sentence, Said):
        return str(sentence)
    return sentence.told(translations(language).gettext, number_said)


def texts_in(language: Language, english: bytes) -> dict[str, str]:
    """The texts of a part of the browser client in a language: key to text, `key.form` where a number decides.

    `english` is the JSON of the English ones, where `key.one` and `key.other` are the two forms of one text. A
    `key.zero` is a text of its own.
    """
    source: dict[str, str] = json.loads(english)
    translated = translations(language)
    texts: dict[str, str] = {}
    for key, text in source.items():
        stem, dot, form = key.rpartition(".")
        if dot and form == "other" and f"{stem}.one" in source:
            for name, count in zip(language.forms, counts_of(language), strict=True):
                texts[f"{stem}.{name}"] = translated.ngettext(source[f"{stem}.one"], text, count)
        elif not (dot and form == "one" and f"{stem}.other" in source):
            texts[key] = translated.gettext(text) if text else text
    return texts
