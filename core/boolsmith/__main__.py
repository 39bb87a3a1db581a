"""Runs the command line: `python -m boolsmith`."""

import sys

from boolsmith.cli import main

if __name__ == "__main__":
    sys.exit(main())
