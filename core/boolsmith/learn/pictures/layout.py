"""Where the nodes of a rule stand in a picture: the root left, every literal on a line of its own.

Names of features are long, so a tree that grows to the right is easier to read than one that
grows downwards. Widths are estimated from the letters, as there is no font at hand.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from boolsmith.learn.exports.text import phrase
from boolsmith.rules import Path, Rule

FONT_SIZE = 13.0
LINE, HEIGHT, GAP, PADDING = 34.0, 24.0, 36.0, 10.0
_COLOURS = {  # of the box and of its border: an operator, a literal, and one that holds or not
    "operator": ("#e8eef9", "#4467ad"),
    "literal": ("#ffffff", "#8a8f98"),
    "true": ("#e2f3e4", "#2e8540"),
    "false": ("#f6e3e1", "#b5473c"),
}
_NARROW, _WIDE = frozenset("iljtfI.,:;'|!()[] -"), frozenset("mwMW%@—")


@attrs.frozen
class Box:
    """A node of the rule: its text, and the middle of its left side."""

    path: Path
    text: str
    x: float
    y: float
    width: float
    operator: bool
    height: float = HEIGHT

    @property
    def radius(self) -> float:
        """How round the corners are: those of an operator are half circles."""
        return self.height / 2 if self.operator else 3.0

    def colours(self, holds: Mapping[Path, bool] | None = None) -> tuple[str, str]:
        """Return the colours of the box and its border, by whether it holds on a row if given."""
        kind = "operator" if self.operator else "literal"
        if holds is not None and self.path in holds:
            kind = "true" if holds[self.path] else "false"
        return _COLOURS[kind]


@attrs.frozen
class Layout:
    """All boxes of a rule by path, and the size of the whole."""

    boxes: dict[Path, Box]
    width: float
    height: float
    font_size: float = FONT_SIZE

    def edges(self) -> list[tuple[Box, Box]]:
        """Return every box with its parent before it."""
        return [(self.boxes[path[:-1]], box) for path, box in self.boxes.items() if path]


def lay_out(rule: Rule) -> Layout:
    """Return the boxes of a rule: columns by depth, a parent half-way between its children."""
    nodes = dict(rule.flatten())
    texts = {path: phrase(node) for path, node in nodes.items()}
    widths = {path: _text_width(text) + 2 * PADDING for path, text in texts.items()}
    lefts = _columns(widths)
    lines = sum(not node.children for node in nodes.values())
    heights: dict[Path, float] = {}
    line = lines
    for path, node in reversed(nodes.items()):  # children come before their parent
        if node.children:
            last = len(node.children) - 1
            heights[path] = (heights[(*path, 0)] + heights[(*path, last)]) / 2
        else:
            line -= 1
            heights[path] = (line + 0.5) * LINE
    boxes = {}
    for path, node in nodes.items():
        place = lefts[len(path)], heights[path], widths[path]
        boxes[path] = Box(path, texts[path], *place, operator=bool(node.children))
    right = max(box.x + box.width for box in boxes.values())
    return Layout(boxes, right, lines * LINE)


def _text_width(text: str) -> float:
    """Return about how wide a text is in a sans-serif font."""
    units = sum(0.33 if c in _NARROW else 0.9 if c in _WIDE else 0.58 for c in text)
    return units * FONT_SIZE


def _columns(widths: dict[Path, float]) -> list[float]:
    """Return the left side of every level: right of the widest operator before it."""
    lefts = [0.0]
    for level in range(max(map(len, widths))):
        parents = {path[:-1] for path in widths if len(path) == level + 1}
        lefts.append(lefts[-1] + max(widths[path] for path in parents) + GAP)
    return lefts
