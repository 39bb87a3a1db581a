"""Fitted classifiers in files: versioned JSON, never pickle, written in whole or not at all."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

import numpy as np
import sklearn

import boolsmith
from boolsmith import learn
from boolsmith.data.binarizer import Binarizer
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.files import write_whole
from boolsmith.learn.base import RuleModel
from boolsmith.learn.documents import heading, read_document
from boolsmith.learn.paths import PathPoint, Votes
from boolsmith.rules import Rule

_LABELS = (bool, int, float, str)


def save_model(model: RuleModel, path: str | Path) -> None:
    """Write a fitted classifier to a JSON file."""
    write_whole(path, json.dumps(_document(model), indent=1, ensure_ascii=False, allow_nan=False))


def load_model(path: str | Path) -> RuleModel:
    """Return the fitted classifier in a file that `save_model` wrote."""
    name = str(path)
    try:
        return read_document(Path(path).read_text(encoding="utf-8"), "model", _model)
    except FileNotFoundError:
        raise BoolsmithError(f"no file {name!r}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BoolsmithError(f"cannot read {name!r} as a model: {error}") from None
    except BoolsmithError as error:
        raise BoolsmithError(f"{name!r}: {error}") from None


def _document(model: RuleModel) -> dict[str, Any]:
    names = getattr(model, "feature_names_in_", None)
    return {
        **heading("model"),
        "kind": type(model).__name__,
        "versions": {
            "boolsmith": boolsmith.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scikit-learn": sklearn.__version__,
        },
        "settings": _setting(model.get_params(deep=False)),
        "seed": model.seed_,
        "data": {"rows": model.num_rows_, "fingerprint": model.fingerprint_},
        "target": model.target_,
        "classes": {"dtype": model.classes_.dtype.str, "labels": model.classes_.tolist()},
        "features": {
            "count": int(model.n_features_in_),
            "names": None if names is None else list(map(str, names)),
        },
        "binarizer": None if model.binarizer_ is None else model.binarizer_.to_json(),
        "complexity": model.point_.complexity,
        "path": [_point_document(point, model.votes_[point.complexity]) for point in model.path_],
        "more": model._more_to_json(),
    }


def _point_document(point: PathPoint, votes: Votes) -> dict[str, Any]:
    return {
        "complexity": point.complexity,
        "score": point.score,
        "value": None if point.objective == point.score else point.objective,
        "text": [str(rule) for rule in point.rules],
        "rules": [rule.to_json() for rule in point.rules],
        "order": list(votes.order),
        "otherwise": votes.otherwise,
        "shares": votes.shares.tolist(),
    }


def _model(document: dict[str, Any]) -> RuleModel:
    model = _new_model(document["kind"], document["settings"])
    binarizer, features = document["binarizer"], document["features"]
    model.binarizer_ = None if binarizer is None else Binarizer.from_json(binarizer)
    model.n_features_in_ = int(features["count"])
    if features["names"] is not None:
        model.feature_names_in_ = np.array(list(map(str, features["names"])), dtype=object)
    labels = document["classes"]["labels"]
    if len(labels) < 2 or not all(isinstance(label, _LABELS) for label in labels):
        raise BoolsmithError(f"not a model: its classes are {str(labels)[:80]!r}")
    model.classes_ = np.array(labels, dtype=np.dtype(str(document["classes"]["dtype"])))
    model.seed_, model.num_rows_ = int(document["seed"]), int(document["data"]["rows"])
    model.fingerprint_ = str(document["data"]["fingerprint"])
    model.target_ = None if document["target"] is None else str(document["target"])
    model.path_ = tuple(map(_point, document["path"]))
    model.votes_ = {
        point.complexity: _votes(item, len(point.rules), len(labels))
        for point, item in zip(model.path_, document["path"], strict=True)
    }
    (point,) = (point for point in model.path_ if point.complexity == document["complexity"])
    model._use(point)
    model._more_from_json(document["more"])
    return model


def _new_model(kind: Any, settings: dict[str, Any]) -> RuleModel:
    if kind not in learn.CLASSIFIERS:
        hint = did_you_mean(str(kind), learn.CLASSIFIERS)
        raise BoolsmithError(f"not a model: it is of the unknown kind {kind!r}{hint}")
    if not isinstance(settings, dict):
        raise BoolsmithError(f"not a model: its settings are {str(settings)[:80]!r}")
    binarizer = settings.get("binarizer")
    if isinstance(binarizer, dict):
        settings = {**settings, "binarizer": Binarizer(**binarizer)}
    model: RuleModel = getattr(learn, kind)(**settings)
    return model


def _point(item: dict[str, Any]) -> PathPoint:
    rules, score, value = (
        map(Rule.from_json, item["rules"]),
        float(item["score"]),
        item.get("value"),
    )
    objective = score if value is None else float(value)
    return PathPoint(int(item["complexity"]), tuple(rules), score, objective)


def _votes(item: dict[str, Any], num_rules: int, num_classes: int) -> Votes:
    shares = np.array(item["shares"], dtype=np.float64)
    order, otherwise = tuple(map(int, item["order"])), int(item["otherwise"])
    right = shares.shape == (num_rules + 1, num_classes) and sorted(order) == list(range(num_rules))
    targets = 1 if num_classes == 2 else num_classes
    if not right or num_rules != targets or not 0 <= otherwise < num_classes:
        raise BoolsmithError("not a model: its rules and its classes do not fit together")
    return Votes(order, otherwise, shares)


def _setting(value: Any) -> Any:
    """Return a setting as JSON has it; what JSON cannot hold is written as text."""
    if isinstance(value, Binarizer):
        value = value.get_params(deep=False)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {str(key): _setting(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_setting(item) for item in value]
    if value is None or isinstance(value, _LABELS):
        return value
    return getattr(value, "name", None) or repr(value)
