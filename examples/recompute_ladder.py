#!/usr/bin/env python3
"""Recomputes an exported ladder with `openskill` from PyPI: `python3 examples/recompute_ladder.py log.jsonl`.

The log has one JSON object on each line (docs/ratings.md). Every rating must agree within 1e-6. `openskill` is not part of
this repository: install it with `pip install openskill==6.2.0`. A server gives the log of a pool, and `lapidary-simulation --log
log.jsonl` writes one to try:

    curl -H "Accept: application/x-ndjson" http://127.0.0.1:8080/v1/ladders/splendor.duel.live.human/log > log.jsonl

A season of a club that began with a soft reset continues the log of the season before, up to the `pool_seq` that `carried` of the season
names. Give the logs of all seasons back to the last hard reset, the oldest first:

    python3 examples/recompute_ladder.py third.jsonl --after first.jsonl:41 --after second.jsonl:57
"""

import argparse
import json
import math
import sys
from datetime import datetime
from itertools import groupby

MU, SIGMA, BETA, TAU, KAPPA = 25.0, 25.0 / 3.0, 6.25, 25.0 / 300.0, 1e-4
VARIANCE_PER_DAY = 0.0139
SEASON_WIDENING = 5.0
RISE_MAX = 15_000_000  # 300 shown points
DAY_MS = 86_400_000
MICRO = 1_000_000
TOLERANCE = 1e-6
ALGORITHM = "weng-lin-bt-full-1"


def milliseconds(text):
    """An instant such as 2026-01-01T12:00:00.000Z, in whole milliseconds since 1970."""
    at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return int(at.timestamp()) * 1000 + at.microsecond // 1000


def rested(sigma, days):
    """The deviation after days without a rated game."""
    variance = sigma * sigma
    return math.sqrt(min(variance + VARIANCE_PER_DAY * days, max(variance, SIGMA * SIGMA)))


def widened(sigma):
    """The deviation, in millionths, with which a season begins after a soft reset."""
    variance = (sigma / MICRO) ** 2
    wider = math.sqrt(min(variance + SEASON_WIDENING**2, max(variance, SIGMA * SIGMA)))
    return math.floor(wider * MICRO + 0.5)


def near(name, line, found, logged):
    if abs(found - logged / MICRO) > TOLERANCE:
        sys.exit(f"{line['pool']} game {line['pool_seq']}, {line['player']}: {name} is {logged}, recomputed {found * MICRO:.3f}")
    return abs(found - logged / MICRO)


def recompute(model, lines, starts):
    """Plays the log of one pool again, in which players begin with `starts`. Returns the number of games and the largest difference."""
    players, days, worst, games, last_ms = {}, {}, 0.0, 0, None
    for pool_seq, game in groupby(lines, key=lambda line: line["pool_seq"]):
        game, games = list(game), games + 1
        seats, ended_ms = [line["seat"] for line in game], milliseconds(game[0]["finished_at"])
        names = {line["player"] for line in game}
        if pool_seq != games or seats != list(range(game[0]["seats"])) or len(names) != len(game):
            sys.exit(f"{game[0]['pool']}: game {games} is missing or incomplete")
        if game[0]["algorithm"] != ALGORITHM or (last_ms is not None and ended_ms < last_ms):
            sys.exit(f"{game[0]['pool']}: game {games} has another algorithm, or ended before the game before it")
        last_ms = ended_ms
        teams = []
        for line in game:
            start = starts.get(line["player"], (25_000_000, 8_333_333))
            mu, sigma, seen_ms = players.get(line["player"], (*start, ended_ms))
            worst = max(worst, near("mu before", line, mu / MICRO, line["mu_before"]))
            worst = max(worst, near("sigma before", line, sigma / MICRO, line["sigma_before"]))
            if line["annulled"]:
                # It keeps its number, changes no rating, and is not a game since which the player has rested.
                near("mu after", line, mu / MICRO, line["mu_after"])
                near("sigma after", line, sigma / MICRO, line["sigma_after"])
                continue
            idle = (ended_ms - seen_ms) // DAY_MS
            teams.append([model.rating(mu=mu / MICRO, sigma=rested(sigma / MICRO, idle))])
        if not teams:
            continue
        if len(teams) != len(game):
            sys.exit(f"{game[0]['pool']}: game {games} is annulled in part")
        for line, [after] in zip(game, model.rate(teams, ranks=[line["place"] for line in game])):
            mu, sigma = after.mu, after.sigma
            day = [(at, low) for at, low in days.get(line["player"], []) if at > ended_ms - DAY_MS]
            days[line["player"]] = day + [(ended_ms, line["mu_before"])]
            if line.get("capped"):
                # A rise beyond the limit of a day: the player keeps the rating. The day can begin in the season before.
                lowest = min(low for _, low in days[line["player"]])
                if mu * MICRO <= line["mu_before"] or (not starts and mu * MICRO < lowest + RISE_MAX):
                    sys.exit(f"{line['pool']} game {games}, {line['player']}: the rating is kept without a reason")
                mu, sigma = line["mu_before"] / MICRO, line["sigma_before"] / MICRO
            worst = max(worst, near("mu after", line, mu, line["mu_after"]))
            worst = max(worst, near("sigma after", line, sigma, line["sigma_after"]))
            # Ratings are stored as integers, so the next game begins with the logged value, which was just confirmed.
            players[line["player"]] = (line["mu_after"], line["sigma_after"], ended_ms)
    return games, worst


def season_starts(model, earlier):
    """With which ratings players begin after these seasons: logs, each with the last game that counts, the oldest first."""
    starts = {}
    for name, last in earlier:
        lines = read(name)
        recompute(model, lines, starts)
        counted = [line for line in lines if line["pool_seq"] <= last and not line["annulled"]]
        reached = starts | {line["player"]: (line["mu_after"], line["sigma_after"]) for line in counted}
        starts = {player: (mu, widened(sigma)) for player, (mu, sigma) in reached.items()}
    return starts


def read(name):
    with open(name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def season(text):
    name, _, last = text.rpartition(":")
    return name, int(last)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", help="the exported log, one JSON object on each line")
    parser.add_argument(
        "--after", type=season, action="append", default=[], metavar="LOG:POOL_SEQ",
        help="the log of an earlier season and the last game of it that counts, the oldest first",
    )
    given = parser.parse_args()
    try:
        from openskill.models import BradleyTerryFull
    except ImportError:
        sys.exit("openskill is not installed: pip install openskill==6.2.0")
    model = BradleyTerryFull(
        mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU, gamma=lambda *_, **__: 1.0, limit_sigma=False
    )
    starts = season_starts(model, given.after)
    for pool, lines in groupby(read(given.log), key=lambda line: line["pool"]):
        games, worst = recompute(model, lines, starts)
        print(f"{pool}: {games} games agree; the largest difference is {worst:.2g}")


if __name__ == "__main__":
    main()
