"""The Gymnasium environment: one seat of a game against an opponent in all other seats.

>>> from lapidary.gym import Seat
>>> env = Seat(opponent="greedy")
>>> observation, info = env.reset(seed=7)
>>> bool(info["action_mask"].any())
True

Observations are the bytes that ``lapidary.spaces`` describes; ``info["action_mask"]`` has a 1 for each possible
index, and so has ``action_masks()``. The reward comes at the end: 1 for a victory, -1 for a defeat of two seats.

The ids ``lapidary/Splendor-v1`` and ``lapidary/Kids-v1`` are registered when this module is imported, so
``gymnasium.make("lapidary.gym:lapidary/Splendor-v1")`` needs no other line. An environment can be copied and pickled in
the middle of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from lapidary import picture, text
from lapidary._engine import LapidaryError, Opponent, Position, Steps
from lapidary.names import AnyAction, Kind, Payments, render_mode_of
from lapidary.spaces import spaces

Policy = Callable[[Position, int], AnyAction]
"""Chooses an action of a seat. It gets the whole position: a fair policy looks at ``position.view(seat)``."""


class Seat(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A seat of a game against an opponent: a built-in one by its name, or a function.

    An index that is not possible loses the game: the episode ends with ``illegal_reward``, and ``info["illegal"]`` is
    true. With ``illegal_reward=None`` it raises ``IllegalAction``, and nothing changes.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        ruleset: str = "splendor",
        *,
        opponent: Kind | Policy = "greedy",
        strength: int = 100,
        simulations: int = 400,
        seat: int | None = None,
        modules: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        seats: int = 2,
        payments: Payments = "canonical",
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self._table: dict[str, Any] = {"modules": list(modules), "options": dict(options or {}), "seats": seats}
        self._ruleset = ruleset
        self._payments: Payments = payments
        self._against: Kind | Policy = opponent
        self._strength = strength
        self._simulations = simulations
        self._seats = seats
        self._fixed = seat
        self._illegal_reward = illegal_reward
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        described = spaces(ruleset, modules=modules, options=options, seats=seats)
        highs = np.array(described.highs(), dtype=np.uint8)
        self.observation_space = Box(np.zeros_like(highs), highs, dtype=np.uint8)
        self.action_space = Discrete(len(described.actions))
        if not callable(opponent):
            # A wrong name or strength is an error now, not at the first game.
            Opponent(opponent, strength=strength)
        self._begin(0, seat or 0)

    @staticmethod
    def kinds() -> tuple[str, ...]:
        """The built-in opponents."""
        return get_args(Kind)

    def _begin(self, seed: int, seat: int) -> None:
        self.seat = seat
        self._opponent: Opponent | None = None
        if not callable(self._against):
            self._opponent = Opponent(
                self._against, strength=self._strength, seed=seed, simulations=self._simulations
            )
        self._lost_by_index = False
        self._steps = self._follow(Position(self._ruleset, seed=seed, **self._table))

    def _choose(self, position: Position, seat: int) -> Sequence[AnyAction]:
        """The next actions of an opponent."""
        if self._opponent is not None:
            return self._opponent.choose(position, seat)
        assert callable(self._against)
        return [self._against(position, seat)]

    @property
    def _is_over(self) -> bool:
        return self._lost_by_index or self._steps.to_act is None

    def _follow(self, position: Position) -> Steps:
        """Plays the turns of the opponents."""
        while True:
            steps = Steps(position, self._payments)
            if steps.to_act is None or steps.to_act == self.seat:
                return steps
            position = steps.position
            for action in self._choose(position, steps.to_act):
                position.play(action)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each index is possible, as libraries that mask actions ask for it.

        After the end all are true: no index is better than another, and there is a distribution over them.
        """
        return np.ones(self._steps.actions, np.bool_) if self._is_over else self._steps.mask()

    def _info(self) -> dict[str, Any]:
        mask = self.action_masks().astype(np.int8)
        return {"action_mask": mask, "seat": self.seat, "illegal": self._lost_by_index}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals a game. Without ``seat``, the seat is drawn."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**63))
        seat = int(self.np_random.integers(self._seats))
        self._begin(deal, seat if self._fixed is None else self._fixed)
        return self._steps.observation(self.seat), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Takes a step, and plays the turns of the opponents after it. An index that is not possible loses the game."""
        if self._is_over:
            raise LapidaryError("the game is over: call reset()")
        index = int(action)
        if self._illegal_reward is not None and index not in self._steps.possible():
            self._lost_by_index = True
            return self._steps.observation(self.seat), self._illegal_reward, True, False, self._info()
        self._steps.step(index)
        if self._steps.to_act not in (None, self.seat):
            self._steps = self._follow(self._steps.position)
        reward = float(self._steps.rewards()[self.seat])
        return self._steps.observation(self.seat), reward, self._is_over, False, self._info()

    @property
    def position(self) -> Position:
        """A copy of the position, hidden cards included."""
        return self._steps.position

    def render(self) -> Any:
        """The position as the seat sees it: as text, or as an array of pixels with ``rgb_array``."""
        if self.render_mode == "rgb_array":
            return picture.pixels(self._steps.position, self.seat)
        return text.board(self._steps.position, self.seat) if self.render_mode == "ansi" else None


def register() -> None:
    """Registers ``lapidary/Splendor-v1`` and ``lapidary/Kids-v1`` for ``gymnasium.make``. The import of this module does."""
    for name, ruleset in (("Splendor", "splendor"), ("Kids", "kids")):
        if f"lapidary/{name}-v1" not in gymnasium.registry:
            gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
                f"lapidary/{name}-v1", entry_point="lapidary.gym:Seat", kwargs={"ruleset": ruleset}
            )


register()
