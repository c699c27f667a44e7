"""The verifiable deal `deal-v1` in plain Python: from a committed secret and the players' entropy to all orders."""

import hashlib
import hmac


def commitment(deal_id, server_seed):
    return hashlib.sha256(b"splendor/commit/v1\0" + deal_id + server_seed).digest()


def prefixed(data):
    return len(data).to_bytes(2, "big") + data


def hmac_sha256(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def deal_key(deal_id, server_seed, ruleset, contributions, beacon):
    message = b"splendor/key/v1\0" + deal_id + prefixed(ruleset.encode("ascii")) + bytes([len(contributions)])
    message += b"".join(prefixed(entropy) for entropy in contributions) + prefixed(beacon)
    return hmac_sha256(server_seed, message)


class Stream:
    """The random words of one label."""

    def __init__(self, key, label):
        self.key, self.label = key, prefixed(label.encode("ascii"))
        self.block, self.words = 0, []

    def word(self):
        if not self.words:
            data = hmac_sha256(self.key, self.label + self.block.to_bytes(4, "big"))
            self.words = [int.from_bytes(data[at:at + 4], "big") for at in range(0, 32, 4)]
            self.block += 1
        return self.words.pop(0)

    def below(self, bound):
        limit = 2**32 - 2**32 % bound
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % bound

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def shuffled(key, label, items):
    return Stream(key, label).shuffle(list(items))


def order(key, label, first, last):
    return shuffled(key, label, range(first, last + 1))


def seats(key, players, seating):
    """For each seat, the place of its player in the order of joining."""
    return order(key, "seats", 0, players - 1) if seating == "random" else list(range(players))


def splendor(key, modules):
    """Numbers counted from 1 in the order of the catalogue files; a city is its tile and its face."""
    dealt = {
        "base-1": order(key, "deck1", 1, 40),
        "base-2": order(key, "deck2", 41, 70),
        "base-3": order(key, "deck3", 71, 90),
    }
    if "orient" in modules:
        dealt["orient-1"] = order(key, "orient1", 1, 10)
        dealt["orient-2"] = order(key, "orient2", 11, 20)
        dealt["orient-3"] = order(key, "orient3", 21, 30)
    if "cities" in modules:
        stream = Stream(key, "cities")
        tiles = stream.shuffle([1, 2, 3, 4, 5, 6, 7])[:3]
        dealt["cities"] = [(tile, "ab"[stream.below(2)]) for tile in tiles]
    else:
        dealt["nobles"] = order(key, "nobles", 1, 11 if "orient" in modules else 10)
    return dealt


def kids(key, modules):
    """Sides 0 or 1 of A1, A2, A3; town tiles 1-20; village tiles 1-8."""
    board = Stream(key, "board")
    dealt = {"sides": [board.below(2) for _ in range(3)], "towns": order(key, "towns", 1, 20)}
    if "mysteries" in modules:
        dealt["villages"] = order(key, "villages", 1, 8)
    return dealt
