"""The network between the clients and a server: connections that are cut in the middle of a response, and silence."""

import contextlib
import socket
import threading
import time

PIECE = 65_536


class Door:
    """An address that leads to a port of this machine."""

    def __init__(self, port):
        self.to, self.pairs, self.lock = port, set(), threading.Lock()
        self.silent_until = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            client, _ = self.listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", self.to), timeout=5)
                server.settimeout(None)
            except OSError:
                client.close()
                continue
            with self.lock:
                self.pairs.add((client, server))
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self.carry, args=pair, daemon=True).start()

    def carry(self, source, target):
        with contextlib.suppress(OSError):
            while piece := source.recv(PIECE):
                while time.monotonic() < self.silent_until:
                    time.sleep(0.05)
                target.sendall(piece)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self):
        """Ends all connections, in the middle of whatever they carry."""
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def silence(self, seconds):
        """Lets nothing through for some time. The connections stay."""
        self.silent_until = time.monotonic() + seconds
