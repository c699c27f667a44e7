"""The client: requests that are repeated when that is safe, lists as iterators, and streams that resume."""

from __future__ import annotations

import contextlib
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

from .login import AGENT, Login
from .operations import Operations
from .patience import Patience, may_succeed_later, persist
from .problems import Refusal, Unreachable
from .transport import Headers, Lines, Transport

if TYPE_CHECKING:
    from . import schemas

# Reasons of `stream_end` after which there is nothing more to follow. After any other, known or not, the client connects again.
OVER = ("game_over", "game_frozen", "revoked")
# After a connection that lasted this long, or brought more than its first frame, the waits begin anew.
LASTED = 8.0
# What the server adds to a request that waits, in seconds.
LONG_POLL = 60.0

Answer = TypeVar("Answer")


class Client(Operations):
    """A client of a server; threads can share it. `access` is an API token, a `Login`, or nothing for what is public.

    A request is tried for `patience` seconds: after a lost response if it can be repeated, and after `Retry-After` if the server is busy.
    Streams go on for ever, until they are over or refused for good."""

    def __init__(self, server: str, access: str | Login | None = None, *, patience: float = 60.0, timeout: float = 30.0,
                 language: str | None = None, agent: str = AGENT) -> None:
        self._transport = Transport(server, timeout, agent)
        self._access, self._patience = access, patience
        self._headers = {"accept-language": language} if language else {}

    def request(self, method: str, path: str, query: Mapping[str, Any] = {}, body: Any = None, *, accept: str | None = None,
                key: str | None = None, once: bool = False) -> Any:
        """Sends any request and returns the body of the response: for what the methods of the operations do not offer, such as another media type.
        `key` is an `Idempotency-Key`; with `once` it is not sent again after a lost response."""
        headers = dict(self._headers)
        data = body.encode() if isinstance(body, str) else None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["content-type"] = "text/csv" if isinstance(body, str) else "application/json"
        headers |= ({"accept": accept} if accept else {}) | ({"idempotency-key": key} if key else {})
        longer = LONG_POLL if query.get("wait") else 0

        def send(token: Headers) -> Any:
            return self._transport.request(method, path, query, data, {**headers, **token}, longer=longer, once=once)

        return persist(lambda: self._authorized(send), self._patience, once)

    def _authorized(self, ask: Callable[[Headers], Answer]) -> Answer:
        """Asks with a token; once more if the server does not accept an access token that can be renewed."""
        if self._access is None:
            return ask({})
        token = self._access if isinstance(self._access, str) else self._access.access_token()
        try:
            return ask({"authorization": f"Bearer {token}"})
        except Refusal as refusal:
            if isinstance(self._access, str) or refusal.code != "unauthenticated":
                raise
            return ask({"authorization": f"Bearer {self._access.access_token(token)}"})

    def _call(self, method: str, path: str, query: Mapping[str, Any] = {}, body: Any = None, *, keyed: bool = False, once: bool = False) -> Any:
        return self.request(method, path, query, body, key=str(uuid.uuid4()) if keyed else None, once=once)

    def _items(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        cursor: str | None = ""
        while cursor is not None:
            page = self.request("GET", path, {**query, "cursor": cursor or None})
            yield from page["items"]
            cursor = page["next_cursor"]

    def log(self, id: str, since: int = 0, limit: int | None = None) -> Iterator[schemas.Event]:
        """The entries of a game's log after a version, page by page of at most `limit` entries."""
        more = True
        while more:
            page = self.get_events(id, since=since, limit=limit)
            yield from page["events"]
            since, more = page["version"], page["more"]

    def play(self, game: schemas.Game, *actions: schemas.Action) -> schemas.Game:
        """Takes a turn in a game as it was seen, and returns the game after it. If the response is lost, the same turn is sent again: it is
        applied once."""
        answer: Any = self.play_turn(game["id"], {"version": game["version"], "actions": list(actions)})
        turned: schemas.Game = answer["game"]
        return turned

    def ticket(self, path: str, query: Mapping[str, Any] = {}) -> str:
        """Returns an address at which an `EventSource` can open a stream: it has a ticket in the place of the token (docs/streams.md)."""
        ticket = self.create_stream_ticket({"path": path})["ticket"]
        return f"{self._transport.server}{path}?{urlencode({**query, 'ticket': ticket})}"

    def _follow(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        followed = _Several(query) if "games" in query else _One(query)
        patience = Patience(float("inf"))

        def connect(token: Headers) -> Lines:
            return self._transport.lines(path, followed.query, {**self._headers, **token})

        while True:
            began, count = time.monotonic(), 0
            error: Exception = Unreachable("the stream was interrupted")
            try:
                with contextlib.closing(self._authorized(connect)) as lines:
                    for frame in lines:
                        count += 1
                        if followed.take(frame):
                            yield frame
                        if followed.is_over:
                            return
            except (Refusal, Unreachable) as problem:
                if not may_succeed_later(problem):
                    raise
                error = problem
            if count > 1 or time.monotonic() - began > LASTED:
                patience.renew()
            patience.pause(error)


class _One:
    """How far one stream was followed. Only entries of a game have numbers; other streams begin again with a snapshot."""

    def __init__(self, query: Mapping[str, Any]) -> None:
        self.query, self.is_over = dict(query), False

    def take(self, frame: dict[str, Any]) -> bool:
        """Notes what a frame says about the stream. Returns whether it is for the caller."""
        if "seq" in frame:
            self.query["since"] = frame["seq"]
        if frame["type"] != "stream_end":
            return True
        self.is_over = frame["data"]["reason"] in OVER
        return self.is_over


class _Several(_One):
    """How far several streams on one connection were followed: each ends by itself."""

    def __init__(self, query: Mapping[str, Any]) -> None:
        super().__init__(query)
        asked = (game.split(":") for game in (query["games"] or "").split(",") if game)
        self.games = {game: "".join(version) for game, *version in asked}

    def take(self, frame: dict[str, Any]) -> bool:
        name, one = frame["stream"].split("/")[2:4], _One({})
        is_told = one.take(frame["frame"])
        if name[0] != "games":
            self.query[name[0]] = self.query[name[0]] and not one.is_over
        elif one.is_over:
            self.games.pop(name[1], None)
        elif "since" in one.query:
            self.games[name[1]] = str(one.query["since"])
        self.query["games"] = ",".join(f"{game}:{version}".rstrip(":") for game, version in self.games.items()) or None
        self.is_over = not any(self.query[of] for of in ("games", "me", "lobby"))
        return is_told
