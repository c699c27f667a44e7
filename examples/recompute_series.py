#!/usr/bin/env python3
"""Recomputes the table of a series from its results: points, which results count, the order, and what decides it.

    curl -sS http://127.0.0.1:8080/v1/series/$ID/standings > series.json
    python3 examples/recompute_series.py series.json

It needs only Python's standard library, and shares no code with the server. docs/series.md defines the points and the criteria. Where the points
of the events are added, they are those of the standings of each event, which recompute_tournament.py checks.
"""

import argparse
import collections
import itertools
import json
import sys
import unicodedata

CRITERIA = ["points", "wins", "best_results", "events", "head_to_head"]


class Wrong(Exception):
    """The table contradicts itself."""


def check(what, found, expected):
    if found != expected:
        raise Wrong(f"{what} is {found}, and should be {expected}")


def same_name(guest):
    """Returns the form that all spellings of a name share."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", guest).casefold())


def name(line):
    return line.get("guest") or line["player"]["username"] or line["player"]["id"]


def check_points(table):
    """The points of each result follow from the places of its event."""
    sharing = collections.Counter()
    for line in table["items"]:
        for result in line["results"]:
            sharing[result["tournament"], result["place"]] += 1
    if table["points"] is None:
        return
    for line in table["items"]:
        for result in line["results"]:
            first, many = result["place"] - 1, sharing[result["tournament"], result["place"]]
            expected = 12 * sum(table["points"][first:first + many]) // many
            check(f"a result of {name(line)}", result["points_twelfths"], expected)


def check_guests(table):
    """Guests with the same name are the same, unless they met in one event: then it has results of all of them.

    Whoever was entered by the name of an account is known by the account, and has one line whatever guests are called."""
    events = collections.defaultdict(list)
    for line in table["items"]:
        if "guest" in line and not line.get("by_username"):
            events[same_name(line["guest"])].append({result["tournament"] for result in line["results"]})
    for guest, each in events.items():
        each.sort(key=len)
        if any(not fewer <= more for fewer, more in zip(each, each[1:])):
            raise Wrong(f"{guest} has several lines")


def count(table, line):
    """Checks which results count, and returns what the first criteria compare."""
    best = sorted(range(len(line["results"])), key=lambda index: (
        -line["results"][index]["points_twelfths"], line["results"][index]["place"], index))
    counted = set(best[:table["best_of"]])
    for index, result in enumerate(line["results"]):
        check(f"whether result {index + 1} of {name(line)} counts", result["counts"], index in counted)
    results = [result for result in line["results"] if result["counts"]]
    points = [result["points_twelfths"] for result in results]
    check(f"the sum of {name(line)}", line["points_twelfths"], sum(points))
    check(f"the wins of {name(line)}", line["wins"], sum(result["place"] == 1 for result in results))
    check(f"the events of {name(line)}", line["event_count"], len(line["results"]))
    return sum(points), line["wins"], sorted(points, reverse=True), len(line["results"])


def head_to_head(lines):
    """Returns better minus worse places of each line against the others."""
    places = [{result["tournament"]: result["place"] for result in line["results"]} for line in lines]
    values = [0] * len(lines)
    for (a, of_a), (b, of_b) in itertools.permutations(enumerate(places), 2):
        values[a] += sum((of_a[event] < of_b[event]) - (of_a[event] > of_b[event]) for event in of_a.keys() & of_b.keys())
    return values


def check_table(table):
    check_points(table)
    check_guests(table)
    lines = table["items"]
    order = [event["tournament"] for event in table["events"]]
    for line in lines:
        events = [order.index(result["tournament"]) for result in line["results"]]
        check(f"the order of the results of {name(line)}", events, sorted(set(events)))
    values = [list(count(table, line)) for line in lines]
    for _, group in itertools.groupby(range(len(lines)), key=lambda index: values[index][:4]):
        group = list(group)
        met = head_to_head([lines[index] for index in group]) if len(group) > 1 else [0]
        for index, value in zip(group, met):
            check(f"head to head of {name(lines[index])}", lines[index]["head_to_head"], value)
            values[index].append(value)
    place = 1
    for index, line in enumerate(lines):
        above = values[index - 1] if index else None
        if above is not None and above < values[index]:
            raise Wrong(f"{name(line)} should be above {name(lines[index - 1])}")
        if above != values[index]:
            place = index + 1
        check(f"the place of {name(line)}", line["place"], place)
        decided_by = None
        if above is not None and above != values[index]:
            decided_by = next(criterion for criterion, a, b in zip(CRITERIA, above, values[index]) if a != b)
        check(f"what separates {name(line)}", line["decided_by"], decided_by)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", help="the table of a series as JSON")
    with open(parser.parse_args().table, encoding="utf-8") as file:
        table = json.load(file)
    try:
        check_table(table)
    except Wrong as wrong:
        sys.exit(f"wrong: {wrong}")
    print(f"{len(table['items'])} lines, {len(table['events'])} events: the table agrees")


if __name__ == "__main__":
    main()
