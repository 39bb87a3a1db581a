"""Pictures that need nothing installed: a rule as a tree in SVG."""

from boolsmith.learn.pictures.svg import rule_svg

__all__ = ["rule_svg"]
