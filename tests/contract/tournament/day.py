#!/usr/bin/env python3
"""`day.py PROGRAM`: an organizer's day of tournaments, while the server is killed with SIGKILL again and again.

The server dies at random moments while a tournament starts, a round is paired, opened and closed, results are set, reported and corrected,
lists are read in, and turns are played; it starts again on the same data. After each death, what was acknowledged must hold. An act whose response
was lost is there whole or not at all; it is looked up, and repeated if it is not there. At the end the exports are checked, also by
examples/recompute_tournament.py.

DAY_SEED selects other results and other moments (1 if it is left out). DAY=long plays the long day, with an arena and an event of 1,000 entries.
DAY_ONLY=NAME plays only the events whose names contain NAME. DAY_PORT is the port of the server.
"""

import concurrent.futures
import contextlib
import dataclasses
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from checks import check
from event import Event
from server import SECONDS_MAX, Refused, Server, open_to_all

SEED = os.environ.get("DAY_SEED", "1")
IS_LONG = os.environ.get("DAY") == "long"
ONLY = os.environ.get("DAY_ONLY", "")
HANDS = 4
PORT = int(os.environ.get("DAY_PORT", "0"))
LIVE = {"kind": "live", "initial_ms": 10_800_000, "increment_ms": 0}
SPLENDOR = {"ruleset": "splendor"}
KIDS = {"ruleset": "kids", "options": {"board": "short"}}
THIRD = {"format": "single_elimination", "seats": 2, "third_place": True}


@dataclasses.dataclass
class Plan:
    """What happens at an event, beside its settings."""

    name: str
    settings: dict
    players: int
    guests: int = 0
    # How many enter once the first round is paired, leave after it, request a bye for the second, and are not there in it.
    late: int = 0
    leave: int = 0
    byes: int = 0
    absent: int = 0
    # Pairs of entries that must not meet.
    forbidden: tuple = ()
    # Of how many tables of a round a game is played to its end; the others play some decisions.
    whole: int = 0
    decisions: int = 3
    # How much rarer the deaths are.
    chance: float = 1.0


def swiss(seats, rounds, **more):
    return {"format": "swiss", "seats": seats, "rounds": rounds, **more}


SHORT = [
    Plan("Swiss", KIDS | swiss(2, 4, late_entries=True, byes={"max": 1, "points": "half"}), 11, late=2, leave=1, byes=1, forbidden=((1, 2), (3, 4)), whole=1,
         chance=0.7),
    Plan("Town hall", SPLENDOR | swiss(3, 3, play="over_the_board", late_entries=True), 5, guests=10, late=1, chance=0.4),
    Plan("Pods", KIDS | swiss(4, 2, duplicate=True), 11, chance=0.6),
    Plan("Elimination", KIDS | THIRD, 7, chance=0.6),
]
LONG = [
    Plan("Swiss of 37", KIDS | swiss(2, 6, late_entries=True, byes={"max": 2, "points": "half"}, clock=LIVE, ready_check_ms=30_000), 35,
         late=2, leave=3, byes=2, absent=2, forbidden=((1, 2), (3, 4), (5, 6)), whole=3),
    Plan("Pods of four and three", KIDS | swiss(4, 4), 23, whole=1),
    Plan("Nine in threes", KIDS | {"format": "round_robin", "seats": 3}, 9, whole=1),
    Plan("Heats", KIDS | {"format": "heats", "seats": 4, "rounds": 2, "cut": 8, "late_entries": True}, 18, late=1, leave=1),
    Plan("Duplicate", KIDS | swiss(4, 3, duplicate=True), 16),
    Plan("Elimination", KIDS | THIRD | {"best_of": 3}, 13),
    Plan("Rated Swiss", SPLENDOR | swiss(2, 4, rated=True, players="human", clock=LIVE, ready_check_ms=0), 16, decisions=4),
    Plan("Town hall of 15", SPLENDOR | swiss(3, 4, play="over_the_board", late_entries=True), 5, guests=10, late=1),
    Plan("Arena of 24", KIDS | {"format": "arena", "seats": 2, "clock": {**LIVE, "initial_ms": 300_000}, "duration_ms": 300_000}, 24),
    Plan("A thousand in fours", SPLENDOR | swiss(4, 2, entries_max=1_000), 1_000, decisions=0, chance=0.15),
]


def decide_tables(event, plan, round_):
    """Plays a round until it has its results. The games of a match follow each other."""
    decided, dice, deadline = set(), event.dice, time.monotonic() + SECONDS_MAX
    number, may_share = round_["round"], round_["stage"] != "knock_out"
    with concurrent.futures.ThreadPoolExecutor(HANDS) as hands:
        while True:
            tables = [table for table in round_["tables"] if table["status"] == "playing" and table["table"] not in decided]
            jobs = []
            for at, table in enumerate(tables):
                decided.add(table["table"])
                if not event.on_server:
                    jobs.append(hands.submit(event.report_table, table))
                    continue
                decisions = 2_000 if at < plan.whole else plan.decisions
                # The organizers of a rated event end no game that has begun.
                is_set = not event.settings.get("rated") and at >= plan.whole and (not plan.decisions or dice.random() < 0.5)
                jobs.append(hands.submit(event.play_table, table, decisions, is_set and ("any" if may_share else "no tie")))
            for job in jobs:
                job.result()
                deadline = time.monotonic() + SECONDS_MAX
            round_ = event.round(number)
            if all(table["status"] in ("done", "void") for table in round_["tables"]) and event.close_round(number):
                return
            event.server.well()
            assert time.monotonic() < deadline, f"round {number} does not end"
            time.sleep(0.1)


