"""Whatever Python gives, the answer is a value or an exception that says what is wrong: never a panic."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from lapidary import Action, Opponent, Position, Steps, load_export, spaces
from lapidary._engine import Games, draw_pixels, draw_svg
from lapidary.many import ManyGames
from tables import ROOT, TABLES

SEED = int(os.environ.get("FUZZ_SEED", "0")) or random.randrange(2**32)
ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "3000"))

EXPORT = (ROOT / "tests/exports/kids-short.json").read_text()
ANY_INDEX = [-1, 0, 1, 2, 3, 4, 7, 76, 98, 99, 255, 256, 383, 384, 2**31, 2**63 - 1, -(2**63), 2**64]


def something(dice: random.Random, depth: int = 0) -> Any:
    """Any value."""
    simple: list[Callable[[], Any]] = [
        lambda: None, lambda: dice.choice([True, False]), lambda: dice.choice(ANY_INDEX), lambda: dice.random(),
        lambda: float("nan"), lambda: words(dice), lambda: dice.randbytes(8), lambda: np.arange(3),
        lambda: dice.choice(["splendor", "kids", "orient", "white", "take", "base-1-red-1", "stack", "canonical"]),
    ]  # fmt: skip
    if depth < 3 and dice.random() < 0.4:
        if dice.random() < 0.5:
            return [something(dice, depth + 1) for _ in range(dice.randrange(4))]
        return {words(dice): something(dice, depth + 1) for _ in range(dice.randrange(4))}
    return dice.choice(simple)()


def words(dice: random.Random) -> str:
    """Any text, some of it almost right."""
    parts = ["take", "buy", "return", "move", "keep", "?", "wug", "1w", "255k", "0", "base-1-red-1", "a2a-1", " ",
             "tiles=", "discard=", ",", "virtual_gold=", "orient-1-virtual-gold-1", "99999999999", "é", "\0", "type"]  # fmt: skip
    return "".join(dice.choice(parts) + dice.choice(["", " "]) for _ in range(dice.randrange(6)))


def body(dice: random.Random, given: dict[str, Any]) -> dict[str, Any]:
    """An action in JSON with something changed."""
    changed = dict(given)
    changed[dice.choice([*changed, "seat", "payment", "tokens"])] = something(dice)
    return changed


def damaged(dice: random.Random, text: str) -> str:
    """A text with some characters changed, left out or doubled."""
    letters = list(text)
    for _ in range(dice.randrange(1, 6)):
        place = dice.randrange(len(letters))
        letters[place] = dice.choice(["", letters[place] * 2, "0", "9", '"', "}", "-", "null"])
    return "".join(letters)


def shuffled(dice: random.Random) -> str:
    """An export in which a value is replaced."""
    export = json.loads(EXPORT)
    at: Any = export
    for _ in range(dice.randrange(1, 7)):
        if not isinstance(at, (dict, list)) or not at:
            break
        key = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if dice.random() < 0.3:
            at[key] = something(dice)
            break
        at = at[key]
    return json.dumps(export, default=str)


def test_no_entry_point_panics() -> None:
    print(f"FUZZ_SEED={SEED}")
    dice = random.Random(SEED)
    position, steps = Position(seed=1), Steps(Position(seed=1))
    games, opponent = ManyGames(games=3, seed=1), Opponent("random")

    def next_position() -> None:
        nonlocal position, steps
        table = dice.choice(TABLES)
        position = Position(**table, seats=dice.choice([2, 3, 4]), seed=dice.randrange(2**64))
        for _ in range(dice.randrange(60)):
            if not position.is_over:
                position.play(dice.choice(position.legal_actions("all")))
        steps = Steps(position, dice.choice(["canonical", "all"]))

    calls: list[Callable[[], Any]] = [
        lambda: Position(something(dice), modules=something(dice), options=something(dice)),
        lambda: Position("kids", seats=something(dice), seed=something(dice)),
        lambda: spaces(something(dice), modules=something(dice), seats=something(dice)),
        lambda: Action.parse(words(dice), dice.choice(["splendor", "kids", words(dice)])),
        lambda: Action.from_json(something(dice), dice.choice(["splendor", "kids"])),
        lambda: Action.from_json(body(dice, dice.choice(position.legal_actions()).to_json()), position.ruleset),
        lambda: position.play(something(dice)),
        lambda: position.play(words(dice)),
        lambda: position.play(body(dice, dice.choice(position.legal_actions("all")).to_json())),
        lambda: position.copy().play(Action.parse(dice.choice(["take mac", "take wug", "pass"]), position.ruleset)),
        lambda: position.is_legal(something(dice)),
        lambda: position.action(something(dice)),
        lambda: position.leave(something(dice), something(dice)),
        lambda: position.copy().leave(dice.randrange(4), "timeout"),
        lambda: position.view(something(dice)),
        lambda: position.redealt(something(dice), something(dice)),
        lambda: Position.from_view(something(dice), seed=something(dice)),
        lambda: draw_svg(position, something(dice), theme=something(dice)),
        lambda: draw_pixels(position, something(dice), width=dice.choice([-1, 0, 1, 64, 4097, 2**32])),
        lambda: position.legal_actions(something(dice)),
        lambda: position == something(dice),
        lambda: steps.step(something(dice)),
        lambda: steps.step(dice.choice(ANY_INDEX)),
        lambda: steps.step(dice.choice(steps.possible())),
        lambda: steps.observation(something(dice)),
        lambda: Steps(something(dice), something(dice)),
        lambda: Opponent(something(dice), strength=something(dice), seed=something(dice)),
        lambda: opponent.choose(position, something(dice)),
        lambda: opponent.choose(something(dice), 0),
        lambda: load_export(something(dice)),
        lambda: load_export(damaged(dice, EXPORT)),
        lambda: load_export(shuffled(dice)),
        lambda: load_export("format: lapidary-text-1\n" + words(dice) + ": " + words(dice) + "\n\n1 0 " + words(dice)),
        lambda: games.step(something(dice)),
        lambda: games.step(np.array([dice.choice(ANY_INDEX[:-1]) for _ in range(3)])),
        lambda: games.step(games.sample()),
        lambda: games.position(something(dice)),
        lambda: ManyGames(something(dice), games=dice.choice([-1, 0, 2]), threads=dice.choice([1, -2])),
        lambda: Games(*[something(dice) for _ in range(11)]),
        next_position,
    ]
    refused = 0
    for _ in range(ROUNDS):
        try:
            dice.choice(calls)()
        except (ValueError, TypeError, OverflowError, IndexError, RecursionError, AttributeError):
            refused += 1
    assert refused > ROUNDS // 4
