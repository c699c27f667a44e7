"""Files of many games, a game on each line (docs/data.md).

They are written by ``lapidary selfplay``, ``lapidary exports`` and ``GET /v1/exports/games``, in both forms: the
text form with tabs in place of line breaks, or the whole export as JSON.

    for game in games("games.txt.gz"):
        print(game.players, game.ranks, game.turns, game.moves[0].notation)
"""

from __future__ import annotations

import gzip
import importlib
import io
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, Any, cast

from lapidary._engine import Export, ExportError, LapidaryError, Move, load_export, read_moves

__all__ = ["LINE_BYTES_MAX", "DataError", "Game", "Move", "games"]

LINE_BYTES_MAX = 16 << 20
"""The maximum number of bytes of a line: more than the longest game has that the rules allow."""

_VALUES_MAX = 1 << 20
"""The maximum number of values of a line. They are counted before they are read, because they take many times their text."""

_TEXT = "lapidary-text-1"
_EXPORTS = ("lapidary-export-1", "lapidary-export-2")
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_ID_LENGTH = 36
_BROKEN = (ValueError, LookupError, TypeError, AttributeError, OverflowError)
_DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile)


class DataError(LapidaryError):
    """A line is not a game; ``line`` is its number, from 1."""

    line: int

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class Game:
    """A finished game of a file. Its moves are read when they are asked for the first time."""

    __slots__ = ("_log", "_moves", "deal_ruleset", "id", "line", "players", "ranks", "reason", "started", "text")

    line: int
    """The number of the line, from 1."""
    text: str
    """The line."""
    id: str
    """The id of the game."""
    deal_ruleset: str
    """The ruleset with its modules, such as ``splendor+orient``."""
    players: list[str | None]
    """The names of the players in seat order; ``None`` for an erased account."""
    started: str
    """When the game started (RFC 3339). Self-play has no time and says 1970."""
    reason: str
    """Why the game ended, such as ``prestige``."""
    ranks: list[int]
    """The rank of each seat, 1 is the best; equal seats share a rank."""

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        self.text = text
        self._moves: list[Move] | None = None
        self._log: str | list[dict[str, Any]]
        if text.startswith("{"):
            self._read_json(json.loads(text))
        else:
            self._read_text(text)

    def _read_text(self, text: str) -> None:
        head, _, self._log = text.partition("\t\t")
        facts = dict([field.split(": ", 1) for field in head.split("\t") if field[-1:] != ":"])
        if facts["format"] != _TEXT:
            raise DataError(self.line, f"the format {facts['format']} is not known to this package")
        self.id = facts["game"]
        self.deal_ruleset = facts["ruleset"]
        self.started = facts["started"]
        self.reason = facts["result"]
        self.ranks = list(map(int, facts["ranks"].split(" ")))
        names = [facts[f"seat {seat}"] for seat in range(len(self.ranks))]
        # Where the account was erased, the id stands in place of the name, which is shorter.
        self.players = [name if len(name) != _ID_LENGTH else None for name in names]

    def _read_json(self, export: dict[str, Any]) -> None:
        if export["format"] not in _EXPORTS:
            raise DataError(self.line, f"the format {export['format']} is not known to this package")
        self.id = _text(export["game"]["id"])
        self.deal_ruleset = _text(export["deal"]["deal_ruleset"])
        self.started = _text(export["events"][0]["at"])
        self.reason = _text(export["result"]["reason"])
        self.ranks = [_number(rank) for rank in export["result"]["ranks"]]
        names = [seat["player"]["username"] for seat in export["game"]["seats"]]
        self.players = [None if name is None else _text(name) for name in names]
        self._log = list(export["events"][1:-1])

    @property
    def ruleset(self) -> str:
        """The ruleset: ``splendor`` or ``kids``."""
        return self.deal_ruleset.partition("+")[0]

    @property
    def modules(self) -> list[str]:
        """The modules in play, in their fixed order."""
        return self.deal_ruleset.split("+")[1:]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.ranks)

    @property
    def winners(self) -> list[int]:
        """The seats of rank 1."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    @property
    def moves(self) -> list[Move]:
        """What the seats decided, in order. Raises ``DataError`` if that part of the line is damaged."""
        if self._moves is None:
            try:
                self._moves = read_moves(self._log) if isinstance(self._log, str) else _of_json(self._log)
            except _BROKEN as error:
                raise DataError(self.line, f"the moves cannot be read: {error}") from error
        return self._moves

    @property
    def turns(self) -> int:
        """The number of the last turn in which somebody decided."""
        return self.moves[-1].turn if self.moves else 0

    def replay(self) -> Export:
        """Deals the game, replays it and verifies it by the rules; the result has every position.

        Raises ``DataError`` if the game contradicts its deal or the rules.
        """
        try:
            return load_export(self.text)
        except ExportError as error:
            raise DataError(self.line, str(error)) from error

    def __repr__(self) -> str:
        return f"<Game {self.id} of {self.deal_ruleset}, line {self.line}>"


def _of_json(events: list[dict[str, Any]]) -> list[Move]:
    moves: list[Move] = []
    turn = 1
    for event in events:
        data = event["data"]
        moves.append(Move(turn, _number(data["seat"]), data["by"] == "engine", _text(data["notation"])))
        for effect in data["effects"]:
            if effect["type"] == "turn_began":
                turn = _number(effect["number"])
    return moves


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a text")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r:.40} is not an integer")
    return value


def games(source: str | os.PathLike[str] | io.BufferedReader) -> Iterator[Game]:
    """Reads a file, which is named or open, one game after the other.

    It may be compressed with gzip, and with zstd from Python 3.14 on. Raises ``DataError``, which names the
    line, if a line is damaged, cut off or of a newer format.
    """
    with ExitStack() as stack:
        if not isinstance(source, io.BufferedReader):
            source = stack.enter_context(open(source, "rb"))
        yield from _lines(_unpacked(source, stack))


def _unpacked(plain: io.BufferedReader, stack: ExitStack) -> IO[bytes]:
    """The bytes as they were before they were compressed."""
    first = plain.peek(4)[:4]
    if first.startswith(_GZIP):
        return cast("IO[bytes]", stack.enter_context(gzip.open(plain, "rb")))
    if first == _ZSTD:
        try:
            zstd = importlib.import_module("compression.zstd")
        except ImportError:
            raise LapidaryError("a file in zstd needs Python 3.14; unpack it first") from None
        return cast("IO[bytes]", stack.enter_context(zstd.open(plain, "rb")))
    return plain


def _lines(lines: IO[bytes]) -> Iterator[Game]:
    number = 0
    while True:
        number += 1
        try:
            raw = lines.readline(LINE_BYTES_MAX)
        except _DAMAGED as error:
            raise DataError(number, f"the compressed file is damaged or cut off: {error}") from error
        except Exception as error:
            # The errors of zstd have no name before Python 3.14.
            if type(error).__name__ != "ZstdError":
                raise
            raise DataError(number, f"the compressed file is damaged: {error}") from error
        if not raw:
            return
        if not raw.endswith(b"\n"):
            is_long = len(raw) == LINE_BYTES_MAX
            raise DataError(number, f"a line is limited to {LINE_BYTES_MAX >> 20} MiB" if is_long else "the line is cut off")
        if sum(map(raw.count, (b"{", b"[", b","))) > _VALUES_MAX:
            raise DataError(number, f"a line is limited to {_VALUES_MAX} values")
        yield _game(number, raw)


def _game(number: int, raw: bytes) -> Game:
    try:
        return Game(number, raw[:-1].decode())
    except DataError:
        raise
    except (*_BROKEN, RecursionError) as error:
        raise DataError(number, f"it is not a game: {error!r}") from error
