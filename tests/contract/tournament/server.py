"""The program on a data directory of its own, which is killed with SIGKILL and started again, and what a client needs to live with that."""

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import threading
import time

SECONDS_MAX = 120
STOP_SECONDS_MAX = 20
# An access token lasts 10 minutes.
TOKEN_SECONDS_MAX = 300
PASSWORD = "correct horse battery"
# The limits must not stop a day of thousands of requests, and hashing passwords must be cheap.
SETTINGS = ["--rate-limits", "off", "--password-memory-kib", "8", "--password-passes", "1", "--stop-delay", "0", "--log", "warn"]


class Lost(Exception):
    """There was no response: the request has taken effect, or it has not."""


class Refused(Exception):
    """The server has refused a request."""

    def __init__(self, request, status, problem):
        super().__init__(f"{request}: {status} {problem}")
        self.status, self.code = status, problem.get("code")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The program. `remember` is called when it is dead, and what it returns when it lives again; both say what must not be lost."""

    def __init__(self, program, directory, port=None, database=None):
        self.port = port or free_port()
        self.log = directory / "server.log"
        stored = ["--database-url", database] if database else ["--data-dir", directory / "data"]
        self.command = [program, "serve", "--listen", f"127.0.0.1:{self.port}", *stored, *SETTINGS]
        self.remember = lambda: lambda: None
        self.kills, self.faults, self.is_ending = 0, [], False
        # When it has answered 503, and to what.
        self.unavailable = []
        # By the first access token of each player: the account, the last token, and since when it lasts.
        self.logins = {}
        self.is_up, self.killing, self.of_thread = threading.Event(), threading.Lock(), threading.local()
        self.begin()

    def begin(self):
        with open(self.log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen([str(word) for word in self.command], stdout=log, stderr=log)
        deadline = time.monotonic() + SECONDS_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    self.is_up.set()
                    return
            time.sleep(0.05)
        raise AssertionError(f"the server does not start:\n{self.log.read_text(encoding='utf-8')}")

    def strike(self, after):
        """Kills the server after some seconds, and starts it again."""
        timer = threading.Timer(after, self.kill)
        timer.daemon = True
        timer.start()

    def kill(self):
        # One death at a time: a second stroke meets a server that is up again.
        with self.killing:
            if self.is_ending:
                return
            try:
                self.is_up.clear()
                self.process.send_signal(signal.SIGKILL)
                self.process.wait()
                self.kills += 1
                still_holds = self.remember()
                self.begin()
                still_holds()
            except Exception as fault:  # It is raised where somebody looks: by `well`.
                self.faults.append(fault)
                self.is_up.set()

    def well(self):
        """Raises what was found after a death, if something was lost."""
        if self.faults:
            raise self.faults[0]

    def stop(self):
        with self.killing:
            self.is_ending = True
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(STOP_SECONDS_MAX)
        lines = self.log.read_text(encoding="utf-8").splitlines()
        unwell = [line for line in lines if "ERROR lapidary" in line or "panicked" in line]
        assert not unwell, "the server was not well:\n" + "\n".join(unwell)

    def connection(self):
        """Returns the connection of this thread to the process that lives now."""
        mine = self.of_thread
        if getattr(mine, "process", None) is not self.process:
            mine.process, mine.connection = self.process, http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        return mine.connection

    def send(self, method, path, body=None, token=None, key=None):
        """Sends a request once. Returns the body of the response, and whether it is that of an earlier request."""
        assert self.is_up.wait(SECONDS_MAX), "the server does not come back"
        is_json = not isinstance(body, str)
        headers = {"content-type": "application/json" if is_json else "text/csv"} if body is not None else {}
        headers |= {"authorization": f"Bearer {self.renewed(token)}"} if token else {}
        headers |= {"idempotency-key": key} if key else {}
        connection = self.connection()
        try:
            connection.request(method, path, json.dumps(body) if is_json and body is not None else body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as broken:
            self.of_thread.process = None
            connection.close()
            raise Lost(f"{method} {path}: {broken!r}") from broken
        if answer.status == 503:
            self.unavailable.append((time.monotonic(), f"{method} {path}: {text}"))
            raise Lost(f"{method} {path}: 503")
        assert answer.status < 500, f"{method} {path}: {answer.status} {text}"
        if answer.status >= 300:
            raise Refused(f"{method} {path}", answer.status, json.loads(text))
        is_text = not answer.headers.get("content-type", "").startswith("application/json")
        return text if is_text else json.loads(text) if text else None, answer.headers.get("idempotency-replayed") == "true"

    def until_answered(self, *request, **more):
        """Sends a request that may be repeated, until there is a response."""
        deadline = time.monotonic() + SECONDS_MAX
        while True:
            try:
                return self.send(*request, **more)[0]
            except Lost:
                assert time.monotonic() < deadline, f"no response: {request}"
                time.sleep(0.05)

    def read(self, path, token=None):
        return self.until_answered("GET", path, token=token)

    def player(self, name):
        """Creates an account and returns its access token."""
        account = {"username": name, "password": PASSWORD}
        self.until_answered("POST", "/v1/accounts", account)
        token = self.until_answered("POST", "/v1/sessions", account)["access_token"]
        self.logins[token] = account, token, time.monotonic()
        return token

    def renewed(self, token):
        """Returns the access token that a player has now: a long day outlives the first one."""
        account, last, since = self.logins.get(token, (None, token, None))
        if account and time.monotonic() - since > TOKEN_SECONDS_MAX:
            last = self.send("POST", "/v1/sessions", account)[0]["access_token"]
            self.logins[token] = account, last, time.monotonic()
        return last


def open_to_all(directory):
    """If this runs as root, the database runs as another user, who needs access to this directory."""
    os.chmod(directory, 0o755)
    return directory
