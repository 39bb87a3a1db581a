"""The registry: everything that can be used by name, and who brought it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

import attrs

from boolsmith.acceptances import Acceptance
from boolsmith.commands import Command
from boolsmith.errors import BoolsmithError, UnknownNameError
from boolsmith.exporters import Exporter
from boolsmith.extensions import Extension, Reference
from boolsmith.metrics import Metric
from boolsmith.moves import Move
from boolsmith.observers import Observer
from boolsmith.operators import AnyOperator
from boolsmith.plugins.hooks import HOOKS
from boolsmith.plugins.index import provider_of
from boolsmith.plugins.manager import Contribution, Manager
from boolsmith.schedules import Schedule
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

T = TypeVar("T", bound=Extension | Reference | AnyOperator)

BUILTIN_DISTRIBUTION = "boolsmith"


def normalize(distribution: str) -> str:
    """Return the name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


@attrs.frozen
class Origin:
    """The distribution that brought something, and its version."""

    distribution: str
    version: str

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}".rstrip()


@attrs.frozen
class Plugin(Origin):
    """One entry point: where it comes from, what it registers, and why it failed if it did."""

    entry_point: str
    registers: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    failure: str | None = None


@attrs.frozen
class Problem(Origin):
    """Something about a plugin that its author or user should know, in one line."""

    message: str

    def __str__(self) -> str:
        return f"{super().__str__()}: {self.message}"


