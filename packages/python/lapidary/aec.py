"""The PettingZoo environment: seats are agents, and one agent acts at a time.

>>> from lapidary import aec
>>> env = aec.env("splendor", seats=2)
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_0'

An observation is a dictionary: ``observation`` has the bytes that ``lapidary.spaces`` describes, ``action_mask``
a 1 for each possible index; of an agent that does not act, all are 0. Rewards come at the end and sum to 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]

from lapidary import picture, text
from lapidary._engine import Position, Steps
from lapidary.names import Payments, render_mode_of
from lapidary.spaces import spaces

Observation = dict[str, NDArray[Any]]


class Env(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game of any ruleset. ``env`` adds the usual checks."""

    metadata: dict[str, Any] = {
        "name": "lapidary_v1",
        "render_modes": ["ansi", "rgb_array", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str = "splendor",
        *,
        modules: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        seats: int = 2,
        payments: Payments = "canonical",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table: dict[str, Any] = {"modules": list(modules), "options": dict(options or {}), "seats": seats}
        self._ruleset = ruleset
        self._payments: Payments = payments
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        described = spaces(ruleset, modules=modules, options=options, seats=seats)
        self._actions = len(described.actions)
        highs = np.array(described.highs(), dtype=np.uint8)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(highs), highs, dtype=np.uint8),
                    "action_mask": Box(0, 1, (self._actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random = np.random.default_rng()
        self._begin(0)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an observation of the agent is."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The indices of actions."""
        return self._action_spaces[agent]

    def _begin(self, seed: int) -> None:
        self._steps = Steps(Position(self._ruleset, seed=seed, **self._table), self._payments)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self._steps.to_act
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a game; with a seed, the games that follow come from it, too."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._begin(int(self._random.integers(2**63)))

    def step(self, action: int | None) -> None:
        """Takes a step of the agent that acts; an agent that is done passes ``None``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        if action is None:
            raise ValueError("an agent that is not done must act")
        self._cumulative_rewards[agent] = 0.0
        self._steps.step(int(action))
        earned = self._steps.rewards()
        self.rewards = {agent: earned[seat] for agent, seat in self._seat_of.items()}
        if self._steps.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent sees, and which indices are possible for it."""
        seat = self._seat_of[agent]
        acts = self._steps.to_act == seat
        mask = self._steps.mask().astype(np.int8) if acts else np.zeros(self._actions, np.int8)
        return {"observation": self._steps.observation(seat), "action_mask": mask}

    @property
    def position(self) -> Position:
        """A copy of the position, hidden cards included."""
        return self._steps.position

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as a spectator sees it: as text, or as an array of pixels with ``rgb_array``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode")
            return None
        if self.render_mode == "rgb_array":
            return picture.pixels(self._steps.position)
        board = text.board(self._steps.position)
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        """Nothing is open."""


def raw_env(ruleset: str = "splendor", **settings: Any) -> Env:
    """The environment without checks."""
    return Env(ruleset, **settings)


def env(ruleset: str = "splendor", **settings: Any) -> AECEnv[str, Observation, int]:
    """The environment with the usual checks. The settings are those of ``Env``."""
    checked: AECEnv[str, Observation, int] = Env(ruleset, **settings)
    checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)
