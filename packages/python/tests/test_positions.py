"""Positions: whole games, actions in and out, refusals, secrecy."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from lapidary import Action, IllegalAction, LapidaryError, NotationError, Opponent, Position
from lapidary.names import AnyAction
from lapidary.text import board
from tables import ROOT, TABLES, Table, name, played

SEATS = [2, 3, 4]
CONTRACT: dict[str, Any] = json.loads((ROOT / "openapi/openapi.json").read_text())


def schema(part: str | dict[str, Any]) -> Draft202012Validator:
    """A schema of the contract, or a part of one."""
    named = {"$ref": f"#/components/schemas/{part}"} if isinstance(part, str) else part
    return Draft202012Validator({**named, "components": CONTRACT["components"]})


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_game_is_played_to_its_end_by_notation_and_by_json(table: Table, seats: int) -> None:
    dice = random.Random(seats)
    position = Position(**table, seats=seats, seed=seats)
    by_notation, by_json = position.copy(), position.copy()
    checked = schema("SplendorAction" if table["ruleset"] == "splendor" else "KidsAction")
    while not position.is_over:
        action = dice.choice(position.legal_actions("all"))
        assert Action.parse(action.notation, table["ruleset"]) == action
        assert Action.from_json(action.to_json(), table["ruleset"]) == action
        assert action.to_json()["type"] == action.type
        assert not list(checked.iter_errors(action.to_json()))
        entries = position.play(action)
        assert entries[0].notation == action.notation and entries[0].by == "player"
        assert by_notation.play(str(action)) == by_json.play(action.to_json()) == entries
        assert by_notation == by_json == position
    assert len(position.ranks) == seats and position.winners and position.legal_actions() == []
    assert position.view()["result"]["ranks"] == position.ranks
    with pytest.raises(IllegalAction, match="over"):
        position.play("take wug" if table["ruleset"] == "splendor" else "take mac")


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_view_has_the_fields_of_the_contract(table: Table) -> None:
    game = "SplendorGame" if table["ruleset"] == "splendor" else "KidsGame"
    whole, owned = (dict(CONTRACT["components"]["schemas"][title]["properties"]) for title in (game, f"{game}Seat"))
    for decisions in range(0, 120, 7):
        position = played(table, 3, 5, decisions)
        for seat in [None, 0, 1, 2]:
            view = position.view(seat)
            for fields, properties in [(view, whole), *((seat, owned) for seat in view["seats"])]:
                for name, value in fields.items():
                    assert name == "seats" or schema(properties[name]).is_valid(value), (name, value)
            assert (view["to_act"] or {}).get("seat") == position.to_act
            assert board(position, seat)


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_sees(table: Table) -> None:
    differ = 0
    for decisions in range(0, 100, 9):
        position = played(table, 3, 8, decisions)
        for seat in [None, 0, 1, 2]:
            twin = position.redealt(seat, decisions)
            differ += twin != position
            assert twin.view(seat) == position.view(seat)
            if seat == position.to_act:
                assert twin.legal_actions("all") == position.legal_actions("all")
                assert seat is not None
                chosen = [Opponent("greedy", seed=3).choose(one, seat) for one in (position, twin)]
                assert chosen[0] == chosen[1]
    assert differ > 20 or table.get("options") == {"board": "short"} or table["ruleset"] == "kids"


def test_a_refusal_names_its_ruling_and_changes_nothing() -> None:
    position = Position(seed=1)
    before = position.copy()
    refusals: list[tuple[AnyAction, str]] = [
        ("take wu", "B5"), ("take wwu", "B6"), ("return 1w", "T1"), ("keep base-1-red-1", "T1"), ("pass", "B12"),
        ({"type": "reserve_blind", "deck": "orient-1"}, "B7"), ({"type": "take", "gems": []}, "B5"),
    ]  # fmt: skip
    for action, rule in refusals:
        assert not position.is_legal(action)
        with pytest.raises(IllegalAction) as refused:
            position.play(action)
        assert refused.value.rule == rule and f"({rule})" in str(refused.value)
        assert position == before


def test_a_missing_payment_is_completed() -> None:
    for seed in range(40):
        position = played(TABLES[0], 2, seed, 30)
        for action in position.legal_actions():
            if action.type == "buy":
                body = action.to_json()
                del body["payment"]
                assert position.action(body) == action
                with pytest.raises(NotationError, match="payment is missing"):
                    Action.from_json(body)


def test_wrong_arguments_say_what_is_wrong() -> None:
    for arguments, words in [
        ({"ruleset": "chess"}, "No ruleset has this id"),
        ({"modules": ["orient", "orient"]}, "named twice"),
        ({"ruleset": "kids", "modules": ["mysteries"], "options": {"board": "short"}}, "full board"),
        ({"options": {"board": "short"}}, "no option"),
        ({"seats": 5}, "2 to 4 seats, not 5"),
        ({"seats": -1}, "2 to 4 seats, not -1"),
    ]:
        with pytest.raises(LapidaryError, match=words):
            Position(**arguments)  # type: ignore[arg-type]
    position = Position()
    with pytest.raises(LapidaryError, match="seats 0 to 1, not 2"):
        position.view(2)
    with pytest.raises(LapidaryError, match="canonical"):
        position.legal_actions("some")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="canonical notation"):
        position.play("take guw")
    with pytest.raises(NotationError, match="card: \"nothing\" is not the id of a card"):
        position.play({"type": "reserve", "card": "nothing"})
    with pytest.raises(NotationError, match="limited to 20"):
        position.play({"type": "return", "tokens": {"white": 200}})
    with pytest.raises(IllegalAction, match="another game"):
        position.play(Action.parse("take mac", "kids"))
    with pytest.raises(TypeError):
        position.play(7)  # type: ignore[arg-type]


def test_copies_are_apart_and_actions_are_values() -> None:
    position = Position(seed=3)
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other == position
        other.play(other.legal_actions()[0])
        assert other != position
    action = Action.parse("take wug")
    assert {action: 1}[Action.parse("take wug")] == 1
    assert pickle.loads(pickle.dumps(action)) == action
    assert eval(repr(action)) == action


def test_a_seat_leaves_a_game() -> None:
    position = Position(seats=3, seed=2)
    assert [entry.notation for entry in position.leave(0)] == ["resign"]
    assert position.seats_in_play == [1, 2] and position.leave(0) == []
    position.leave(2, "timeout")
    assert position.is_over and position.reason == "last_seat" and position.winners == [1]


def test_a_game_against_a_built_in_opponent() -> None:
    for table in TABLES:
        position = Position(**table, seats=2, seed=4)
        opponents = [Opponent("greedy", seed=1), Opponent("random", seed=2)]
        while (seat := position.to_act) is not None:
            actions = opponents[seat].choose(position, seat)
            assert actions
            for action in actions:
                position.play(action)
        assert position.is_over


def test_a_seed_has_32_bytes_as_in_javascript() -> None:
    largest = 2**256 - 1
    assert Position(seed=largest) == Position(seed=largest) != Position(seed=2**64 - 1)
    # The deal of tests/engine/playthroughs, whose server seed is larger than 64 bits.
    recorded = (ROOT / "tests/engine/playthroughs").glob("*.txt")
    for record in sorted(recorded)[:3]:
        head, asked, *_ = record.read_text().splitlines()
        deal = json.loads(head.removeprefix("deal "))
        seed = int(deal.pop("server_seed"), 16)
        position = Position(**deal, seed=seed)
        assert len(position.legal_actions("all")) == int(asked.split()[3])
    for wrong in (-1, 2**256, 1.5, "7", None):
        with pytest.raises((LapidaryError, TypeError)):
            Position(seed=wrong)  # type: ignore[arg-type]
