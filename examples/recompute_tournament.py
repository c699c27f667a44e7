#!/usr/bin/env python3
"""Recomputes the standings of an exported tournament, and checks its rounds, from the export alone.

    curl -sS http://127.0.0.1:8080/v1/tournaments/$ID/export > tournament.json
    python3 examples/recompute_tournament.py tournament.json

It needs only Python's standard library, and shares no code with the server. docs/pairing.md defines points, tie-breaks, lots and teams. Before
the end of the tournament its seed is secret, so lots are checked only after it.
"""

import argparse
import collections
import datetime
import fractions
import hashlib
import json
import sys

MICRO = 1_000_000
# How long somebody waits before they meet an opponent of their last table of an arena again.
ARENA_PATIENCE = datetime.timedelta(seconds=30)


class Wrong(Exception):
    """The export contradicts itself."""


def micro(part, whole):
    return part * MICRO // whole if whole else None


def seeded(seed, label, rest=b""):
    return hashlib.sha256(label.encode() + b"\0" + seed + rest).digest()


class Event:
    def __init__(self, export, rounds=None):
        self.settings = export["tournament"]
        self.export = export
        # Older servers rounded each part of a mean, and did not rank the final by its own result.
        self.as_before = False
        self.seed = bytes.fromhex(export["seed"]) if export["seed"] else None
        points = self.settings["points"]
        self.points_of = {2: points["two"], 3: points["three"], 4: points["four"]}
        self.ratings = {entry["entry"]: entry["rating"] for entry in export["entries"]}
        self.seeds = {entry["entry"]: entry.get("seed", 65535) for entry in export["entries"]}
        self.status = {entry["entry"]: entry["status"] for entry in export["entries"]}
        self.team = {entry["entry"]: entry.get("team") for entry in export["entries"]}
        # Where teams play matches, how many boards a match has.
        self.boards = (self.settings.get("teams") or {}).get("boards")
        self.takes_part = {entry: status == "active" for entry, status in self.status.items()}
        self.games = {entry: [] for entry in self.ratings}
        self.points = collections.Counter({entry: 0 for entry in self.ratings})
        self.wins = collections.Counter()
        # After a Swiss event, knock-out rounds give no points.
        swiss = self.settings["format"] == "swiss"
        scored = [round_ for round_ in export["rounds"][:rounds] if not swiss or round_["stage"] != "knock_out"]
        self.annulled = self.leavers(scored) if rounds is None else set()
        scored = [without(round_, self.annulled, self.settings, scored[0]["entrants"]) for round_ in scored]
        for round_ in scored:
            for table in played(round_):
                same_size = [other["seats"] for other in played(round_)
                             if other is not table and len(other["seats"]) == len(table["seats"])]
                self.add_table(table["seats"], same_size)
            for bye in round_["byes"]:
                self.points[bye["entry"]] += 12 * points["bye"]
            for bye in round_.get("requested_byes", []):
                half = self.settings["byes"]["points"] == "half"
                self.points[bye["entry"]] += 6 * points["bye"] if half else 0
        for adjustment in export["adjustments"]:
            # Before the first round, an adjustment does not count yet.
            if adjustment["round"] > len(export["rounds"][:rounds]):
                continue
            self.points[adjustment["entry"]] += adjustment["points_twelfths"]

    def leavers(self, rounds):
        """Returns who has left a round robin before half of their games, if that annuls their results."""
        if self.settings.get("early_leavers", "count") == "count" or not rounds:
            return set()
        played_by, field = collections.Counter(), rounds[0]["entrants"]
        for round_ in rounds:
            played_by.update(seat["entry"] for table in played(round_) for seat in table["seats"] if not seat.get("forfeit"))
            played_by.update(bye["entry"] for bye in round_["byes"])
        games = (len(field) - 1) * self.settings["cycles"]
        left = {line["entry"] for line in self.export["standings"] if line.get("annulled")}
        for entry in field:
            early = 2 * played_by[entry] < games
            if entry in left and (not early or self.status[entry] == "paused") or early and self.status[entry] in ("dropped", "removed") and entry not in left:
                raise Wrong(f"entry {entry} is{'' if entry in left else ' not'} annulled after {played_by[entry]} of {games} games")
        return left

    def add_table(self, seats, same_size):
        places = [seat["place"] for seat in seats]
        # Whoever forfeits has no points, and nobody has played against them.
        here = in_play(seats)
        first = [seat for seat in here if seat["place"] == min(places)]
        known = all(seat["prestige"] is not None for seat in first)
        winner = max((seat["prestige"] for seat in first), default=0) if known else 0
        for seat in seats:
            better = sum(place < seat["place"] for place in places)
            sharing = places.count(seat["place"])
            sum_ = 0 if seat.get("forfeit") else sum(self.points_of[len(seats)][better : better + sharing])
            twelfths = sum_ * 12 // sharing
            if abs(seat["points"] * 12 - twelfths) > 1e-6:
                raise Wrong(f"entry {seat['entry']} has {seat['points']} points at a table, not {twelfths / 12}")
            self.points[seat["entry"]] += twelfths
            if seat not in here:
                continue
            self.wins[seat["entry"]] += 12 // sharing if better == 0 else 0
            others = [(other["entry"], (other["place"] > seat["place"]) - (other["place"] < seat["place"]))
                      for other in here if other is not seat]
            prestige, difference = seat["prestige"], None
            if prestige is not None:
                rivals = [rival["prestige"] for other in same_size if other is not seats
                          for rival in in_play(other) if rival["seat"] == seat["seat"]]
                rivals = [rival for rival in rivals if rival is not None]
                difference = (prestige * len(rivals) - sum(rivals), len(rivals)) if rivals else None
            # A winner without prestige leaves nothing to compare with.
            ratio = (min(prestige, winner), winner) if prestige is not None and winner else None
            self.games[seat["entry"]].append({
                "others": others, "prestige": prestige, "ratio": ratio, "cards": seat["cards"], "difference": difference,
            })

    def mean(self, parts):
        """Returns the mean of fractions in millionths, which is exact until it is rounded down."""
        if not parts:
            return None
        if self.as_before:
            return sum(micro(part, whole) for part, whole in parts) // len(parts)
        return MICRO * sum(fractions.Fraction(part, whole) for part, whole in parts) // len(parts)

    def known(self, entry, name):
        return [game[name] for game in self.games[entry] if game[name] is not None]

    def meetings(self, entry):
        return [other for game in self.games[entry] for other in game["others"]]

    def value(self, name, entry, level):
        games, meetings = self.games[entry], self.meetings(entry)
        opponents = [self.points[other] for other, _ in meetings]
        if name == "points":
            return micro(self.points[entry], 12)
        if name == "wins":
            return micro(self.wins[entry], 12)
        if name == "head_to_head":
            return MICRO * sum(sign for other, sign in meetings if other in level)
        if name == "sonneborn_berger":
            return micro(sum(self.points[other] * (1 + sign) for other, sign in meetings), 24)
        if name == "buchholz_average":
            return micro(sum(opponents), 12 * len(opponents))
        if name == "buchholz_cut_1":
            rest = sorted(opponents)[1:]
            return micro(sum(rest), 12 * len(rest))
        if name == "opponents_win_share":
            return self.mean([(self.wins[other], 12 * len(self.games[other])) for other, _ in meetings])
        if name == "prestige_ratio":
            return self.mean(self.known(entry, "ratio"))
        if name == "prestige_sum":
            known = self.known(entry, "prestige")
            return MICRO * sum(known) if len(known) == len(games) else None
        if name == "seat_difference":
            return self.mean(self.known(entry, "difference"))
        if name == "fewest_cards":
            cards = self.known(entry, "cards")
            return -micro(sum(cards), len(cards)) if cards else None
        if name == "rating_performance":
            sum_ = sum(self.ratings[other] for other, _ in meetings) + 400 * sum(sign for _, sign in meetings)
            return micro(sum_, len(meetings))
        raise Wrong(f"unknown tie-break {name}")

    def lot(self, entry):
        return seeded(self.seed, "lapidary/lot/v1", entry.to_bytes(4, "big"))

    def team_lot(self, team):
        return seeded(self.seed, "lapidary/team-lot/v1", team.to_bytes(4, "big"))

    def are_teammates(self, a, b):
        return self.team[a] is not None and self.team[a] == self.team[b]

    def order(self):
        """Returns groups of entries that share a place, the first place first, and the values of each entry."""
        groups, values = [sorted(self.ratings)], {entry: [] for entry in self.ratings}
        for name in self.settings["tie_breaks"]:
            split = []
            for group in groups:
                if name == "lot":
                    for entry in group:
                        values[entry].append(None)
                    split += [[entry] for entry in sorted(group, key=self.lot)] if self.seed else [group]
                    continue
                level = set(group)
                for entry in group:
                    values[entry].append(self.value(name, entry, level))
                # Who has played and has no value cannot be compared; who has not played comes last.
                if any(values[entry][-1] is None and self.games[entry] for entry in group):
                    split.append(group)
                    continue
                key = lambda entry: (values[entry][-1] is not None, values[entry][-1] or 0)
                for value in sorted({key(entry) for entry in group}, reverse=True):
                    split.append([entry for entry in group if key(entry) == value])
            groups = split
        return groups, values

    def winners(self, seats, places):
        """Returns who goes on from a table: its winner, then the winner among the others, up to this many."""
        rest, on = list(seats), []
        while len(on) < places:
            winner = self.sole_winner(rest)
            if winner is None:
                break
            on.append(winner)
            rest = [seat for seat in rest if seat["entry"] != winner]
        return on

    def sole_winner(self, seats):
        here = [seat for seat in seats if not seat.get("forfeit")]
        if not here:
            return None
        level = [seat for seat in here if seat["place"] == min(seat["place"] for seat in here)]
        # Cards and tokens decide only if they are known of everybody who is level.
        for name, best in (("cards", min), ("tokens", max)):
            if all(seat[name] is not None for seat in level):
                level = [seat for seat in level if seat[name] == best(seat[name] for seat in level)]
        return min(level, key=lambda seat: self.lot(seat["entry"]) if self.seed else b"")["entry"]

    def reached(self):
        """Returns the last knock-out round of each entry; the winner of the last one reached one more."""
        reached, self.third = {}, None
        double = self.settings["format"] == "double_elimination"
        bracket = DoubleBracket(self.export["rounds"][0]["entrants"]) if double and self.export["rounds"] else None
        rounds = [round_ for round_ in self.export["rounds"] if round_["stage"] == "knock_out"]
        for index, round_ in enumerate(rounds):
            # Whoever plays for the third place has reached the round before, and does not go on.
            thirds = {entry for table in round_["tables"] if table.get("third_place") for entry in table["paired"]}
            third_match = {table["match"] for table in round_["tables"] if table.get("third_place")}
            on = {bye["entry"] for bye in round_["byes"]} - thirds
            following = {seat["entry"] for next_ in rounds[index + 1 :] for table in next_["tables"]
                         if not table.get("third_place") for seat in table["seats"]}
            for table in round_["tables"]:
                for seat in table["seats"]:
                    if not table.get("third_place"):
                        reached[seat["entry"]] = round_["round"]
            matches = {table["match"]: collections.Counter() for table in round_["tables"]}
            counts = collections.Counter()
            for table in played(round_):
                winner = self.sole_winner(table["seats"])
                if winner is not None:
                    matches[table["match"]][winner] += 1
                    counts[table["match"]] += 1
            for number, wins in matches.items():
                own = [table for table in round_["tables"] if table["match"] == number]
                # At least one of a table is out, and a final has one winner.
                places = min(self.settings.get("advance", 1), len(own[0]["paired"]) - 1) if len(matches) > 1 else 1
                if places > 1:
                    last = next((table for table in reversed(own) if table["status"] == "done"), None)
                    present = [seat["entry"] for seat in own[0]["seats"] if seat["entry"] not in (round_.get("absent") or [])]
                    if last:
                        on |= set(self.winners(last["seats"], places))
                    elif round_.get("absent") is not None and len(present) <= places:
                        on |= set(present)
                    continue
                ranked = wins.most_common(2) + [(None, 0), (None, 0)]
                (leader, most), (_, second) = ranked[:2]
                left = self.settings["best_of"] - counts[number]
                won = set()
                # If everybody forfeits a game, nobody wins a match that is not decided.
                nobody = any(all(seat.get("forfeit") for seat in table["seats"]) for table in own if table["status"] == "done")
                if most > second + max(0, left):
                    won.add(leader)
                elif not nobody and round_.get("absent") is not None:
                    # Whoever is left alone wins: of those who are level after the last game, else of all.
                    first = next(table for table in round_["tables"] if table["match"] == number)
                    seats = [seat["entry"] for seat in first["seats"]]
                    level = [entry for entry in seats if left > 0 or wins[entry] == most]
                    present = [[entry for entry in some if entry not in round_["absent"]] for some in (level, seats)]
                    if len(present[0]) == 1:
                        won.add(present[0][0])
                    elif not present[0] and present[1]:
                        won.add(present[1][0])
                if number in third_match:
                    self.third = (min(won), min(thirds - won)) if won else None
                else:
                    on |= won
            if bracket:
                # Whoever has lost once goes on too.
                bracket.play(on)
                on, following = bracket.alive(), set()
            on |= following & {seat["entry"] for table in round_["tables"] for seat in table["seats"]} - thirds
            for entry in on:
                reached[entry] = round_["round"] + 1
            self.going_on = on
        return reached

    def final_ranking(self):
        """Returns those of the final by games won, then by the last game. Whoever forfeited it has no rank."""
        rounds = [round_ for round_ in self.export["rounds"] if round_["stage"] == "knock_out"]
        tables = [table for table in rounds[-1]["tables"] if not table.get("third_place")] if rounds else []
        games = [table for table in tables if table["status"] == "done"]
        if len({table["match"] for table in tables}) != 1 or rounds[-1]["byes"] or not games:
            return []
        wins = collections.Counter(self.sole_winner(table["seats"]) for table in games)
        last = self.winners(games[-1]["seats"], len(games[-1]["seats"]))
        return sorted(last, key=lambda entry: -wins[entry])

    def leaves_early(self, entry):
        """Returns whether an entry has left before the knock-out is decided; None for an export that does not say who had left."""
        rounds = [round_ for round_ in self.export["rounds"] if round_["stage"] == "knock_out"]
        if not rounds:
            return not self.takes_part[entry]
        if rounds[-1]["status"] == "closed" and rounds[-1].get("absent") is not None:
            # The last match had a winner, or somebody was left alone afterwards.
            return entry in rounds[-1]["absent"] if len(self.going_on) == 1 else not self.takes_part[entry]
        return False

    def is_left_alone(self):
        """Returns whether a knock-out was to begin, and fewer than two are left for it."""
        knocks_out = self.settings["cut"] is not None or self.settings["format"].endswith("_elimination")
        before = (self.settings["rounds"] or 0) if knocks_out else None
        rounds = self.export["rounds"]
        over = all(round_["status"] == "closed" for round_ in rounds)
        started = self.settings["started_at"] is not None
        return before is not None and started and over and len(rounds) >= before and sum(self.takes_part.values()) < 2


