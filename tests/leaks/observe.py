"""What viewers are answered, what their streams send, and where two worlds differ for them."""

import concurrent.futures
import contextlib
import http.client
import json
import re
import socket
import threading
import time
from dataclasses import dataclass, field

from routes import STREAMS

THREADS = 4
STREAM_THREADS = 24
# A stream has sent what it has at its beginning when it has been silent for so long.
SILENCE_SECONDS = 0.25
REQUEST_ID = "leaks"
# What differs between equal worlds, each with the reason. Nothing else is left out of a comparison.
NORMALIZED = [
    ("header date", "is the time of the response"),
    ("order of headers, and of names in access-control-expose-headers", "is another one on each thread of the server"),
    ("server_time of a frame", "is the time of the frame"),
    ("last_used_at of sessions and tokens", "is when the viewer itself has asked"),
    ("body of get_next_puzzle and create_stream_ticket", "is drawn by chance; who may open a stream is decided when it is opened"),
    ("presence, watchers and online, and etag and content-length of what has presence", "say who is connected, as this program is"),
]
BY_CHANCE = {"get_next_puzzle", "create_stream_ticket"}
TIMES = re.compile(rb'"(server_time|last_used_at)":"[^"]*"')
PRESENCE = re.compile(rb'"presence":\[[0-9,]*\]|"watchers":\d+|"online":(?:true|false)')


def is_stream(request):
    return request.accept in STREAMS and request.operation.endswith("_events")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple
    body: bytes


@dataclass
class Viewer:
    """`plants` change what is answered, for planted leaks."""

    name: str
    port: int
    token: str = None
    plants: list = field(default_factory=list)

    def headers(self, request):
        headers = {"accept": request.accept, "x-request-id": REQUEST_ID}
        headers |= {"authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"content-type": "application/json"} if request.body else {}
        return headers

    def ask(self, request, connection):
        connection.request(request.method, request.path, request.body, self.headers(request))
        answer = connection.getresponse()
        if is_stream(request) and answer.status == 200:
            body = self.beginning(request, answer, connection)
        else:
            body = answer.read()
        return answer.status, [(name.lower(), value) for name, value in answer.getheaders()], body

    def beginning(self, request, answer, connection):
        """What a stream sends until it is silent, without presence."""
        body = b""
        connection.sock.settimeout(SILENCE_SECONDS)
        with contextlib.suppress(TimeoutError, socket.timeout):
            while piece := answer.read1(65_536):
                body += piece
        connection.close()
        if request.operation == "get_events":
            return b"".join(line for line in body.splitlines(keepends=True) if b'"type":"presence"' not in line)
        # The first frame has the whole state; what follows tells of presence too.
        end = b"\n" if request.accept == STREAMS[0] else b"\n\n"
        return body[: body.find(end, body.find(b"{"))]

    def look(self, request, connection):
        found = self.ask(request, connection)
        for plant in self.plants:
            found = plant(self, request, *found) or found
        status, headers, body = found
        if request.operation in BY_CHANCE:
            return Answer(status, (), b"")
        if PRESENCE.search(body):
            headers = [pair for pair in headers if pair[0] not in ("etag", "content-length")]
        return Answer(status, tuple(sorted((name, in_order(name, value)) for name, value in headers if name != "date")), normalized(body))


def in_order(name, value):
    return ", ".join(sorted(value.split(", "))) if name == "access-control-expose-headers" else value


def normalized(body):
    return PRESENCE.sub(b'"presence":0', TIMES.sub(rb'"\1":""', body))


def pages(answer):
    """The cursor of the next page of a list."""
    if b'"next_cursor":"' in answer.body and answer.body.startswith(b"{"):
        return json.loads(answer.body)["next_cursor"]
    found = re.search(rb'"next_cursor":(\d+)', answer.body[-100:])
    return found and found[1].decode()


def observe(viewer, requests):
    """Asks all requests, and the next pages of short lists. Returns the answers by their requests."""
    local, answers = threading.local(), {}

    def one(request):
        if getattr(local, "connection", None) is None:
            local.connection = http.client.HTTPConnection("127.0.0.1", viewer.port, timeout=60)
        found = [(request, viewer.look(request, local.connection))]
        if "limit=1" in request.path.split("?")[-1].split("&") and (cursor := pages(found[0][1])):
            following = type(request)(request.operation, "GET", f"{request.path}&cursor={cursor}", request.accept)
            found.append((following, viewer.look(following, local.connection)))
        return found

    # Streams wait for the end of what they have.
    streams = [request for request in requests if is_stream(request)]
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        for found in pool.map(one, [request for request in requests if not is_stream(request)]):
            answers.update(found)
    local = threading.local()
    with concurrent.futures.ThreadPoolExecutor(STREAM_THREADS) as pool:
        for found in pool.map(one, streams):
            answers.update(found)
    wrong = [f"{request}: {answer.status} {answer.body[:300]}" for request, answer in answers.items() if answer.status >= 500]
    assert not wrong, wrong[:3]
    return answers


def differences(here, there):
    """Where two worlds differ for a viewer."""
    found = []
    for request in [*here, *(request for request in there if request not in here)]:
        one, other = here.get(request), there.get(request)
        if one != other:
            found.append((request, difference(one, other)))
    return found


def difference(one, other):
    if one is None or other is None:
        return "there is no such page in one world"
    if one.status != other.status:
        return f"{one.status} and {other.status}: {one.body[:200]} and {other.body[:200]}"
    if one.headers != other.headers and one.body == other.body:
        return f"headers: {sorted(set(one.headers) ^ set(other.headers))}"
    at = next((at for at, (a, b) in enumerate(zip(one.body, other.body, strict=False)) if a != b), min(len(one.body), len(other.body)))
    return f"at byte {at}: {one.body[max(0, at - 80):at + 120]} and {other.body[max(0, at - 80):at + 120]}"


class Live:
    """A stream that a viewer has open all the time, with the frames that have come."""

    def __init__(self, viewer, path):
        self.viewer, self.path, self.frames, self.over = viewer, path, [], False
        # For planted leaks: what a frame tells when it changes.
        self.plant, self.told = None, None
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while not self.over:
            connection = http.client.HTTPConnection("127.0.0.1", self.viewer.port, timeout=60)
            with contextlib.suppress(OSError, http.client.HTTPException):
                headers = {"accept": "application/x-ndjson", "x-request-id": REQUEST_ID}
                headers |= {"authorization": f"Bearer {self.viewer.token}"} if self.viewer.token else {}
                connection.request("GET", self.path, headers=headers)
                answer = connection.getresponse()
                if answer.status != 200:
                    return
                while line := answer.readline():
                    if line.strip():
                        self.frames.append(normalized(line.strip()))
                    if b'"reason":"game_over"' in line:
                        return
            connection.close()
            time.sleep(0.5)

    def mark(self):
        self.told = self.plant and self.plant()
        return len(self.frames)

    def since(self, count):
        """The frames after so many, without presence: who is connected is what this program does."""
        more = [str(self.plant()).encode()] if self.plant and self.plant() != self.told else []
        return [frame for frame in self.frames[count:] if b'"type":"presence"' not in frame] + more
