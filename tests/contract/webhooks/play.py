#!/usr/bin/env python3
"""`tests/contract/webhooks/play.py PROGRAM`: receivers with the library of Standard Webhooks verify the messages of a game.

One receiver has a certificate that the program trusts, one has another certificate. The library must accept every message, and
refuse it when a byte is changed.
"""

import contextlib
import http.server
import json
import os
import queue
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PROGRAM = sys.argv[1]
PASSWORD = "correct horse battery"
EVENTS = ["game.started", "game.finished", "game.aborted"]
MESSAGE_SECONDS_MAX = 60
STOP_SECONDS_MAX = 20
SETTINGS = ["--listen", "127.0.0.1:0", "--rate-limits", "off", "--password-memory-kib", "8", "--password-passes", "1", "--stop-delay", "0", "--log", "warn",
            "--drain", "1000", "--webhook-networks", "127.0.0.0/8", "--webhook-interval", "50"]


def certificate(directory, name):
    """Makes a certificate for 127.0.0.1 and returns its file, and that of its key."""
    files = [directory / f"{name}.pem", directory / f"{name}.key"]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=receiver",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE",
                    "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


class Receiver:
    """Keeps the requests that it gets, and accepts them."""

    def __init__(self, files):
        received = self.received = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                received.put((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
        # The handshake takes place in the thread of the request, where it may fail.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.server.handle_error = lambda *_: None
        self.url = f"https://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.received.get(timeout=MESSAGE_SECONDS_MAX)


def send(server, method, path, token=None, body=None):
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server + path, data, headers, method=method), timeout=30) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def sign_up(server, name):
    account = {"username": name, "password": PASSWORD}
    send(server, "POST", "/v1/accounts", body=account)
    return send(server, "POST", "/v1/sessions", body=account)["access_token"]


def verified(secrets, headers, body, event):
    """Verifies a message with each of its secrets, and returns its data."""
    for secret in secrets:
        message = Webhook(secret).verify(body, headers)
        assert message["type"] == event, message
        with contextlib.suppress(WebhookVerificationError):
            Webhook(secret).verify(body.replace(b"game", b"gamf"), headers)
            raise AssertionError("a changed message is accepted")
    return message["data"]


def play(server, trusted, stranger):
    ada, grace = sign_up(server, "ada"), sign_up(server, "grace")
    hook = send(server, "POST", "/v1/webhooks", ada, {"url": trusted.url, "events": EVENTS})
    game = send(server, "POST", "/v1/games", ada, {"ruleset": "splendor", "seats": 2})["id"]
    send(server, "POST", f"/v1/games/{game}/join", grace, {})
    assert verified([hook["secret"]], *trusted.next(), "game.started")["game"] == game
    rotated = send(server, "PATCH", f"/v1/webhooks/{hook['id']}", ada, {"rotate_secret": True})
    send(server, "POST", f"/v1/games/{game}/resign", grace)
    assert verified([hook["secret"], rotated["secret"]], *trusted.next(), "game.finished")["game"] == game
    other = send(server, "POST", "/v1/webhooks", ada, {"url": stranger.url, "events": EVENTS})
    send(server, "POST", f"/v1/webhooks/{other['id']}/test", ada)
    deadline = time.monotonic() + MESSAGE_SECONDS_MAX
    while not (attempts := send(server, "GET", f"/v1/webhooks/{other['id']}/deliveries", ada)["items"][0]["attempts"]):
        assert time.monotonic() < deadline, "the test is not sent"
        time.sleep(0.05)
    assert attempts[0]["failure"] == "tls", attempts
    assert stranger.received.empty()


def main():
    with tempfile.TemporaryDirectory(prefix="lapidary-webhooks-", ignore_cleanup_errors=True) as name:
        directory = Path(name)
        os.chmod(directory, 0o755)
        known, unknown = certificate(directory, "known"), certificate(directory, "unknown")
        options = ["--data-dir", directory / "data", "--webhook-ca", known[0], *SETTINGS]
        process = subprocess.Popen([PROGRAM, "serve", *options], stdout=subprocess.PIPE, text=True)
        try:
            line = process.stdout.readline()
            address = next(word.removesuffix("/docs") for word in line.split() if word.endswith("/docs"))
            play(address, Receiver(known), Receiver(unknown))
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS_MAX)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    main()
