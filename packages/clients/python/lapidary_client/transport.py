"""HTTP by the standard library: requests on a kept connection for each thread, and streams of lines on connections of their own."""

import http.client
import json
import threading
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from .problems import Refusal, Unreachable, problem_of

Headers = Mapping[str, str]
# The server sends a line every 5 seconds; after this time without one a stream is dead.
SILENCE_MAX = 12.0


class Transport:
    """The way to a server. It tries nothing twice, except on a kept connection that the server has closed meanwhile."""

    def __init__(self, server: str, timeout: float, agent: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"the address of a server is like https://games.example, not {server!r}")
        self.server = server.rstrip("/")
        self._host, self._path = parts.netloc, parts.path.rstrip("/")
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._timeout, self._agent = timeout, agent
        self._kept = threading.local()

    def request(self, method: str, path: str, query: Mapping[str, Any], body: bytes | None, headers: Headers, *, longer: float = 0,
                once: bool = False) -> Any:
        """Returns the body of the response: JSON as values, text as `str`, anything else as `bytes`. `longer` is added to the timeout."""
        connection: http.client.HTTPConnection | None = getattr(self._kept, "connection", None)
        if connection is None:
            connection = self._kept.connection = self._kind(self._host, timeout=self._timeout)
        # A kept connection may have ended unseen; what must not be sent twice gets a new one.
        if once:
            connection.close()
        is_kept = connection.sock is not None
        try:
            return self._exchange(connection, method, path, query, body, headers, longer)
        except Unreachable:
            if not is_kept:
                raise
            return self._exchange(connection, method, path, query, body, headers, longer)

    def _exchange(self, connection: http.client.HTTPConnection, method: str, path: str, query: Mapping[str, Any], body: bytes | None,
                  headers: Headers, longer: float) -> Any:
        try:
            response = self._send(connection, method, path, query, body, headers, self._timeout + longer)
            return _value(response, response.read())
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Unreachable(f"{method} {self.server}{path}: {error or type(error).__name__}") from error

    def _send(self, connection: http.client.HTTPConnection, method: str, path: str, query: Mapping[str, Any], body: bytes | None,
              headers: Headers, timeout: float) -> http.client.HTTPResponse:
        words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items() if value is not None}
        target = self._path + path + ("?" + urlencode(words) if words else "")
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        connection.request(method, target, body, {"user-agent": self._agent, **headers})
        response = connection.getresponse()
        # A head that was cut off looks like a short one: every response says where its body ends, or has none.
        if response.length is None and not response.chunked:
            raise http.client.IncompleteRead(b"")
        return response

    def lines(self, path: str, query: Mapping[str, Any], headers: Headers) -> "Lines":
        """Opens a stream of lines."""
        connection, what = self._kind(self._host, timeout=SILENCE_MAX), f"GET {self.server}{path}"
        try:
            response = self._send(connection, "GET", path, query, None, {**headers, "accept": "application/x-ndjson"}, SILENCE_MAX)
            if response.status != 200:
                _value(response, response.read())
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Unreachable(f"{what}: {error or type(error).__name__}") from error
        except Refusal:
            connection.close()
            raise
        return Lines(connection, response, what)


class Lines:
    """A stream of JSON values, one on each line. It ends when the connection does, also in the middle of a line."""

    def __init__(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse, what: str) -> None:
        self._connection, self._response, self._what = connection, response, what

    def __iter__(self) -> Iterator[Any]:
        try:
            while (line := self._response.readline()).endswith(b"\n"):
                if line.strip():
                    yield json.loads(line)
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self._what}: {error or type(error).__name__}") from error

    def close(self) -> None:
        """Closes the connection."""
        self._response.close()
        self._connection.close()


def _value(response: http.client.HTTPResponse, data: bytes) -> Any:
    """Returns what a response has, or raises the refusal."""
    kind = response.headers.get_content_type()
    is_json = kind.endswith("json") and not kind.endswith("ndjson")
    try:
        value = json.loads(data) if is_json and data else data.decode() if kind.startswith(("text/", "image/svg")) else data or None
    except ValueError as error:
        raise Unreachable(f"the response is damaged: {error}") from error
    if response.status < 300:
        return value
    wait = response.headers.get("retry-after", "")
    raise Refusal(response.status, problem_of(response.status, value), float(wait) if wait.isdecimal() else None)
