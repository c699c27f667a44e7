#!/usr/bin/env python3
"""`tests/contract/broker/play.py PROGRAM NATS_SERVER`: two servers on one database announce turns to each other over NATS.

A third client of the NATS server hears the announcements. When the NATS server is killed, followers still hear of every turn;
when it is there again, announcements are carried again. No log has its password.
"""

import contextlib
import json
import os
import queue
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

PROGRAM, NATS_SERVER = sys.argv[1:]
USER, PASSWORD = "lapidary", "s3cret-of-nats"
SUBJECT = "lapidary.test"
SECONDS_MAX = 120
STOP_SECONDS_MAX = 20
SETTINGS = ["--rate-limits", "off", "--password-memory-kib", "8", "--password-passes", "1", "--stop-delay", "0", "--log", "info,lapidary=trace"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until(what, check):
    """Waits until a check returns something, and returns it."""
    deadline = time.monotonic() + SECONDS_MAX
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            if found := check():
                return found
        time.sleep(0.05)
    raise AssertionError(f"{what} does not happen")


def stop(process):
    process.send_signal(signal.SIGTERM)
    process.wait(STOP_SECONDS_MAX)


class Hearer:
    """Hears the texts of the subject, as a plain client of the NATS protocol."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), SECONDS_MAX)
        self.lines = self.socket.makefile("rb")
        assert self.lines.readline().startswith(b"INFO ")
        options = json.dumps({"verbose": False, "user": USER, "pass": PASSWORD})
        self.socket.sendall(f"CONNECT {options}\r\nSUB {SUBJECT} 1\r\nPING\r\n".encode())
        assert self.lines.readline() == b"PONG\r\n"

    def hear(self, word):
        """Waits for a text with this word."""
        while line := self.lines.readline():
            if line == b"PING\r\n":
                self.socket.sendall(b"PONG\r\n")
            elif line.startswith(b"MSG "):
                text = self.lines.read(int(line.split()[-1])).decode()
                self.lines.readline()
                if word in text.split():
                    return
        raise AssertionError(f"{word} is not announced")


class Server:
    """The program with these options."""

    def __init__(self, log, nats, *options):
        self.log = log
        self.address = f"http://127.0.0.1:{free_port()}"
        command = [PROGRAM, "serve", "--listen", self.address.removeprefix("http://"), *SETTINGS, *options]
        settings = {"LAPIDARY_NATS_URL": f"nats://127.0.0.1:{nats}", "LAPIDARY_NATS_USER": USER,
                    "LAPIDARY_NATS_PASSWORD": PASSWORD, "LAPIDARY_NATS_SUBJECT": SUBJECT}
        with open(log, "w", encoding="utf-8") as file:
            self.process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, **settings})
        until(f"the start of {log}", lambda: self.ask("GET", "/readyz"))

    def ask(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=SECONDS_MAX) as answer:
            return json.load(answer)

    def player(self):
        """Creates an account and returns its access token."""
        account = {"username": "player-" + secrets.token_hex(4), "password": "correct horse battery"}
        self.ask("POST", "/v1/accounts", account)
        return self.ask("POST", "/v1/sessions", account)["access_token"]

    def follow(self, game):
        """Returns a queue of the frames of a game; the last is `ended`."""
        frames = queue.Queue()

        def read():
            headers = {"accept": "application/x-ndjson"}
            request = urllib.request.Request(f"{self.address}/v1/games/{game}/events", headers=headers)
            with contextlib.suppress(OSError), urllib.request.urlopen(request, timeout=SECONDS_MAX) as answer:
                for line in answer:
                    if line.strip():
                        frames.put(json.loads(line))
            frames.put({"type": "ended"})

        threading.Thread(target=read, daemon=True).start()
        return frames


def nats(port):
    options = ["--addr", "127.0.0.1", "--port", str(port), "--user", USER, "--pass", PASSWORD]
    process = subprocess.Popen([NATS_SERVER, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until("the start of the NATS server", lambda: socket.create_connection(("127.0.0.1", port), 1).close() or True)
    return process


def database(directory):
    """Returns the options for a second server on the database of the first."""
    command = [PROGRAM, "database", "--data-dir", directory / "data", "env"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    known = dict(line.split("=", 1) for line in lines if line.startswith("PG"))
    return ["--database-host", known["PGHOST"], "--database-port", known["PGPORT"], "--database-name", known["PGDATABASE"],
            "--database-user", known["PGUSER"]]


def listeners(directory):
    """Returns how many connections listen to PostgreSQL itself."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'lapidary listener'"
    command = [PROGRAM, "database", "--data-dir", directory / "data", "psql", "-Atc", query]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Game:
    """A game of two players on one server, followed on another."""

    def __init__(self, here, there):
        self.here = here
        self.tokens = [here.player(), here.player()]
        self.id = here.ask("POST", "/v1/games", {"ruleset": "splendor", "seats": 2, "seating": "join_order"}, self.tokens[0])["id"]
        self.view = here.ask("POST", f"/v1/games/{self.id}/join", {}, self.tokens[1])
        self.frames = there.follow(self.id)
        snapshot = self.frames.get(timeout=SECONDS_MAX)
        assert snapshot["type"] == "snapshot" and snapshot["seq"] == self.view["version"], snapshot

    def turn(self):
        """Plays a turn and returns its version."""
        token = self.tokens[self.view["to_act"]["seat"]]
        legal = self.here.ask("GET", f"/v1/games/{self.id}/legal-actions", token=token)
        body = {"version": legal["version"], "actions": [legal["actions"][0]["action"]]}
        self.view = self.here.ask("POST", f"/v1/games/{self.id}/actions", body, token)["game"]
        return self.view["version"]

    def hear(self, version):
        """Waits until the follower has the version."""
        while (frame := self.frames.get(timeout=SECONDS_MAX)).get("seq") != version:
            assert frame["type"] not in ("ended", "stream_end"), frame

    def word(self, version):
        return f"g{self.id.replace('-', '')}:{version}"


def main():
    with tempfile.TemporaryDirectory(prefix="lapidary-broker-", ignore_cleanup_errors=True) as name, contextlib.ExitStack() as stack:
        # If this runs as root, the database runs as another user, who needs access to this directory.
        os.chmod(name, 0o755)
        directory, port = Path(name), free_port()
        broker = nats(port)
        stack.callback(lambda: broker.kill())
        hearer = Hearer(port)
        one = Server(directory / "one.log", port, "--data-dir", directory / "data")
        stack.callback(stop, one.process)
        two = Server(directory / "two.log", port, *database(directory))
        stack.callback(stop, two.process)
        game = Game(one, two)
        for _ in range(10):
            version = game.turn()
            hearer.hear(game.word(version))
            game.hear(version)
        assert not listeners(directory), "announcements go through NATS only"
        broker.kill()
        broker.wait()
        for _ in range(3):
            game.hear(game.turn())
        broker = nats(port)
        hearer = Hearer(port)
        carried_again(game, hearer)
        for log in (one.log, two.log):
            text = log.read_text(encoding="utf-8")
            losses = [line for line in text.splitlines() if "a job has failed" in line and 'job="relay"' in line]
            assert any("WARN" in line for line in losses), "the loss is logged"
            assert PASSWORD not in text, f"{log} has the password"


def carried_again(game, hearer):
    """Plays turns until one of them is announced again."""
    hearer.socket.settimeout(1)
    deadline = time.monotonic() + SECONDS_MAX
    while time.monotonic() < deadline:
        version = game.turn()
        game.hear(version)
        with contextlib.suppress(TimeoutError):
            return hearer.hear(game.word(version))
        hearer.lines = hearer.socket.makefile("rb")
    raise AssertionError("announcements are not carried again")


if __name__ == "__main__":
    main()
