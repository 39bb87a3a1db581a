"""Pictures that need nothing installed: where the boxes of a rule stand, and its tree in SVG."""

from boolsmith.learn.pictures.layout import Box, Layout, lay_out
from boolsmith.learn.pictures.svg import rule_svg

__all__ = ["Box", "Layout", "lay_out", "rule_svg"]
