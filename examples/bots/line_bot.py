#!/usr/bin/env python3
"""A bot for `lapidary arena`: it buys a card of the highest level that it can, and otherwise takes
as many colors as it can.

    lapidary arena --bots "python3 examples/bots/line_bot.py" builtin:random --games 100 --rotate

It needs only Python's standard library. docs/arena.md describes the lines."""

import json
import sys


def liking(action):
    """How gladly the bot makes a decision."""
    if action["type"] == "buy":
        level = int(action["card"].split("-")[1])
        return 100 + level
    if action["type"] == "take":
        return 10 + len(set(action.get("gems", [])))
    return {"reserve": 5}.get(action["type"], 1)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] != "turn":
            continue
        likings = [liking(legal["action"]) for legal in message["legal_actions"]]
        best = likings.index(max(likings))
        print(json.dumps({"version": message["version"], "action": best}), flush=True)


if __name__ == "__main__":
    main()