class DoubleBracket:
    """A double elimination: a slot of a bracket is an entry, or None where nobody has got."""

    def __init__(self, seeds):
        order = [0]
        while len(order) < len(seeds):
            order = [seed for high in order for seed in (high, 2 * len(order) - 1 - high)]
        self.winners = [seeds[seed] if seed < len(seeds) else None for seed in order]
        self.losers, self.dropped, self.step = [], [], "first"

    def pairs(self):
        """Returns the pairs of the winners' bracket and those of the losers' bracket."""
        neighbors = lambda slots: list(zip(slots[::2], slots[1::2]))
        if self.step in ("final", "reset"):
            return [(self.winners[0], self.losers[0])], []
        if self.step == "losers":
            return [], list(zip(self.losers, self.dropped[::-1]))
        return (neighbors(self.winners), neighbors(self.losers)) if self.step != "over" else ([], [])

    def alive(self):
        return {entry for entry in self.winners + self.losers + self.dropped if entry is not None}

    def play(self, on):
        """Plays a round from which these go on, and leaves out rounds in which no two could meet."""
        self.play_one(on)
        while self.step in ("both", "losers") and not any(None not in pair for pairs in self.pairs() for pair in pairs):
            self.play_one(set())

    def play_one(self, on):
        def played(pair):
            first, second = pair
            if first is None or second is None:
                return (first if second is None else second), None
            return (first, second) if first in on else (second, first) if second in on else (None, None)

        winners, losers = self.pairs()
        won, lost = [played(pair)[0] for pair in winners], [played(pair)[1] for pair in winners]
        survived = [played(pair)[0] for pair in losers]
        if self.step == "first":
            self.winners, self.losers, self.step = won, lost, "both" if len(won) > 1 else "final"
        elif self.step == "both":
            self.winners, self.losers, self.dropped, self.step = won, survived, lost, "losers"
        elif self.step == "losers":
            self.losers, self.dropped, self.step = survived, [], "final" if len(self.winners) == 1 else "both"
        elif self.step == "final" and None not in winners[0] and won[0] == self.losers[0]:
            self.step = "reset"
        else:
            self.winners, self.losers, self.step = won, [], "over"


