"""Exports: every kept one loads, and one that lies is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lapidary import Action, ExportError, load_export
from tables import ROOT

KEPT = sorted((ROOT / "tests/exports").glob("*.json"))


def of_file(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", KEPT, ids=of_file)
def test_a_kept_export_is_replayed_to_its_end(path: Path) -> None:
    found = json.loads(path.read_text())
    export = load_export(path.read_text())
    entries = [event["data"] for event in found["events"][1:-1]]
    assert [entry.notation for entry in export.entries] == [entry["notation"] for entry in entries]
    assert export.end.ranks == (found["result"] or {"ranks": []})["ranks"]
    assert export.is_aborted == (found["result"] is None)
    assert export.position(0) == export.opening and export.position(len(entries)) == export.end
    shown, started = export.opening.view(), found["events"][0]["data"]
    table = [name for name in started if name in shown and name != "seats"]
    assert len(table) >= 5 and {name: shown[name] for name in table} == {name: started[name] for name in table}


@pytest.mark.parametrize("path", KEPT, ids=of_file)
def test_actions_have_the_json_that_servers_write(path: Path) -> None:
    found = json.loads(path.read_text())
    for event in found["events"]:
        if event["type"] == "action":
            action = Action.from_json(event["data"]["action"], found["game"]["ruleset"])
            assert action.notation == event["data"]["notation"]
            assert action.to_json() == event["data"]["action"]


def as_text(found: dict[str, Any]) -> str:
    """The export in text format."""
    deal, joined = found["deal"], [one["player"] for one in found["deal"]["contributions"]]
    lines = ["format: lapidary-text-1", f"ruleset: {deal['deal_ruleset']}"]
    lines += [f"option {name}: {value}" for name, value in found["game"].get("options", {}).items()]
    lines += [f"{name}: {deal[name]}" for name in ("deal_id", "commitment", "server_seed", "beacon", "seating")]
    for place, (player, given) in enumerate(zip(joined, deal["contributions"], strict=True)):
        lines.append(f"contribution {place}: after {player['username']} {given['entropy']}")
    for place, seat in enumerate(found["game"]["seats"]):
        lines.append(f"seat {place}: {seat['player']['username']}")
    if found["result"]:
        lines.append(f"result: {found['result']['reason']}")
        lines.append("ranks: " + " ".join(str(rank) for rank in found["result"]["ranks"]))
    lines.append("")
    for event in found["events"][1:-1]:
        mark = "!" if event["data"]["by"] == "engine" else ""
        lines.append(f"1 {event['data']['seat']} {mark}{event['data']['notation']}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", [path for path in KEPT if "fork" not in path.name], ids=of_file)
def test_a_game_as_text_is_replayed_to_the_same_end(path: Path) -> None:
    found = json.loads(path.read_text())
    if found["deal"].get("board") is None or found["game"]["ruleset"] == "splendor":
        assert load_export(as_text(found)).end == load_export(path.read_text()).end


def test_an_export_that_lies_is_refused() -> None:
    text = (ROOT / "tests/exports/kids-full.json").read_text()
    found = json.loads(text)

    def refused(words: str, change: Any) -> None:
        lying = json.loads(text)
        change(lying)
        with pytest.raises(ExportError, match=words):
            load_export(json.dumps(lying))

    refused("deal/commitment", lambda it: it["deal"].update(server_seed="00" * 32))
    refused("server_seed", lambda it: it["deal"].update(server_seed=None))
    refused("result/ranks", lambda it: it["result"].update(ranks=found["result"]["ranks"][::-1]))
    refused("events/1", lambda it: it["events"].pop(1))
    refused("format", lambda it: it.update(format="lapidary-export-9"))
    refused("require another|NotAsked|result", lambda it: it["events"].pop(-2))
    with pytest.raises(ExportError, match="not a valid export"):
        load_export("{")
    with pytest.raises(ExportError, match="neither a header nor a turn"):
        load_export("nothing")
