"""Checks of observers: they follow a real search without failing, changing or stopping it."""

from __future__ import annotations

import contextlib
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from boolsmith.observers import Observer, ObserverBase, Progress
from boolsmith.searching import SearchResult, search

from boolsmith_testing.check import CheckFailed, check, require
from boolsmith_testing.material import FEATURES, labels, matrix
from boolsmith_testing.subject import Subject

EVENTS = ("start", "improvement", "tick", "end")


def watched(*observers: ObserverBase) -> SearchResult:
    """A short search with these observers, in a directory that is thrown away."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return search(
            matrix(),
            labels(),
            feature_names=FEATURES,
            strategy="paper",
            max_complexity=5,
            num_starts=2,
            num_iterations=200,
            seed=1,
            observers=observers,
        )


def made(entry: Observer, subject: Subject) -> ObserverBase:
    """A new observer with the parameters to test it with."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        observer: ObserverBase = subject.configured(entry).make()
    missing = [event for event in EVENTS if not callable(getattr(observer, event, None))]
    require(
        not missing,
        f"{entry.name} has no {' and no '.join(missing)}: derive it from ObserverBase",
    )
    return observer


class Failing(ObserverBase):
    """An observer that passes everything on and then fails in one event."""

    def __init__(self, observer: ObserverBase, event: str) -> None:
        self.observer, self.event = observer, event

    def _pass_on(self, event: str, *details: Any) -> None:
        getattr(self.observer, event)(*details)
        if event == self.event:
            raise RuntimeError("made to fail")

    def start(self, settings: Mapping[str, Any]) -> None:
        """Pass on that the search begins."""
        self._pass_on("start", settings)

    def improvement(self, progress: Progress) -> None:
        """Pass on that a better rule was found."""
        self._pass_on("improvement", progress)

    def tick(self, progress: Progress) -> None:
        """Pass on how far the search is."""
        self._pass_on("tick", progress)

    def end(self, result: Any) -> None:
        """Pass on the result."""
        self._pass_on("end", result)


@contextlib.contextmanager
def complaints() -> Iterator[list[str]]:
    """What the search says about observers that failed."""
    told: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield told
        told.extend(str(w.message) for w in caught if str(w.message).startswith("observer "))


@check("observer.follows")
def follows(entry: Observer, subject: Subject) -> None:
    """The observer follows a search from start to end without failing."""
    observer = made(entry, subject)
    with complaints() as told:
        watched(observer)
    if told:
        raise CheckFailed(told[0])


@check("observer.harmless")
def harmless(entry: Observer, subject: Subject) -> None:
    """The search finds the same with the observer as without it."""
    alone, with_it = watched(), watched(made(entry, subject))
    require(
        (alone.rule, alone.score, alone.moves) == (with_it.rule, with_it.score, with_it.moves),
        f"with {entry.name} the search found {with_it.rule}, without it {alone.rule}: "
        "an observer must not change what it is shown, nor the global random state",
    )


@check("observer.survived")
def survived(entry: Observer, subject: Subject) -> None:
    """The search goes on where the observer raises an exception."""
    for event in EVENTS:
        with complaints():
            result = watched(Failing(made(entry, subject), event))
        require(
            result.stop_reason == "finished",
            f"the search stopped ({result.stop_reason}) when {entry.name} failed in {event}()",
        )


@check("observer.unshared")
def unshared(entry: Observer, subject: Subject) -> None:
    """Every search gets an observer of its own."""
    require(
        made(entry, subject) is not made(entry, subject),
        f"{entry.name} gives the same object to every search: create a new one each time",
    )
