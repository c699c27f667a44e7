#!/usr/bin/env python3
"""`python3 tests/oracle/verify_test.py`: honest exports pass the verifier, and one lie in them is found."""

import copy
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

import deal  # noqa: E402
import verify  # noqa: E402
from oracle import choose  # noqa: E402

DEAL_ID = "00112233445566778899aabbccddeeff"
ALL = ["orient", "strongholds", "trading_posts", "cities"]


def export_of(seats, modules, seed, resigning=None, ruleset="splendor", options=None):
    """Plays a random game by the plain rules and writes its export."""
    rules, setup = verify.RULES[ruleset]
    dice = random.Random(seed)
    seed_bytes = bytes(dice.randrange(256) for _ in range(32))
    players = [{"id": name[::-1], "username": name} for name in ("ada", "bob", "eve", "dan")[:seats]]
    export = {
        "format": verify.FORMAT,
        "game": {"id": "g", "ruleset": ruleset, "modules": modules, "options": options or {}},
        "deal": {
            "deal_id": DEAL_ID,
            "commitment": deal.commitment(bytes.fromhex(DEAL_ID), seed_bytes).hex(),
            "server_seed": seed_bytes.hex(),
            "deal_ruleset": "+".join([ruleset] + modules),
            "players": seats,
            "contributions": [{"player": player, "entropy": player["id"].encode().hex(), "after_commitment": True}
                              for player in players],
            "beacon": "",
            "seating": "random",
            "join_order": players,
        },
    }
    key = verify.deal_key(export)
    order = deal.seats(key, seats, "random")
    export["game"]["seats"] = [{"seat": seat, "player": players[place]} for seat, place in enumerate(order)]
    state = rules.new_game(setup(seats, modules, export["game"]["options"], key))
    started = {"seats": export["game"]["seats"], "commitment": export["deal"]["commitment"]}
    started["contributions"] = export["deal"]["contributions"]
    events = [("started", copy.deepcopy({**started, **rules.table(state)}))]
    while not state["result"]:
        events += play_once(rules, state, dice, resigning if len(events) > 20 else None)
    events.append(("finished", {"result": state["result"]}))
    export["events"] = [{"seq": at + 1, "type": kind, "data": data} for at, (kind, data) in enumerate(events)]
    export["result"] = state["result"]
    return export


def play_once(rules, state, dice, resigning):
    if resigning is not None and state["players"][resigning]["out"] is None:
        entries = rules.leave(state, resigning)
        return [("resigned", {"seat": resigning})] + [("action", dict(entry)) for entry in entries[1:]]
    asked = rules.to_act(state)
    line = choose(dice, rules.legal(state, asked["seat"]), ["buy", "conquer", "move", "take"])
    return [("action", dict(entry)) for entry in rules.apply(state, asked["seat"], line)]


def renumber(export):
    for at, event in enumerate(export["events"]):
        event["seq"] = at + 1


def verdict(export):
    try:
        verify.verify(export, lambda line: None)
        return None
    except verify.Wrong as wrong:
        return str(wrong)


class Verify(unittest.TestCase):
    def test_honest_games_pass(self):
        for seats in (2, 3, 4):
            for modules in ([], ["orient"], ["strongholds", "trading_posts"], ALL):
                self.assertIsNone(verdict(export_of(seats, modules, f"{seats}{modules}")))

    def test_a_game_with_a_resignation_passes(self):
        self.assertIsNone(verdict(export_of(3, ALL, "resigned", resigning=1)))

    def test_honest_games_of_kids_pass(self):
        for modules, board in (([], "full"), ([], "short"), (["mysteries"], "full")):
            self.assertIsNone(verdict(export_of(3, modules, board, ruleset="kids", options={"board": board})))

    def test_another_board_is_found(self):
        export = export_of(2, [], "board", ruleset="kids", options={"board": "short"})
        export["events"][0]["data"]["board"]["routes"][0]["cost"] = {"water": 1}
        self.assertIn("opening board", verdict(export))

    def test_another_secret_is_found(self):
        export = export_of(2, [], "secret")
        export["deal"]["server_seed"] = "00" * 32
        self.assertIn("commitment", verdict(export))

    def test_another_contribution_is_found(self):
        export = export_of(4, [], "entropy")
        export["deal"]["contributions"][2]["entropy"] = "00"
        self.assertIsNotNone(verdict(export))

    def test_exchanged_seats_are_found(self):
        export = export_of(2, [], "seats")
        first, second = export["events"][0]["data"]["seats"]
        first["player"], second["player"] = second["player"], first["player"]
        self.assertIn("seats", verdict(export))

    def test_another_opening_market_is_found(self):
        export = export_of(2, [], "market")
        export["events"][0]["data"]["market"]["base-2"]["cards"].reverse()
        self.assertIn("opening market", verdict(export))

    def test_an_illegal_action_is_found(self):
        export = export_of(2, [], "illegal")
        export["events"][1]["data"]["notation"] = "take ww" if export["events"][1]["data"]["notation"] == "pass" else "pass"
        self.assertIn("may not", verdict(export))

    def test_an_action_of_the_wrong_seat_is_found(self):
        export = export_of(2, [], "turn")
        export["events"][1]["data"]["seat"] = 1
        self.assertIn("whose decision", verdict(export))

    def test_a_missing_automatic_step_is_found(self):
        export = export_of(2, ["trading_posts"], "automatic")
        automatic = [event for event in export["events"] if event["data"].get("by") == "engine"]
        export["events"].remove(automatic[0])
        renumber(export)
        self.assertIn("the rules make", verdict(export))

    def test_an_automatic_step_that_the_player_should_choose_is_found(self):
        export = export_of(2, [], "engine")
        export["events"][1]["data"]["by"] = "engine"
        self.assertIsNotNone(verdict(export))

    def test_an_early_end_is_found(self):
        export = export_of(2, [], "early")
        del export["events"][-5:-1]
        renumber(export)
        self.assertIn("before the rules end it", verdict(export))

    def test_other_ranks_are_found(self):
        export = export_of(2, [], "ranks")
        export["result"] = dict(export["result"], ranks=export["result"]["ranks"][::-1])
        self.assertIn("result", verdict(export))

    def test_an_aborted_game_passes_and_a_concealed_result_does_not(self):
        export = export_of(2, [], "aborted")
        export["result"] = export["events"][-1]["data"]["result"] = None
        self.assertIn("result", verdict(export))
        main = [at for at, event in enumerate(export["events"]) if event["data"].get("by") == "player"][10]
        del export["events"][main:-1]
        renumber(export)
        self.assertIsNone(verdict(export))


if __name__ == "__main__":
    unittest.main()
