"""Views of the server load into positions; what no game looks like is refused."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from lapidary import LapidaryError, Opponent, Position, ViewError
from tables import TABLES, Table, name, played

SEED = int(os.environ.get("FUZZ_SEED", "0")) or random.randrange(2**32)
ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "3000"))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_view_loads_into_a_position_that_looks_the_same(table: Table, seats: int) -> None:
    dice = random.Random(f"{name(table)} {seats}")
    position, different = Position(**table, seats=seats, seed=seats), 0
    while True:
        for seat in [position.to_act, dice.choice([None, *range(seats)])]:
            view = position.view(seat)
            loaded = Position.from_view(view, seed=dice.randrange(2**63))
            assert loaded.view(seat) == view
            different += loaded != position
            if seat is not None and seat == position.to_act:
                assert loaded.legal_actions("all") == position.legal_actions("all")
        if position.is_over:
            break
        if dice.random() < 0.003:
            position.leave(dice.randrange(seats))
        else:
            position.play(dice.choice(position.legal_actions()))
    # A game that somebody leaves soon has few positions.
    assert different or table["ruleset"] == "kids"


def server_view(position: Position, seat: int) -> dict[str, Any]:
    """The view as the server sends it, with fields that have nothing to do with the rules."""
    view = position.view(seat)
    view.update(id="01890000-0000-7000-8000-000000000000", status="active", viewer_seat=seat, version=3, clock=None)
    for owned in view["seats"]:
        owned["player"] = {"username": "ada", "kind": "person"}
    return view


def test_a_search_goes_on_from_a_view_of_the_server() -> None:
    for table in TABLES[:3] + TABLES[-2:]:
        position = played(table, 2, 3, 30)
        seat = position.to_act
        assert seat is not None
        view = json.dumps(server_view(position, seat))
        worlds = [Position.from_view(view, seed=seed) for seed in range(5)]
        choices = [Opponent("greedy", seed=1).choose(world, seat) for world in worlds]
        assert all(choice == choices[0] for choice in choices)
        for world in worlds:
            while not world.is_over:
                world.play(world.legal_actions()[0])


def changed(view: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The view with a change."""
    view = copy.deepcopy(view)
    change(view)
    return view


def test_a_view_that_no_game_has_says_what_is_wrong() -> None:
    base = played(TABLES[0], 2, 9, 12).view(0)
    first = base["market"]["base-1"]["cards"][0]
    cases: list[tuple[Callable[[dict[str, Any]], object], str]] = [
        (lambda view: view["supply"].update(white=-1), "not a view of the contract.*-1"),
        (lambda view: view["supply"].update(gold=view["supply"]["gold"] + 1), "tokens"),
        (lambda view: view["market"]["base-2"]["cards"].__setitem__(0, first), "base-2|two places"),
        (lambda view: view["market"]["base-1"]["cards"].__setitem__(1, first), f"{first} is in two places"),
        (lambda view: view["market"]["base-1"].update(deck_size=40), "base-1"),
        (lambda view: view["market"].pop("base-3"), "market"),
        (lambda view: view["nobles"].pop(), "nobles"),
        (lambda view: view["seats"].pop(), "seats"),
        (lambda view: view["seats"][0].update(prestige=15), "prestige"),
        (lambda view: view.update(to_act=None), "neither a pending decision nor a result"),
        (lambda view: view["to_act"].update(decision="dance"), "\"dance\" is not the id of a decision"),
        (lambda view: view["turn"].update(number=view["turn"]["number"] + 1), "turn"),
        (lambda view: view.update(ruleset="chess"), "ruleset"),
        (lambda view: view.pop("market"), "missing field `market`"),
    ]
    for change, words in cases:
        with pytest.raises(ViewError, match=words):
            Position.from_view(changed(base, change))
    with pytest.raises(ViewError, match="board"):
        Position.from_view(changed(Position("kids").view(), lambda view: view["board"]["routes"].pop(0)))
    with pytest.raises(ViewError, match="not a view"):
        Position.from_view("[]")


def damaged(dice: random.Random, value: Any) -> Any:
    """A view with one value somewhere replaced by another one of the same view, or by anything."""
    value = copy.deepcopy(value)
    places: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            places.append((part, key))
            if isinstance(inner, (dict, list)):
                walk(inner)

    walk(value)
    for _ in range(dice.choice([1, 1, 1, 2, 5])):
        part, key = dice.choice(places)
        other, from_there = dice.choice(places)
        anything: list[Any] = [None, -1, 0, 1, 2, 3, 7, 255, 256, 2**40, 0.5, "", "white", [], {}, True, False, float("nan")]
        part[key] = dice.choice([copy.deepcopy(other[from_there]), dice.choice(anything)])
    return value


def test_a_damaged_view_is_refused_or_loads_into_a_game_that_can_be_played() -> None:
    print(f"FUZZ_SEED={SEED}")
    dice, loaded = random.Random(SEED), 0
    for number in range(ROUNDS // 3):
        if number % 20 == 0:
            position = played(dice.choice(TABLES), dice.choice([2, 3, 4]), dice.randrange(99), dice.randrange(90))
            view = position.view(dice.choice([None, 0, 1]))
        given: Any = damaged(dice, view)
        if dice.random() < 0.2:
            text = json.dumps(given)
            place = dice.randrange(len(text))
            given = text[:place] + dice.choice(["", "0", "{", "]", "\0", "é"]) + text[place + 1 :]
        try:
            world = Position.from_view(given, seed=number)
        except (LapidaryError, TypeError, ValueError, RecursionError):
            continue
        loaded += 1
        for _ in range(60):
            if not world.is_over:
                world.play(dice.choice(world.legal_actions("all")))
        if not world.is_over and world.to_act is not None:
            assert Opponent("greedy", seed=1).choose(world, world.to_act)
    assert 0 < loaded < ROUNDS // 6


def test_anything_is_refused() -> None:
    dice = random.Random(SEED)
    for _ in range(300):
        given: Any = dice.choice([None, 7, b"{}", [], {}, "{}", "{" * 500, dice.randbytes(20), {"ruleset": "kids"}])
        with pytest.raises((LapidaryError, TypeError, ValueError)):
            Position.from_view(given, seed=dice.choice([0, 1, 2**64 - 1]))
    with pytest.raises(OverflowError):
        Position.from_view({}, seed=-1)
