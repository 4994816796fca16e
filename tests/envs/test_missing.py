"""Without what the environments need, it is said what to install; all else works."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("missing", "use", "said"),
    [
        ("gymnasium", "import paishan.envs", "the environments need Gymnasium, PettingZoo and NumPy"),
        ("pettingzoo", "from paishan.envs import chuopai_v1", "the environment of Chuo Pai needs PettingZoo"),
    ],
)
def test_what_is_missing_is_named(missing: str, use: str, said: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\nimport paishan\npaishan.deal('turtle', 1)\n{use}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.returncode == 1
    assert found.stderr.splitlines()[-1] == f'ImportError: {said}: pip install "paishan[envs]"'


def test_the_environments_of_pairs_need_no_pettingzoo() -> None:
    code = (
        "import sys; sys.modules['pettingzoo'] = None\nfrom paishan.envs import Connect, Solitaire; Solitaire().reset()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
