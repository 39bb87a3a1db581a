"""The observer: one MLflow run for each search."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from boolsmith.observers import ObserverBase, Progress

if TYPE_CHECKING:
    from boolsmith.searching import SearchResult
    from mlflow.tracking import MlflowClient

BATCH = 1000  # metrics that MLflow takes in one request
SECONDS_BETWEEN_TICKS = 1.0


class MlflowObserver(ObserverBase):
    """Logs a search: settings as parameters, progress and trace as metrics, rules as files."""

    def __init__(
        self,
        tracking_uri: str | None = None,
        experiment: str = "boolsmith",
        run_name: str | None = None,
    ) -> None:
        self.tracking_uri, self.experiment, self.run_name = tracking_uri, experiment, run_name
        self.run_id = ""
        self._ticked = float("-inf")

    def start(self, settings: Mapping[str, Any]) -> None:
        """Begin a run and log the settings."""
        from mlflow.tracking import MlflowClient

        self.client: MlflowClient = MlflowClient(tracking_uri=self.tracking_uri)
        known = self.client.get_experiment_by_name(self.experiment)
        place = known.experiment_id if known else self.client.create_experiment(self.experiment)
        self.run_id = self.client.create_run(place, run_name=self.run_name).info.run_id
        for name, value in settings.items():
            text = value if isinstance(value, str) else json.dumps(value)
            self.client.log_param(self.run_id, name, text)

    def improvement(self, progress: Progress) -> None:
        """Log the better rule, at the number of moves made so far."""
        self._log(
            progress.moves,
            best_score=progress.best_score,
            best_objective=progress.best_objective,
            best_complexity=progress.best_rule.complexity,
        )
        self.client.set_tag(self.run_id, "best_rule", str(progress.best_rule))

    def tick(self, progress: Progress) -> None:
        """Log the speed, once a second at most."""
        if progress.seconds - self._ticked >= SECONDS_BETWEEN_TICKS:
            self._ticked = progress.seconds
            rate = progress.moves / progress.seconds if progress.seconds > 0 else 0.0
            self._log(progress.moves, moves_per_second=rate)

    def end(self, result: SearchResult) -> None:
        """Log the trace, the frontier and the rule, and end the run."""
        trace = result.trace
        for name in ("objective", "acceptance", "temperature"):
            self._log_series(f"trace_{name}", trace.iteration, getattr(trace, name))
        self._log_frontier(result)
        self._log_file("rule.json", json.dumps(result.rule.to_json(), indent=2))
        self._log_file("rule.txt", str(result.rule))
        self._log(
            result.moves, score=result.score, objective=result.objective, seconds=result.seconds
        )
        self.client.set_tag(self.run_id, "stop_reason", result.stop_reason)
        self.client.set_terminated(self.run_id)

    def _log_frontier(self, result: SearchResult) -> None:
        points = result.frontier()
        sizes = [point.complexity for point in points]
        self._log_series("frontier_score", sizes, [point.score for point in points])
        document = [
            {"complexity": point.complexity, "score": point.score, "rule": str(point.rule)}
            for point in points
        ]
        self._log_file("frontier.json", json.dumps(document, indent=2))

    def _log(self, step: int, **values: float) -> None:
        for name, value in values.items():
            self._log_series(name, [step], [value])

    def _log_series(self, name: str, steps: Iterable[int], values: Iterable[float]) -> None:
        from mlflow.entities import Metric

        now = int(time.time() * 1000)
        series = [
            Metric(name, float(value), now, int(step))
            for step, value in zip(steps, values, strict=True)
        ]
        for begin in range(0, len(series), BATCH):
            self.client.log_batch(self.run_id, metrics=series[begin : begin + BATCH])

    def _log_file(self, name: str, text: str) -> None:
        self.client.log_text(self.run_id, text + "\n", name)
