#!/usr/bin/env python3
"""`python3 tests/contract/exports.py [PROGRAM]`: both verifiers accept the program's games, and both detect manipulation.

The games come from `lapidary play`. The verifiers are `lapidary verify`, which uses the engine, and `examples/verify.py`,
which has the rules in plain Python and shares no code with the engine.
"""

import copy
import itertools
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/debug/lapidary")
MODULES = ["orient", "strongholds", "trading_posts", "cities"]
REASON_MAX = 300
KIDS = [[], ["--modules", "mysteries"], ["--options", "board=short"]]


def tables():
    """Returns every combination of modules and options with every number of seats."""
    for count in range(len(MODULES) + 1):
        for modules in itertools.combinations(MODULES, count):
            yield ["--ruleset", "splendor"] + (["--modules", ",".join(modules)] if modules else [])
    for options in KIDS:
        yield ["--ruleset", "kids"] + options


def game(table, seats, seed):
    command = [PROGRAM, "play", "--json", "--seats", str(seats), "--seed", str(seed)] + table
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def verdicts(export):
    """Returns the verdict of each verifier: whether it accepts, and why not."""
    for verifier in ([PROGRAM, "verify", "-"], [sys.executable, str(ROOT / "examples/verify.py"), "-"]):
        done = subprocess.run(verifier, input=json.dumps(export), capture_output=True, text=True)
        yield verifier[0], done.returncode == 0, done.stderr


def other_seat(export):
    export["events"][1]["data"]["seat"] = 1


def other_action(export):
    export["events"][1]["data"]["action"]["type"] = "pass"


def other_effect(export):
    del export["events"][1]["data"]["effects"][0]


def other_name(export):
    export["deal"]["contributions"][0]["player"]["username"] = "eve"


def other_timing(export):
    export["deal"]["contributions"][0]["after_commitment"] = False


LIES = [other_seat, other_action, other_effect, other_name, other_timing]


def lie(export, number):
    """Returns the game with the next kind of manipulation; `make oracle` manipulates every field of the kept exports."""
    lying = copy.deepcopy(export)
    LIES[number % len(LIES)](lying)
    return lying


def main():
    failed = 0
    games = 0
    for number, (table, seats) in enumerate(itertools.product(tables(), (2, 3, 4))):
        honest = game(table, seats, number)
        games += 1
        for export, expected in ((honest, True), (lie(honest, number), False)):
            for verifier, accepted, reason in verdicts(export):
                if accepted != expected:
                    failed += 1
                    print(f"{verifier} on {' '.join(table)} with {seats} seats, seed {number}: {reason[:REASON_MAX] or 'accepted'}")
    print(f"{games} games, {failed} wrong verdicts")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
