#!/usr/bin/env python3
"""The plain rules of examples/ as an oracle for another engine, line by line, and a fuzz of themselves.

Line protocol: one command a line on standard input, one JSON object a line on standard output.

    new SETUP         starts a game; SETUP is one JSON object on the same line
                      Splendor: {"ruleset": "splendor", "seats": 2, "modules": ["orient", "strongholds"],
                                 "decks": {"base-1": [ids, top first], ..., "orient-3": [...]},
                                 "nobles": [ids in play], "cities": [ids in play]}
                      `decks` holds the three base decks, then the three of Orient if it is there, complete: the
                      opening market is turned up from them. `nobles` is left out with Cities, `cities` without.
                      `ruleset` may be left out and is "splendor" then.
                      Kids: {"ruleset": "kids", "seats": 2, "modules": ["mysteries"],
                             "board": {"sides": [...], "places": [{"id", "kind": "port"|"town"|"village"|"palace"}],
                                       "routes": [{"id", "from", "to", "cost": {resource: count}}]},
                             "towns": [resource letters m a c h w, top first, all 20],
                             "villages": {place: "tornado"|"treasure"|"drought"|"thief"|"jewel"}}
                      `"deal_key": hex` may stand for everything that is dealt; Kids needs `"options": {"board": "full"}`
                      or `"short"` with it and takes the sides of data/kids_boards.json.
    legal             {"seat": 0, "decision": "main", "legal": [every canonical line, every payment, sorted]}
    default CARD      {"notation": the purchase of the card, in Kids the move along the route, that names no payment
                      (B10, K6), or null}
    play NOTATION     plays for the seat that is asked: {"log": [{"seat", "by", "notation", "effects"}, ...], "state": ...}
    leave SEAT [HOW]  the seat is out (B19), HOW is `resign` or `timeout`: as play
    state             {"state": summary}
    save              puts the position on a stack: {"saved": depth}
    restore           takes the last saved position back from it: {"saved": depth}

`log` holds the entry of the command itself, then those that the rules make by themselves (T2), `by` "engine". Skipped
steps make none. `effects` are those of an export. A command that fails answers {"error": text} and changes nothing.

A state is {"turn", "to_act", "table", "seats", "result"} in the words of the API's view, `turn` and `to_act` null when the
game is over; `table` has what the view has beside these. All is open, `hand` and `drawn` too. `nobles`, `posts` and
`tiled_villages` are sorted as strings; `strongholds` are the cards on which some stand, sorted; `drawn` is left out when there
is none. `reason` is one of prestige, city, palace, last_seat (B19), stalemate (B12), quiet_rounds (B20).

Fuzz:  oracle.py --selfplay GAMES [--seed S] [--ruleset splendor|kids] [--modules orient,cities|all] [--seats N]
plays random games of every combination and seat count asked for, and checks the laws after every move.
"""

import argparse
import copy
import json
import random
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

import kids_rules  # noqa: E402
import splendor_rules  # noqa: E402
from dealt_games import RULESETS  # noqa: E402
from kids_fuzz import check_kids, random_kids  # noqa: E402
from splendor_fuzz import check_splendor, random_splendor  # noqa: E402

RULES = {"splendor": splendor_rules, "kids": kids_rules}
SETUPS = {"splendor": random_splendor, "kids": random_kids}
CHECKS = {"splendor": check_splendor, "kids": check_kids}
MODULES = {"splendor": ["orient", "strongholds", "trading_posts", "cities"], "kids": ["mysteries"]}
MOVES_MAX = 20_000


class Table:
    """One game at a time, with a stack of saved positions."""

    def __init__(self):
        self.rules, self.state, self.saved = None, None, []

    def answer(self, line):
        command, _, rest = line.strip().partition(" ")
        return getattr(self, "on_" + command)(rest)

    def on_new(self, rest):
        setup = json.loads(rest)
        if "deal_key" in setup:
            key = bytes.fromhex(setup["deal_key"])
            dealt = RULESETS[setup.get("ruleset", "splendor")]
            setup.update(dealt.setup(setup["seats"], setup["modules"], setup.get("options", {}), key))
        self.rules = RULES[setup.get("ruleset", "splendor")]
        self.state, self.saved = self.rules.new_game(setup), []
        return self.on_state("")

    def on_state(self, rest):
        return {"state": self.rules.summary(self.state)}

    def on_legal(self, rest):
        to_act = self.rules.to_act(self.state)
        if not to_act:
            return {"seat": None, "decision": None, "legal": []}
        return dict(to_act, legal=self.rules.legal(self.state, to_act["seat"]))

    def on_default(self, rest):
        return {"notation": self.rules.default_action(self.state, self.rules.to_act(self.state)["seat"], rest)}

    def on_play(self, rest):
        to_act = self.rules.to_act(self.state)
        if not to_act:
            raise ValueError("the game is over")
        log = self.rules.apply(self.state, to_act["seat"], rest)
        return dict(self.on_state(""), log=log)

    def on_leave(self, rest):
        seat, _, how = rest.partition(" ")
        log = self.rules.leave(self.state, int(seat), how or "resign")
        return dict(self.on_state(""), log=log)

    def on_save(self, rest):
        self.saved.append(copy.deepcopy(self.state))
        return {"saved": len(self.saved)}

    def on_restore(self, rest):
        self.state = self.saved.pop()
        return {"saved": len(self.saved)}


