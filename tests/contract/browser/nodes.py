#!/usr/bin/env python3
"""`tests/contract/browser/nodes.py PROGRAM CHROMIUM`: a browser's EventSource survives a server that is full, and one that is killed.

Two servers share a database, behind an address that leads to one of them, as a load balancer does. Each may have one stream. The browser is
refused first, because another one has the stream: it must come back by itself and get the stream once that is free. Then the server is killed
in the middle of a game. What the browser has received must be the log, each entry once.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PROGRAM, CHROMIUM = sys.argv[1:3]
START_SECONDS_MAX = 120
TURNS = 6
# The vocabulary of the neighbor test reads the address of its server when it is loaded.
sys.argv[1] = "http://127.0.0.1:0"
import play  # noqa: E402


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Node:
    """A server that may have one stream, or has other limits."""

    def __init__(self, stack, directory, name, limits=("--rate-limits", "off", "--streams-per-server", "1")):
        self.address = f"http://127.0.0.1:{free_port()}"
        self.log = directory / f"{name}.log"
        command = [PROGRAM, "serve", "--data-dir", directory / "data", "--listen", self.address.removeprefix("http://"),
                   "--password-memory-kib", "8", "--password-passes", "1", "--stop-delay", "0", *limits]
        with open(self.log, "w", encoding="utf-8") as file:
            self.process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=file)
        stack.callback(self.stop)
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError):
                if urllib.request.urlopen(self.address + "/readyz", timeout=5).status == 200:
                    return
            time.sleep(0.1)
        raise AssertionError(f"the server does not start:\n{self.log.read_text()}")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)

    def kill(self):
        self.process.kill()
        self.process.wait()


def lead_to(node):
    """Makes new connections, and the requests of this test, lead to a server."""
    play.SERVER = node.address


def turn(game, tokens):
    token, actions = play.legal(game, tokens)
    body = {"version": actions["version"], "actions": [actions["actions"][0]["action"]]}
    return play.call("POST", f"/v1/games/{game}/actions", body, token)["version"]


def refused(address):
    """Whether a client that is no EventSource gets 503 for this stream."""
    try:
        urllib.request.urlopen(urllib.request.Request(address, headers={"accept": "application/x-ndjson"}), timeout=5).close()
    except urllib.error.HTTPError as answer:
        return answer.code == 503
    return False


def main():
    with contextlib.ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lapidary-nodes-", ignore_cleanup_errors=True)))
        # If this runs as root, the database runs as another user, who needs access to this directory.
        os.chmod(directory, 0o755)
        one, other = Node(stack, directory, "one"), Node(stack, directory, "other")
        lead_to(one)
        (_, ada), (_, bob) = play.player(), play.player()
        terms = {"ruleset": "splendor", "seats": 2, "seating": "join_order"}
        game = play.call("POST", "/v1/games", terms, ada)["id"]
        play.call("POST", f"/v1/games/{game}/join", {}, bob)
        path = f"/v1/games/{game}/events"

        # Somebody else has the only stream of the server.
        held = urllib.request.urlopen(urllib.request.Request(one.address + path, headers={"accept": "application/x-ndjson"}), timeout=30)
        held.readline()
        assert refused(one.address + path), "the server has a second stream"
        proxy = play.Proxy()
        browser = play.Browser(stack, proxy.address + path)
        unavailable = lambda: any(report["frame"]["data"].get("reason") == "unavailable" for report in browser.frames)  # noqa: E731
        browser.until("that the server is full", unavailable)
        held.close()
        snapshot = lambda: any(report["frame"]["type"] == "snapshot" for report in browser.frames)  # noqa: E731
        browser.until("the game, once there is room", snapshot)
        print("browser: a full server was met, and the stream came by itself")

        tokens = (ada, bob)
        for _ in range(TURNS):
            version = turn(game, tokens)
        browser.until(f"version {version}", lambda: browser.has(version))
        # New connections lead elsewhere before the old ones break.
        lead_to(other)
        one.kill()
        for _ in range(TURNS):
            version = turn(game, tokens)
        play.call("POST", f"/v1/games/{game}/resign", token=ada)
        over = lambda: browser.frames[-1]["frame"].get("data", {}).get("reason") == "game_over"  # noqa: E731
        browser.until("the end on the other server", over)
        log = play.call("GET", f"/v1/games/{game}/events?limit=100", token=ada)["events"]
        seen = [report["frame"]["seq"] for report in browser.frames
                if "seq" in report["frame"] and report["frame"]["type"] != "snapshot"]
        assert seen == [entry["seq"] for entry in log if entry["seq"] > 1], (seen, json.dumps(log)[:200])
        print("browser: a server was killed, and the browser saw every entry once")


if __name__ == "__main__":
    main()
