#!/usr/bin/env python3
"""`tests/contract/ladder/play.py PROGRAM SCRIPT`: rated games over HTTP, whose logs are recomputed by a stranger.

Scripted players seek rated games at tables of two and three, and play legal actions until somebody resigns or the game ends.
An administrator annuls one of the games. A club plays three seasons of a ladder, each of which continues the one before. Then
SCRIPT, which is examples/recompute_ladder.py, recomputes the downloaded logs with a library of other authors, and `lapidary ratings
recompute --check` compares them with the stored ratings.
"""

import contextlib
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

PROGRAM, SCRIPT = sys.argv[1:]
SECONDS_MAX = 120
STOP_SECONDS_MAX = 20
PASSWORD = "correct horse battery"
NAMES = ["ada", "bob", "eve", "dan"]
CLOCK = {"kind": "live", "initial_ms": 10_800_000, "increment_ms": 0}
# After so many decisions the seat to act resigns; every fourth game is played to its end.
DECISIONS = 12
DECISIONS_MAX = 2_000
SETTINGS = ["--rate-limits", "off", "--password-memory-kib", "8", "--password-passes", "1", "--stop-delay", "0", "--log", "warn"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The program on a database of its own."""

    def __init__(self, directory):
        self.address = f"http://127.0.0.1:{free_port()}"
        command = [PROGRAM, "serve", "--listen", self.address.removeprefix("http://"), "--data-dir", directory / "data", *SETTINGS]
        with open(directory / "server.log", "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + SECONDS_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError):
                self.ask("GET", "/readyz")
                return
            time.sleep(0.1)
        raise AssertionError((directory / "server.log").read_text(encoding="utf-8"))

    def ask(self, method, path, body=None, token=None, accept="application/json"):
        headers = {"content-type": "application/json", "accept": accept}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=SECONDS_MAX) as answer:
            text = answer.read().decode()
            return text if accept != "application/json" else json.loads(text) if text else None

    def player(self, name):
        """Creates an account and returns its access token."""
        account = {"username": name, "password": PASSWORD}
        self.ask("POST", "/v1/accounts", account)
        return self.ask("POST", "/v1/sessions", account)["access_token"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(STOP_SECONDS_MAX)


def play(server, tokens, number, **terms):
    """Lets these players find each other and play a rated game. Returns its id."""
    seek = {"ruleset": "splendor", "seats": len(tokens), "rated": True, "clock": CLOCK, **terms}
    seeks = [server.ask("POST", "/v1/seeks", seek, token) for token in tokens]
    deadline = time.monotonic() + SECONDS_MAX
    # Whose ratings differ much wait until the server pairs them.
    while not (game := server.ask("GET", f"/v1/seeks/{seeks[-1]['id']}", token=tokens[-1])["game"]):
        assert time.monotonic() < deadline, "nobody is paired"
        time.sleep(0.2)
    views = {view["viewer_seat"]: token for token in tokens for view in [server.ask("GET", f"/v1/games/{game}", token=token)]}
    for decision in range(DECISIONS_MAX):
        view = server.ask("GET", f"/v1/games/{game}")
        if view["status"] == "finished":
            assert view["rated"] and all(isinstance(seat["change"], int) for seat in view["ratings"]), view["ratings"]
            return game
        token = views[view["to_act"]["seat"]]
        if decision >= DECISIONS and number % 4:
            server.ask("POST", f"/v1/games/{game}/resign", token=token)
            continue
        legal = server.ask("GET", f"/v1/games/{game}/legal-actions", token=token)
        # Purchases first, so that a game ends.
        actions = sorted(legal["actions"], key=lambda listed: (listed["action"]["type"] != "buy", random.random()))
        body = {"version": legal["version"], "actions": [actions[0]["action"]]}
        server.ask("POST", f"/v1/games/{game}/actions", body, token)
    raise AssertionError(f"game {game} does not end")


def operator(directory, *words):
    done = subprocess.run([PROGRAM, *words, "--data-dir", directory / "data"], capture_output=True, text=True, check=False)
    print(done.stdout, end="")
    assert done.returncode == 0, done.stderr


def download(server, directory, pool):
    """Stores the log of a pool and returns the file."""
    log = directory / f"{pool}.jsonl"
    log.write_text(server.ask("GET", f"/v1/ladders/{pool}/log", accept="application/x-ndjson"), encoding="utf-8")
    return log


def seasons(server, directory, tokens):
    """A club plays three seasons, and each one is recomputed with the logs of those before it."""
    club = server.ask("POST", "/v1/clubs", {"name": "Club", "joining": "open"}, tokens[0])["id"]
    for token in tokens[1:]:
        server.ask("POST", f"/v1/clubs/{club}/join", token=token)
    wanted = {"name": "Duels", "base_pool": "splendor.duel.live.human"}
    ladder = server.ask("POST", f"/v1/clubs/{club}/ladders", wanted, tokens[0])["id"]
    earlier = []
    # Somebody is missing in each season, so that some have missed one.
    for missing in (3, 2, 3):
        season = server.ask("POST", f"/v1/clubs/{club}/seasons", {"ladder": ladder, "reset": "soft"}, tokens[0])
        if earlier:
            assert season["carried"]["pool"] in str(earlier[-1][0]), season
            earlier[-1] = (earlier[-1][0], season["carried"]["pool_seq"])
        there = [token for place, token in enumerate(tokens) if place != missing]
        for number, table in enumerate(itertools.combinations(there, 2)):
            play(server, table, number, ladder=ladder)
        ended = server.ask("POST", f"/v1/clubs/{club}/seasons/{season['id']}/end", token=tokens[0])
        assert (ended["status"], ended["games"]) == ("over", 3), ended
        log = download(server, directory, season["pool"])
        after = [word for name, last in earlier for word in ("--after", f"{name}:{last}")]
        subprocess.run([sys.executable, SCRIPT, log, *after], check=True)
        if earlier:
            # Without the seasons before, the same log is not right.
            alone = subprocess.run([sys.executable, SCRIPT, log], capture_output=True, check=False)
            assert alone.returncode != 0, alone
        earlier.append((log, None))


def main():
    random.seed(1)
    with tempfile.TemporaryDirectory(prefix="lapidary-ladder-", ignore_cleanup_errors=True) as name, contextlib.ExitStack() as stack:
        # If this runs as root, the database runs as another user, who needs access to this directory.
        os.chmod(name, 0o755)
        directory = Path(name)
        server = Server(directory)
        stack.callback(server.stop)
        tokens = [server.player(name) for name in NAMES]
        tables = [*itertools.combinations(tokens, 2), *itertools.combinations(tokens, 3)]
        games = [play(server, table, number) for number, table in enumerate(tables)]
        operator(directory, "admin", "grant", "ada")
        reason = {"reason": "a test of annulments"}
        annulled = server.ask("POST", f"/v1/admin/games/{games[1]}/annul", reason, tokens[0])
        assert annulled["pool_seq"] == 2 and annulled["changes"], annulled
        pools = [ladder["pool"] for ladder in server.ask("GET", "/v1/ladders")["items"]]
        assert pools == ["splendor.duel.live.human", "splendor.table.live.human"], pools
        for pool in pools:
            subprocess.run([sys.executable, SCRIPT, download(server, directory, pool)], check=True)
        seasons(server, directory, tokens)
        operator(directory, "ratings", "recompute", "--check")


if __name__ == "__main__":
    main()
