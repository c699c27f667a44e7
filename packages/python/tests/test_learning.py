"""The example of learning learns: a short form of it, with a fixed seed."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
from lapidary.many import ManyGames
from tables import ROOT


def example() -> Any:
    """The module of the example."""
    found = importlib.util.spec_from_file_location("learn", ROOT / "packages/python/examples/learn.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_example_learns_to_beat_random() -> None:
    learn = example()
    dice = np.random.default_rng(1)
    games = ManyGames(games=256, seed=1)
    for _ in range(150):
        games.step(games.sample())
    network = learn.Network(games, 1)
    before = learn.results(network, "random", 300).mean()
    for _ in range(TURNS):
        learn.learn(network, games, dice)
    after = learn.results(network, "random", 300).mean()
    assert after > before + 0.15, (before, after)


TURNS = 12
"""How many turns of learning are enough to see it, with a wide margin."""
