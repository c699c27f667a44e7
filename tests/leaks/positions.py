"""The bytes of stored games (src/engine/*/snapshot.rs): where hidden pieces are in them, and other ones in their places."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
from splendor_facts import BASE_IDS, ORIENT_IDS  # noqa: E402

# The ids of cards by their numbers, from 1.
CARDS = [None, *BASE_IDS, *ORIENT_IDS]
ORIENT = 1
KIDS_MARKET = 4
KIDS_SIDES = {"full": 3, "short": 2}


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def skip(self, count):
        self.at += count
        return range(self.at - count, self.at)

    def byte(self):
        return self.data[self.skip(1)[0]]

    def list(self):
        """The places of the bytes of a list."""
        return self.skip(self.byte())


class Splendor:
    """Where the cards of each deck are, top first, and the cards in the hands of each seat."""

    def __init__(self, data):
        self.data = bytearray(data)
        reader = Reader(self.data)
        _, seats, modules = (reader.byte() for _ in range(3))
        reader.skip(6)
        self.decks = []
        for _, places in [("base", 4)] * 3 + [("orient", 2)] * 3 * (modules & ORIENT):
            self.decks.append(list(reader.list()))
            reader.skip(places)
        reader.list()
        reader.skip(2)
        self.hands = []
        for _ in range(seats):
            reader.skip(6 + 16)
            held = list(reader.list())
            self.hands.append([at for at in held[::2] if self.data[at + 1]])
            reader.skip(2 + 1 + 1)

    def exchange(self, cards):
        """Exchanges cards in decks and among blind cards, wherever they are there."""
        for at in [at for places in [*self.decks, *self.hands] for at in places]:
            self.data[at] = cards.get(self.data[at], self.data[at])
        return bytes(self.data)


class Kids:
    """Where the tiles of the stack are, top first, and those of villages that nobody has seen."""

    def __init__(self, data, board, mysteries):
        self.data = bytearray(data)
        reader = Reader(self.data)
        seats = [reader.byte() for _ in range(3)][1]
        for _ in range(KIDS_SIDES[board]):
            reader.skip(1)
            reader.skip(reader.byte() * (2 + 5))
        reader.skip(6)
        self.stack = list(reader.list())
        reader.skip(seats * (6 + 1 + 5 + 5 + 3))
        reader.skip(4)
        reader.list()
        flags = reader.byte()
        reader.skip(2 + (3 if flags & KIDS_MARKET else 0))
        self.villages, self.all_villages = [], []
        if mysteries:
            tiles = reader.skip(8)
            laid, face_down = reader.byte(), reader.byte()
            self.all_villages = list(tiles)
            self.villages = [at for place, at in enumerate(tiles) if place >= laid or face_down >> place & 1]
        assert reader.at == len(self.data), f"a snapshot of Kids has {len(self.data)} bytes, {reader.at} were read"
