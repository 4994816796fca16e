"""Keep the translations in step with the texts: `python -m tools.messages`, or `--check` to see whether they are.

Gathers every text that is shown – of templates, of the browser client's `texts*.json`, of Python – and brings the
`.po` files of `paishan.web.languages` up to date: new texts come in untranslated, texts that are no more go. With
`--check` nothing is written; what is missing, and every translation whose placeholders differ, is told.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from paishan.play.campaign import LEVELS, PLACES, level
from paishan.solitaire.gallery import layouts
from paishan.web.languages import ENGLISH, LANGUAGES, Language, counts_of
from paishan.whole import write_whole

PACKAGE = Path(__file__).parent.parent / "src" / "paishan"
FOLDER = PACKAGE / "web" / "languages"
METHODS = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "N_": None,
    "Sentence": None,
    "Said": None,
    "Fault": None,
    "LayoutError": None,
    "ngettext": (1, 2),
    "counted": (1, 2),
}
PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}|%\(?\w*\)?[sd]")


def texts_of_client() -> Iterator[tuple[str, str | tuple[str, str], str]]:
    """The texts of the browser client: file, text or its two forms, and key."""
    for path in sorted((PACKAGE / "web").glob("texts*.json")):
        source: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        for key, text in source.items():
            stem, dot, form = key.rpartition(".")
            if dot and form == "one" and f"{stem}.other" in source:
                continue
            if dot and form == "other" and f"{stem}.one" in source:
                yield path.name, (source[f"{stem}.one"], text), stem
            elif re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text)):
                yield path.name, text, key


def names() -> Iterator[tuple[str, str]]:
    """The names that stand in data and are shown: of layouts, of the campaign's places and levels."""
    for layout in layouts():
        yield "solitaire/layouts", layout.name
    for place in PLACES:
        yield "play/campaign.py", place.name
    for number in LEVELS:
        yield "play/levels.json", level(number).name


def gathered() -> Catalog:
    """All texts, in the order of the places where they stand."""
    catalog = Catalog(project="Paishan", charset="utf-8")
    for name, _, text, comments, _ in extract_from_dir(
        str(PACKAGE), METHODS, {"**/templates/**.html": {"newstyle_gettext": "false"}}, KEYWORDS
    ):
        plain = tuple(part for part in text if part) if isinstance(text, tuple) else text
        if plain:
            catalog.add(plain, locations=[(name, 0)], auto_comments=comments)
    for file, name in names():
        catalog.add(name, locations=[(file, 0)])
    for file, texts, key in texts_of_client():
        catalog.add(texts, locations=[(f"web/{file}", 0)], auto_comments=[key])
    return catalog


def translated(language: Language) -> Catalog:
    """A language's translations as they are."""
    path = FOLDER / f"{language.code}.po"
    if not path.exists():
        return Catalog(locale=language.code, project="Paishan", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language.code)


def brought_up(language: Language, source: Catalog) -> Catalog:
    """A language's translations for the texts that there are now."""
    old = translated(language)
    new = Catalog(locale=language.code, project="Paishan", charset="utf-8", fuzzy=False)
    for message in source:
        if message.id:
            before = old.get(message.id)
            new.add(
                message.id,
                string=before.string if before is not None else "",
                locations=sorted(set(message.locations)),
                auto_comments=message.auto_comments,
            )
    return new


def written(catalog: Catalog) -> bytes:
    """A catalog as the text of its file: without dates, so that the same texts give the same file."""
    out = BytesIO()
    write_po(out, catalog, width=110, omit_header=True, include_lineno=False)
    head = (
        'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {}\\n"\n\n'
    )
    return head.format(catalog.locale_identifier, catalog.plural_forms).encode() + out.getvalue()


def placeholders(text: str) -> list[str]:
    """The placeholders of a text, in order of their names."""
    return sorted(found[0] for found in PLACEHOLDER.finditer(text))


def faults(language: Language, message: Message) -> Iterator[str]:
    """What is wrong with a translation: missing, or other placeholders than the English text."""
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not all(strings) or len(strings) != (len(language.forms) if len(ids) == 2 else 1):
        yield f"{language.code}: {ids[0]!r} is not translated"
        return
    for string in strings:
        # The form for one may say "one" in words.
        wanted = placeholders(ids[-1])
        found = placeholders(string or "")
        if found != wanted and not (len(ids) == 2 and string is strings[0] and found == placeholders(ids[0])):
            yield f"{language.code}: {string!r} has the placeholders {found}, but {ids[-1]!r} has {wanted}"


def main() -> int:
    """Write the files, or with `--check` tell what is out of step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where something is out of step")
    checking = parser.parse_args().check
    source = gathered()
    wrong: list[str] = []
    for language in LANGUAGES:
        if language is ENGLISH:
            continue
        catalog = brought_up(language, source)
        path = FOLDER / f"{language.code}.po"
        text = written(catalog)
        missing = [fault for message in catalog if message.id for fault in faults(language, message)]
        if not checking:
            write_whole(path, text)
            print(f"{path.name}: {len(catalog)} texts, {len(missing)} to do")
            continue
        try:
            counts_of(language)
        except ValueError as error:
            wrong.append(str(error))
        wrong += missing
        if not path.exists() or path.read_bytes() != text:
            wrong.append(f"{language.code}: out of step; run python -m tools.messages")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
