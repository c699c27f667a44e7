"""A proxy between a client and the server that cuts connections: at once, in the middle of a request, or in the middle of a response. Now
and then it answers 503 or 429 itself, as a server does that is busy."""

import contextlib
import random
import socket
import struct
import threading
import urllib.parse

# Of a hundred connections so many end at once, so many are refused with 503 or 429, and so many lose their request. All others end in
# the middle of what the server sends.
ENDED, REFUSED, LOST = 5, 4, 10
REQUEST_BYTES_MAX = 600
REFUSAL = ("HTTP/1.1 {}\r\ncontent-type: application/problem+json\r\nretry-after: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{}")
PROBLEM = '{"type": "about:blank", "title": "busy", "status": 503, "code": "unavailable", "detail": "The proxy is busy."}'


class Proxy:
    """Passes connections on to the server, and cuts them after `bytes_mean` bytes on average. The same seed draws the same fates, in the order of the connections."""

    def __init__(self, server, seed, bytes_mean):
        self.dice, self.bytes_mean, self.lock = random.Random(seed), bytes_mean, threading.Lock()
        self.cuts = self.refusals = 0
        parts = urllib.parse.urlsplit(server)
        self.server = (parts.hostname, parts.port)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                fate = self.dice.uniform(0, 100)
                if fate < ENDED:
                    self.cut(client)
                elif fate < ENDED + REFUSED:
                    threading.Thread(target=self.refuse, args=(client,), daemon=True).start()
                else:
                    up = self.dice.randrange(REQUEST_BYTES_MAX) if fate < ENDED + REFUSED + LOST else None
                    self.connect(client, up, round(self.dice.expovariate(1 / self.bytes_mean)))

    def refuse(self, client):
        self.refusals += 1
        status, wait = self.dice.choice([("503 Service Unavailable", 1), ("429 Too Many Requests", 0), ("502 Bad Gateway", 0)])
        with client, contextlib.suppress(OSError):
            client.recv(65536)
            client.sendall(REFUSAL.format(status, wait, len(PROBLEM), PROBLEM).encode())
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass

    def connect(self, client, up, down):
        ours = socket.create_connection(self.server)
        for one, other, left in ((client, ours, up), (ours, client, down)):
            threading.Thread(target=self.carry, args=(one, other, left), daemon=True).start()

    def carry(self, one, other, left):
        """Carries bytes until there are none, or until no more are left to carry."""
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data[:left])
                if left is not None and (left := left - len(data)) < 0:
                    return self.cut(one, other)
            other.shutdown(socket.SHUT_WR)

    def cut(self, *connections):
        with self.lock:
            self.cuts += 1
        for connection in connections:
            with contextlib.suppress(OSError):
                # Without lingering, the other side sees a reset and not an end.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.shutdown(socket.SHUT_RDWR)
                connection.close()
