"""A rule as a tree in SVG, written by hand: nothing needs to be installed."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from boolsmith.errors import BoolsmithError
from boolsmith.learn.decisions import Decision
from boolsmith.learn.pictures.layout import Box, lay_out
from boolsmith.rules import Path, Rule

_MARGIN = 6.0


def rule_svg(rule: Rule, holds: Mapping[Path, bool] | None = None) -> str:
    """Return the tree of a rule; with `holds`, parts are coloured by whether they hold on a row."""
    layout = lay_out(rule)
    width, height = layout.width + 2 * _MARGIN, layout.height + 2 * _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{-_MARGIN:g} {-_MARGIN:g} {width:.1f} {height:.1f}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="{layout.font_size:g}">',
        f"<title>{escape(str(rule))}</title>",
    ]
    lines += [_edge(parent, child) for parent, child in layout.edges()]
    lines += [_box(box, holds) for box in layout.boxes.values()]
    return "\n".join([*lines, "</svg>"])


def to_svg(decision: Decision) -> str:
    """Return the tree of the rule of a decision."""
    if len(decision.branches) != 1:
        raise BoolsmithError("a picture is of one rule: this model has one for each class")
    return rule_svg(decision.branches[0][0])


def _edge(parent: Box, child: Box) -> str:
    start, middle = parent.x + parent.width, child.x - 18
    return (
        f'<path d="M{start:.1f} {parent.y:.1f}H{middle:.1f}V{child.y:.1f}H{child.x:.1f}" '
        'fill="none" stroke="#8a8f98"/>'
    )


def _box(box: Box, holds: Mapping[Path, bool] | None) -> str:
    fill, border = box.colours(holds)
    return (
        f'<rect x="{box.x:.1f}" y="{box.y - box.height / 2:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:g}" rx="{box.radius:g}" fill="{fill}" stroke="{border}"/>'
        f'<text x="{box.x + box.width / 2:.1f}" y="{box.y:.1f}" text-anchor="middle" '
        f'dominant-baseline="central" fill="#1c1f23">{escape(box.text)}</text>'
    )
