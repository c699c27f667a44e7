#!/usr/bin/env python3
"""Judges exports for another program: a line of JSON on standard input is an export, the line in answer is its verdict.

`accepted`, or `refused` and why. What is legal in a position is remembered, because many exports differ in one field only.
"""

import json
import pickle
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

import verify  # noqa: E402
from dealt_games import RULESETS  # noqa: E402


def remembered(legal):
    known = {}

    def answer(state, seat):
        position = pickle.dumps(({part: value for part, value in state.items() if part != "log"}, seat))
        if position not in known:
            known[position] = legal(state, seat)
        return known[position]

    return answer


def main():
    for ruleset in RULESETS.values():
        ruleset.rules.legal = remembered(ruleset.rules.legal)
    for line in sys.stdin:
        refused = verify.accepts(json.loads(line))
        print(f"refused {refused}" if refused else "accepted", flush=True)


if __name__ == "__main__":
    main()
