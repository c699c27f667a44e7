#!/usr/bin/env python3
"""Checks the export of a finished game: `python3 examples/verify.py export.json`.

1. The server's secret is the one it committed to before the players added theirs.
2. Secret and contributions give the seats, decks, nobles and cities that the first event shows.
3. Every action is legal, every automatic step happened where the rules ask for it and nowhere else, and the
   final ranks are those of the rules.

It needs Python 3.9 and this repository's `examples` and `data`, and shares no code with the server. What it cannot
prove: that nobody looked at the secret, and that a player who contributed after the others did not collude with the server.
"""

import argparse
import json
import sys

import deal
import splendor_rules
from splendor_facts import BASE_IDS, NOBLE_IDS, ORIENT_IDS

FORMAT = "lapidary-export-1"
LEAVING = {"resigned": "resign", "timed_out": "timeout"}


class Wrong(Exception):
    """What does not add up."""


def insist(expected, found, what):
    if expected != found:
        raise Wrong(f"{what}: expected {expected}, found {found}")


# --- the deal ---------------------------------------------------------------------------------------------------


def check_commitment(export):
    dealt = export["deal"]
    made = deal.commitment(bytes.fromhex(dealt["deal_id"]), bytes.fromhex(dealt["server_seed"]))
    insist(dealt["commitment"], made.hex(), "commitment")


def check_names(export):
    """The deal names the game's ruleset and modules, and has one contribution for each player."""
    game, dealt = export["game"], export["deal"]
    insist("+".join([game["ruleset"]] + game["modules"]), dealt["deal_ruleset"], "ruleset of the deal")
    insist(dealt["players"], len(dealt["contributions"]), "contributions")
    insist(dealt["join_order"], [given["player"] for given in dealt["contributions"]], "players in order of joining")


def deal_key(export):
    dealt = export["deal"]
    return deal.deal_key(
        bytes.fromhex(dealt["deal_id"]),
        bytes.fromhex(dealt["server_seed"]),
        dealt["deal_ruleset"],
        [bytes.fromhex(given["entropy"]) for given in dealt["contributions"]],
        bytes.fromhex(dealt["beacon"]),
    )


def check_seats(export, key):
    """B3: who sits where."""
    dealt = export["deal"]
    order = deal.seats(key, dealt["players"], dealt["seating"])
    seated = [{"seat": seat, "player": dealt["join_order"][place]} for seat, place in enumerate(order)]
    shown = [{"seat": seat["seat"], "player": seat["player"]} for seat in export["game"]["seats"]]
    insist(seated, shown, "seats")


def splendor_setup(players, modules, key):
    """B1, B2, O1, C1: the numbers of the deal as the catalogue's ids."""
    dealt = deal.splendor(key, modules)
    ids = {"base": BASE_IDS, "orient": ORIENT_IDS}
    setup = {"seats": players, "modules": modules, "decks": {}}
    for deck, numbers in dealt.items():
        if deck[:-2] in ids:
            setup["decks"][deck] = [ids[deck[:-2]][number - 1] for number in numbers]
    if "cities" in modules:
        setup["cities"] = [f"city-{tile}{face}" for tile, face in dealt["cities"]]
    else:
        setup["nobles"] = [NOBLE_IDS[number - 1] for number in dealt["nobles"][:players + 1]]
    return setup


def check_opening(event, state):
    """The first event shows what the deal gives."""
    insist("started", event["type"], "first event")
    shown = splendor_rules.summary(state)
    for part in ("market", "nobles", "cities"):
        insist(shown[part], event["data"][part], f"opening {part}")


RULES = {"splendor": (splendor_rules, splendor_setup)}

# --- the game ---------------------------------------------------------------------------------------------------


def replay(rules, state, events):
    """Every event in order; the engine's own decisions must stand exactly where the rules make them."""
    expected = []
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "action" and data["by"] == "engine":
            entry = {key: data[key] for key in ("seat", "by", "notation")}
            insist(expected.pop(0) if expected else None, entry, f"event {event['seq']}")
            continue
        if expected:
            raise Wrong(f"event {event['seq']}: the rules make {expected[0]} first")
        if kind == "action":
            expected = play(rules, state, event)
        elif kind in LEAVING:
            expected = rules.leave(state, data["seat"], LEAVING[kind])[1:]
        elif kind == "finished":
            check_end(state, event, events)
        else:
            raise Wrong(f"event {event['seq']}: unknown type {kind}")
    if expected:
        raise Wrong(f"the rules make {expected[0]} after the last event")


def play(rules, state, event):
    """One decision of a player; returns the entries that the rules add to it."""
    asked, data = rules.to_act(state), event["data"]
    if not asked:
        raise Wrong(f"event {event['seq']}: the game is over")
    insist(asked["seat"], data["seat"], f"event {event['seq']}, whose decision it is")
    if data["notation"] not in rules.legal(state, data["seat"]):
        raise Wrong(f"event {event['seq']}: seat {data['seat']} may not {data['notation']}")
    return rules.apply(state, data["seat"], data["notation"])[1:]


def check_end(state, event, events):
    insist(events[-1]["seq"], event["seq"], "the last event")
    if not state["result"]:
        raise Wrong("the game ends before the rules end it")


def check_result(export, state):
    """B16, B17, C3, B19."""
    if not state["result"]:
        raise Wrong("the rules do not end the game here")
    for part in ("ranks", "winners"):
        insist(state["result"][part], export["result"][part], part)


def verify(export, report):
    """Raises `Wrong` at the first thing that does not add up."""
    insist(FORMAT, export["format"], "format")
    rules, setup = RULES[export["game"]["ruleset"]]
    check_commitment(export)
    report("the secret is the one committed to")
    check_names(export)
    key = deal_key(export)
    check_seats(export, key)
    state = rules.new_game(setup(export["deal"]["players"], export["game"]["modules"], key))
    events = export["events"]
    insist(list(range(1, len(events) + 1)), [event["seq"] for event in events], "numbers of the events")
    check_opening(events[0], state)
    report("seats and opening are those of the deal")
    replay(rules, state, events[1:])
    report(f"{len(events)} events follow the rules")
    check_result(export, state)
    report(f"the ranks are {state['result']['ranks']}")


def main():
    parser = argparse.ArgumentParser(description="checks the export of a finished game")
    parser.add_argument("export", help="the JSON file, or - for standard input")
    options = parser.parse_args()
    with (sys.stdin if options.export == "-" else open(options.export, encoding="utf-8")) as file:
        export = json.load(file)
    try:
        verify(export, lambda line: print("ok:", line))
    except (Wrong, LookupError, TypeError, ValueError) as error:
        print(f"WRONG: {error if isinstance(error, Wrong) else repr(error)}", file=sys.stderr)
        return 1
    for given in export["deal"]["contributions"]:
        when = "after" if given["after_commitment"] else "before"
        print(f"{given['player']} contributed {len(given['entropy']) // 2} bytes {when} seeing the commitment")
    return 0


if __name__ == "__main__":
    sys.exit(main())
