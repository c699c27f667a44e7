"""The environments: the tests of PettingZoo and Gymnasium, and many games beside single ones."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import cloudpickle
import numpy as np
import pytest
import supersuit
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv
from lapidary import IllegalAction, LapidaryError, Position, Steps, aec, gym, picture
from lapidary.many import ManyGames
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
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
    # The checker takes random indices, of which few are possible.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for render_mode in (None, "ansi", "rgb_array"):
            check_env(gym.Seat(**table, render_mode=render_mode), skip_render_check=render_mode is None)


def test_an_impossible_index_loses_the_game_or_is_refused() -> None:
    env = gym.Seat(seat=0, opponent="random")
    _, info = env.reset(seed=3)
    impossible = int((info["action_mask"] == 0).nonzero()[0][0])
    before = env.position
    _, reward, terminated, truncated, info = env.step(impossible)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert env.position == before
    with pytest.raises(LapidaryError, match="call reset"):
        env.step(0)
    _, info = env.reset()
    assert not info["illegal"]
    strict = gym.Seat(seat=0, illegal_reward=None)
    strict.reset(seed=3)
    for _ in range(2):
        with pytest.raises(IllegalAction, match=f"The index {impossible} is not possible now"):
            strict.step(impossible)


def test_the_masks_of_a_seat_are_those_of_its_info_and_full_after_the_end() -> None:
    env = gym.Seat("kids", opponent="random")
    _, info = env.reset(seed=1)
    over, dice = False, np.random.default_rng(1)
    while not over:
        assert env.action_masks().dtype == bool and (env.action_masks() == info["action_mask"]).all()
        _, _, over, _, info = env.step(dice.choice(info["action_mask"].nonzero()[0]))
    assert env.action_masks().all() and info["action_mask"].all()


def test_the_ids_of_gymnasium_need_no_other_line() -> None:
    code = "import gymnasium; print(gymnasium.make('lapidary.gym:lapidary/{}-v1', seats=3).reset(seed=1)[1]['seat'])"
    for name in ("Splendor", "Kids"):
        done = subprocess.run([sys.executable, "-c", code.format(name)], capture_output=True, text=True)
        assert done.stdout.strip() in ("0", "1", "2"), done.stderr
    gym.register()
    gym.register()


def test_an_unknown_render_mode_is_refused() -> None:
    for make in (gym.Seat, aec.env, aec.raw_env):
        with pytest.raises(LapidaryError, match="render_mode is one of ansi, rgb_array(, human)?, not 'svg'"):
            make(render_mode="svg")


def first_action(position: Position, seat: int) -> str:
    """A policy that a pickle can name."""
    return str(position.legal_actions()[seat % 1])


def copies(env: Any) -> list[Any]:
    """A copy in each way that libraries copy environments."""
    return [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), cloudpickle.loads(cloudpickle.dumps(env))]


@pytest.mark.parametrize("settings", [{}, {"opponent": "random", "payments": "all"}, {"opponent": "master", "simulations": 8},
                                      {"opponent": first_action}, {"ruleset": "kids", "opponent": "apprentice"}])
def test_a_seat_is_copied_in_the_middle_of_a_game(settings: dict[str, Any]) -> None:
    env, dice = gym.Seat(**settings), np.random.default_rng(2)
    _, info = env.reset(seed=4)
    for turn in range(60):
        all_of_them = [env, *copies(env)] if turn % 20 == 10 else [env]
        index = int(dice.choice(info["action_mask"].nonzero()[0]))
        answers = [one.step(index) for one in all_of_them]
        for other, answer in zip(all_of_them[1:], answers[1:], strict=True):
            assert other.position == env.position and (answer[0] == answers[0][0]).all() and answer[1:4] == answers[0][1:4]
            assert (other.reset()[0] == copy.deepcopy(env).reset()[0]).all()
        _, _, over, _, info = answers[0]
        if over:
            _, info = env.reset()


@pytest.mark.parametrize("make", [aec.env, aec.raw_env])
@pytest.mark.parametrize("table", [TABLES[15], TABLES[17]], ids=name)
def test_the_environment_of_pettingzoo_is_copied_in_the_middle_of_a_game(make: Any, table: Table) -> None:
    env, dice = make(**table, seats=3, payments="all"), np.random.default_rng(3)
    env.reset(seed=8)
    for turn, _ in zip(range(90), env.agent_iter(), strict=False):
        observation = env.last()[0]
        index = int(dice.choice(observation["action_mask"].nonzero()[0]))
        others = copies(env) if turn % 15 == 7 else []
        for one in (env, *others):
            one.step(index)
        for other in others:
            assert other.agent_selection == env.agent_selection and other.unwrapped.position == env.unwrapped.position
            assert all((other.observe(agent)["action_mask"] == env.observe(agent)["action_mask"]).all() for agent in env.agents)
        if env.terminations[env.agent_selection]:
            return


def test_vectors_of_environments_step_as_single_ones() -> None:
    parallel = turn_based_aec_to_parallel(aec.env())
    vector = supersuit.concat_vec_envs_v1(
        supersuit.pettingzoo_env_to_vec_env_v1(parallel), 2, num_cpus=1, base_class="gymnasium"
    )
    observations, _ = vector.reset(seed=5)
    assert observations["action_mask"].shape == (4, 99)
    seats = AsyncVectorEnv([gym.Seat] * 2)
    _, info = seats.reset(seed=5)
    assert info["action_mask"].shape == (2, 99)
    seats.close()


def test_what_is_not_an_unfinished_action_is_refused() -> None:
    position = Position(modules=["orient"], seed=2)
    with pytest.raises(LapidaryError):
        Steps._read(position, "canonical", [0] * 9)  # type: ignore[attr-defined] # pyright: ignore
    with pytest.raises(LapidaryError, match="not a position"):
        Position._read(b"\x07")  # type: ignore[attr-defined] # pyright: ignore


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
