"""Checks of moves: a thousand proposals, all usable, determined by the seed alone."""

from __future__ import annotations

from collections.abc import Iterator

from boolsmith.moves import Move, MoveContext
from boolsmith.rules import Rule

from boolsmith_testing.check import CheckFailed, CheckSkipped, check, require
from boolsmith_testing.material import move_context, search_operators, search_rules
from boolsmith_testing.probe import proposals
from boolsmith_testing.subject import Subject

NUM_PROPOSALS = 1000
NUM_RULES = 50


def proposed(move: Move, subject: Subject) -> Iterator[tuple[Rule, MoveContext, Rule | None]]:
    """A thousand times a rule, the context it was moved in, and the proposal."""
    operators = search_operators(subject.entries["operator"])
    rules = search_rules(NUM_RULES, operators)
    for seed in range(NUM_PROPOSALS):
        rule = rules[seed % NUM_RULES]
        context = move_context(seed, operators, rules[: seed % 5])
        yield rule, context, propose(move, rule, context)


def refuse_compiled(move: Move) -> None:
    """Skip the check for a local move of the engine."""
    if move.local is not None:
        raise CheckSkipped("the move is part of the compiled search, it proposes nothing in Python")


def propose(move: Move, rule: Rule, context: MoveContext) -> Rule | None:
    """The proposal, or a failed check if the move raises."""
    refuse_compiled(move)
    try:
        return move(rule, context)
    except Exception as error:
        raise CheckFailed(
            f"{move.name} raised {type(error).__name__} for {rule}: {error}"
        ) from error


@check("move.valid")
def valid(entry: Move, subject: Subject) -> None:
    """Each of a thousand proposals is a rule that the search could be at, or None."""
    move = subject.configured(entry)
    for rule, context, proposal in proposed(move, subject):
        if proposal is None:
            continue
        require(
            isinstance(proposal, Rule),
            f"{move.name} proposed {proposal!r} for {rule}: give a rule or None",
        )
        reason = context.why_not(proposal)
        require(reason is None, f"{move.name} made {rule} into {proposal}, not usable: {reason}")


@check("move.proposes")
def proposes(entry: Move, subject: Subject) -> None:
    """The move has something to propose for some rules, and it is another rule."""
    move = subject.configured(entry)
    made = [
        (rule, proposal) for rule, _, proposal in proposed(move, subject) if proposal is not None
    ]
    require(bool(made), f"{move.name} proposed nothing in {NUM_PROPOSALS} attempts")
    require(
        any(proposal != rule for rule, proposal in made),
        f"{move.name} always proposed the rule that it was given",
    )


@check("move.seed")
def seed_determined(entry: Move, subject: Subject) -> None:
    """The seed of the context determines the proposal: there is no other randomness."""
    refuse_compiled(entry)
    move = subject.configured(entry)
    operators = search_operators(subject.entries["operator"])
    first = proposals(move, operators)
    for again in (proposals(move, operators), proposals(move, operators)):
        require(
            again == first,
            f"{move.name} proposes something else for the same rule and seed: "
            "take all randomness from context.rng",
        )


@check("move.process")
def process(entry: Move, subject: Subject) -> None:
    """The proposals are the same in another process."""
    refuse_compiled(entry)
    operators = search_operators(subject.entries["operator"])
    require(
        subject.elsewhere["move"].get(entry.name) == proposals(entry.with_parameters(), operators),
        f"{entry.name} proposes something else in another process, perhaps by the order of a set",
    )


@check("move.untouched")
def untouched(entry: Move, subject: Subject) -> None:
    """The rule that is moved and the context stay as they were."""
    move = subject.configured(entry)
    operators = search_operators(subject.entries["operator"])
    rules = search_rules(NUM_RULES, operators)
    texts = [str(rule) for rule in rules]
    for seed in range(NUM_PROPOSALS // 10):
        context = move_context(seed, operators, rules)
        archive = {size: str(rule) for size, rule in context.archive.items()}
        propose(move, rules[seed % NUM_RULES], context)
        require(
            [str(rule) for rule in rules] == texts,
            f"{move.name} changed the rule that it was given: rules are values, make a new one",
        )
        require(
            {size: str(rule) for size, rule in context.archive.items()} == archive,
            f"{move.name} changed the archive of the search",
        )
