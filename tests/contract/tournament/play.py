#!/usr/bin/env python3
"""`play.py SERVER`: runs a Swiss event with pods of four, a round robin of nine in threes, one with duplicate deals and one of duels with
byes, then duels over the board in which some leave early, with byes on request and a cut, and recomputes their exports. A library of other
authors reads the reports of the duels (TRF).

The players are scripted and play whole games of Splendor Kids over HTTP. TOURNAMENT_PLAYERS sets the number of players of the Swiss
event, TOURNAMENT_ROUNDS its rounds, and TOURNAMENT_PROCESSES how many processes play.
"""

import http.client
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

from py4swiss.trf import TrfParser

ROOT = Path(__file__).resolve().parents[3]
PLAYERS = int(os.environ.get("TOURNAMENT_PLAYERS", "16"))
ROUNDS = int(os.environ.get("TOURNAMENT_ROUNDS", "2"))
PROCESSES = int(os.environ.get("TOURNAMENT_PROCESSES", "2"))
PASSWORD = "correct horse battery"
TURNS_MAX = 2000
# A server closes connections that nobody uses for longer (a minute or so); a connection that has rested so long is opened again.
REST_SECONDS_MAX = 5


class Client:
    """One connection to the server, which stays open while it is used."""

    def __init__(self, server):
        self.address = urllib.parse.urlsplit(server).netloc
        self.connection = http.client.HTTPConnection(self.address, timeout=60)
        self.used_at = time.monotonic()

    def send(self, method, path, body=None, headers=None):
        """Sends a request and returns status and text of its response."""
        if time.monotonic() - self.used_at > REST_SECONDS_MAX:
            # The next request opens it again.
            self.connection.close()
        self.connection.request(method, path, body, headers or {})
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.used_at = time.monotonic()
        return answer.status, text

    def call(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json"} if body is not None else {}
        if token:
            headers["authorization"] = "Bearer " + token
        status, text = self.send(method, path, None if body is None else json.dumps(body), headers)
        if status >= 300:
            raise SystemExit(f"{method} {path}: {status} {text}")
        return json.loads(text) if text else None

    def text(self, path):
        status, text = self.send("GET", path)
        if status >= 300:
            raise SystemExit(f"GET {path}: {status} {text}")
        return text


def log_in(client, name):
    account = {"username": name, "password": PASSWORD}
    client.call("POST", "/v1/accounts", account)
    return client.call("POST", "/v1/sessions", account)["access_token"]


def choose(actions, dice):
    """Moves if that is possible, so that the game comes to its end."""
    moves = [listed for listed in actions if listed["action"]["type"] == "move"]
    return dice.choice(moves or actions)["action"]


def play(server, tables):
    """Plays games: each is the id of the game, and the tokens of its seats."""
    client, turns = Client(server), 0
    for game, tokens, seed in tables:
        dice, path = random.Random(seed), f"/v1/games/{game}"
        view = client.call("GET", path, token=tokens[0])
        while view["to_act"]:
            token = tokens[view["to_act"]["seat"]]
            legal = client.call("GET", f"{path}/legal-actions", token=token)
            turn = {"version": legal["version"], "actions": [choose(legal["actions"], dice)]}
            view = client.call("POST", f"{path}/actions", turn, token)["game"]
            turns += 1
            if turns > TURNS_MAX * len(tables):
                raise SystemExit(f"game {game} does not end")
    return turns


def event(client, server, settings, names, tokens, workers):
    """Organizes a tournament until its end, and returns its export and the number of turns."""
    organizer = tokens["organizer"]
    path = "/v1/tournaments/" + client.call("POST", "/v1/tournaments", {"open": True, "ruleset": "kids", "options": {"board": "short"}, **settings}, organizer)["id"]
    for name in names:
        client.call("POST", f"{path}/enter", token=tokens[name])
    tournament, turns = client.call("POST", f"{path}/start", token=organizer), 0
    rounds = settings.get("rounds") or 4
    for number in range(1, rounds + 1):
        planned = client.call("POST", f"{path}/rounds/next?dry_run=true", token=organizer)
        made = client.call("POST", f"{path}/rounds/next", token=organizer)
        seats = lambda round_: [[seat["entry"] for seat in table["seats"]] for table in round_["tables"]]
        if seats(planned) != seats(made):
            raise SystemExit(f"round {number} is not paired as the dry run showed")
        tables = [(table["game"], [tokens[seat["player"]["username"]] for seat in table["seats"]], f"{tournament['id']} {table['table']}")
                  for table in made["tables"]]
        shares = [(server, tables[at::PROCESSES]) for at in range(PROCESSES)]
        turns += sum(workers.starmap(play, shares))
    client.call("POST", f"{path}/close", token=organizer)
    export = client.call("GET", f"{path}/export")
    if settings["seats"] == 2:
        read_elsewhere(client.text(f"{path}/export?format=trf"), export)
    return export, turns


def hall(client, organizer, settings, field, acts):
    """Organizes duels of guests over the board, and does what `acts` says after each round; returns the export."""
    settings = {"open": True, "ruleset": "splendor", "seats": 2, "play": "over_the_board", **settings}
    path = "/v1/tournaments/" + client.call("POST", "/v1/tournaments", settings, organizer)["id"]
    for number in range(1, field + 1):
        client.call("POST", f"{path}/entries", {"guest": f"Guest {number}", "rating": 2000 - 10 * number}, organizer)
    for entry, rounds in acts.get(0, []):
        client.call("PUT", f"{path}/entries/{entry}/byes", {"rounds": rounds}, organizer)
    client.call("POST", f"{path}/start", token=organizer)
    dice, headers = random.Random(settings["name"]), {"authorization": "Bearer " + organizer}
    while (made := client.send("POST", f"{path}/rounds/next", None, headers))[0] == 201:
        round_ = json.loads(made[1])
        for table in round_["tables"]:
            results = [{"places": [1, 2]}, {"places": [2, 1]}, {"places": [1, 2], "forfeits": [1]}]
            level = [{"places": [1, 1]}] if round_["stage"] != "knock_out" else []
            client.call("POST", f"{path}/tables/{table['table']}/result", {**dice.choice(results + level), "reason": "slip"}, organizer)
        client.call("POST", f"{path}/rounds/close", token=organizer)
        for act, entry in acts.get(round_["round"], []):
            client.call("POST", f"{path}/entries/{entry}/{act}", {"reason": "a test"}, organizer)
    if json.loads(made[1])["code"] != "no_more_rounds":
        raise SystemExit(f"{settings['name']}: {made[1]}")
    client.call("POST", f"{path}/close", token=organizer)
    export = client.call("GET", f"{path}/export")
    read_elsewhere(client.text(f"{path}/export?format=trf"), export)
    return export


def read_elsewhere(text, export):
    """Lets the reader of a library of pairings read a report, and compares what it finds with the export."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "tournament.trf"
        file.write_text(text, encoding="utf-8")
        report = TrfParser.parse(file)
    found = {(line.name, line.rank, len(line.results)) for line in report.player_sections}
    names = {entry["entry"]: entry["player"]["username"] or entry["guest"] for entry in export["entries"]}
    wanted = {(names[line["entry"]], line["place"], len(export["rounds"])) for line in export["standings"]}
    if found != wanted:
        raise SystemExit(f"another reader finds other players, ranks or rounds: {sorted(found ^ wanted)}")


def recompute(export):
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "tournament.json"
        file.write_text(json.dumps(export))
        subprocess.run([sys.executable, ROOT / "examples/recompute_tournament.py", file], check=True)
        # The script must notice a wrong export.
        export["standings"][0]["points_twelfths"] += 1
        file.write_text(json.dumps(export))
        noticed = subprocess.run([sys.executable, ROOT / "examples/recompute_tournament.py", file], capture_output=True)
        if noticed.returncode == 0:
            raise SystemExit("the recomputation accepts a wrong export")


def main():
    server = sys.argv[1]
    client, mark = Client(server), format(int(time.time()), "x")
    names = [f"t{mark}-{number}" for number in range(max(PLAYERS, 9))]
    tokens = {name: log_in(client, name) for name in names}
    tokens["organizer"] = log_in(client, f"t{mark}-org")
    with multiprocessing.Pool(PROCESSES) as workers:
        for settings, field in [
            ({"name": "Swiss in pods of four", "format": "swiss", "seats": 4, "rounds": ROUNDS}, names[:PLAYERS]),
            ({"name": "Nine in threes", "format": "round_robin", "seats": 3}, names[:9]),
            ({"name": "Duplicate", "format": "swiss", "seats": 4, "rounds": ROUNDS, "duplicate": True}, names[:PLAYERS]),
            ({"name": "Duels with a bye", "format": "swiss", "seats": 2, "rounds": 3}, names[:7]),
        ]:
            began = time.monotonic()
            export, turns = event(client, server, settings, field, tokens, workers)
            print(f"{settings['name']}: {len(field)} players, {turns} turns, {time.monotonic() - began:.0f} s", flush=True)
            recompute(export)
    for settings, field, acts in [
        ({"name": "Six, of whom two leave early", "format": "round_robin", "early_leavers": "annul"}, 6, {1: [("withdraw", 2)], 2: [("remove", 5)]}),
        ({"name": "Seven, of whom one leaves early", "format": "round_robin", "early_leavers": "annul"}, 7, {2: [("withdraw", 3)], 4: [("withdraw", 4), ("reinstate", 4)]}),
        ({"name": "Byes, then a cut", "format": "swiss", "rounds": 4, "cut": 4, "byes": {"max": 2, "points": "half"}}, 11, {0: [(1, [1]), (4, [2, 3])], 2: [("withdraw", 7)]}),
    ]:
        recompute(hall(client, tokens["organizer"], settings, field, acts))
        print(f"{settings['name']}: {field} guests", flush=True)


if __name__ == "__main__":
    main()
