#!/usr/bin/env python3
"""A bot that stays online: it accepts invitations and challenges by its rules and plays all its games, over interruptions and restarts. The
token is an API token of a bot account, with the scopes read and play.

    pip install packages/clients/python
    LAPIDARY_TOKEN=… python3 examples/bots/online_bot.py http://127.0.0.1:8080"""

import contextlib
import math
import os
import sys

from lapidary_client import Client, Refusal
from lapidary_client.schemas import Action, OwnGame, OwnInvitation


def liking(action: Action) -> int:
    """How gladly the bot makes a decision."""
    return {"buy": 100, "choose_noble": 100, "take": 10, "reserve": 5}.get(action["type"], 1)


def answer(client: Client, invitation: OwnInvitation) -> None:
    """Joins a game if the rules of the bot say so. A challenge is an invitation too."""
    if invitation["ruleset"] == "splendor" and invitation["clock"]["kind"] != "correspondence":
        client.join_game(invitation["game"])


def play(client: Client, game: OwnGame) -> None:
    """Makes one decision if the game waits for the bot. If there is another one to make, the stream says so."""
    if game["my_turn"]:
        view = client.get_game(game["id"], include="legal_actions")
        if legal := view.get("legal_actions"):
            client.play(view, max((one["action"] for one in legal), key=liking))


def main(server: str) -> None:
    client = Client(server, os.environ["LAPIDARY_TOKEN"], patience=math.inf)
    for frame in client.follow_own_events():
        snapshot = frame["data"] if frame["type"] == "snapshot" else None
        for invitation in snapshot["invitations"] if snapshot else [frame["data"]] if frame["type"] == "invitation" else []:
            # A game may have changed meanwhile; then the stream says so.
            with contextlib.suppress(Refusal):
                answer(client, invitation)
        for game in snapshot["games"] if snapshot else [frame["data"]] if frame["type"] == "game" else []:
            with contextlib.suppress(Refusal):
                play(client, game)


if __name__ == "__main__":
    main(*sys.argv[1:])
