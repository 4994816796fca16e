"""Names of accounts: what may be one, and when two of them are the same.

Who logs in has to be able to type it, and no name may be made to look like another one's: so it has letters of one
script, digits, and few signs, and all that looks alike across scripts counts as the same.
"""

from __future__ import annotations

import re
import unicodedata

from paishan.faults import Said
from paishan.store import Name
from paishan.web.answers import Problem

__all__ = ["LONGEST", "SHORTEST", "account_name", "folded"]

SHORTEST, LONGEST = 3, 30
_SIGNS = frozenset(" -_.'’·")
_MARKS = 4
"""How many marks one letter may carry; more of them would reach into the lines above and below."""
_EAST_ASIAN = frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that are written together, and with Latin letters."""
_SHOWS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(selector) for selector in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
_ALIKE = str.maketrans(
    "авсԁенікјмоԛрѕтѵԝхуүαβεηικμνορτυχı’",
    "abcdehikjmoqpstvwxyyabehikmnoptuxi'",
)
"""Letters of other scripts that look like Latin ones, small or as capitals."""


def folded(name: str) -> str:
    """A name as names are compared: any way to write the same counts as the same."""
    plain = unicodedata.normalize("NFKC", " ".join(name.split()))
    return unicodedata.normalize("NFKC", plain.casefold()).translate(_ALIKE)


def account_name(said: str) -> Name:
    """A name for an account. Raises a `Problem` that says what cannot be in one."""
    stripped = said.strip()
    if any(unicodedata.category(sign)[0] == "C" or sign in _SHOWS_NOTHING for sign in stripped):
        raise Problem(400, Said("a name is made of characters that can be seen"))
    name = unicodedata.normalize("NFKC", " ".join(stripped.split()))
    if not SHORTEST <= len(name) <= LONGEST:
        raise Problem(
            400,
            Said(
                "the name of an account has {least} to {most} characters; this has {count}",
                least=SHORTEST,
                most=LONGEST,
                count=len(name),
            ),
        )
    kinds = [unicodedata.category(sign) for sign in name]
    strange = next((sign for sign, kind in zip(name, kinds, strict=True) if not _fits(sign, kind)), None)
    if strange is not None:
        raise Problem(
            400, Said("the name of an account has letters, digits, spaces and - _ . ’, but no {sign}", sign=strange)
        )
    if not any(kind[0] in "LN" for kind in kinds):
        raise Problem(400, Said("the name of an account has at least one letter or digit"))
    if "M" * (_MARKS + 1) in "".join(kind[0] for kind in kinds):
        raise Problem(400, Said("a letter of a name carries at most {most} marks", most=_MARKS))
    scripts = {_script(sign) for sign, kind in zip(name, kinds, strict=True) if kind[0] == "L" or kind == "Nd"} - {""}
    if len(scripts) > 1 and not scripts <= {"LATIN", "EAST ASIAN"}:
        raise Problem(400, Said("the letters of a name are of one script, so that no two names look alike"))
    return Name(name, folded(name))


def _fits(sign: str, kind: str) -> bool:
    return kind[0] in "LM" or kind == "Nd" or sign in _SIGNS


def _script(sign: str) -> str:
    """The script of a letter or digit; empty for what all scripts share."""
    if sign.isascii() and sign.isdigit():
        return ""
    first = re.split(r"[ -]", unicodedata.name(sign, ""), maxsplit=1)[0]
    if first == "MODIFIER":
        return ""
    return "EAST ASIAN" if first in _EAST_ASIAN else first