def open_round(event, plan, round_):
    """Says that the players are ready, except those who are absent, and waits for the games."""
    number = round_["round"]
    if event.settings.get("ready_check_ms"):
        names = [seat["player"]["username"] for table in round_["tables"] for seat in table["seats"]]
        absent = event.dice.sample(names, plan.absent if number == 2 else 0)
        with contextlib.suppress(Refused):  # The time of the check can pass while the server is dead.
            for name in (name for name in names if name not in absent):
                event.server.until_answered("POST", f"{event.path}/ready", None, event.tokens[name])
    return event.rest(lambda: (now := event.round(number)) and now["status"] != "paired" and now, f"round {number} does not open")


def after_first_round(event, plan, names, late):
    """Some come late, some leave, and some request a bye for the second round."""
    event.enter(late)
    leaving = event.dice.sample(names[8:], plan.leave)
    for name in leaving:
        event.withdraw(name)
    for name in [name for name in names[8:] if name not in leaving][: plan.byes]:
        event.request_bye(name, 2)


def correct_one(event, number):
    """Corrects a table of a round, as long as nobody went on by it."""
    round_ = event.round(number)
    if round_["stage"] == "knock_out":
        return
    done = [table for table in round_["tables"] if table["status"] == "done"]
    if not done:  # Nobody was ready in time, because the server was dead.
        return
    table = event.dice.choice(done)
    event.decide("correct", table, event.places(len(table["seats"]), True, event.dice))


def play_rounds(event, plan, names, late):
    number = 1
    while round_ := event.next_round(number):
        if number > 1 and number != 2:
            correct_one(event, number - 2)
        round_ = open_round(event, plan, round_)
        event.ledger.note_round(round_)
        decide_tables(event, plan, round_)
        if number == 1:
            after_first_round(event, plan, names, late)
        number += 1
    event.close()
    correct_one(event, number - 1)


def play_arena(event, plan):
    """Plays the tables of an arena as they are made, until its end, while the server dies now and then."""
    done = set()
    with concurrent.futures.ThreadPoolExecutor(HANDS) as hands:
        jobs = []
        while event.read()["status"] == "running":
            for table in (event.round(1) or {"tables": []})["tables"]:
                if table["status"] == "playing" and table["game"] and table["table"] not in done:
                    done.add(table["table"])
                    jobs.append(hands.submit(event.play_table, table, plan.decisions, None))
            event.server.well()
            time.sleep(1)
        for job in jobs:
            job.result()
    event.ledger.is_finished = True


def run(server, organizer, tokens, plan):
    began, kills = time.monotonic(), server.kills
    event = Event(server, organizer, tokens, f"{SEED} {plan.name}", {"name": plan.name, **plan.settings}, plan.chance)
    names = list(tokens)[: plan.players + plan.late]
    names, late = names[: plan.players], names[plan.players :]
    if plan.guests:
        event.add_guests(plan.guests)
    event.enter(names)
    if plan.forbidden:
        event.forbid(plan.forbidden)
    event.start()
    if plan.settings["format"] == "arena":
        play_arena(event, plan)
    else:
        play_rounds(event, plan, names, late)
    server.well()
    event.ledger.remember()()
    verdict = check(event)
    print(f"{plan.name}: {time.monotonic() - began:.0f} s, {event.turns} turns, {len(event.ledger.slips)} results and corrections, "
          f"killed {server.kills - kills} times\n    {verdict}", flush=True)


def main():
    # If this process is terminated, the server must end too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("day: ended"))
    program, plans = Path(sys.argv[1]).resolve(), [plan for plan in (LONG if IS_LONG else SHORT) if ONLY in plan.name]
    print(f"seed {SEED}", flush=True)
    with tempfile.TemporaryDirectory(prefix="lapidary-day-", ignore_cleanup_errors=True) as name:
        server = Server(program, open_to_all(Path(name)), PORT)
        try:
            organizer = server.player("organizer")
            with concurrent.futures.ThreadPoolExecutor(HANDS) as hands:
                players = [f"player{number}" for number in range(1, max(plan.players + plan.late for plan in plans) + 1)]
                tokens = dict(zip(players, hands.map(server.player, players)))
            for plan in plans:
                run(server, organizer, tokens, plan)
        finally:
            server.stop()
    for kind, counts in sorted(Event.lost.items()):
        print(f"lost responses of {kind}: {counts['whole']} were done, {counts['not at all']} were not")
    print(f"the server was killed {server.kills} times, and nothing that it had acknowledged was lost")


if __name__ == "__main__":
    main()
