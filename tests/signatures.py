"""Writes the signatures that come from the settings into the source: `python tests/signatures.py`.

Type checkers, editors and scikit-learn read signatures from the source, so they stand there in
full; the settings are declared once, in `boolsmith.searching.settings` and
`boolsmith.config.fitting`.
"""

import textwrap
from pathlib import Path

from boolsmith.config.fitting import Fitting
from boolsmith.searching.declaring import declared
from boolsmith.searching.settings import Settings

CORE = Path(__file__).parents[1] / "core" / "boolsmith"
WIDTH = 100
RUN = "python tests/signatures.py"


def search_parameters():
    """Return the settings in the signature of `search`."""
    for name, said in declared(Settings).items():
        yield f"        {name}: {said.annotation} = {_literal(said.default)},"[4:]


def classifier_parameters():
    """Return name, type, default and help of every parameter of `RuleClassifier`."""
    for name, said in declared(Fitting).items():
        own = said.classifier
        if own is not None:
            default = said.default if own.default is ... else own.default
            kind = own.type or said.annotation
            yield own.name or name, kind, default, own.help or said.help


def constructor_parameters():
    """Return the signature of `RuleClassifier`."""
    for name, kind, default, _ in classifier_parameters():
        yield f"        {name}: {kind} = {_literal(default)},"


def assignments():
    """Return the lines that keep the parameters of `RuleClassifier`."""
    for name, *_ in classifier_parameters():
        yield f"        self.{name} = {name}"


def descriptions():
    """Return the section on parameters of the docstring of `RuleClassifier`."""
    for name, _, _, text in classifier_parameters():
        first, *rest = textwrap.wrap(f"{name} : {text}.", WIDTH - 8)
        yield f"    {first}"
        yield from (f"        {line}" for line in rest)


def _literal(value):
    return f'"{value}"' if isinstance(value, str) else repr(value)


BLOCKS = {  # file: (line before, line after, what stands between them)
    "searching/loop.py": [
        ("    # settings, by tests/signatures.py", "    # end of settings", search_parameters),
    ],
    "learn/classifiers.py": [
        ("    ----------", '    """', descriptions),
        ("        # settings, by tests/signatures.py", "        # end of settings",
         constructor_parameters),
        ("        # kept, by tests/signatures.py", "        # end of kept", assignments),
    ],
}  # fmt: skip


def written(path):
    """Return the source of a file as the settings have it."""
    text = (CORE / path).read_text(encoding="utf-8")
    for begin, end, lines in BLOCKS[path]:
        before, found, rest = text.partition(f"{begin}\n")
        _, closed, after = rest.partition(f"{end}\n")
        assert found, f"{path} has no line {begin!r}"
        assert closed, f"{path} has no line {end!r}"
        blank = "\n" if end.endswith('"""') else ""
        between = "".join(f"{line}\n" for line in lines())
        text = f"{before}{begin}\n{between}{blank}{end}\n{after}"
    return text


if __name__ == "__main__":
    for name in BLOCKS:
        (CORE / name).write_text(written(name), encoding="utf-8")
