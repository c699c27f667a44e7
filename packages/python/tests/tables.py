"""The games that tests play: every ruleset with every combination of modules and options."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from lapidary import Position

ROOT = Path(__file__).resolve().parents[3]
MODULES = ["orient", "strongholds", "trading_posts", "cities"]

Table = dict[str, Any]

TABLES: list[Table] = [
    {"ruleset": "splendor", "modules": [name for bit, name in enumerate(MODULES) if number >> bit & 1]}
    for number in range(16)
]
TABLES += [{"ruleset": "kids"}, {"ruleset": "kids", "modules": ["mysteries"]}]
TABLES += [{"ruleset": "kids", "options": {"board": "short"}}]


def name(table: Table) -> str:
    """A name of the table."""
    return "+".join([table["ruleset"], *table.get("modules", []), *table.get("options", {}).values()])


def played(table: Table, seats: int, seed: int, decisions: int) -> Position:
    """A position after random decisions."""
    dice = random.Random(f"{name(table)} {seats} {seed}")
    position = Position(**table, seats=seats, seed=seed)
    for _ in range(decisions):
        if not position.is_over:
            position.play(dice.choice(position.legal_actions()))
    return position
