"""Thousands of requests made from the API's own description, right and wrong ones, against a server as it is started.

    python -m tests.soak.schema [--cases 5000] [--seed 1]

Schemathesis makes them: every operation by itself, then sequences that follow the links from what one answers to what
the next is asked. No answer may be a 5xx, or one that the description does not tell of.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.http import Player, Server, serving

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)
_ENDING = ("/api/account/delete", "/api/account/logout")
"""After these whoever asked has no game any more, so they come last."""


def run(server: Server, examples: int, seed: int, *more: str) -> tuple[int, int, str]:
    """One run as a guest who has begun a game, or as an account: its cases, its status, and what it says in the end."""
    player = Player(server)
    player.open()
    if seed % 2 == 0:
        status, _, answer = player.ask(
            "POST", "/api/account", {"name": f"Player {seed}", "password": "tiles on a table"}
        )
        assert status == 201, answer
    command = [
        *(str(Path(sys.executable).with_name("st")), "run", f"http://127.0.0.1:{server.port}/api/openapi.json"),
        *("-H", f"Cookie: {player.cookie}", "--max-examples", str(examples), "--seed", str(seed)),
        *("--checks", ",".join(CHECKS), "--continue-on-failure", "--warnings", "off", "--no-color", *more),
    ]
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run(
            command,
            cwd=directory,
            env={**os.environ, "SCHEMATHESIS_HOOKS": "tests.soak.hooks", "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
            check=False,
        )
    said = done.stdout + done.stderr
    made = re.search(r"Test cases:\s+([\d,]+) generated", said)
    return int(made[1].replace(",", "")) if made else 0, done.returncode, said


def main() -> int:
    """Run until there were so many cases; 1 where an answer was not as it is described."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    made, seed = 0, given.seed
    without = [part for path in _ENDING for part in ("--exclude-path", path)]
    with serving() as server:
        while made < given.cases:
            cases, status, said = run(server, 40, seed, *without)
            made += cases
            print(f"seed {seed}: {cases} cases, {made} so far", flush=True)
            if status or not cases:
                print(said)
                return 1
            links = re.search(r"API Links:.*", said)
            print(f"  {links[0] if links else 'no links'}", flush=True)
            seed += 1
        last = [part for path in _ENDING for part in ("--include-path", path)]
        cases, status, said = run(server, 10, seed, "--phases", "coverage,fuzzing", *last)
        made += cases
        if status:
            print(said)
            return 1
    print(f"{made:,} cases, every answer as it is described")
    return 0


if __name__ == "__main__":
    sys.exit(main())
