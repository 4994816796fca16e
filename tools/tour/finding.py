"""What can be measured of a page as it stands: whether all of it is to be seen, can be hit, and is in its language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from paishan.web.languages import ENGLISH, LANGUAGES
from tools.messages import PLACEHOLDER, translated

__all__ = ["findings", "left_in_english"]

_SCRIPT = (Path(__file__).parent / "finding.js").read_text("utf-8")
_STILL = "Promise.all(document.getAnimations().map((running) => running.finished.catch(() => {})))"
_WORD = re.compile(r"[^\W\d_]{2,}")


def findings(page: Page, language: str) -> list[str]:
    """What is wrong with the page, a line each; what moves comes to rest first."""
    page.evaluate(_STILL)
    told: dict[str, Any] = page.evaluate(f"({_SCRIPT})()")
    found: list[str] = told["found"]
    if told["lang"] != language:
        found.append(f"the language of the page is {told['lang']}")
    if language == ENGLISH.code:
        return found
    english = {text for lang, text in told["said"] if lang == language and left_in_english(text, language)}
    if left_in_english(told["title"].removesuffix(" – Paishan"), language):
        english.add(told["title"])
    return found + [f"English | {text[:90]}" for text in sorted(english)]


def left_in_english(text: str, language: str) -> bool:
    """Whether a text is one that this language says in another way."""
    plain, patterns = _english(language)
    return text in plain or any(pattern.fullmatch(text) for pattern in patterns)


@cache
def _english(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The English texts that are said differently in a language: as they are, and with places to be filled in."""
    [spoken] = [each for each in LANGUAGES if each.code == language]
    catalog = translated(spoken)
    said: set[str] = set()
    for message in catalog:
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        said |= {str(string) for string in strings}
    plain, patterns = set(), []
    for message in catalog:
        for text in message.id if isinstance(message.id, tuple | list) else (message.id,):
            # "Start" or "Normal" may be the word of a language for this or for something else.
            if not text or text in said:
                continue
            if not PLACEHOLDER.search(text):
                plain.add(text)
            elif len(_WORD.findall(PLACEHOLDER.sub("", text))) > 1:
                parts = [re.escape(part) for part in re.split(r"\{\w*[^{}]*\}|%\(?\w*\)?[sd]", text)]
                patterns.append(re.compile(".{1,60}".join(parts)))
    return frozenset(plain), tuple(patterns)
