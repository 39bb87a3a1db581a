"""An observer that logs a search to MLflow. MLflow is imported when a search starts, not before."""

from __future__ import annotations

import attrs
from boolsmith import Observer, hookimpl
from boolsmith.observers import ObserverBase

boolsmith_api = 2


@attrs.frozen
class Tracking:
    """Where to log: None leaves it to MLflow's own configuration (`MLFLOW_TRACKING_URI`)."""

    tracking_uri: str | None = None
    experiment: str = "boolsmith"
    run_name: str | None = None


def _create(tracking_uri: str | None, experiment: str, run_name: str | None) -> ObserverBase:
    from boolsmith_mlflow.observer import MlflowObserver

    return MlflowObserver(tracking_uri, experiment, run_name)


MLFLOW = Observer(
    "mlflow",
    _create,
    parameters=Tracking,
    description="logs settings, progress, frontier and rule to MLflow",
)


@hookimpl
def boolsmith_observers() -> list[Observer]:
    """Return the observer of this package."""
    return [MLFLOW]
