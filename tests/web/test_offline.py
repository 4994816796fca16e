"""What a browser is given so that the game can be installed and played without a network."""

from __future__ import annotations

import struct

from tests.web.conftest import Client


def test_the_manifest_says_how_the_game_is_installed(client: Client) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    said = answer.json()
    assert (said["name"], said["start_url"], said["scope"], said["display"]) == ("Paishan", "/", "/", "standalone")
    assert said["theme_color"] == "#1f4f3b"
    assert {(icon["sizes"], icon["purpose"]) for icon in said["icons"] if icon["type"] == "image/png"} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    }


def test_every_icon_has_the_size_that_the_manifest_says(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", answer.content[16:24])
            assert f"{wide}x{high}" == icon["sizes"]
