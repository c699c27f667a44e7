"""Measures decisions a second: ``python -m lapidary.bench [seconds]``.

The figures of one thread are for a second of processor time, so that other work on the machine has less influence;
those of all threads are for a second on the clock. A decision is a step by an index.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

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


def aec(ruleset: str, modules: list[str], seats: int) -> Callable[[], int]:
    """The loop of PettingZoo over all of its wrappers."""
    from lapidary import aec as environments

    env = environments.env(ruleset, modules=modules, seats=seats)

    def work() -> int:
        env.reset(seed=1)
        count = 0
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut or observation is None:
                env.step(None)  # pyright: ignore[reportArgumentType]
            else:
                possible = observation["action_mask"].nonzero()[0]
                env.step(int(possible[count * 7919 % len(possible)]))
            count += bool(agent)
        return count

    return work


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


if __name__ == "__main__":
    main()