def serve():
    table = Table()
    for line in sys.stdin:
        try:
            answer = table.answer(line)
        except Exception as error:  # noqa: BLE001: every fault is an answer
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def choose(dice, lines, taste):
    """A player of some taste; strongholds go to the first card, so that three of them meet and conquer."""
    kinds = {}
    for line in lines:
        kinds.setdefault(line.split(" ")[0], []).append(line)
    for kind in taste:
        if kind in kinds and dice.random() < 0.8:
            return min(kinds[kind]) if kind == "place_stronghold" else dice.choice(kinds[kind])
    return dice.choice(kinds[dice.choice(sorted(kinds))])


TASTES = [
    ["buy", "conquer", "move", "take"],
    ["buy", "conquer", "reserve", "take"],
    ["reserve_blind", "take", "buy"],
    ["conquer", "place_stronghold", "buy", "take"],
    ["pass", "reserve", "take"],
    ["move", "take", "give"],
    [],
]


STUBBORN = 0.03


def play_game(ruleset, setup, dice):
    rules, check = RULES[ruleset], CHECKS[ruleset]
    state = rules.new_game(setup)
    tastes = [dice.choice(TASTES) for _ in range(setup["seats"])]
    leaving, stubborn = dice.random() < 0.2, dice.random() < STUBBORN
    for _ in range(MOVES_MAX):
        check(state, setup)
        to_act = rules.to_act(state)
        if not to_act:
            json.dumps(rules.summary(state))
            return state
        lines = rules.legal(state, to_act["seat"])
        assert lines and len(lines) == len(set(lines)), "somebody can act, and no line stands twice"
        assert to_act["decision"] == "main" or len(lines) > 1, "only choices are asked"
        if leaving and dice.random() < 0.01:
            in_play = [seat for seat, player in enumerate(state["players"]) if player["out"] is None]
            rules.leave(state, dice.choice(in_play))
        else:
            if stubborn:
                lines = [line for line in lines if line.startswith("take")] or lines
            rules.apply(state, to_act["seat"], choose(dice, lines, tastes[to_act["seat"]]))
    raise AssertionError("a game does not end")


def selfplay(options):
    modules = MODULES[options.ruleset]
    if options.modules == "all":
        combinations = list(product([False, True], repeat=len(modules)))
    else:
        combinations = [[module in options.modules.split(",") for module in modules]]
    seats = [options.seats] if options.seats else [2, 3, 4]
    counts = {}
    for game in range(options.selfplay):
        for combination, number in product(combinations, seats):
            chosen = [module for module, on in zip(modules, combination) if on]
            name = f"{options.seed}/{game}/{number}/{'+'.join(chosen)}"
            dice = random.Random(name)
            try:
                state = play_game(options.ruleset, SETUPS[options.ruleset](dice, number, chosen), dice)
            except Exception:
                print("failed:", name, file=sys.stderr)
                raise
            reason = state["result"]["reason"]
            counts[reason] = counts.get(reason, 0) + 1
            for entry in state["log"]:
                key = f"{entry['by']} {entry['notation'].split(' ')[0]}"
                counts[key] = counts.get(key, 0) + 1
    print(json.dumps(dict(sorted(counts.items())), indent=2))


def main():
    parser = argparse.ArgumentParser(description="the plain rules as an oracle; see the head of this file")
    parser.add_argument("--selfplay", type=int, default=0, help="games of each combination and seat count")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--ruleset", default="splendor", choices=sorted(RULES))
    parser.add_argument("--modules", default="all", help="comma-separated, empty for none, or all combinations")
    parser.add_argument("--seats", type=int)
    options = parser.parse_args()
    if options.selfplay:
        selfplay(options)
    else:
        serve()


if __name__ == "__main__":
    main()
