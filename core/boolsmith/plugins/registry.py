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
from boolsmith.plugins.hooks import HOOKS, PROJECT
from boolsmith.plugins.index import provider_of
from boolsmith.plugins.manager import Contribution, Manager
from boolsmith.schedules import Schedule
from boolsmith.strategies import Strategy
from boolsmith.subproblems import BackendSpec

T = TypeVar("T", bound=Extension | Reference | AnyOperator)


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

    def __init__(self, kind: str, plugins: list[Plugin]) -> None:
        self.kind = kind
        self._plugins = plugins
        self._found: dict[str, dict[str, tuple[Origin, T]]] = {}  # by bare name, then by owner

    @property
    def hint(self) -> str:
        """What to add to an error where plugins failed: the name could be one of theirs."""
        failed = sum(plugin.failure is not None for plugin in self._plugins)
        return f" ({failed} plugin(s) failed to load: see `boolsmith plugins`)" if failed else ""

    def get(self, name: str) -> T:
        """Return the entry called `name`; `distribution:name` is that of one distribution."""
        return self._look_up(name)[1]

    def origin(self, name: str) -> Origin:
        """Return the distribution, with its version, that registered `name`."""
        return self._look_up(name)[0]

    def names(self) -> tuple[str, ...]:
        """Return the name of every entry, in order of registration."""
        return tuple(entry.name for entry in self)

    def __iter__(self) -> Iterator[T]:
        return (entry for found in self._found.values() for _, entry in found.values())

    def __len__(self) -> int:
        return len(self.names())

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and self._look_up(name) is not None
        except BoolsmithError:
            return False

    def owners(self, bare: str) -> tuple[Origin, ...]:
        """Return all distributions that registered the bare name `bare`."""
        return tuple(origin for origin, _ in self._found.get(bare, {}).values())

    def _look_up(self, name: str) -> tuple[Origin, T]:
        owner, colon, bare = name.rpartition(":")
        candidates = self._found.get(bare, {})
        if not colon and candidates:
            owner = next(iter(candidates)) if len(candidates) == 1 else PROJECT
        if normalize(owner) in candidates:
            return candidates[normalize(owner)]
        if not colon and candidates:
            raise BoolsmithError(clash(self.kind, bare, self.owners(bare)))
        provider = provider_of(self.kind, name)
        if provider is not None:
            hint = f"; {provider.name} provides it: {provider.install}{self.hint}"
            raise UnknownNameError(self.kind, name, (), hint)
        known = {*self.names(), *(bare for bare, found in self._found.items() if found)}
        raise UnknownNameError(self.kind, name, known, self.hint)

    def add(self, origin: Origin, entry: T) -> None:
        """Register `entry`."""
        self._found.setdefault(entry.name, {})[normalize(origin.distribution)] = (origin, entry)
        self._name_entries(entry.name)

    def remove(self, distribution: str) -> None:
        """Forget what `distribution` registered."""
        for bare, found in self._found.items():
            found.pop(normalize(distribution), None)
            self._name_entries(bare)

    def _name_entries(self, bare: str) -> None:
        found = self._found[bare]
        for key, (origin, entry) in found.items():
            shared = len(found) > 1 and key != PROJECT
            name = f"{origin.distribution}:{bare}" if shared else bare
            if entry.name != name:
                with attrs.validators.disabled():  # a qualified name is not an identifier
                    found[key] = (origin, attrs.evolve(entry, name=name))


def clash(kind: str, name: str, owners: tuple[Origin, ...]) -> str:
    """Return the error for a name that several distributions registered."""
    who = " and ".join(map(str, owners))
    builtin = [o for o in owners if normalize(o.distribution) == PROJECT]
    say = " or ".join(repr(f"{o.distribution}:{name}") for o in owners if o not in builtin)
    kept = f" ({name!r} alone is the built-in)" if builtin else ""
    return f"{kind} {name!r} is registered by {who}: say {say}{kept}"


class Registry:
    """Everything that can be used by name: the built-ins and what the plugins brought."""

    operators: Namespace[AnyOperator]
    metrics: Namespace[Metric]
    moves: Namespace[Move]
    schedules: Namespace[Schedule]
    acceptances: Namespace[Acceptance]
    strategies: Namespace[Strategy]
    exporters: Namespace[Exporter]
    commands: Namespace[Command]
    backends: Namespace[BackendSpec]
    observers: Namespace[Observer]

    def __init__(self) -> None:
        self.manager = Manager()
        self.plugins: list[Plugin] = []
        self.problems: list[Problem] = []
        for hook, (kind, _) in HOOKS.items():
            setattr(self, hook.removeprefix("boolsmith_"), Namespace(kind, self.plugins))

    def namespace(self, hook: str) -> Namespace[Any]:
        """Return the namespace that a hook fills: `boolsmith_operators` fills `operators`."""
        namespace: Namespace[Any] = getattr(self, hook.removeprefix("boolsmith_"))
        return namespace

    def namespaces(self) -> dict[str, Namespace[Any]]:
        """Return every namespace by its name: operators, metrics, and so on."""
        return {hook.removeprefix("boolsmith_"): self.namespace(hook) for hook in HOOKS}

    def add(self, origin: Origin, where: str, contribution: Contribution) -> None:
        """Register what a plugin contributes."""
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

    def owners(self, contribution: Contribution) -> Iterator[tuple[str, str, tuple[Origin, ...]]]:
        """Return kind and name of all that is contributed, with who registered them already."""
        for hook, entries in contribution.items():
            for entry in entries:
                yield HOOKS[hook][0], entry.name, self.namespace(hook).owners(entry.name)

    def clashes(self) -> Iterator[Problem]:
        """Return a problem for every plugin whose name another distribution registered too."""
        for namespace in self.namespaces().values():
            for name in namespace.names():
                _, shared, bare = name.rpartition(":")
                if shared:
                    origin = namespace.origin(name)
                    message = clash(namespace.kind, bare, namespace.owners(bare))
                    yield Problem(origin.distribution, origin.version, message)
