"""What must be true of a tournament at its end, whatever has happened to the server. Raises AssertionError otherwise."""

import collections
import csv
import io
import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from ledger import SLIP

ROOT = Path(__file__).resolve().parents[3]
RECOMPUTE = ROOT / "examples/recompute_tournament.py"
# Tables of larger fields are not searched for fewer rematches.
SEARCHED_MAX = 16
# What happens once in a tournament, in a round, at a table.
ONCE = {"created": None, "started": None, "finished": None, "round_paired": "round", "round_opened": "round", "round_closed": "round",
        "table_started": "table", "table_finished": "table", "result_confirmed": "table"}


def recompute(export):
    """Returns what the script of the examples says, which shares no code with the server."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "tournament.json"
        file.write_text(json.dumps(export))
        done = subprocess.run([sys.executable, RECOMPUTE, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{export['tournament']['name']}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def check(event):
    """Checks a finished tournament, and returns one line about it."""
    export = event.read("/export")
    name = export["tournament"]["name"]
    assert export["tournament"]["status"] == "finished" and export["seed"], name
    for round_ in export["rounds"]:
        check_round(event, round_, export)
    check_results(event, export)
    check_standings(event, export)
    check_audit(event, export)
    assert event.on_server or not export["games"], f"{name} has games"
    return recompute(export)


def entries_of(items):
    return [item["entry"] for item in items]


def check_round(event, round_, export):
    """Every active entry is paired, has a bye or has left, once; forbidden pairs do not meet; at tables of two, nobody meets again."""
    number, format_ = round_["round"], export["tournament"]["format"]
    assert round_["status"] == "closed", f"round {number} is {round_['status']}"
    if format_ == "arena":
        return
    # The games of a match are tables of their own.
    matches = {table["match"]: table["paired"] for table in round_["tables"]}
    here = [entry for entries in matches.values() for entry in entries] + entries_of(round_["byes"]) + entries_of(round_.get("requested_byes", []))
    assert len(here) == len(set(here)), f"round {number} has somebody twice: {sorted(here)}"
    active = event.active[number]
    if round_["stage"] in ("swiss", "heats"):
        assert set(here) == active, f"round {number} pairs {sorted(set(here) ^ active)} wrongly"
    elif round_["stage"] == "knock_out":
        assert set(here) <= active, f"round {number} seats {sorted(set(here) - active)}, who have left"
    pairs = [pair for entries in matches.values() for pair in pairs_of(entries)]
    forbidden = {frozenset(pair.values()) for pair in round_["forbidden_pairs"]}
    assert not forbidden & set(pairs), f"round {number} seats the forbidden pairs {forbidden & set(pairs)}"
    if round_["stage"] == "swiss":
        met = met_before(export, number)
        if export["tournament"]["seat_count"] == 2:
            check_rematches(round_, met, pairs)
        elif len(here) <= SEARCHED_MAX:
            check_larger_tables(round_, met, pairs)


def pairs_of(entries):
    return [frozenset((a, b)) for at, a in enumerate(entries) for b in entries[:at]]


def met_before(export, number):
    """Returns how often pairs have met: those who were at a table that counts, and did not forfeit."""
    met = collections.Counter()
    for table in (table for round_ in export["rounds"] if round_["round"] < number for table in round_["tables"]):
        if table["status"] == "done":
            met.update(pairs_of([seat["entry"] for seat in table["seats"] if not seat["forfeit"]]))
    return met


def check_larger_tables(round_, met, pairs):
    """No other tables of four have fewer rematches; who sits at the smaller ones follows from other rules."""
    large = max(len(table["paired"]) for table in round_["tables"])
    tables = [table["paired"] for table in round_["tables"] if len(table["paired"]) == large]
    repeats = sum(pair in met for entries in tables for pair in pairs_of(entries))
    least = fewest_repeats(sorted(entry for entries in tables for entry in entries), large, met, repeats)
    assert least >= repeats, f"round {round_['round']} has {repeats} rematches, and {least} are possible"


def fewest_repeats(entries, seats, met, most):
    """Returns the fewest rematches that tables of these entries can have; at least `most` if they have no fewer than that."""
    if not entries or most <= 0:
        return 0
    for others in itertools.combinations(entries[1:], seats - 1):
        repeats = sum(pair in met for pair in pairs_of([entries[0], *others]))
        if repeats < most:
            rest = [entry for entry in entries[1:] if entry not in others]
            most = min(most, repeats + fewest_repeats(rest, seats, met, most - repeats))
    return most


def check_rematches(round_, met, pairs):
    """If each has at least half of the field as possible opponents, a pairing without rematches exists (Dirac), so there are none."""
    impossible = collections.Counter(entry for pair in met for entry in pair)
    impossible += collections.Counter(entry for pair in round_["forbidden_pairs"] for entry in pair.values())
    field = 2 * len(pairs)
    if field - 1 - max(impossible.values(), default=0) >= field / 2:
        again = [sorted(pair) for pair in pairs if pair in met]
        assert not again, f"round {round_['round']} repeats {again}"


def check_results(event, export):
    tables = {table["table"]: table for round_ in export["rounds"] for table in round_["tables"]}
    for number, places in event.ledger.results.items():
        found = [seat["place"] for seat in tables[number]["seats"]]
        assert found == places, f"table {number}: {places} was acknowledged, {found} is exported"
    undone = [number for number, table in tables.items() if table["status"] not in ("done", "void")]
    assert not undone, f"tables without a result: {undone}"
    games = collections.Counter(game["game"] for game in export["games"])
    assert max(games.values(), default=1) == 1, "a game is exported twice"
    if event.on_server and not event.settings.get("ready_check_ms"):
        assert len(games) == len(tables), f"{len(games)} games were made for {len(tables)} tables"


def check_standings(event, export):
    """The list, its CSV and the lines of the CSV of the export are those of the export."""
    lines = event.read("/standings")["items"]
    of = lambda items: [(line["entry"], line["place"], line["points_twelfths"]) for line in items]
    assert of(lines) == of(export["standings"]), "the standings are not those of the export"
    rows = list(csv.DictReader(io.StringIO(event.read("/standings?format=csv"))))
    assert [int(row["entry"]) for row in rows] == entries_of(export["standings"]), "the CSV of the standings has another order"
    sums = collections.Counter()
    for row in csv.DictReader(io.StringIO(event.read("/export?format=csv"))):
        sums[int(row["entry"])] += int(row["points_twelfths"] or 0)
    for line in export["standings"]:
        assert sums[line["entry"]] == line["points_twelfths"], f"entry {line['entry']}: the lines add up to {sums[line['entry']]}"


def check_audit(event, export):
    """Each act is named once, and nothing that was not done."""
    audit = event.ledger.audit()
    name = export["tournament"]["name"]
    for kind, of in ONCE.items():
        counts = collections.Counter(item[of] if of else name for item in audit if item["kind"] == kind)
        assert max(counts.values(), default=1) == 1, f"{name}: {kind} happens more than once: {counts.most_common(3)}"
        if of == "round":
            assert set(counts) == {round_["round"] for round_ in export["rounds"]}, f"{name}: {kind} of {sorted(counts)}"
        elif of is None:
            assert counts, f"{name}: {kind} is missing"
    by_game = {table["table"] for round_ in export["rounds"] for table in round_["tables"] if table["decided_by"] == "game"}
    finished = {item["table"] for item in audit if item["kind"] == "table_finished"}
    assert by_game <= finished, f"{name}: the ends of the tables {sorted(by_game - finished)} are not told"
    slips = collections.Counter(slip for item in audit for slip in SLIP.findall(item["note"] or ""))
    assert max(slips.values(), default=1) == 1, f"{name}: acts were done twice: {slips.most_common(3)}"
    assert set(slips) == event.ledger.slips, f"{name}: {set(slips) ^ event.ledger.slips} differ between the audit and what was done"
    entered = collections.Counter(item["entry"] for item in audit if item["kind"] in ("entered", "entry_added"))
    assert set(entered) == set(entries_of(export["entries"])), f"{name}: entries and audit differ"
