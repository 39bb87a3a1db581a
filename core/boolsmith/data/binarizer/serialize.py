"""A fitted binarizer as plain data for a JSON file, and back."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from boolsmith.data.binarizer.features import Feature
from boolsmith.data.conditions import condition_from_json
from boolsmith.errors import BoolsmithError

if TYPE_CHECKING:
    from boolsmith.data.binarizer.estimator import Binarizer

_MAX_KNOWN = 10_000


def binarizer_to_json(binarizer: Binarizer) -> dict[str, Any]:
    """The settings and the features of a fitted binarizer."""
    settings = {name: _plain(value) for name, value in binarizer.get_params().items()}
    return {
        "settings": settings,
        "named": hasattr(binarizer, "feature_names_in_"),
        "features": [_feature_to_json(feature) for feature in binarizer.features_],
    }


def binarizer_from_json(document: Any) -> Binarizer:
    """The fitted binarizer in a document that `binarizer_to_json` made."""
    from boolsmith.data.binarizer.estimator import Binarizer

    try:
        binarizer = Binarizer(**document["settings"])
        features = [_feature_from_json(item) for item in document["features"]]
        named = bool(document["named"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BoolsmithError(f"not a binarizer: {str(error)[:120]}") from error
    binarizer.features_ = features
    binarizer.n_features_in_ = len(features)
    if named:
        binarizer.feature_names_in_ = np.array([feature.name for feature in features], dtype=object)
    return binarizer


def _feature_to_json(feature: Feature) -> dict[str, Any]:
    known = feature.known if feature.known and len(feature.known) <= _MAX_KNOWN else None
    return {
        "name": feature.name,
        "kind": feature.kind,
        "conditions": [condition.to_json() for condition in feature.conditions],
        "known": None if known is None else list(known),
        "low": _plain(feature.low),
        "high": _plain(feature.high),
        "whole": feature.whole,
    }


def _feature_from_json(document: dict[str, Any]) -> Feature:
    fields = {field.name: document[field.name] for field in attrs.fields(Feature)}
    if not isinstance(fields["name"], str) or fields["kind"] not in ("number", "category", "date"):
        raise BoolsmithError(f"no feature of kind {fields['kind']!r}")
    fields["conditions"] = tuple(condition_from_json(item) for item in fields["conditions"])
    if any(condition.feature != fields["name"] for condition in fields["conditions"]):
        raise BoolsmithError(f"a condition of {fields['name']!r} is about another feature")
    fields["known"] = None if fields["known"] is None else tuple(fields["known"])
    if fields["kind"] == "date":
        for end in ("low", "high"):
            fields[end] = fields[end] and datetime.fromisoformat(fields[end])
    return Feature(**fields)


def _plain(value: Any) -> Any:
    """A setting as JSON has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray | list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "items"):
        return {str(key): _plain(item) for key, item in value.items()}
    return value
