"""Players who play all day through servers that come and go, and what they were told was stored."""

import itertools
import signal
import threading
import time

from server import STOP_SECONDS_MAX, Lost

TURNS_BETWEEN = 6
SECONDS_MAX = 120
LIVE = {"kind": "live", "initial_ms": 10_800_000, "increment_ms": 0}


class Play:
    """Two players who play games all day. Each request goes to a server that is up, and is repeated if its response was lost."""

    def __init__(self, servers, tokens):
        self.servers, self.tokens, self.keys = servers, tokens, itertools.count()
        self.turns, self.fault, self.ends = [], None, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def ask(self, method, path, body=None, token=None):
        key = f"day-{next(self.keys)}" if method == "POST" else None
        deadline = time.monotonic() + SECONDS_MAX
        while time.monotonic() < deadline:
            for server in self.servers:
                if server.is_up.is_set():
                    try:
                        return server.send(method, path, body, token, key)[0]
                    except Lost:
                        continue
            time.sleep(0.05)
        raise AssertionError(f"no response: {method} {path}")

    def run(self):
        try:
            while not self.ends.is_set():
                self.game()
        except Exception as fault:  # It is raised where somebody looks: by `goes_on`.
            self.fault = fault

    def game(self):
        ada, bob = self.tokens
        terms = {"ruleset": "kids", "options": {"board": "short"}, "seats": 2, "clock": LIVE}
        game = self.ask("POST", "/v1/games", terms, ada)["id"]
        self.ask("POST", f"/v1/games/{game}/join", None, bob)
        while not self.ends.is_set():
            view = self.ask("GET", f"/v1/games/{game}", token=ada)
            if view["status"] != "active":
                return
            mover = ada if view["to_act"]["seat"] == view["viewer_seat"] else bob
            seen = self.ask("GET", f"/v1/games/{game}?include=legal_actions", token=mover)
            if seen["version"] != view["version"]:
                continue
            action = seen["legal_actions"][len(self.turns) % len(seen["legal_actions"])]["action"]
            after = self.ask("POST", f"/v1/games/{game}/actions", {"version": seen["version"], "actions": [action]}, mover)
            self.turns.append((game, after["version"]))

    def goes_on(self):
        """Waits until some more turns are played."""
        more, deadline = len(self.turns) + TURNS_BETWEEN, time.monotonic() + SECONDS_MAX
        while len(self.turns) < more:
            if self.fault:
                raise self.fault
            assert time.monotonic() < deadline, "nobody plays any more"
            time.sleep(0.05)

    def stop(self):
        self.goes_on()
        self.ends.set()
        self.thread.join(SECONDS_MAX)
        if self.fault:
            raise self.fault

    def are_kept(self, read, turns):
        """Checks that each of these acknowledged turns is in its game."""
        versions = {}
        for game, version in turns:
            versions[game] = max(version, versions.get(game, 0))
        for game, version in versions.items():
            assert read(f"/v1/games/{game}")["version"] >= version, f"a turn of {game} is lost"
            seqs = [entry["seq"] for entry in log_of(read, game)]
            assert len(seqs) >= version and seqs == [*range(1, len(seqs) + 1)], f"an entry of {game} is lost: {seqs}"


def log_of(read, game):
    entries, more = [], True
    while more:
        page = read(f"/v1/games/{game}/events?since={len(entries)}")
        entries, more = entries + page["events"], page["more"]
    return entries


def halt(server):
    """Stops a server; clients wait until it begins again."""
    server.is_up.clear()
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(STOP_SECONDS_MAX)
    assert server.process.returncode == 0, server.log.read_text(encoding="utf-8")


def replace(server):
    """Stops a server and starts it again, as a new version is."""
    halt(server)
    server.begin()
