#!/usr/bin/env python3
"""`tests/contract/browser/play.py SERVER CHROMIUM`: a browser's EventSource reads games whose connections break again and again.

One game is public; the other is private and opened with a ticket. Between the browser and the server is a proxy that cuts every
connection now and then, so the browser connects again by itself. What it has received must be the log, each entry once.
"""

import contextlib
import http.server
import json
import queue
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

SERVER, CHROMIUM = sys.argv[1].rstrip("/"), sys.argv[2]
SECONDS_MAX = 120
TURNS = 24
TURNS_BETWEEN_CUTS = 6
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]


def call(method, path, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers, method=method), timeout=SECONDS_MAX) as answer:
        return json.load(answer)


def player():
    account = {"username": "browser-" + secrets.token_hex(4), "password": "correct horse battery"}
    call("POST", "/v1/accounts", account)
    return account["username"], call("POST", "/v1/sessions", account)["access_token"]


class Proxy:
    """Passes connections on to the server, and cuts all of them on demand."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.open = set()
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = urllib.parse.urlparse(SERVER)
            ours = socket.create_connection((server.hostname, server.port))
            with self.lock:
                self.open.update((client, ours))
            for one, other in ((client, ours), (ours, client)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        with self.lock:
            connections, self.open = self.open, set()
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Page(http.server.ThreadingHTTPServer):
    """Serves a page and collects what it reports."""

    def __init__(self, page):
        reports = self.reports = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(page if self.path.startswith("/?") else b"")

            def do_POST(self):
                reports.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.answer(b"")

            def answer(self, body):
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Browser:
    """The browser with a page that follows one stream; `frames` are what it has received, in order. `page` replaces the usual page."""

    def __init__(self, stack, stream, page=None):
        self.page = Page(page or (Path(__file__).parent / "page.html").read_bytes())
        self.known, self.frames, self.opened = {}, [], 0
        directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="lapidary-browser-", ignore_cleanup_errors=True))
        address = f"{self.page.address}/?{urllib.parse.urlencode({'stream': stream})}"
        command = [CHROMIUM, *OPTIONS, "--remote-debugging-port=0", f"--user-data-dir={directory}", address]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stack.callback(process.wait)
        stack.callback(process.kill)

    def until(self, what, check):
        """Takes reports until a check succeeds. They may arrive in another order than they were sent."""
        deadline = time.monotonic() + SECONDS_MAX
        while not check():
            try:
                report = self.page.reports.get(timeout=deadline - time.monotonic())
            except (queue.Empty, ValueError):
                raise AssertionError(f"the browser does not see {what}: {self.frames[-3:]}") from None
            self.known[report["order"]] = report
            while (next_one := self.known.get(self.opened + len(self.frames))) is not None:
                if "frame" in next_one:
                    self.frames.append(next_one)
                else:
                    self.opened += 1

    def has(self, version):
        return any(report["frame"].get("seq") == version for report in self.frames)


def legal(game, tokens):
    view = call("GET", f"/v1/games/{game}", token=tokens[0])
    token = tokens[view["to_act"]["seat"]]
    return token, call("GET", f"/v1/games/{game}/legal-actions", token=token)


def follow(visibility):
    """Plays a game and follows it with the browser; returns how often the browser had to connect."""
    (_, ada), (bob_name, bob) = player(), player()
    terms = {"ruleset": "splendor", "seats": 2, "visibility": visibility, "seating": "join_order"}
    game = call("POST", "/v1/games", terms, ada)["id"]
    path = f"/v1/games/{game}/events"
    if visibility == "private":
        call("POST", f"/v1/games/{game}/invitations", {"username": bob_name}, ada)
    call("POST", f"/v1/games/{game}/join", {}, bob)
    with contextlib.ExitStack() as stack:
        proxy = Proxy()
        stream = proxy.address + path
        if visibility == "private":
            stream += "?" + urllib.parse.urlencode({"ticket": call("POST", "/v1/stream-tickets", {"path": path}, ada)["ticket"]})
        browser = Browser(stack, stream)
        browser.until("the first frame", lambda: browser.frames)
        first = browser.frames[0]["frame"]
        assert first["type"] == "snapshot" and first["data"]["version"] == 1, first
        for turn in range(1, TURNS + 1):
            token, actions = legal(game, (ada, bob))
            turned = call("POST", f"/v1/games/{game}/actions",
                          {"version": actions["version"], "actions": [actions["actions"][0]["action"]]}, token)
            if turn % TURNS_BETWEEN_CUTS == 0:
                # It has seen something since the last interruption, so it must go on from there.
                browser.until(f"version {turned['version']}", lambda: browser.has(turned["version"]))
                proxy.cut()
        call("POST", f"/v1/games/{game}/resign", token=ada)
        browser.until("the end", lambda: browser.frames[-1]["frame"]["type"] == "stream_end")
        log = call("GET", f"/v1/games/{game}/events?limit=100", token=ada)["events"]
        entries = [report for report in browser.frames if "seq" in report["frame"] and report["frame"]["type"] != "snapshot"]
        assert [report["frame"]["seq"] for report in entries] == [entry["seq"] for entry in log if entry["seq"] > 1]
        assert all(report["id"] == str(report["frame"]["seq"]) for report in entries), "every entry has its id"
        for report, entry in zip(entries, log[1:], strict=True):
            assert {name: report["frame"][name] for name in entry} == entry, (report, entry)
        assert browser.frames[-1]["frame"]["data"]["reason"] == "game_over", browser.frames[-1]
        return browser.opened


def main():
    for visibility in ("public", "private"):
        opened = follow(visibility)
        assert opened > 2, f"the browser connected only {opened} times"
        print(f"{visibility}: the browser connected {opened} times and saw every entry once")


if __name__ == "__main__":
    main()
