"""Runs the code blocks of one page, in order. Called by test_code_blocks.py with a JSON file.

Python blocks share a namespace; a console block runs its `$ ` lines and compares what they print,
where the block shows it (`...` stands for anything); a block with a title is written to a file.
"""

import json
import re
import subprocess
import sys
from pathlib import Path


def run_python(block, namespace):
    padded = "\n" * block["line"] + block["text"]  # so that a traceback has the page's lines
    exec(compile(padded, block["page"], "exec"), namespace)


def run_console(block):
    for command, expected in commands(block["text"]):
        done = subprocess.run(
            ["bash", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        where = f"{block['page']}:{block['line']}: $ {command}\n{done.stdout}"
        assert done.returncode == 0, f"exit status {done.returncode}: {where}"
        assert shows(expected, done.stdout), f"expected\n{expected}\nbut got, in {where}"


def shows(expected, printed):
    """Whether a page shows what was printed, or nothing; the amount of white space is free."""
    pieces = [re.escape(" ".join(piece.split())) for piece in expected.split("...")]
    right = re.fullmatch(" ?.* ?".join(pieces), " ".join(printed.split()))
    return not expected.strip() or right is not None


def commands(text):
    """Each command with the output that the block shows for it."""
    for part in ("\n" + text).split("\n$ ")[1:]:
        lines = part.split("\n")
        while lines[0].endswith("\\"):
            lines[:2] = [lines[0] + "\n" + lines[1]]
        yield lines[0], "\n".join(lines[1:])


def main():
    namespace = {"__name__": "__main__"}
    for block in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
        if block["title"]:
            Path(block["title"]).parent.mkdir(parents=True, exist_ok=True)
            Path(block["title"]).write_text(block["text"], encoding="utf-8")
        elif block["language"] == "python":
            run_python(block, namespace)
        else:
            run_console(block)


if __name__ == "__main__":
    main()
