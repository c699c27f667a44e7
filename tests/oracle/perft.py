#!/usr/bin/env python3
"""Counts what can follow recorded positions with the plain rules of examples/, and holds the counts of the engine against it.

    python3 tests/oracle/perft.py                  compares tests/engine/perft_middle.txt; what differs is an error
    python3 tests/oracle/perft.py FILE DECISIONS   counts one further position, to be added there

A line is `FILE DECISIONS: COUNT, COUNT …`: the position after so many decisions of players and departures in a file of
tests/engine/playthroughs, and how many lines of one, two, … decisions of players begin there, every payment counted.
"""

import copy
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

import deal  # noqa: E402
from dealt_games import RULESETS  # noqa: E402

COUNTS = ROOT / "tests/engine/perft_middle.txt"
PLAYTHROUGHS = ROOT / "tests/engine/playthroughs"
DEPTH = 2


def opening(table):
    ruleset = RULESETS[table["ruleset"]]
    name = "+".join([table["ruleset"], *table["modules"]])
    key = deal.deal_key(bytes(16), bytes.fromhex(table["server_seed"]), name, [b""] * table["seats"], b"")
    dealt = ruleset.setup(table["seats"], table["modules"], table["options"], key)
    return ruleset.rules, ruleset.rules.new_game(dict(dealt, seats=table["seats"], modules=table["modules"]))


def position(file, decisions):
    lines = (PLAYTHROUGHS / file).read_text().splitlines()
    rules, state = opening(json.loads(lines[0].removeprefix("deal ")))
    played = [line.split(" ", 2)[1:] for line in lines if line.startswith("player ")]
    for seat, notation in played[:decisions]:
        if notation == "resign":
            rules.leave(state, int(seat), "resign")
        else:
            rules.apply(state, int(seat), notation)
    return rules, state


def perft(rules, state, depth):
    to_act = rules.to_act(state)
    if not to_act:
        return 0
    lines = rules.legal(state, to_act["seat"])
    if depth == 1:
        return len(lines)
    total = 0
    for line in lines:
        after = copy.deepcopy(state)
        rules.apply(after, to_act["seat"], line)
        total += perft(rules, after, depth - 1)
    return total


def counts(file, decisions, depth):
    rules, state = position(file, decisions)
    return [perft(rules, state, level) for level in range(1, depth + 1)]


def compare():
    lines = COUNTS.read_text().splitlines()
    for line in lines:
        where, expected = line.split(": ")
        file, decisions = where.split(" ")
        expected = [int(count) for count in expected.split(", ")]
        found = counts(file, int(decisions), len(expected))
        if found != expected:
            sys.exit(f"{where}: the plain rules count {found}, the file says {expected}")
    print(f"{len(lines)} positions have the same counts")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        found = counts(sys.argv[1], int(sys.argv[2]), DEPTH)
        print(f"{sys.argv[1]} {sys.argv[2]}: {', '.join(map(str, found))}")
    else:
        compare()
