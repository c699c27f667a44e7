"""What a day of faults has left: what was acknowledged, what was seen, and what is stored; what must be true of it, and planted faults."""

import collections
import copy
import dataclasses
import itertools
from datetime import datetime


@dataclasses.dataclass
class Turn:
    """A turn that was acknowledged."""

    game: str
    player: str
    # The version that the client had seen, and the action that it sent.
    before: int
    action: dict


@dataclasses.dataclass
class Evidence:
    turns: list[Turn] = dataclasses.field(default_factory=list)
    # The entries of each game that its stream has sent, in the order in which they came.
    streamed: dict[str, list[dict]] = dataclasses.field(default_factory=dict)
    # The log of each game at the end.
    logs: dict[str, list[dict]] = dataclasses.field(default_factory=dict)
    # What views of games had said before their ends, that looks like a secret: 64 hexadecimal digits.
    seen: dict[str, set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    # The games that were to be rated, those that say why they are not, and the log of the ratings.
    rated: set[str] = dataclasses.field(default_factory=set)
    unrated: set[str] = dataclasses.field(default_factory=set)
    ratings: list[dict] = dataclasses.field(default_factory=list)
    # The games whose first seat never moves, and the time that it had.
    abandoned: dict[str, float] = dataclasses.field(default_factory=dict)


class Fault(AssertionError):
    """Something that was promised is not true."""


def need(holds, what):
    if not holds:
        raise Fault(what)


def seconds(entry):
    return datetime.fromisoformat(entry["at"].replace("Z", "+00:00")).timestamp()


def check(evidence):
    """Raises the first fault that it finds."""
    for game, log in evidence.logs.items():
        check_log(game, log)
    for turn in evidence.turns:
        check_turn(turn, evidence.logs[turn.game])
    for game, entries in evidence.streamed.items():
        check_stream(game, entries, evidence.logs[game])
    for game, log in evidence.logs.items():
        seeds = {entry["data"]["reveal"]["server_seed"] for entry in log if entry["type"] == "finished"}
        need(not seeds & evidence.seen[game], f"the seed of {game} was seen before its end")
    for game, had in evidence.abandoned.items():
        check_time(game, evidence.logs[game], had)
    check_ratings(evidence)


def check_log(game, log):
    need([entry["seq"] for entry in log] == list(range(1, len(log) + 1)), f"{game} has gaps, or entries twice")
    need(log[0]["type"] == "started" and log[-1]["type"] == "finished", f"{game} is not whole")
    times = [seconds(entry) for entry in log]
    need(times == sorted(times), f"the times of {game} go backward")


def check_stream(game, entries, log):
    """Each entry came once, and as it is stored; actions that strangers do not see before the end are null."""
    plain = [[entry["seq"], entry["type"], entry["at"], entry["data"].get("seat")] for entry in entries]
    stored = [[entry["seq"], entry["type"], entry["at"], entry["data"].get("seat")] for entry in log]
    need(plain == stored, f"the stream of {game} is not its log: {first_difference(plain, stored)}")
    for entry, own in zip(entries, log, strict=True):
        action = entry["data"].get("action")
        need(action in (None, own["data"].get("action")), f"the stream of {game} has {action} in place of {own}")


def first_difference(some, others):
    pairs = itertools.zip_longest(some, others)
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


def check_turn(turn, log):
    """The action stands where the client has seen the game, and nowhere a second time in its place."""
    entry = log[turn.before] if turn.before < len(log) else None
    data = entry["data"] if entry and entry["type"] == "action" else {}
    player = {seat["seat"]: seat["player"]["id"] for seat in log[0]["data"]["seats"]}.get(data.get("seat"))
    need((player, data.get("action")) == (turn.player, turn.action), f"turn {turn.before + 1} of {turn.game} is lost: {turn.action}")


def check_time(game, log, had):
    [out] = [entry for entry in log if entry["type"] == "timed_out"]
    since = seconds(log[out["seq"] - 2])
    need(seconds(out) - since >= had, f"{game} has timed out after {seconds(out) - since} s of {had}")


def check_ratings(evidence):
    """Each game that was to be rated is in the log once, or says why it is not."""
    places = collections.Counter(event["game"] for event in evidence.ratings if event["seat"] == 0)
    for game in evidence.rated:
        need(places[game] + (game in evidence.unrated) == 1, f"{game} is rated {places[game]} times")
    numbers = [event["pool_seq"] for event in evidence.ratings if event["seat"] == 0]
    need(numbers == list(range(1, len(numbers) + 1)), "the log of ratings has gaps")


def plant(kind, evidence):
    """Returns the same evidence with a planted fault."""
    planted = copy.deepcopy(evidence)
    turn = planted.turns[len(planted.turns) // 2]
    log = planted.logs[turn.game]

    def number():
        for seq, entry in enumerate(log, 1):
            entry["seq"] = seq
        planted.streamed[turn.game] = copy.deepcopy(log)

    if kind == "a lost write":
        del log[turn.before]
        number()
    elif kind == "a double apply":
        # The same action stands in the place of the next turn of the other player.
        at = next(at for at, other in enumerate(planted.turns) if other.game == turn.game and other.before > 1)
        turn = planted.turns[at]
        log.insert(turn.before, copy.deepcopy(log[turn.before - 1]))
        number()
    elif kind == "a reordered event":
        stream = planted.streamed[turn.game]
        stream[1], stream[2] = stream[2], stream[1]
    elif kind == "an event twice":
        planted.streamed[turn.game].insert(1, planted.streamed[turn.game][0])
    elif kind == "a leaked seed":
        planted.seen[turn.game].add(log[-1]["data"]["reveal"]["server_seed"])
    elif kind == "a time-out too early":
        game = next(iter(planted.abandoned))
        planted.abandoned[game] += 1_000
    elif kind == "a rating twice":
        last = planted.ratings[-1]["pool_seq"]
        game = [event for event in planted.ratings if event["pool_seq"] == last]
        planted.ratings += [{**event, "pool_seq": last + 1} for event in game]
    elif kind == "a rating not at all":
        last = planted.ratings[-1]["pool_seq"]
        planted.ratings = [event for event in planted.ratings if event["pool_seq"] != last]
    return planted


PLANTED = ["a lost write", "a double apply", "a reordered event", "an event twice", "a leaked seed", "a time-out too early", "a rating twice", "a rating not at all"]


def prove(evidence):
    """Checks that each planted fault is found, so that a day without faults says something."""
    for kind in PLANTED:
        try:
            check(plant(kind, evidence))
        except Fault:
            continue
        raise Fault(f"the checks do not find {kind}")
