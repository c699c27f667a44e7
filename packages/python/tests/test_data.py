"""Files of many games: both forms say the same, and whatever the bytes are, the reader ends with a typed error."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import re
from pathlib import Path
from typing import Any, cast

import pytest
from lapidary import LapidaryError
from lapidary.data import DataError, Game, games
from tables import ROOT
from test_exports import as_text

SEED = int(os.environ.get("FUZZ_SEED", "0")) or random.randrange(2**32)
ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "3000"))


def kept() -> list[dict[str, Any]]:
    """The kept exports of finished games that have a text."""
    found = [json.loads(path.read_text()) for path in sorted((ROOT / "tests/exports").glob("splendor*.json"))]
    return [export for export in found if export["result"] and "ancestors" not in export]


def line_of(export: dict[str, Any]) -> bytes:
    """The line of a game in text form, as the server writes it."""
    facts = f"format: lapidary-text-1\ngame: {export['game']['id']}\nstarted: {export['events'][0]['at']}\n"
    turn = 1
    text = as_text(export).split("\n\n")[0].replace("format: lapidary-text-1\n", facts) + "\n\n"
    for seat in export["game"]["seats"]:
        if seat["player"]["username"] is None:
            text = text.replace("None", seat["player"]["id"])
    before = None
    for event in export["events"][1:-1]:
        entry = ("!" if event["data"]["by"] == "engine" else "") + event["data"]["notation"]
        here = (turn, event["data"]["seat"])
        text += f"; {entry}" if here == before else f"{'' if before is None else chr(10)}{here[0]} {here[1]} {entry}"
        before = here
        turn = next((e["number"] for e in event["data"]["effects"][::-1] if e["type"] == "turn_began"), turn)
    return text.replace("\n", "\t").encode() + b"\n"


TEXTS = b"".join(line_of(export) for export in kept())
JSONS = b"".join(json.dumps(export).encode() + b"\n" for export in kept())


def facts(game: Game) -> tuple[object, ...]:
    """Everything that a game says."""
    return (game.id, game.ruleset, game.modules, game.players, game.seats, game.started, game.reason, game.ranks,
            game.winners, game.turns, game.moves)  # fmt: skip


def opened(content: bytes) -> io.BufferedReader:
    """An open file with this content."""
    return io.BufferedReader(cast("io.RawIOBase", io.BytesIO(content)))


def read(content: bytes) -> list[Game]:
    """The games of a file."""
    return list(games(opened(content)))


def test_both_forms_say_the_same_and_replay_to_the_same_end() -> None:
    texts, jsons = read(TEXTS), read(JSONS)
    assert len(texts) == len(jsons) == len(kept()) >= 5
    for text, found, export in zip(texts, jsons, kept(), strict=True):
        assert facts(text) == facts(found)
        assert text.ranks == export["result"]["ranks"] and text.winners == export["result"]["winners"]
        assert text.replay().end == found.replay().end
        entries = [event["data"] for event in export["events"][1:-1]]
        assert [move.notation for move in text.moves] == [entry["notation"] for entry in entries]
        assert [move.by_engine for move in text.moves] == [entry["by"] == "engine" for entry in entries]
    assert [game.line for game in texts] == list(range(1, len(texts) + 1))


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    for name, content in [("a.txt", TEXTS), ("a.txt.gz", gzip.compress(TEXTS)), ("b.jsonl.gz", gzip.compress(JSONS))]:
        (tmp_path / name).write_bytes(content)
        assert [facts(game) for game in games(tmp_path / name)] == [facts(game) for game in read(TEXTS)]
    cut = gzip.compress(TEXTS)
    for content in [cut[: len(cut) // 2], cut[:20] + b"\0\0\0\0" + cut[24:]]:
        with pytest.raises(DataError, match="damaged or cut off") as caught:
            read(content)
        assert caught.value.line >= 1


def test_an_erased_player_has_no_name() -> None:
    game = read(TEXTS)[0]
    name = game.players[0]
    assert name is not None
    erased = TEXTS.splitlines(keepends=True)[0].replace(
        f"seat 0: {name}\t".encode(), b"seat 0: 0190a000-0000-7000-8000-000000000000\t"
    )
    assert read(erased)[0].players == [None, *game.players[1:]]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda it: it[:-1], "cut off"),
        (lambda it: it[: len(it) // 2], "cut off"),
        (lambda it: b"{" + b" " * (17 << 20), "a line is limited to 16 MiB"),
        (lambda it: b'{"a":[' + b"0," * (2 << 20) + b"\n", "a line is limited to 1048576 values"),
        (lambda it: it.replace(b"lapidary-text-1", b"lapidary-text-2"), "lapidary-text-2 is not known"),
        (lambda it: it.replace(b"ranks: ", b"ranks: x"), "not a game"),
        (lambda it: it.replace(b"seat 1: ", b"place 1: "), "seat 1"),
        (lambda it: b"\xff" + it, "utf-8"),
        (lambda it: b"\n", "not a game"),
        (lambda it: b"{}\n", "format"),
        (lambda it: b'{"format": "lapidary-export-3"}\n', "lapidary-export-3 is not known"),
        (lambda it: b"[" * 100_000 + b"\n", "not a game"),
        (lambda it: b'{"a":' + b"[" * 100_000 + b"\n", "not a game"),
    ],
)
def test_a_wrong_line_is_named(changed: Any, words: str) -> None:
    first, second, *_ = TEXTS.splitlines(keepends=True)
    reader = games(opened(first + changed(second)))
    assert next(reader).line == 1
    with pytest.raises(DataError, match=words) as caught:
        next(reader)
    assert caught.value.line == 2 and "line 2: " in str(caught.value)


def test_damaged_moves_and_lies_are_named_when_they_are_read() -> None:
    line = TEXTS.splitlines(keepends=True)[0]
    damaged = read(line.replace(b"\t2 1 ", b"\t2 x "))[0]
    with pytest.raises(DataError, match="line 1: the moves cannot be read"):
        _ = damaged.moves
    lying = read(re.sub(rb"ranks: .", b"ranks: 9", line))[0]
    with pytest.raises(DataError, match="line 1: ranks"):
        lying.replay()


def test_no_bytes_raise_anything_else() -> None:
    dice = random.Random(SEED)
    print("seed", SEED)
    kinds = [TEXTS.splitlines(keepends=True)[0], JSONS.splitlines(keepends=True)[0], gzip.compress(TEXTS)]
    for _ in range(ROUNDS // 10):
        content = bytearray(dice.choice(kinds))
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(content))
            content[place : place + dice.randrange(3)] = dice.choice([b"", b"\t", b"\n", b"}", b"null", dice.randbytes(2)])
        try:
            for game in read(bytes(content)):
                facts(game)
                game.replay()
        except LapidaryError:
            pass


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games.txt.gz").write_bytes(gzip.compress(TEXTS))
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs/data.md").read_text(), re.DOTALL)
    assert len(examples) >= 3
    for example in examples:
        exec(compile(example, "data.md", "exec"), known)
