"""The environments: the tests of PettingZoo and Gymnasium, and many games beside single ones."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from lapidary import IllegalAction, LapidaryError, Position, Steps, aec, gym, picture
from lapidary.many import ManyGames
from pettingzoo.test import api_test, render_test, seed_test
from tables import TABLES, Table, name


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("table", [TABLES[0], TABLES[15], TABLES[17]], ids=name)
def test_the_environment_of_pettingzoo_keeps_its_contract(table: Table, seats: int) -> None:
    api_test(aec.env(**table, seats=seats), num_cycles=300, verbose_progress=False)
    api_test(aec.raw_env(**table, seats=seats, payments="all"), num_cycles=300, verbose_progress=False)


def test_the_environment_of_pettingzoo_repeats_a_seed() -> None:
    seed_test(lambda: aec.env(), num_cycles=200)


@pytest.mark.parametrize("table", [TABLES[0], TABLES[15], TABLES[17]], ids=name)
def test_the_environment_of_pettingzoo_renders(table: Table) -> None:
    render_test(lambda render_mode: aec.env(**table, render_mode=render_mode))


def test_rewards_sum_to_zero_and_go_to_the_winner() -> None:
    dice = np.random.default_rng(3)
    env = aec.raw_env(seats=3)
    env.reset(seed=5)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        earned[agent] += reward
        assert observation is not None
        mask = observation["action_mask"]
        env.step(None if over else int(dice.choice(mask.nonzero()[0])))
    assert sum(earned.values()) == pytest.approx(0)
    winners = [f"seat_{seat}" for seat in env.position.winners]
    assert all((earned[agent] > 0) == (agent in winners) for agent in earned)


@pytest.mark.parametrize("table", [TABLES[0], TABLES[15], TABLES[16]], ids=name)
def test_the_environment_of_gymnasium_keeps_its_contract(table: Table) -> None:
    # The checker takes random indices, of which few are possible; so an impossible one must not stop it.
    class Lenient(gym.Seat):
        def step(self, action: Any) -> Any:
            mask = self._steps.mask()
            return super().step(action if mask[action] else int(mask.nonzero()[0][0]))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Lenient(**table), skip_render_check=True)


def test_a_seat_plays_against_every_opponent_and_against_a_function() -> None:
    def first(position: Position, seat: int) -> str:
        return str(position.legal_actions()[seat % 1])

    for opponent in ("random", "greedy", "apprentice", first):
        env = gym.Seat(opponent=opponent, render_mode="ansi")
        _, info = env.reset(seed=2)
        over, reward = False, 0.0
        dice = np.random.default_rng(1)
        while not over:
            _, reward, over, _, info = env.step(dice.choice(info["action_mask"].nonzero()[0]))
        assert reward == (0.0 if len(env.position.winners) == 2 else 1.0 if env.seat in env.position.winners else -1.0)
        assert env.render().startswith("splendor: over")
        env.render_mode = "rgb_array"
        assert env.render().shape == picture.pixels(env.position, env.seat).shape
    with pytest.raises(LapidaryError, match="random, greedy, apprentice, master"):
        gym.Seat(opponent="nobody")  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_many_games_are_the_same_as_single_ones(table: Table) -> None:
    games = ManyGames(**table, games=200, seats=3, seed=9, threads=3)
    arrays = [games.observations, games.masks, games.to_act, games.rewards, games.dones, games.seeds]
    single = [Steps(Position(**table, seats=3, seed=int(seed))) for seed in games.seeds]
    ended = 0
    for _ in range(260):
        actions = games.sample().copy()
        ended += int(games.dones.sum())
        games.step(actions)
        for number in range(0, 200, 40):
            steps = single[number]
            steps.step(int(actions[number]))
            assert games.dones[number] == (steps.to_act is None)
            assert games.rewards[number].tolist() == steps.rewards()
            if steps.to_act is None:
                steps = single[number] = Steps(Position(**table, seats=3, seed=int(games.seeds[number])))
            assert games.to_act[number] == steps.to_act
            assert (games.masks[number] == steps.mask()).all()
            assert (games.observations[number] == steps.observation(int(games.to_act[number]))).all()
            assert games.position(number) == steps.position
    now = [games.observations, games.masks, games.to_act, games.rewards, games.dones, games.seeds]
    assert all(one is other for one, other in zip(arrays, now, strict=True))
    assert ended > 0


def test_many_games_do_not_depend_on_the_number_of_threads() -> None:
    worlds = [ManyGames(games=600, seed=4, threads=threads) for threads in (1, 2, 5)]
    for _ in range(120):
        for games in worlds:
            games.step(games.sample())
    for games in worlds[1:]:
        assert (games.observations == worlds[0].observations).all()
        assert (games.seeds == worlds[0].seeds).all()


def test_many_games_against_an_opponent() -> None:
    games = ManyGames(games=8, seed=6, opponent="greedy")
    wins = losses = 0
    for _ in range(400):
        assert games.to_act.tolist() == [number % 2 for number in range(8)]
        games.step(games.sample())
        earned = games.rewards[np.arange(8), games.to_act]
        wins, losses = wins + int((earned > 0).sum()), losses + int((earned < 0).sum())
    assert losses > 10 * max(wins, 1)


def test_wrong_arrays_are_refused_and_no_game_steps() -> None:
    games = ManyGames(games=4, seed=1)
    before = games.observations.copy()
    actions = games.sample().copy()
    for wrong in (actions[:3], np.zeros(0, int), actions.reshape(2, 2)):
        with pytest.raises((LapidaryError, TypeError)):
            games.step(wrong)
    with pytest.raises(TypeError, match="integers"):
        games.step(actions.astype(float))
    actions[2] = 98
    with pytest.raises(IllegalAction, match="98 is not possible now in game 2"):
        games.step(actions)
    assert (games.observations == before).all()
    games.step(games.sample().astype(np.uint8))
    games.masks.flags.writeable = False
    with pytest.raises(LapidaryError):
        games.step(games.sample())
    games.masks.flags.writeable = True
    games.masks[:] = True
    with pytest.raises(IllegalAction):
        games.step(np.full(4, 98))
    for arguments in ({"games": 0}, {"games": 2**40}, {"games": 4, "threads": -1}, {"games": 4, "seats": 9}):
        with pytest.raises(LapidaryError):
            ManyGames(**arguments)  # type: ignore[arg-type]
