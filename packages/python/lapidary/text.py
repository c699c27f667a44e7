"""A position as text, for people."""

from __future__ import annotations

from typing import Any

from lapidary._engine import Position

_LETTERS = {
    "white": "w", "blue": "u", "green": "g", "red": "r", "black": "k", "gold": "o",
    "mushroom": "m", "apple": "a", "cabbage": "c", "hazelnut": "h", "water": "w",
}  # fmt: skip


def _counts(counts: dict[str, int]) -> str:
    return "".join(f"{count}{_LETTERS[name]}" for name, count in counts.items() if count) or "0"


def _names(names: list[Any]) -> str:
    return " ".join("-" if name is None else str(name) for name in names) or "-"


def _seat(seat: dict[str, Any]) -> str:
    tokens = _counts(seat["tokens"])
    if "prestige" in seat:
        hand = [card.get("card", f"?{card.get('deck', '')}") for card in seat["hand"]]
        return f"{seat['prestige']} prestige, tokens {tokens}, bonuses {_counts(seat['bonuses'])}, hand {_names(hand)}"
    return f"at {seat['place']}, tokens {tokens}, tiles {_names(seat['tiles_up'])} (down: {_names(seat['tiles_down'])})"


def board(position: Position, seat: int | None = None) -> str:
    """The position as this seat sees it, or as a spectator does.

    >>> print(board(Position("splendor", seats=2, seed=7)).splitlines()[0])
    splendor, turn 1: seat 0 decides main
    """
    view = position.view(seat)
    name = "+".join([position.ruleset, *position.modules])
    if position.is_over:
        lines = [f"{name}: over after turn {position.turn}, ranks {position.ranks} ({position.reason})"]
    else:
        lines = [f"{name}, turn {position.turn}: seat {position.to_act} decides {position.decision}"]
    lines.append(f"supply {_counts(view['supply'])}")
    if position.ruleset == "splendor":
        lines.append(f"nobles {_names(view['nobles'] or view['cities'])}")
        for deck, row in reversed(view["market"].items()):
            lines.append(f"{deck} ({row['deck_size']}): {_names(row['cards'])}")
    else:
        lines.append(f"board {_names(view['board']['sides'])}, {view['stack_size']} town tiles")
    lines.extend(f"seat {number}: {_seat(owned)}" for number, owned in enumerate(view["seats"]))
    return "\n".join(lines)
