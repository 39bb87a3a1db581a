"""The nine datasets of the paper: where they are, and how rows are split."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from boolsmith.data import PackedData, pack
from boolsmith.data.binarizer import Binarizer
from boolsmith.data.conditions import missing_mask
from boolsmith.data.tables import Table, read_table
from boolsmith.data.targets import positive_class, split_target
from boolsmith.errors import BoolsmithError
from numpy.typing import NDArray

from boolsmith_bench.paper.download import content_digest

Rows = NDArray[np.intp]


@attrs.frozen
class Source:
    """What is known of a dataset before it is read."""

    name: str
    title: str
    target: str
    positive: str
    not_features: list[str]
    sha256: str
    paper: dict[str, float]
    openml: dict[str, Any] | None = None  # its number there, and our names if it has others
    content: str | None = None  # the digest of the values, for what does not come from a folder


@cache
def sources() -> dict[str, Source]:
    """Return the nine datasets by name."""
    text = Path(__file__).with_name("datasets.json").read_text(encoding="utf-8")
    return {name: Source(name, **entry) for name, entry in json.loads(text).items()}


@attrs.frozen(eq=False)
class Dataset:
    """The complete rows of a dataset, raw and binarized; the columns come from all of them."""

    source: Source
    raw: Table
    X: NDArray[np.bool_]
    y: NDArray[np.bool_]
    columns: list[str]
    features: list[str]  # the raw feature of each column

    @property
    def in_sample(self) -> Rows:
        """The 80% of the rows that experiments use; the classes keep their shares."""
        from sklearn.model_selection import train_test_split

        rows = np.arange(len(self.y))
        return np.sort(train_test_split(rows, test_size=0.2, stratify=self.y, random_state=0)[0])

    def splits(self, count: int, train_size: float = 0.7) -> Iterator[tuple[Rows, Rows]]:
        """Rows to train and to test on: shuffled parts of those in the sample."""
        from sklearn.model_selection import StratifiedShuffleSplit

        rows = self.in_sample
        shuffled = StratifiedShuffleSplit(count, train_size=train_size, random_state=0)
        for train, test in shuffled.split(rows[:, None], self.y[rows]):
            yield rows[train], rows[test]

    def split(self, number: int, train_size: float = 0.7) -> tuple[Rows, Rows]:
        """One of the splits; which it is does not depend on how many are used."""
        *_, last = self.splits(number + 1, train_size)
        return last

    def pack(self, rows: Sequence[int] | Rows) -> PackedData:
        """Return some rows, packed for the search."""
        return pack(self.X[rows], self.y[rows], feature_names=self.columns)


@cache
def load(name: str, folder: Path | None) -> Dataset:
    """Read and binarize a dataset."""
    source = sources()[name]
    table = _breast_cancer() if name == "breast_cancer" else read_table(find(source, folder))
    table = table.drop([name for name in source.not_features if name in table.columns])
    gone = np.zeros(len(table), dtype=bool)
    for values in table.columns.values():
        gone |= missing_mask(values)
    features, labels = split_target(table.take(~gone), source.target)
    y = labels == positive_class(labels, source.positive)
    binarizer = Binarizer().fit(features)
    columns = [str(column) for column in binarizer.get_feature_names_out()]
    raw_features = [condition.feature for condition in binarizer.conditions_]
    X = np.asarray(binarizer.transform(features))
    return Dataset(source, features, X, y, columns, raw_features)


def available(folder: Path | None) -> list[str]:
    """Return the datasets that can be read, smallest first."""
    found = [
        name
        for name, source in sources().items()
        if name == "breast_cancer" or (folder is not None and path_in(folder, source).exists())
    ]
    return sorted(found, key=lambda name: sources()[name].paper["rows"])


def path_in(folder: Path, source: Source) -> Path:
    """Return the file of a dataset in a folder."""
    return folder / f"{source.name}.csv.gz"


def find(source: Source, folder: Path | None) -> Path:
    """Return the file of a dataset, with the contents it should have."""
    if folder is None:
        raise BoolsmithError(f"{source.title} is not here: give its folder with --data")
    path = path_in(folder, source)
    if not path.exists():
        raise BoolsmithError(f"no file {path.name!r} in {str(folder)!r}, the folder of --data")
    if hashlib.sha256(path.read_bytes()).hexdigest() == source.sha256:
        return path
    if source.content is None or (
        content_digest(read_table(path), source.not_features) != source.content
    ):
        raise BoolsmithError(f"{path.name!r} in {str(folder)!r} is not the file it should be")
    return path


def _breast_cancer() -> Table:
    from sklearn.datasets import load_breast_cancer

    data: Any = load_breast_cancer()
    columns = dict(zip(map(str, data.feature_names), data.data.T, strict=True))
    return Table({**columns, "target": data.target.astype(float)})


def encoded(table: Table) -> NDArray[np.float64]:
    """Raw columns as numbers: categories become one column each, times become seconds."""
    return np.column_stack([part for v in table.columns.values() for part in _numbers(v)])


def _numbers(values: NDArray[Any]) -> Iterable[NDArray[np.float64]]:
    if values.dtype.kind == "M":
        return [values.astype("datetime64[s]").astype(float)]
    if values.dtype.kind != "O":
        return [values.astype(float)]
    return [(values == level).astype(float) for level in sorted(set(values))]
