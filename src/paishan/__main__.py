"""Where the command `paishan` begins, and `python -m paishan` where it was not put on the path.

Everything else is imported in here, so that Ctrl-C while that is still going on ends it as quietly as later.
"""

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> int:
    """Run the command line with the words of the process; gives its exit status."""
    try:
        from paishan.cli import main as run

        return run()
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
