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
import kids_facts
import kids_rules
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
    """The deal names the game's ruleset and modules, and has one contribution for each player, fixed at the start."""
    game, dealt, started = export["game"], export["deal"], export["events"][0]["data"]
    insist("+".join([game["ruleset"]] + game["modules"]), dealt["deal_ruleset"], "ruleset of the deal")
    insist(dealt["players"], len(dealt["contributions"]), "contributions")
    givers = [given["player"]["id"] for given in dealt["contributions"]]
    insist([player["id"] for player in dealt["join_order"]], givers, "players in order of joining")
    insist(dealt["commitment"], started["commitment"], "commitment in the first event")
    insist([given["entropy"] for given in dealt["contributions"]],
           [given["entropy"] for given in started["contributions"]], "contributions in the first event")


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
    seated = [(seat, dealt["join_order"][place]["id"]) for seat, place in enumerate(order)]
    for shown in (export["game"]["seats"], export["events"][0]["data"]["seats"]):
        insist(seated, [(seat["seat"], seat["player"]["id"]) for seat in shown], "seats")


def splendor_setup(players, modules, options, key):
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


def kids_setup(players, modules, options, key):
    """K1, K2, K11."""
    dealt = deal.kids(key, modules)
    board = kids_facts.board(options["board"], dealt["sides"])
    setup = {"seats": players, "modules": modules, "board": board, "towns": kids_facts.town_tiles(dealt["towns"])}
    if "mysteries" in modules:
        setup["villages"] = kids_facts.village_tiles(board, dealt["villages"])
    return setup


def check_opening(event, rules, state):
    """The first event shows what the deal gives."""
    insist("started", event["type"], "first event")
    for part, value in rules.table(state).items():
        insist(without_order(part, value), without_order(part, event["data"][part]), f"opening {part}")


def without_order(part, value):
    """Nobles, villages, places and routes are sets."""
    if part in ("nobles", "tiled_villages"):
        return sorted(value)
    if part == "board":
        return {name: sorted(map(repr_sorted, entries)) for name, entries in value.items()}
    return value


def repr_sorted(entry):
    return json.dumps(entry, sort_keys=True)


RULES = {"splendor": (splendor_rules, splendor_setup), "kids": (kids_rules, kids_setup)}

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
    if event["data"]["result"] and not state["result"]:
        raise Wrong("the game ends before the rules end it")


def check_result(export, state):
    """B16, B17, C3, B19; an aborted game has no result."""
    ended = export["events"][-1]
    insist("finished", ended["type"], "last event")
    for shown in (export["result"], ended["data"]["result"]):
        insist(state["result"], shown, "result")


def verify(export, report):
    """Raises `Wrong` at the first thing that does not add up."""
    insist(FORMAT, export["format"], "format")
    rules, setup = RULES[export["game"]["ruleset"]]
    if "server_seed" not in export["deal"]:
        raise Wrong("the secret is not revealed yet: the game, or another with this deal, still runs")
    check_commitment(export)
    report("the secret is the one committed to")
    check_names(export)
    key = deal_key(export)
    check_seats(export, key)
    game = export["game"]
    state = rules.new_game(setup(export["deal"]["players"], game["modules"], game["options"], key))
    events = export["events"]
    insist(list(range(1, len(events) + 1)), [event["seq"] for event in events], "numbers of the events")
    check_opening(events[0], rules, state)
    report("seats and opening are those of the deal")
    replay(rules, state, events[1:])
    report(f"{len(events)} events follow the rules")
    check_result(export, state)
    report(f"the ranks are {state['result']['ranks']}" if state["result"] else "the game was aborted")


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
        print(f"{given['player']['username'] or given['player']['id']} contributed {len(given['entropy']) // 2} bytes {when} seeing the commitment")
    return 0


if __name__ == "__main__":
    sys.exit(main())