def scheduled(field, cycles, number):
    """Returns the pairs of a round of a round robin at tables of two, without their seats: the circle method."""
    around = field[:-1] if len(field) % 2 == 0 else field
    count = len(around)
    # The second time begins with the round after the first quarter.
    shift = number - 1 if number <= count else (number - 1 - count + -(-count // 4)) % count
    at = lambda step: around[(shift + step) % count]
    pairs = [{at(step), at(count - step)} for step in range(1, (count - 1) // 2 + 1)]
    return pairs + ([{field[-1], at(0)}] if len(field) % 2 == 0 else [])


def without(round_, annulled, settings, field):
    """Returns a round without the tables of those whose results are annulled, and without the byes of those who waited for them."""
    if not annulled:
        return round_
    alone = {entry for pair in scheduled(field, settings["cycles"], round_["round"]) if pair & annulled for entry in pair}
    tables = [table for table in round_["tables"] if not annulled & {seat["entry"] for seat in table["seats"]}]
    return {**round_, "tables": tables, "byes": [bye for bye in round_["byes"] if bye["entry"] not in alone]}


def in_play(seats):
    """Returns the seats that have played: those that did not forfeit, unless all others did."""
    here = [seat for seat in seats if not seat.get("forfeit")]
    return here if len(here) > 1 else []


def played(round_):
    return [table for table in round_["tables"] if table["status"] == "done"]


def check_standings(event):
    groups, values = event.order()
    lines = {line["entry"]: line for line in event.export["standings"]}
    if set(lines) != set(event.ratings):
        raise Wrong("the standings do not list every entry once")
    reached, order = event.reached(), [entry for group in groups for entry in group]
    listed = [line["entry"] for line in event.export["standings"]]
    if not event.as_before:
        ranked = iter(event.final_ranking())
        finalists = set(event.final_ranking())
        order = [next(ranked) if entry in finalists else entry for entry in order]
    if reached or event.is_left_alone():
        furthest = max(reached.values(), default=-1)
        order.sort(key=lambda entry: (-reached.get(entry, -1), reached.get(entry, -1) == furthest and event.leaves_early(entry)))
        # Whoever has left is not the winner, if anybody stays.
        first = next((entry for entry in order if not event.leaves_early(entry)), order[0])
        order.remove(first)
        order.insert(0, first)
        if event.third and order.index(event.third[1]) < order.index(event.third[0]):
            order.remove(event.third[0])
            order.insert(order.index(event.third[1]), event.third[0])
    if event.export["standings"] and "status" in event.export["standings"][0]:
        order.sort(key=lambda entry: event.status[entry] == "removed")
    if event.seed and listed != order:
        raise Wrong(f"the order is {order}, not {listed}")
    for entry, line in lines.items():
        if line["points_twelfths"] != event.points[entry]:
            raise Wrong(f"entry {entry} has {event.points[entry] / 12} points, not {line['points']}")
        if [value["value"] for value in line["values"]] != values[entry]:
            raise Wrong(f"entry {entry} has the tie-breaks {values[entry]}, not {line['values']}")


def check_cut(event):
    """The best of the rounds for everybody go on to the knock-out, and lots decide between those who share a place. Returns what is known."""
    rounds = event.export["rounds"]
    first = next((round_ for round_ in rounds if round_["stage"] == "knock_out"), None)
    if event.settings["cut"] is None or not first or not event.seed:
        return ""
    before, paired_at = first["round"] - 1, moment(first["paired_at"])
    decided = [table["decided_at"] for round_ in rounds[:before] for table in round_["tables"] if table.get("decided_at")]
    if any(moment(at) > paired_at for at in decided):
        return "; a correction came after the cut"
    half_way, on = Event(event.export, before), first["entrants"]
    absent = set(rounds[before - 1].get("absent") or []) | set(first.get("absent") or [])
    if len(on) > event.settings["cut"]:
        raise Wrong(f"{len(on)} go on, not {event.settings['cut']}")
    # Older servers let the lower number decide between those who share a place.
    for tie_break in (event.lot, lambda entry: entry):
        order = [entry for group in half_way.order()[0] for entry in sorted(group, key=tie_break)]
        could = [entry for entry in order if entry in on or entry not in absent and event.takes_part[entry]]
        if on == could[: len(on)]:
            return f"; the cut to {len(on)} follows from the standings"
    raise Wrong(f"{on} have gone on, not {could[: len(on)]}")


def check_order(event):
    """The first round of a bracket or of a schedule has the entries in the order of seeds, then of ratings or lots."""
    rounds = event.export["rounds"]
    if not rounds or not event.seed or event.boards or event.settings["format"] not in ("round_robin", "single_elimination", "double_elimination"):
        return
    by_lot = sorted(rounds[0]["entrants"], key=event.lot)
    bracket = event.settings["format"] != "round_robin"
    wanted = sorted(by_lot, key=lambda entry: (event.seeds[entry], -event.ratings[entry] if bracket else 0))
    if rounds[0]["entrants"] != wanted:
        raise Wrong(f"the first round has the order {rounds[0]['entrants']}, not {wanted}")


def check_match(event, name, tables):
    """The boards of a match of two teams are complete, its sides take turns to play first, and line-ups follow the order of the teams."""
    if [table["board"] for table in tables] != list(range(1, event.boards + 1)):
        raise Wrong(f"{name} does not have the boards 1 to {event.boards}")
    teams = [event.team[entry] for entry in tables[0]["paired"]]
    for table in tables:
        sides, seated = ([event.team[entry] for entry in side] for side in (table["paired"], [seat["entry"] for seat in table["seats"]]))
        if sides != (teams if table["board"] % 2 else teams[::-1]) or sorted(seated) != sorted(teams) or teams[0] == teams[1]:
            raise Wrong(f"table {table['table']} is no board of {name}")
    for team in event.export["teams"]:
        line_up = [team["members"].index(entry) for table in tables for entry in table["paired"] if event.team[entry] == team["team"]]
        # Who is there, in the order of the team, then who is absent.
        if sum(a >= b for a, b in zip(line_up, line_up[1:])) > 1:
            raise Wrong(f"team {team['team']} does not play {name} in its order")
    return teams


def match_scores(event):
    """Returns the match points of each team in twelfths, with Sonneborn-Berger and Buchholz of these, and the number of matches."""
    points, met = collections.Counter(), collections.defaultdict(list)
    for round_ in event.export["rounds"]:
        for team in {event.team[bye["entry"]] for bye in round_["byes"]}:
            points[team] += 24
        matches = collections.defaultdict(list)
        for table in sorted(round_["tables"], key=lambda table: table["board"]):
            matches[table["match"]].append(table)
        for number, tables in matches.items():
            teams = check_match(event, f"match {number} of round {round_['round']}", tables)
            seats = [seat for table in played({"tables": tables}) for seat in table["seats"]]
            if not seats or any(table["status"] in ("waiting", "playing") for table in tables):
                continue
            # Whoever forfeits all boards is not there.
            own = [[seat for seat in seats if event.team[seat["entry"]] == team] for team in teams]
            score = [(not all(seat["forfeit"] for seat in some), round(12 * sum(seat["points"] for seat in some))) for some in own]
            for team, other, a, b in ((*teams, *score), (*teams[::-1], *score[::-1])):
                points[team] += (12 * ((a > b) - (a < b)) + 12) * a[0]
                if a[0] and b[0]:
                    met[team].append((other, (a > b) - (a < b)))
    return {team["team"]: (points[team["team"]], micro(sum(points[other] * (1 + sign) for other, sign in met[team["team"]]), 24),
                           micro(sum(points[other] for other, _ in met[team["team"]]), 12 * len(met[team["team"]])), len(met[team["team"]]))
            for team in event.export["teams"]}


def check_teams(event):
    """Checks the standings of teams, and that members of a team do not meet in an arena. Returns how many pairs of them met elsewhere."""
    rules, met = event.settings.get("teams"), 0
    if not rules:
        return ""
    places = {line["entry"]: line["place"] for line in event.export["standings"]}
    counted, expected = rules["counted"] or rules["size_max"], []
    scores = match_scores(event) if event.boards else {}
    for team in event.export.get("teams", []):
        members = [entry for entry, own in event.team.items() if own == team["team"]]
        members.sort(key=lambda entry: (-event.points[entry], -event.wins[entry], places[entry], entry))
        best = members if event.boards else members[:counted]
        match_points, sonneborn_berger, buchholz, _ = scores.get(team["team"], (0, 0, 0, 0))
        points, wins = sum(event.points[entry] for entry in best), sum(event.wins[entry] for entry in best)
        expected.append((-match_points, -points, -sonneborn_berger, 1 if buchholz is None else -buchholz, -wins, min((places[entry] for entry in members), default=float("inf")),
                         event.team_lot(team["team"]) if event.seed else b"", team["team"], members, best))
    expected.sort(key=lambda line: line[:8 if event.seed else 6])
    listed = event.export.get("team_standings", [])
    if sorted(line["team"] for line in listed) != sorted(line[7] for line in expected):
        raise Wrong("the standings of teams do not list every team once")
    above = None
    for place, (line, wanted) in enumerate(zip(listed, expected), 1):
        own = next(other for other in expected if other[7] == line["team"])
        # Without the seed nobody knows the order of teams that only the lot separates.
        wanted = own if own[:6] == wanted[:6] and not event.seed else wanted
        best_place = wanted[5] if wanted[8] else None
        found = (line["place"], line["team"], line["points_twelfths"], line["wins_twelfths"], line["best_place"],
                 [member["entry"] for member in line["members"]], [member["entry"] for member in line["members"] if member["counts"]])
        if found != (place, wanted[7], -wanted[1], -wanted[4], best_place, wanted[8], wanted[9]):
            raise Wrong(f"team {line['team']} has {found}, not {wanted}")
        score = (line["match_points"] * 12, line["sonneborn_berger"], line.get("buchholz_average"), line["matches"]) if event.boards else None
        if score != scores.get(line["team"]):
            raise Wrong(f"team {line['team']} has the match points and tie-breaks {score}, not {scores.get(line['team'])}")
        reasons = ("match_points", "points", "sonneborn_berger", "buchholz_average", "wins", "best_place", "lot")
        decided = None if above is None else next((name for name, a, b in zip(reasons, above, wanted) if a != b), "lot")
        if line["decided_by"] != decided:
            raise Wrong(f"team {line['team']} is decided by {decided}, not {line['decided_by']}")
        above = wanted
    for round_ in event.export["rounds"]:
        kept_apart = {frozenset((pair["a"], pair["b"])) for pair in round_["forbidden_pairs"]}
        for table in round_["tables"]:
            pairs = [(a, b) for at, a in enumerate(table["paired"]) for b in table["paired"][:at]]
            mates = [pair for pair in pairs if event.are_teammates(*pair)]
            if mates and round_["stage"] == "arena":
                raise Wrong(f"table {table['table']} of the arena has members of one team: {mates}")
            cost = sum(event.are_teammates(*pair) or frozenset(pair) in kept_apart for pair in pairs)
            if event.boards:
                cost = int({event.team[entry] for entry in table["paired"]} in [{event.team[entry] for entry in pair} for pair in kept_apart])
            if round_["stage"] in ("swiss", "heats") and table["cost"]["forbidden"] != cost:
                raise Wrong(f"table {table['table']} has {cost} pairs that are kept apart, not {table['cost']['forbidden']}")
            met += len(mates)
    return f"; {len(expected)} teams, {met} pairs of teammates met"


def check_rounds(event):
    """Nobody sits twice in a round, and seats are as the pairing says. Returns repeats and the largest imbalance of seats."""
    met, seats, repeats = collections.Counter(), collections.defaultdict(collections.Counter), 0
    for round_ in event.export["rounds"]:
        here = collections.Counter()
        for table in round_["tables"]:
            own = [seat["entry"] for seat in table["seats"]]
            if table["status"] == "void":
                continue
            here.update(set(own) if round_["stage"] not in ("knock_out", "arena") else [])
            in_game = in_play(table["seats"])
            opponents = [seat["entry"] for seat in in_game]
            pairs = [frozenset((a, b)) for at, a in enumerate(opponents) for b in opponents[:at]]
            if round_["stage"] in ("swiss", "heats", "round_robin"):
                repeats += sum(met[pair] > 0 for pair in pairs)
            met.update(pairs)
            for seat in in_game:
                seats[seat["entry"]][seat["seat"]] += 1
            if any(len(set(own)) != len(own) for _ in own):
                raise Wrong(f"round {round_['round']} seats somebody twice at a table")
        here.update(bye["entry"] for bye in round_["byes"] + round_.get("requested_byes", []))
        twice = [entry for entry, count in here.items() if count > 1]
        if twice:
            raise Wrong(f"round {round_['round']} has {twice} twice")
        strangers = set(here) - set(event.ratings)
        if strangers:
            raise Wrong(f"round {round_['round']} seats {strangers}, who have no entry")
    uneven = max((max(counts[seat] for seat in range(4)) - min(counts[seat] for seat in range(event.settings["seat_count"]))
                  for counts in seats.values()), default=0)
    return repeats, uneven


def check_acceleration(event):
    """The upper half of the field of the first round has virtual points, of a win, then of half of it. They are in no standing."""
    rounds, settings = event.export["rounds"], event.settings
    given = [round_.get("virtual_points") for round_ in rounds]
    if settings.get("acceleration", "none") == "none":
        if any(given):
            raise Wrong("there are virtual points without acceleration")
        return
    win, before = 12 * event.points_of[settings["seat_count"]][0], None
    if not rounds or not win:
        return
    first = rounds[0]
    field = first["entrants"] + [bye["entry"] for bye in first.get("requested_byes", [])]
    size, upper = 2 * -(-len(field) // 4), given[0]["entries"]
    if event.seed:
        best = sorted(sorted(field, key=event.lot), key=lambda entry: (event.seeds[entry], -event.ratings[entry]))
        if upper != sorted(best[:size]):
            raise Wrong(f"the upper group is {sorted(best[:size])}, not {upper}")
    strength = lambda entry: (-event.seeds[entry], event.ratings[entry])
    rest = [strength(entry) for entry in field if entry not in upper]
    if len(upper) != size or not set(upper) <= set(field) or max(rest, default=(-65536, 0)) > min(map(strength, upper)):
        raise Wrong("the upper group is not the upper half of the field")
    for round_, own in zip(rounds, given):
        points = own["points_twelfths"] if own else 0
        # The number of rounds can change while the event runs, so only the values and their order are certain.
        if points not in (win, win // 2, 0) or before is not None and points > before or own and own["entries"] != upper:
            raise Wrong(f"the virtual points of round {round_['round']} are not those of the upper group")
        before = points
    if given[0]["points_twelfths"] != win:
        raise Wrong("the virtual points of the first round are not those of a win")


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def check_arena(round_):
    """Nobody sits at two tables at once, and whoever meets an opponent of the last table again has waited. In exports of older servers, a
    table that an organizer has decided has no `decided_at`, and its end says nothing about its game."""
    last = {}
    for table in sorted(round_["tables"], key=lambda table: table["table"]):
        own, start = [seat["entry"] for seat in table["seats"]], moment(table["started_at"])
        before = {entry: last[entry] for entry in own if entry in last}
        ended = {entry: old for entry, old in before.items() if old["decided_by"] == "game" or old.get("decided_at")}
        for entry, old in ended.items():
            if moment(old["ended_at"]) > start:
                raise Wrong(f"entry {entry} sits at the tables {old['table']} and {table['table']} at once")
        for a, old in before.items():
            for b in {seat["entry"] for seat in old["seats"]} & set(own) - {a}:
                waited = [start - moment(ended[entry]["ended_at"]) for entry in (a, b) if entry in ended]
                if len(waited) == 2 and max(waited) < ARENA_PATIENCE:
                    raise Wrong(f"{a} and {b} meet again at table {table['table']} after {max(waited)}")
        last.update({entry: table for entry in own})


def check_seed(event):
    if event.seed is None:
        return "the seed is still secret"
    if seeded(event.seed, "lapidary/event/v1").hex() != event.settings["commitment"]:
        raise Wrong("the seed does not fit the commitment")
    return "the seed fits the commitment"


def check_deals(event):
    """Checks that the players contributed to the deals that tables share, and that every table of the round shares one."""
    deals, late = 0, 0
    for round_ in event.export["rounds"]:
        for deal in round_.get("deals", []):
            message = b""
            for given in sorted(deal["contributions"], key=lambda given: given["entry"]):
                entropy = bytes.fromhex(given["entropy"])
                message += given["entry"].to_bytes(4, "big") + len(entropy).to_bytes(2, "big") + entropy
            if hashlib.sha256(b"lapidary/duplicate/v1\0" + message).hexdigest() != deal["beacon"]:
                raise Wrong(f"the beacon of a deal of round {round_['round']} does not follow from the contributions")
            tables = [table for table in round_["tables"] if table["game"] in deal["games"]]
            seated = sorted(seat["entry"] for table in tables for seat in table["seats"])
            if len(tables) != len(deal["games"]) or any(len(table["seats"]) != deal["seats"] for table in tables):
                raise Wrong(f"a deal of round {round_['round']} is played at other tables than it says")
            # The deal follows from those who sat there when the round was opened. Organizers can seat others later.
            contributed = [given["entry"] for given in deal["contributions"]]
            if contributed != sorted(set(contributed)) or not set(contributed) <= set(event.ratings):
                raise Wrong(f"the contributions to a deal of round {round_['round']} are not those of its players")
            late += len(set(seated) - set(contributed))
            deals += 1
    if not deals:
        return ""
    return f"; {deals} shared deals follow from the contributions" + (f", {late} of its players were seated later" if late else "")


def check_rating(event):
    """Checks that no game was to be rated that started after an organizer gave up the rating of the event."""
    ended = event.settings.get("rating_ended_at")
    if not ended:
        return ""
    if event.settings["rated"]:
        raise Wrong("the event is rated, although its rating was given up")
    started = {table["game"]: table["started_at"] for round_ in event.export["rounds"] for table in round_["tables"]}
    for game in event.export["games"]:
        if game["rated"] and (started.get(game["game"]) or "") > ended:
            raise Wrong(f"game {game['game']} was to be rated, although it started after the rating was given up")
    return f"; its rating was given up at {ended}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("export", help="the file with the export of the tournament")
    with open(parser.parse_args().export, encoding="utf-8") as file:
        export = json.load(file)
    if export.get("format") != "lapidary-tournament-1":
        sys.exit("this is not an export of a tournament")
    try:
        event = Event(export)
        seed = check_seed(event)
        repeats, uneven = check_rounds(event)
        for round_ in export["rounds"]:
            if round_["stage"] == "arena":
                check_arena(round_)
        check_acceleration(event)
        check_order(event)
        cut = check_cut(event)
        try:
            check_standings(event)
        except Wrong as wrong:
            event.as_before = True
            try:
                check_standings(event)
            except Wrong:
                raise wrong from None
        teams = check_teams(event)
        deals = check_deals(event)
        rating = check_rating(event)
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
    tables = sum(len(played(round_)) for round_ in export["rounds"])
    print(f"{len(export['entries'])} entries, {len(export['rounds'])} rounds, {tables} tables: the standings agree; {seed}; "
          f"{repeats} pairs met again; seats differ by at most {uneven}{cut}{teams}{deals}{rating}")


if __name__ == "__main__":
    main()
