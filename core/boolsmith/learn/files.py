"""Fitted classifiers in files: versioned JSON, never pickle, written in whole or not at all."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import sklearn

import boolsmith
from boolsmith.data.binarizer import Binarizer
from boolsmith.errors import BoolsmithError, did_you_mean
from boolsmith.files import write_whole
from boolsmith.learn.base import RuleModel
from boolsmith.learn.paths import PathPoint, Votes
from boolsmith.rules import Rule

FORMAT, VERSION = "boolsmith-model", 1
_LABELS = (bool, int, float, str)


def save_model(model: RuleModel, path: str | Path) -> None:
    """Write a fitted classifier to a JSON file."""
    text = json.dumps(model_to_document(model), indent=1, ensure_ascii=False, allow_nan=False)
    write_whole(path, text)


def load_model(path: str | Path) -> RuleModel:
    """The fitted classifier in a file that `save_model` wrote."""
    name = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BoolsmithError(f"no file {name!r}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BoolsmithError(f"cannot read {name!r} as a model: {error}") from None
    try:
        return model_from_document(json.loads(text, parse_constant=_refuse_constant))
    except RecursionError:
        raise BoolsmithError(f"{name!r} is not a model: it is nested too deeply") from None
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated")
        reason = "it is cut off" if ended else str(error)
        raise BoolsmithError(f"{name!r} is not a model: {reason}") from None
    except BoolsmithError as error:
        raise BoolsmithError(f"{name!r}: {error}") from None


def model_to_document(model: RuleModel) -> dict[str, Any]:
    """A fitted classifier as plain data."""
    settings = {name: _setting(value) for name, value in model.get_params(deep=False).items()}
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": type(model).__name__,
        "versions": {
            "boolsmith": boolsmith.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scikit-learn": sklearn.__version__,
        },
        "settings": settings,
        "seed": model.seed_,
        "data": {"rows": model.num_rows_, "fingerprint": model.fingerprint_},
        "target": model.target_,
        "classes": {"dtype": model.classes_.dtype.str, "labels": model.classes_.tolist()},
        "features": _features(model),
        "binarizer": None if model.binarizer_ is None else model.binarizer_.to_json(),
        "complexity": model.point_.complexity,
        "path": [
            {
                "complexity": point.complexity,
                "score": point.score,
                "value": point.value,
                "text": [str(rule) for rule in point.rules],
                "rules": [rule.to_json() for rule in point.rules],
                **_votes_to_json(model.votes_[point.complexity]),
            }
            for point in model.path_
        ],
        "more": model._more_to_json(),
    }


def _features(model: RuleModel) -> dict[str, Any]:
    names = getattr(model, "feature_names_in_", None)
    return {
        "count": int(model.n_features_in_),
        "names": None if names is None else [str(name) for name in names],
    }


def _votes_to_json(votes: Votes) -> dict[str, Any]:
    plain = attrs.asdict(votes, recurse=False)
    return {**plain, "order": list(votes.order), "shares": votes.shares.tolist()}


def model_from_document(document: Any) -> RuleModel:
    """The fitted classifier in plain data that `model_to_document` made."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BoolsmithError(f"not a model: its format is not {FORMAT!r}")
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BoolsmithError(f"not a model: its version is {version!r}")
    if version > VERSION:
        raise BoolsmithError(
            f"a model of version {version}, newer than this program reads ({VERSION}): "
            "pip install --upgrade boolsmith"
        )
    try:
        return _built(document)
    except BoolsmithError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        what = f"{error.args[0]!s}" if error.args else type(error).__name__
        raise BoolsmithError(f"not a model: {what[:120]!r} is missing or wrong") from error


def _built(document: dict[str, Any]) -> RuleModel:
    model = _new_model(document["kind"], document["settings"])
    binarizer = document["binarizer"]
    model.binarizer_ = None if binarizer is None else Binarizer.from_json(binarizer)
    model.n_features_in_ = int(document["features"]["count"])
    names = document["features"]["names"]
    if names is not None:
        model.feature_names_in_ = np.array([str(name) for name in names], dtype=object)
    labels = document["classes"]["labels"]
    if len(labels) < 2 or not all(isinstance(label, _LABELS) for label in labels):
        raise BoolsmithError(f"not a model: its classes are {str(labels)[:80]!r}")
    model.classes_ = np.array(labels, dtype=np.dtype(str(document["classes"]["dtype"])))
    model.seed_, model.num_rows_ = int(document["seed"]), int(document["data"]["rows"])
    model.fingerprint_ = str(document["data"]["fingerprint"])
    model.target_ = None if document["target"] is None else str(document["target"])
    model.path_ = tuple(_point(item) for item in document["path"])
    model.votes_ = {
        point.complexity: _votes(item, len(point.rules), len(labels))
        for point, item in zip(model.path_, document["path"], strict=True)
    }
    (point,) = (point for point in model.path_ if point.complexity == document["complexity"])
    model._use(point)
    model._more_from_json(document["more"])
    return model


def _new_model(kind: Any, settings: dict[str, Any]) -> RuleModel:
    from boolsmith import learn

    if kind not in learn.CLASSIFIERS:
        raise BoolsmithError(
            f"not a model: {kind!r} is none{did_you_mean(str(kind), learn.CLASSIFIERS)}"
        )
    if not isinstance(settings, dict):
        raise BoolsmithError(f"not a model: its settings are {str(settings)[:80]!r}")
    settings = dict(settings)
    if isinstance(settings.get("binarizer"), dict):
        settings["binarizer"] = Binarizer(**settings["binarizer"])
    model = getattr(learn, kind)(**settings)
    assert isinstance(model, RuleModel)
    return model


def _point(item: dict[str, Any]) -> PathPoint:
    rules = tuple(Rule.from_json(rule) for rule in item["rules"])
    value = item.get("value")
    return PathPoint(
        int(item["complexity"]),
        rules,
        float(item["score"]),
        None if value is None else float(value),
    )


def _votes(item: dict[str, Any], num_rules: int, num_classes: int) -> Votes:
    shares = np.array(item["shares"], dtype=np.float64)
    order = tuple(int(i) for i in item["order"])
    right = shares.shape == (num_rules + 1, num_classes) and sorted(order) == list(range(num_rules))
    targets = 1 if num_classes == 2 else num_classes
    if not right or num_rules != targets or not 0 <= int(item["otherwise"]) < num_classes:
        raise BoolsmithError("not a model: its rules and its classes do not fit together")
    return Votes(order, int(item["otherwise"]), shares)


def _setting(value: Any) -> Any:
    """A setting as JSON has it; what JSON cannot hold is written as text."""
    if isinstance(value, Binarizer):
        return {name: _setting(own) for name, own in value.get_params(deep=False).items()}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {str(key): _setting(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_setting(item) for item in value]
    if value is None or isinstance(value, _LABELS):
        return value
    return getattr(value, "name", None) or repr(value)


def _refuse_constant(name: str) -> Any:
    raise BoolsmithError(f"not a model: it has the number {name}")
