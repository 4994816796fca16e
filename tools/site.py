"""What MkDocs asks for while it builds the documents (`make docs`): the pages that the game itself has the text of.

- `players/rules.md` is the page of rules as the server serves it, `players/keyboard.md` the tables of keys of its
  pages: neither is written twice.
- An entry of `nav` in `mkdocs.yml` that ends with `*` stands for all pages of a folder that no other entry names, its
  `index.md` first.
- A page that would fetch a script, a style, a font or a picture from elsewhere is refused.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar

import paishan.web

RULES, KEYBOARD = "players/rules.md", "players/keyboard.md"
TEMPLATES = Path(paishan.web.__file__).parent / "templates"
KEYS = {
    "Mahjong solitaire": "game.html",
    "Mahjong Connect": "connect.html",
    "Chuo Pai": "chuo.html",
}
LINE_OF_KEYS = re.compile(r'\(\[((?:_\()?"[^]]+)\], _\("([^"]+)"\)\)')
FETCHES = re.compile(r"""<(?:script|img|iframe|source|link)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//[^>]*>""")
WORD = re.compile(r'"([^"]+)"')

RULES_HEAD = """# The rules of the three games

This is the page of rules of the game itself, without its pictures. The sentences about points, time, hints, undo and
shuffles are made from the values of each way to play, so they are what the server does.
"""
KEYBOARD_HEAD = """# Keyboard

Every page can be used by the keyboard alone. The board is one stop of the Tab key; these keys work on it. Shortcuts of
a single key can be switched off in the settings.
"""


def on_config(config: Any) -> Any:
    """Write out the entries of `nav` that stand for folders."""
    root = Path(config["docs_dir"])
    named = set(_named(config["nav"]))
    config["nav"] = list(_expanded(config["nav"], root, named))
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made from the game."""
    from mkdocs.structure.files import File

    for name, text in ((RULES, rules()), (KEYBOARD, keyboard())):
        files.append(File.generated(config, name, content=text))
    return files


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Refuse a page that fetches anything from elsewhere: the documents are read without a network too."""
    from mkdocs.exceptions import PluginError

    if fetched := FETCHES.search(output):
        raise PluginError(f"{page.file.src_uri} fetches from elsewhere: {fetched[0]}")
    return output


def _named(nav: list[Any]) -> Iterator[str]:
    """The pages that `nav` names."""
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(value, list):
                yield from _named(value)
            else:
                yield value


def _expanded(nav: list[Any], root: Path, named: set[str]) -> Iterator[Any]:
    for entry in nav:
        if isinstance(entry, dict):
            [(title, value)] = entry.items()
            if not isinstance(value, list):
                yield entry
            elif inner := list(_expanded(value, root, named)):
                yield {title: inner}
        elif entry.endswith("*"):
            folder = root / entry[:-1]
            found = sorted(folder.glob("*.md"), key=lambda path: (path.name != "index.md", path.name))
            yield from (name for path in found if (name := path.relative_to(root).as_posix()) not in named)
        else:
            yield entry


def keyboard() -> str:
    """The page of keys, from the tables of the pages."""
    parts = [KEYBOARD_HEAD]
    for title, template in KEYS.items():
        parts.append(f"## {title}\n\n| key | does |\n|---|---|")
        for keys, does in LINE_OF_KEYS.findall((TEMPLATES / template).read_text("utf-8")):
            parts.append(f"| {' '.join(f'<kbd>{key}</kbd>' for key in WORD.findall(keys))} | {does} |")
        parts.append("")
    return "\n".join(parts)


def rules() -> str:
    """The page of rules as Markdown, taken from what the server serves."""
    from litestar.testing import TestClient

    from paishan.web import Settings, create_app

    with tempfile.TemporaryDirectory() as directory:
        app = create_app(Settings(database_url=f"sqlite:///{directory}/paishan.db", limits=None))
        with TestClient(app) as client:
            page = client.get("/rules", headers={"accept-language": "en"}).text
    reader = Reader()
    reader.feed(page)
    text = re.sub(r" +\n", "\n", "".join(reader.text))
    return RULES_HEAD + re.sub(r"\n{3,}", "\n\n", re.sub("  +", " ", text)).rstrip() + "\n"


class Reader(HTMLParser):
    """Reads the parts of the page of rules as Markdown: headings, paragraphs, lists and questions; no pictures."""

    BEGINS: ClassVar = {
        "h2": "\n\n## ",
        "h3": "\n\n### ",
        "h4": "\n\n#### ",
        "p": "\n\n",
        "dt": "\n\n**",
        "summary": "\n\n**",
    }
    ENDS: ClassVar = {"dt": "**: ", "summary": "**", "b": "**", "i": "*"}

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self._inside = False
        self._hidden = 0
        self._lists: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what a tag stands for."""
        told = dict(attrs)
        if self._hidden:
            self._hidden += tag not in ("path", "circle", "rect", "img", "use", "br")
            return
        if tag == "section":
            self._inside = True
        elif tag in ("svg", "script") or told.get("aria-hidden") == "true" or (tag == "a" and self._inside):
            self._hidden = 1
        elif not self._inside:
            return
        elif tag in ("ul", "ol"):
            self._lists.append(tag)
            self.text.append("\n")
        elif tag == "li":
            self.text.append("\n- " if self._lists[-1] == "ul" else "\n1. ")
        elif tag == "p" and self._lists:
            self.text.append(": ")
        else:
            self.text.append(self.BEGINS.get(tag, "") or (self.ENDS[tag] if tag in ("b", "i") else ""))

    def handle_endtag(self, tag: str) -> None:
        """End what a tag stands for."""
        if self._hidden:
            self._hidden -= 1
        elif tag == "section":
            self._inside = False
        elif self._inside:
            if tag in ("ul", "ol"):
                self._lists.pop()
                self.text.append("\n")
            self.text.append(self.ENDS.get(tag, ""))

    def handle_data(self, data: str) -> None:
        """Take over the words."""
        if self._inside and not self._hidden:
            words = re.sub(r"\s+", " ", data)
            self.text.append(words if words.strip() or self.text[-1:] != ["\n"] else "")
