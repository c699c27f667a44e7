"""Measures decisions a second: ``python -m lapidary.bench [seconds]``.

The figures of one thread are for a second of processor time, so that other work on the machine has less influence;
those of all threads are for a second on the clock. A decision is a step by an index. The chess of PettingZoo
(``pip install "pettingzoo[classic]"``) and the Splendor of ``vis-intern`` (``pip install numba`` and
``pip install --no-deps vis-intern``) are measured beside if they are installed.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

from lapidary._engine import Position, Steps
from lapidary.many import ManyGames


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """How many decisions a second the work makes; the best of three measurements."""
    best = 0.0
    for _ in range(3):
        count, begun = 0, clock()
        while (spent := clock() - begun) < seconds / 3:
            count += work()
        best = max(best, count / spent)
    return best


def many(ruleset: str, modules: list[str], seats: int, threads: int) -> Callable[[], int]:
    """The random loop of the vectorized environment."""
    games = ManyGames(ruleset, games=4096, modules=modules, seats=seats, seed=1, threads=threads)

    def work() -> int:
        games.step(games.sample())
        return len(games)

    return work


def plain(ruleset: str, modules: list[str], seats: int) -> Callable[[], int]:
    """What the engine does in a step of the AEC environment: step, observation, mask and rewards."""
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        steps, count = Steps(Position(ruleset, modules=modules, seats=seats, seed=seed)), 0
        while (seat := steps.to_act) is not None:
            possible = steps.possible()
            steps.step(possible[count * 7919 % len(possible)])
            steps.observation(seat)
            steps.mask()
            steps.rewards()
            count += 1
        return count

    return work


def loop(env: Any) -> Callable[[], int]:
    """The loop of PettingZoo over any environment with action masks, and over all of its wrappers."""

    def work() -> int:
        env.reset(seed=1)
        count = 0
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                possible = observation["action_mask"].nonzero()[0]
                env.step(int(possible[count * 7919 % len(possible)]))
            count += bool(agent)
        return count

    return work


def aec(ruleset: str, modules: list[str], seats: int) -> Callable[[], int]:
    """The AEC environment."""
    from lapidary import aec as environments

    return loop(environments.env(ruleset, modules=modules, seats=seats))


def chess() -> Callable[[], int]:
    """The chess of PettingZoo."""
    return loop(importlib.import_module("pettingzoo.classic.chess_v6").env())


def vis_intern() -> Callable[[], int]:
    """The Splendor of ``vis-intern``: four seats, compiled by Numba, without a limit of tokens in a turn of its own."""
    game = importlib.import_module("vis_intern.Splendor_v2")

    def work() -> int:
        state, *decks = game.initEnv()
        for count in range(1000):
            seen = game.getAgentState(state, *decks)
            possible = game.getValidActions(seen).nonzero()[0]
            if game.checkEnded(state) or not len(possible):
                return count + 1
            state, *decks = game.stepEnv(possible[count * 7919 % len(possible)], state, *decks)
        return 1000

    return work


def beside(seconds: float) -> None:
    """Compares with other environments, as far as they are installed."""
    one = time.process_time
    ours = rate(aec("splendor", [], 2), seconds, one)
    four = rate(plain("splendor", [], 4), seconds, one)
    for name, other, our, what in [
        ("chess of PettingZoo", chess, ours, "PettingZoo, 2 seats"),
        ("Splendor of vis-intern", vis_intern, four, "plain steps, 4 seats"),
    ]:
        try:
            figure = rate(other(), seconds, one)
        except ImportError as missing:
            print(f"{name}: not measured, {missing}")
        else:
            print(f"{name}: {figure:,.0f}; ours ({what}): {our:,.0f}, {our / figure:.1f} times as many")


def main() -> None:
    """Prints a line for each game."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    everything = ["orient", "strongholds", "trading_posts", "cities"]
    tables: list[tuple[str, list[str], int]] = [
        ("splendor", [], 2), ("splendor", [], 4), ("splendor", everything, 4), ("kids", [], 2),
    ]  # fmt: skip
    print(f"{'decisions a second':<36}{'many, 1 thread':>16}{'many, all':>16}{'plain steps':>16}{'PettingZoo':>16}")
    for ruleset, modules, seats in tables:
        name = f"{'+'.join([ruleset, *modules])}, {seats} seats"
        works = [many(ruleset, modules, seats, 1), many(ruleset, modules, seats, 0)]
        works += [plain(ruleset, modules, seats), aec(ruleset, modules, seats)]
        clocks = [time.process_time, time.perf_counter, time.process_time, time.process_time]
        rates = [rate(work, seconds, clock) for work, clock in zip(works, clocks, strict=True)]
        figures = "".join(f"{figure:>16,.0f}" for figure in rates)
        print(f"{name if len(name) < 36 else name[:32] + '...':<36}{figures}")
    beside(seconds)


if __name__ == "__main__":
    main()
