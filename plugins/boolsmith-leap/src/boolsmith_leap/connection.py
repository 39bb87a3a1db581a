"""Connections to Leap, and why one failed in one line.

Token, endpoint, region, profile and solver come from D-Wave's own configuration file and
environment; nothing here takes, keeps or prints them. What is set here is patience only: the
client's own defaults retry a refused connection for 10 s and wait for a hung problem for ever.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import requests
import urllib3
from boolsmith.errors import BoolsmithError
from boolsmith.subproblems import BackendError
from dwave.cloud import exceptions
from dwave.cloud.api import exceptions as api_exceptions
from dwave.cloud.config import load_config

_NO_TOKEN = "no API token: set DWAVE_API_TOKEN or run `dwave config create`"  # noqa: S105


class _Mask(logging.Filter):
    """Hides tokens in what D-Wave's client logs: at its lower levels it logs its configuration."""

    token = re.compile(r"""(token['"]?\s*[:=]\s*)(['"]).*?\2""", re.IGNORECASE)

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record, masked."""
        text = record.getMessage()
        masked = self.token.sub(r"\1\2(token)\2", text)
        if masked != text:
            record.msg, record.args = masked, ()
        return True


def mask_tokens() -> None:
    """Hide tokens in all loggers of D-Wave's client."""
    mask = _Mask()
    for name in list(logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        if name.startswith("dwave.") and not any(isinstance(f, _Mask) for f in logger.filters):
            logger.addFilter(mask)


def why_not_configured() -> str | None:
    """Return what D-Wave's configuration lacks, or None if it has a token; nothing is contacted."""
    mask_tokens()
    try:
        return None if load_config().get("token") else _NO_TOKEN
    except Exception as error:  # a file that cannot be read, a profile that is not in it
        return f"D-Wave's configuration: {_first_line(error)}"


class UploadError(BaseException):
    """Why an upload failed, as its cause.

    No `Exception`: the client catches these, and tries again for 6 s whatever the service said.
    """


def fail_at_once(client: Any) -> None:
    """Have uploads of the client end at the first failure; it has tried connections again then."""
    make_session = client.create_session

    def create_session() -> Any:
        session = make_session()
        session.request = functools.partial(_request, session.request)
        return session

    client.create_session = create_session


def _request(send: Callable[..., Any], method: str, url: str, **options: Any) -> Any:
    """Return what `send` returns; raise `UploadError` if the client expects something else."""
    if not url.startswith("bqm/multipart"):
        return send(method, url, **options)
    try:
        response = send(method, url, **options)
        if response.status_code == requests.codes.unauthorized:
            raise exceptions.SolverAuthenticationError(error_code=response.status_code)
        answer = response.json()
        if not response.ok:
            raise exceptions.ProblemUploadError(_told(answer, response.status_code))
    except Exception as error:
        raise UploadError from error
    return response


def _told(answer: Any, status: int) -> str:
    text = answer.get("error_msg") if isinstance(answer, dict) else None
    return f"the upload failed: {text or f'HTTP status {status}'}"


class Connection:
    """One sampler of the Ocean SDK, made when it is first needed and again after a failure."""

    def __init__(self, name: str, factory: Callable[..., Any]) -> None:
        self._name, self._factory = name, factory
        self._sampler: Any = None
        self._patience = 0.0
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def sampler(self, seconds: float) -> Iterator[Any]:
        """Return the sampler, which gives up after so many seconds; an error is one line."""
        token = ""
        try:
            sampler = self._connected(seconds)
            token = sampler.client.config.token or ""
            yield sampler
        except BoolsmithError:
            raise
        except (Exception, UploadError) as error:
            self._drop()
            text = reason(error)
            text = text.replace(token, "(token)") if token else text
            raise BackendError(f"{self._name}: {text}") from None  # a cause may hold headers

    def _connected(self, seconds: float) -> Any:
        with self._lock:
            if self._sampler is None or seconds > 1.1 * self._patience:
                mask_tokens()
                self._patience = seconds
                self._sampler = self._factory(
                    polling_timeout=seconds,
                    poll_backoff_max=1.0,
                    request_timeout=(min(5.0, seconds), seconds),
                    http_retry_total=2,
                    http_retry_backoff_factor=0.05,
                    http_retry_backoff_max=0.5,
                )
                fail_at_once(self._sampler.client)
            return self._sampler

    def _drop(self) -> None:
        with self._lock:
            sampler, self._sampler = self._sampler, None
        if sampler is not None:
            with contextlib.suppress(Exception):
                sampler.client.close(wait=False)


def reason(error: BaseException) -> str:
    """Why a call of Leap failed, in one line."""
    chain = list(_chain(error))
    for kinds, text in _REASONS:
        if any(isinstance(link, kinds) for link in chain):
            return text
    text = _first_line(chain[1] if isinstance(error, UploadError) else error)
    if text == "API token not defined":
        return _NO_TOKEN
    return text or type(error).__name__


_REASONS: list[tuple[Any, str]] = [
    (
        (exceptions.SolverAuthenticationError, api_exceptions.ResourceAuthenticationError),
        "the API token was refused: check DWAVE_API_TOKEN or D-Wave's configuration file",
    ),
    (exceptions.SolverOfflineError, "the solver is offline"),
    (
        (exceptions.SolverNotFoundError, api_exceptions.ResourceNotFoundError),
        "no solver of this kind that is online fits D-Wave's configuration",
    ),
    (exceptions.PollingTimeout, "no answer within the time limit"),
    (urllib3.exceptions.NewConnectionError, "cannot connect to the service"),
    ((api_exceptions.RequestTimeout, requests.exceptions.Timeout), "the service did not answer"),
    (
        (
            api_exceptions.ResourceBadResponseError,
            requests.exceptions.JSONDecodeError,
            requests.exceptions.ContentDecodingError,
        ),
        "the service gave an answer that makes no sense",
    ),
    (requests.exceptions.ConnectionError, "the connection to the service broke"),
]


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _first_line(error: BaseException) -> str:
    """Return the first sentence of an error's message."""
    lines = str(error).strip().splitlines() or [""]
    return lines[0].partition(". ")[0].rstrip(".")
