"""Run every benchmark, one after the other, each in a process of its own: `python -m bench [--quick]`."""

import subprocess
import sys

SCRIPTS = (
    "board",
    "connect_board",
    "solver",
    "connect",
    "chuopai",
    "envs",
    "http",
    "hints",
    "memory",
    "flat",
    "load",
    "browser",
)


def main() -> int:
    """Run the benchmarks and say which failed."""
    failed = []
    for name in SCRIPTS:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}", *sys.argv[1:]]).returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
