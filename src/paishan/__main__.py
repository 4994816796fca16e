"""`python -m paishan`: the command line where no `paishan` was put on the path."""

from paishan.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
