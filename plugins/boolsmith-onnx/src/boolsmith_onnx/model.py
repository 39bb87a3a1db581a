"""A decision as an ONNX model.

Every raw feature that the rules read is an input of one value per row: a number as a double with
NaN for missing, a category as a string with the empty one for missing, a date as microseconds
since 1970 in a double. The output `label` has the label of each row.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import onnx
from boolsmith.data.conditions import Above, Condition, Equals, IsMissing, IsOther, IsTrue
from boolsmith.errors import BoolsmithError
from boolsmith.files import write_whole
from boolsmith.learn import Decision
from boolsmith.learn.exports import All, Count, Expression, Fixed, Test, as_decision, lower

_OPSET, _IR_VERSION = 19, 9  # 19 is the first opset that compares strings


def save_onnx(model: Any, path: str | Path, *, binarizer: Any = None) -> None:
    """Write a rule, a decision or a fitted classifier as an ONNX file."""
    write_whole(path, to_onnx(as_decision(model, binarizer)))


def to_onnx(decision: Decision) -> bytes:
    """Return the decision as the content of an ONNX file."""
    return bytes(to_model(decision).SerializeToString())


def to_model(decision: Decision) -> onnx.ModelProto:
    """Return the decision as a model of the library."""
    if not decision.features():
        raise BoolsmithError("the rule reads no feature: there is nothing to put into a model")
    graph = _Graph(decision)
    text = not all(isinstance(label, int | bool) for label in decision.labels)
    result = graph.label(decision.otherwise, text)
    for rule, label in reversed(decision.branches):
        holds = graph.expression(lower(rule, decision))
        result = graph.add("Where", holds, graph.label(label, text), result)
    shape = graph.add("Shape", decision.features()[0])
    graph.add("Expand", result, shape, output="label")
    kind = onnx.TensorProto.STRING if text else onnx.TensorProto.INT64
    output = onnx.helper.make_tensor_value_info("label", kind, ["rows"])
    made = onnx.helper.make_graph(graph.nodes, "rule", graph.inputs(), [output], graph.constants)
    opset = onnx.helper.make_opsetid("", _OPSET)
    model = onnx.helper.make_model(made, opset_imports=[opset], producer_name="boolsmith")
    model.ir_version = _IR_VERSION
    model.doc_string = "; ".join(f"{label} if {rule}" for rule, label in decision.branches)
    onnx.checker.check_model(model)
    return model


class _Graph:
    """The nodes and constants of the model, as they are added."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def inputs(self) -> list[Any]:
        """One input for each raw feature."""
        types = onnx.TensorProto
        return [
            onnx.helper.make_tensor_value_info(
                name, types.STRING if self._is_text(name) else types.DOUBLE, ["rows"]
            )
            for name in self.decision.features()
        ]

    def add(self, operation: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        """Add a node and give the name of its result."""
        output = output or f"_{len(self.nodes)}"
        node = onnx.helper.make_node(operation, list(inputs), [output], **attributes)
        self.nodes.append(node)
        return output

    def constant(self, value: Any) -> str:
        """Add a constant and give its name."""
        types = onnx.TensorProto
        kinds = {bool: types.BOOL, int: types.INT64, float: types.DOUBLE, str: types.STRING}
        name = f"constant {len(self.constants)}"
        data = [value.encode() if isinstance(value, str) else value]
        self.constants.append(onnx.helper.make_tensor(name, kinds[type(value)], [1], data))
        return name

    def label(self, label: Any, text: bool) -> str:
        """Add a label as a constant."""
        return self.constant(str(label) if text else int(label))

    def expression(self, expression: Expression) -> str:
        """Add the nodes of an expression and give the name of its result."""
        if isinstance(expression, Fixed):
            return self.constant(expression.value)
        if isinstance(expression, Test):
            name = self._test(expression.condition)
            return self.add("Not", name) if expression.negated else name
        parts = [self.expression(part) for part in expression.parts]
        if isinstance(expression, Count):
            return self._count(expression, parts)
        return self._chain("And" if isinstance(expression, All) else "Or", parts)

    def _chain(self, operation: str, parts: list[str]) -> str:
        result = parts[0]
        for part in parts[1:]:
            result = self.add(operation, result, part)
        return result

    def _count(self, expression: Count, parts: list[str]) -> str:
        whole = onnx.TensorProto.INT64
        total = self._chain("Add", [self.add("Cast", part, to=whole) for part in parts])
        accepted = [self.add("Equal", total, self.constant(n)) for n in expression.accepted]
        return self._chain("Or", accepted)

    def _test(self, condition: Condition) -> str:
        return _TESTS[type(condition)](self, condition)

    def above(self, condition: Any) -> str:
        """`feature > threshold`."""
        cut = condition.threshold
        if isinstance(cut, datetime):
            cut = (cut.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1e6
        return self.add("Greater", condition.feature, self.constant(float(cut)))

    def equals(self, condition: Any) -> str:
        """`feature = value`."""
        return self.add("Equal", condition.feature, self.constant(condition.value))

    def missing(self, condition: Any) -> str:
        """Return the empty string, or NaN."""
        if self._is_text(condition.feature):
            return self.add("Equal", condition.feature, self.constant(""))
        return self.add("IsNaN", condition.feature)

    def other(self, condition: Any) -> str:
        """None of the values, and not missing."""
        known = [self.equals(Equals(condition.feature, value)) for value in condition.values]
        return self.add("Not", self._chain("Or", [*known, self.missing(condition)]))

    def is_true(self, condition: Any) -> str:
        """`feature = 1`."""
        return self.add("Equal", condition.feature, self.constant(1.0))

    def _is_text(self, name: str) -> bool:
        return bool(self.decision.kinds.get(name, "number") == "category")


_TESTS: dict[type[Condition], Callable[[_Graph, Any], str]] = {
    IsTrue: _Graph.is_true,
    Above: _Graph.above,
    Equals: _Graph.equals,
    IsOther: _Graph.other,
    IsMissing: _Graph.missing,
}
