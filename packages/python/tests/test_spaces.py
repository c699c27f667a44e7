"""The action spaces and observations: complete, fixed, and without secrets."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import numpy as np
import pytest
from lapidary import SPACE_VERSION, IllegalAction, Position, Spaces, Steps, spaces
from lapidary.names import Payments
from tables import TABLES, Table, name, played

KEPT = Path(__file__).parent / f"spaces-{SPACE_VERSION}.json"


def digest(described: Spaces) -> str:
    """A number that changes with any index or byte."""
    fields = [[field.name, field.start, field.length, field.high] for field in described.fields]
    return hashlib.sha256(json.dumps([described.actions, fields]).encode()).hexdigest()[:16]


def test_no_index_and_no_byte_changes_within_a_version() -> None:
    """Whoever changes a space raises its version; ``python test_spaces.py`` writes the file of a new one."""
    assert json.loads(KEPT.read_text()) == every_digest()


def every_digest() -> dict[str, str]:
    return {f"{name(table)} {seats}": digest(spaces(**table, seats=seats)) for table in TABLES for seats in (2, 3, 4)}


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_every_index_and_every_field_has_a_name_of_its_own(table: Table) -> None:
    described = spaces(**table, seats=4)
    assert len(set(described.actions)) == len(described.actions)
    names = [field.name for field in described.fields]
    assert len(set(names)) == len(names)
    starts = np.cumsum([0, *(field.length for field in described.fields)])
    assert [field.start for field in described.fields] == starts[:-1].tolist()


@pytest.mark.parametrize("payments", ["canonical", "all"])
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_every_legal_action_has_one_spelling_and_every_possible_index_begins_one(
    table: Table, payments: Payments
) -> None:
    dice = random.Random(name(table))
    highs = np.array(spaces(**table, seats=3).highs())
    steps = Steps(Position(**table, seats=3, seed=11), payments)
    while (seat := steps.to_act) is not None:
        spelled, pending = steps.spellings(), steps.pending
        position = steps.position
        assert {action for _, action in spelled} == set(position.legal_actions(payments))
        assert len({tuple(indices) for indices, _ in spelled}) == len(spelled)
        begun = [(indices, action) for indices, action in spelled if indices[: len(pending)] == pending]
        assert sorted({indices[len(pending)] for indices, _ in begun}) == steps.possible()
        assert steps.mask().nonzero()[0].tolist() == steps.possible()
        assert len(steps.possible()) >= (2 if pending else 1)
        assert (steps.observation(seat) <= highs).all()
        if dice.random() < 0.2:
            indices, action = dice.choice(begun)
            position.play(action)
            assert spell_out(steps.copy(), indices) == position
        steps.step(dice.choice(steps.possible()))


def spell_out(steps: Steps, indices: list[int]) -> Position:
    """The position after the action of these indices, of which those that are forced take themselves."""
    before = steps.position
    while steps.position == before:
        steps.step(indices[len(steps.pending)])
    return steps.position


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_what_is_hidden_from_a_seat_changes_neither_its_observation_nor_its_mask(table: Table) -> None:
    for decisions in range(0, 130, 6):
        position = played(table, 4, 12, decisions)
        for seat in range(4):
            worlds = [Steps(world, "all") for world in (position, position.redealt(seat, decisions + 1))]
            assert (worlds[0].observation(seat) == worlds[1].observation(seat)).all()
            if worlds[0].to_act == seat:
                assert worlds[0].possible() == worlds[1].possible()


def test_an_observation_tells_positions_apart_that_a_seat_can_tell_apart() -> None:
    for table in TABLES:
        seen: dict[bytes, str] = {}
        for decisions in range(60):
            position = played(table, 2, 13, decisions)
            if position.to_act == 0:
                shown = json.dumps([position.view(0), decisions if position.is_over else 0], sort_keys=True)
                observation = Steps(position).observation(0).tobytes()
                assert seen.setdefault(observation, shown) == shown


def test_a_step_that_is_not_possible_changes_nothing() -> None:
    steps = Steps(Position(seed=1))
    before = steps.observation(0)
    for index in [-1, 76, 98, 99, 400, 2**40]:
        with pytest.raises(IllegalAction, match=f"index {index} is not possible"):
            steps.step(index)
    assert (steps.observation(0) == before).all()


def test_others_do_not_see_an_unfinished_action() -> None:
    for seed in range(30):
        dice, steps = random.Random(seed), Steps(Position(seed=seed))
        while (seat := steps.to_act) is not None:
            before = steps.observation(1 - seat)
            steps.step(dice.choice(steps.possible()))
            if steps.pending:
                assert (steps.observation(1 - seat) == before).all()
                assert steps.observation(seat)[: 12 + 5 + 99].any()


if __name__ == "__main__":
    KEPT.write_text(json.dumps(every_digest(), indent=1) + "\n")