class Namespace(Generic[T]):
    """All that is registered of one kind, by name.

    An entry goes by its bare name. Where two distributions use one name, neither has it and both
    go by `distribution:name`; a built-in keeps its name whatever plugins do. An entry that lost
    its bare name is renamed, so that `get(entry.name) is entry` holds for all of them and a rule
    that is saved means the same when it is read.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.hint = ""
        self._found: dict[str, dict[str, tuple[Origin, T]]] = {}
        self._entries: dict[str, tuple[Origin, T]] = {}

    def get(self, name: str) -> T:
        """Return the entry called `name`; `distribution:name` is that of one distribution."""
        return self._look_up(name)[1]

    def origin(self, name: str) -> Origin:
        """Return the distribution, with its version, that registered `name`."""
        return self._look_up(name)[0]

    def names(self) -> tuple[str, ...]:
        """Return every name that `get` takes, in order of registration."""
        return tuple(self._entries)

    def __iter__(self) -> Iterator[T]:
        return (entry for _, entry in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and self._look_up(name) is not None
        except BoolsmithError:
            return False

    def owners(self, bare: str) -> tuple[Origin, ...]:
        """Return all distributions that registered the bare name `bare`."""
        return tuple(origin for origin, _ in self._found.get(bare, {}).values())

    def _look_up(self, name: str) -> tuple[Origin, T]:
        if name in self._entries:
            return self._entries[name]
        owner, colon, bare = name.rpartition(":")
        candidates = self._found.get(bare, {})
        if colon and normalize(owner) in candidates:
            return candidates[normalize(owner)]
        if not colon and candidates:
            raise BoolsmithError(clash(self.kind, bare, self.owners(bare)))
        provider = provider_of(self.kind, name)
        if provider is not None:
            hint = f"; {provider.name} provides it: {provider.install}{self.hint}"
            raise UnknownNameError(self.kind, name, (), hint)
        known = [*self._entries, *(n for n, found in self._found.items() if len(found) > 1)]
        raise UnknownNameError(self.kind, name, known, self.hint)

    def add(self, origin: Origin, entry: T) -> None:
        """Register `entry`, which `settle` then makes available."""
        self._found.setdefault(entry.name, {})[normalize(origin.distribution)] = (origin, entry)

    def remove(self, distribution: str) -> None:
        """Forget what `distribution` registered."""
        for name, found in list(self._found.items()):
            found.pop(normalize(distribution), None)
            if not found:
                del self._found[name]

    def settle(self) -> None:
        """Decide who goes by which name."""
        self._entries = {}
        for bare, found in self._found.items():
            for key, (origin, entry) in found.items():
                name = bare
                if len(found) > 1 and key != BUILTIN_DISTRIBUTION:
                    name = f"{origin.distribution}:{bare}"
                if entry.name != name:
                    with attrs.validators.disabled():  # a qualified name is not an identifier
                        found[key] = (origin, attrs.evolve(entry, name=name))
                self._entries[name] = found[key]


def clash(kind: str, name: str, owners: tuple[Origin, ...]) -> str:
    """Return the error for a name that several distributions registered."""
    who = " and ".join(map(str, owners))
    builtin = [o for o in owners if normalize(o.distribution) == BUILTIN_DISTRIBUTION]
    say = " or ".join(repr(f"{o.distribution}:{name}") for o in owners if o not in builtin)
    kept = f" ({name!r} alone is the built-in)" if builtin else ""
    return f"{kind} {name!r} is registered by {who}: say {say}{kept}"


class Registry:
    """Everything that can be used by name: the built-ins and what the plugins brought."""

    def __init__(self) -> None:
        self.operators: Namespace[AnyOperator] = Namespace("operator")
        self.metrics: Namespace[Metric] = Namespace("metric")
        self.moves: Namespace[Move] = Namespace("move")
        self.schedules: Namespace[Schedule] = Namespace("schedule")
        self.acceptances: Namespace[Acceptance] = Namespace("acceptance")
        self.strategies: Namespace[Strategy] = Namespace("strategy")
        self.exporters: Namespace[Exporter] = Namespace("exporter")
        self.commands: Namespace[Command] = Namespace("command")
        self.backends: Namespace[BackendSpec] = Namespace("backend")
        self.observers: Namespace[Observer] = Namespace("observer")
        self.manager = Manager()
        self.plugins: list[Plugin] = []
        self.problems: list[Problem] = []

    def add(self, origin: Origin, where: str, contribution: Contribution) -> None:
        """Register what a plugin contributes; `settle` then makes it available."""
        registers = {}
        for hook, entries in contribution.items():
            registers[hook.removeprefix("boolsmith_")] = tuple(entry.name for entry in entries)
            for entry in entries:
                self.namespace(hook).add(origin, entry)
        self.plugins.append(Plugin(origin.distribution, origin.version, where, registers))

    def remove(self, distribution: str) -> None:
        """Forget what `distribution` registered."""
        for namespace in self.namespaces().values():
            namespace.remove(distribution)
        self.plugins[:] = [known for known in self.plugins if known.distribution != distribution]

    def settle(self) -> None:
        """Decide who goes by which name."""
        failed = sum(plugin.failure is not None for plugin in self.plugins)
        hint = f" ({failed} plugin(s) failed to load: see `boolsmith plugins`)" if failed else ""
        for namespace in self.namespaces().values():
            namespace.settle()
            namespace.hint = hint

    def owners(self, contribution: Contribution) -> Iterator[tuple[str, str, tuple[Origin, ...]]]:
        """Return kind and name of all that is contributed, with who registered them already."""
        for hook, entries in contribution.items():
            for entry in entries:
                yield HOOKS[hook][0], entry.name, self.namespace(hook).owners(entry.name)

    def namespace(self, hook: str) -> Namespace[Any]:
        """Return the namespace that a hook fills: `boolsmith_operators` fills `operators`."""
        namespace: Namespace[Any] = getattr(self, hook.removeprefix("boolsmith_"))
        return namespace

    def namespaces(self) -> dict[str, Namespace[Any]]:
        """Return every namespace by its name: operators, metrics, and so on."""
        return {hook.removeprefix("boolsmith_"): self.namespace(hook) for hook in HOOKS}

    def clashes(self) -> Iterator[Problem]:
        """Return a problem for every plugin whose name another distribution registered too."""
        for namespace in self.namespaces().values():
            for entry in namespace:
                origin = namespace.origin(entry.name)
                bare = entry.name.rpartition(":")[2]
                if bare != entry.name:
                    message = clash(namespace.kind, bare, namespace.owners(bare))
                    yield Problem(origin.distribution, origin.version, message)
