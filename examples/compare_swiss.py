#!/usr/bin/env python3
"""Measures our pairings at tables of two beside the Dutch engine of `py4swiss` from PyPI.

    cargo run --release -p lapidary-simulation -- --formats swiss-2 --entries 32 --events 1000 --calm --trf reports
    python3 examples/compare_swiss.py reports

For each report, the same players with the same strengths play an event of as many rounds that the engine pairs. Results are
drawn from the same chances. Both sets of reports are measured by the same code. `py4swiss` is not part of this repository:
install it with `pip install py4swiss==0.3.1` (MIT license, Python 3.11 or later).
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

SHARED = 1 / 40
COLORS = {"w": 1, "b": -1}


def parse(text):
    """Returns the players of a report: name, rating, and for each round opponent, color and result."""
    players = {}
    for line in text.splitlines():
        if line.startswith("001"):
            cells = [line[at : at + 10] for at in range(89, len(line), 10)]
            rounds = [(int(cell[2:6]), cell[7], cell[9]) for cell in cells]
            players[int(line[4:8])] = {"name": line[14:47].strip(), "rating": int(line[48:52]), "rounds": rounds}
    return players


def write(players, planned):
    """Returns the report of an event, as far as it is played."""
    lines = [f"012 Comparison\n062 {len(players)}\nXXR {planned}\nXXC white1"]
    order = sorted(players, key=lambda number: -sum(points(cell) for cell in players[number]["rounds"]))
    for number, player in players.items():
        total = sum(points(cell) for cell in player["rounds"])
        cells = "".join(f"  {opponent:04} {color} {result}" for opponent, color, result in player["rounds"])
        lines.append(
            f"001 {number:>4}      {player['name']:<33} {player['rating']:>4}{'':28}{total:>4.1f} "
            f"{order.index(number) + 1:>4}" + cells
        )
    return "\n".join(lines) + "\n"


def points(cell):
    return {"1": 1.0, "=": 0.5, "U": 1.0}.get(cell[2], 0.0)


def play(players, white, black, chance):
    """Draws a result, as the simulation does, and enters it for both players."""
    strength = [float(players[number]["name"].split()[1]) for number in (white, black)]
    wins = chance.random() < 1 / (1 + 10 ** ((strength[1] - strength[0]) / 400))
    shared = chance.random() < SHARED
    results = "==" if shared else "10" if wins else "01"
    players[white]["rounds"].append((black, "w", results[0]))
    players[black]["rounds"].append((white, "b", results[1]))


def dutch_event(ours, rounds, chance):
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    players = {number: {**player, "rounds": []} for number, player in ours.items()}
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "event.trf"
        for _ in range(rounds):
            path.write_text(write(players, rounds))
            for pairing in DutchEngine.generate_pairings(TrfParser.parse(path)):
                if pairing.black == 0:
                    players[pairing.white]["rounds"].append((0, "-", "U"))
                else:
                    play(players, pairing.white, pairing.black, chance)
    return players


def measure(players, sums):
    """Adds the measures of one event."""
    score = {number: 0.0 for number in players}
    last_float = {number: 0 for number in players}
    met, balance = set(), {number: 0 for number in players}
    for at in range(len(next(iter(players.values()))["rounds"])):
        before = dict(score)
        for number, player in players.items():
            opponent, color, _ = cell = player["rounds"][at]
            score[number] += points(cell)
            balance[number] += COLORS.get(color, 0)
            floats = 0
            if opponent:
                apart = before[number] - before[opponent]
                floats = (apart > 0) - (apart < 0)
                sums["seats"] += 1
                sums["squared difference"] += apart * apart
                sums["difference"] += abs(apart)
                sums["floats"] += floats != 0
                sums["repeated floats"] += floats != 0 and floats == last_float[number]
                sums["rematches"] += (number, opponent) in met
                met.add((number, opponent))
            last_float[number] = floats
    sums["players"] += len(players)
    sums["unbalanced by 2"] += sum(abs(value) > 1 for value in balance.values())
    order = sorted(players, key=lambda number: -score[number])
    by_strength = sorted(players, key=lambda number: -float(players[number]["name"].split()[1]))
    rank = {number: at for at, number in enumerate(order)}
    squares = sum((rank[number] - at) ** 2 for at, number in enumerate(by_strength))
    sums["correlation"] += 1 - 6 * squares / (len(players) * (len(players) ** 2 - 1))
    sums["events"] += 1


def empty():
    names = "events players seats rematches difference floats correlation".split()
    return dict.fromkeys([*names, "squared difference", "repeated floats", "unbalanced by 2"], 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reports", help="the directory to which `lapidary-simulation --trf` wrote")
    directory = parser.parse_args().reports
    reports = sorted(Path(directory).glob("swiss-2-*.trf"))
    if not reports:
        sys.exit(f"{directory} has no reports")
    ours, theirs = empty(), empty()
    for path in reports:
        players = parse(path.read_text())
        rounds = len(next(iter(players.values()))["rounds"])
        measure(players, ours)
        measure(dutch_event(players, rounds, random.Random(path.name)), theirs)
    print(f"{'of ' + str(len(reports)) + ' events':<34}{'ours':>10}{'py4swiss':>10}")
    rows = [("rematches", "events"), ("difference", "seats"), ("squared difference", "seats"), ("floats", "seats")]
    rows += [("repeated floats", "seats"), ("unbalanced by 2", "players"), ("correlation", "events")]
    for name, per in rows:
        print(f"{name + ' per ' + per[:-1]:<34}{ours[name] / ours[per]:>10.4f}{theirs[name] / theirs[per]:>10.4f}")


if __name__ == "__main__":
    main()
