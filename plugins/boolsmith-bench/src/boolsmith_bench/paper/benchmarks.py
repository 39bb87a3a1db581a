"""The page of benchmarks and its figure, made from the summary of a run and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from boolsmith_bench.paper.datasets import sources
from boolsmith_bench.paper.page import markdown_table
from boolsmith_bench.paper.peers import peers
from boolsmith_bench.paper.summary import OURS, Document

PLAIN, TAUGHT = OURS.values()


def title(peer: str) -> str:
    """How a peer is called on the page."""
    return peers()[peer].title if peer in peers() else peer


def _by_peer(results: Document, method: str) -> dict[tuple[str, str], list[Document]]:
    """Return the comparisons of each peer and way to count the complexity of trees."""
    found: dict[tuple[str, str], list[Document]] = {}
    for comparison in (c for c in results["comparisons"] if c["method"] == method):
        found.setdefault((comparison["peer"], comparison["count"]), []).append(comparison)
    return dict(sorted(found.items(), key=lambda item: item[0][1] == "nodes"))


def headlines(results: Document) -> list[str]:
    """Three sentences, each with a number, for those who read no further."""
    lines = []
    boolxai = _by_peer(results, PLAIN).get(("boolxai-short", "paper"), [])
    if boolxai:
        test, train = _counts(boolxai, "test"), _counts(boolxai, "train")
        taught = _by_peer(results, TAUGHT).get(("boolxai-short", "paper"), [])
        with_teacher = "{win}, {tie} and {loss}".format(**_counts(taught, "test"))
        lines.append(
            f"Against boolxai 1.0.0 at equal complexity (10 s of processor time for each of its "
            f"fits, {_splits(boolxai)} splits), better in {train['win']} of {len(boolxai)} "
            f"comparisons on the training rows and worse in {train['loss']}; on the test rows "
            f"better in {test['win']}, level in {test['tie']}, worse in {test['loss']}"
            + (f" ({with_teacher} with a forest as teacher)." if taught else ".")
        )
    known = [method for method in (PLAIN, TAUGHT) if frontiers_of(results, method)]
    if known:
        frontiers = frontiers_of(results, known[0])
        teacher = f" ({_seconds(results, TAUGHT):.1f} s with the teacher)" * (len(known) > 1)
        lines.append(
            f"One fit takes {_seconds(results, known[0]):.1f} s of processor time{teacher} in the "
            f"mean of {len(frontiers)} datasets and gives a rule of every complexity up to "
            f"{frontiers[0]['points'][-1]['complexity']}."
        )
    cases = [case for case in _non_local_cases(results) if case[0]["complexity"] >= 10]
    if cases:
        least = min(entry["iterations"] for entry, _ in cases)
        short = [(e, alone) for e, alone in cases if e["iterations"] == least]
        beyond = sum(all(a["train"] < e["train"] for a in alone) for e, alone in short)
        lines.append(
            f"With non-local moves, {least} iterations of the published annealing reach a score "
            f"that {short[0][1][-1]['iterations']:,} without them do not, in {beyond} of "
            f"{len(short)} cases."
        )
    return lines


def _counts(comparisons: Sequence[Document], part: str) -> dict[str, int]:
    """How many were won, level and lost."""
    found = Counter(c[f"{part}_difference"]["verdict"] for c in comparisons)
    return {verdict: found[verdict] for verdict in ("win", "tie", "loss")}


def _seconds(results: Document, method: str) -> float:
    return float(fmean(f["points"][0]["seconds"] for f in frontiers_of(results, method)))


def frontiers_of(results: Document, method: str) -> list[Document]:
    """Return the frontiers of the search as it is, or taught, one for each dataset."""
    return [f for f in results["frontiers"] if f["method"] == method]


def benchmarks_page(results: Document) -> str:
    """Return the page, as Markdown."""
    parts = [
        "# Benchmarks",
        "This page is made by `boolsmith bench paper` from its results, `benchmarks.json`; "
        "nothing on it is written by hand.",
        f"boolsmith {results['boolsmith']}, {results['date']}, {results['machine']}.",
        "\n".join(f"- {line}" for line in headlines(results)),
        "![Test score against complexity on the nine datasets](benchmarks.svg)",
        "## How it was measured",
        "Datasets, splits and columns are those of the paper: of the complete rows 80% are used, "
        "and split 70 to 30 at random, classes keeping their shares; everyone gets the same "
        "Boolean columns, unless a peer is said to use raw data. Scores are balanced accuracy. "
        "Boolsmith makes one fit with its default search for all complexities up to 15; a peer is "
        "fitted for each. Seconds are of the processor. How long peers may take, EBM without pairs "
        "and SLIPPER at 3 and 8 alone were chosen after a look at the first split of Breast "
        "Cancer.",
        "Boolsmith wins or loses where the mean difference over the splits that both have run is "
        "more than its standard error, and ties otherwise. Of equals, one in three comparisons "
        "would come out as a win or a loss; few splits make it more.",
        "The complexity of a rule counts operators and literals, that of a tree its splits, as in "
        "the paper. A tree of 3 splits has 7 nodes with its leaves, as many as a rule of "
        "complexity 7; where this page says `every node`, a tree stands against the rule of so "
        "many nodes.",
        'Taught means `teacher="forest"`: the rule must also suit a forest\'s view of 1,000 rows '
        "that are mixed from the training rows. It is the same setting everywhere, and helps where "
        "rows are few.",
        "## Wins, ties and losses",
        *_totals(results),
        *_losses(results),
        *_beyond(results),
        "## Peer by peer",
        "Boolsmith's mean test score less the peer's, at the same bound on complexity, its "
        "standard error, and both scores.",
    ]
    for method in _methods(results):
        for (peer, count), comparisons in _by_peer(results, method).items():
            parts += _peer(peer, count, method, comparisons)
    parts += _missing(results)
    parts += _non_local(results)
    return "\n\n".join(parts) + "\n"


def _methods(results: Document) -> list[str]:
    return list(dict.fromkeys(c["method"] for c in results["comparisons"]))


def _name(peer: str, count: str) -> str:
    return title(peer) + (", every node" if count == "nodes" else "")


def _totals(results: Document) -> Iterator[str]:
    beyond = _out_of_reach(results)
    yield (
        "One line is a peer, over all datasets and complexities that it was asked for; wins are "
        "Boolsmith's, and the difference is the mean of all, on the test rows."
        + (" Losses that no rule can avoid are among them: see below." if beyond else "")
    )
    for method in _methods(results):
        rows = []
        for (peer, count), own in _by_peer(results, method).items():
            rows.append((
                _name(peer, count), *_counts(own, "test").values(),
                f"{fmean(c['test_difference']['mean'] for c in own):+.4f}",
                *_counts(own, "train").values(), _splits(own),
                f"{fmean(c['theirs']['seconds'] for c in own):.2f}",
            ))  # fmt: skip
        columns = (f"{method}, against", "test: wins", "ties", "losses", "difference",
                   "training: wins", "ties", "losses", "splits", "seconds a fit")  # fmt: skip
        yield markdown_table(columns, rows)


def _splits(comparisons: Sequence[Document]) -> str:
    counts = sorted({c["theirs"]["splits"] for c in comparisons})
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _losses(results: Document) -> Iterator[str]:
    lost = [c for c in results["comparisons"] if c["test_difference"]["verdict"] == "loss"]
    yield "## Where Boolsmith loses"
    if not lost:
        yield "Nowhere, by more than one standard error."
        return
    yield markdown_table(
        ("dataset", "complexity", "peer", "", "Boolsmith", "peer's score", "difference", "±"),
        [
            (
                sources()[c["dataset"]].title, c["bound"], _name(c["peer"], c["count"]),
                "taught" if c["method"] == TAUGHT else "", f"{c['ours']['test']:.3f}",
                f"{c['theirs']['test']:.3f}",
                f"{c['test_difference']['mean']:+.3f}", f"{c['test_difference']['error']:.3f}",
            )
            for c in sorted(lost, key=lambda c: (c["dataset"], c["bound"], c["peer"], c["method"]))
        ],
    )  # fmt: skip


def _out_of_reach(results: Document) -> list[Document]:
    lost = [
        c
        for c in results["comparisons"]
        if c["method"] == PLAIN and c["count"] == "paper" and c["ceiling"] is not None
    ]
    return [c for c in lost if c["theirs"]["test"] - c["ceiling"] > c["test_difference"]["error"]]


def _beyond(results: Document) -> Iterator[str]:
    """Losses at complexity 3 to a score that no rule of two literals has."""
    beyond = _out_of_reach(results)
    if not beyond:
        return
    yield "### What no rule can win"
    yield (
        "A rule of complexity 3 has two literals; a tree of 3 splits can ask for three. The last "
        "column is the most that any function of any two literals has on the test rows, chosen "
        "with a look at those rows. These peers are above it by more than the standard error of "
        "the difference: no rule of that complexity over the same columns could be level, whatever "
        "finds it."
    )
    yield markdown_table(
        ("dataset", "peer", "peer's score", "best of any two literals"),
        [
            (sources()[c["dataset"]].title, title(c["peer"]), f"{c['theirs']['test']:.3f}",
             f"{c['ceiling']:.3f}")
            for c in sorted(beyond, key=lambda c: (c["dataset"], c["peer"]))
        ],
    )  # fmt: skip


def _peer(peer: str, count: str, method: str, comparisons: Sequence[Document]) -> Iterator[str]:
    asked = sorted({c["asked"] for c in comparisons}, key=lambda a: a or 0)
    yield f"### {method} against {_name(peer, count)}"
    if peer in peers() and count == "paper":
        yield f"Complexity: {peers()[peer].counts}. Bound: {peers()[peer].bound}."
    rows = []
    for dataset in dict.fromkeys(c["dataset"] for c in comparisons):
        found = {c["asked"]: c for c in comparisons if c["dataset"] == dataset}
        splits = _splits(list(found.values()))
        rows.append((sources()[dataset].title,
                     *(_cell(found.get(a)) for a in asked), splits))  # fmt: skip
    yield markdown_table(("dataset", *(_heading(a, count) for a in asked), "splits"), rows)


def _heading(asked: int | None, count: str) -> str:
    if asked is None:
        return "no bound"
    return f"complexity {asked}" if count == "paper" else f"{asked} splits, {2 * asked + 1} nodes"


def _cell(comparison: Document | None) -> str:
    if comparison is None:
        return ""
    found, ours = comparison["test_difference"], comparison["ours"]["test"]
    return (f"{found['mean']:+.3f} ± {found['error']:.3f} {found['verdict']} "
            f"({ours:.3f} to {comparison['theirs']['test']:.3f})")  # fmt: skip


def _missing(results: Document) -> Iterator[str]:
    if results["absent"]:
        yield "## What did not come to an end"
        counts = Counter((a["peer"], a["dataset"], a["status"]) for a in results["absent"])
        yield markdown_table(
            ("peer", "dataset", "what happened", "fits"),
            [
                (title(peer), sources()[dataset].title if dataset else "all", status, count)
                for (peer, dataset, status), count in sorted(counts.items(), key=str)
            ],
        )


def _non_local(results: Document) -> Iterator[str]:
    if not results["non_local"]:
        return
    yield "## Non-local moves"
    yield (
        "The published annealing (20 starts), with local moves alone and with non-local moves "
        "by the backend `local`: mean score on the training rows. The last columns say what local "
        "moves alone need to come as far."
    )
    rows = []
    for entry, alone in _non_local_cases(results):
        enough = next((e for e in alone if e["train"] >= entry["train"]), None)
        last = alone[-1]
        rows.append((
            sources()[entry["dataset"]].title, entry["complexity"], entry["splits"],
            entry["iterations"], f"{entry['train']:.4f}", f"{entry['seconds']:.2f}",
            f"{enough['iterations']:,}" if enough else f"more than {last['iterations']:,} "
            f"({last['train']:.4f})",
            f"{enough['seconds']:.2f}" if enough else f"more than {last['seconds']:.2f}",
        ))  # fmt: skip
    yield markdown_table(
        ("dataset", "complexity", "splits", "iterations", "score", "seconds",
         "iterations, local moves alone", "seconds, local moves alone"), rows,
    )  # fmt: skip


def _non_local_cases(results: Document) -> Iterator[tuple[Document, list[Document]]]:
    """Each number of iterations with non-local moves, beside all without them."""
    for entry in (e for e in results["non_local"] if e["non_local"]):
        yield entry, [
            e for e in results["non_local"] if not e["non_local"]
            and (e["dataset"], e["complexity"]) == (entry["dataset"], entry["complexity"])
        ]  # fmt: skip
