"""`game.py SERVER PASSWORD ADA GRACE`: two players play a whole game through the Python client while a third thread follows it. Prints the game
and what was seen as JSON. game.ts does the same."""

import json
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lapidary_client import Client, log_in
from lapidary_client.schemas import Action, Game


def best(game: Game) -> Action:
    """Returns an action that brings the game to an end: a purchase, or tokens for one."""
    liking = {"buy": 3, "choose_noble": 3, "take": 2, "return": 2, "reserve": 1}
    return max(game.get("legal_actions", []), key=lambda legal: liking.get(legal["action"]["type"], 0))["action"]


def play(client: Client, id: str) -> int:
    """Plays a seat to the end and returns the number of turns."""
    turns, is_over = 0, False
    while not is_over:
        game = client.get_game(id, wait="my_turn", include="legal_actions")
        if game.get("legal_actions"):
            game = client.play(game, best(game))
            turns += 1
        is_over = game["status"] not in ("waiting", "active")
    return turns


def follow(client: Client, id: str) -> list[Any]:
    """Returns the entries of the game as its stream tells them, each as often as it came."""
    seen: list[Any] = []
    for frame in client.follow_events(id, since=0):
        if frame["type"] == "stream_end":
            assert frame["data"]["reason"] == "game_over", frame
        elif "seq" in frame and frame["type"] != "snapshot":
            seen.append({name: value for name, value in frame.items() if name != "server_time"})
    return seen


def main() -> None:
    server, password, *names = sys.argv[1:]
    logins = [log_in(server, name, password) for name in names]
    ada, grace = (Client(server, login, patience=math.inf) for login in logins)
    # As if it had expired: both threads need the next one at the same time.
    logins[0].tokens["expires_at"] = time.time()
    game = ada.create_game({"ruleset": "splendor", "seats": 2})["id"]
    with ThreadPoolExecutor() as pool:
        followed = pool.submit(follow, ada, game)
        grace.join_game(game)
        turns = list(pool.map(play, (ada, grace), (game, game)))
    print(json.dumps({"game": game, "turns": turns, "followed": followed.result(), "log": list(ada.log(game, limit=20))}))


if __name__ == "__main__":
    main()
