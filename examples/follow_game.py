#!/usr/bin/env python3
"""Rebuilds the table from events alone, as an animated front end would, and compares it with every view.

    python3 examples/follow_game.py http://127.0.0.1:8080 GAME_ID

The first entry has the opening, or the position with which a fork begins. This program contains no rules: every effect says
what moved, from where and to where. It needs only Python's standard library.
"""

import argparse
import json
import sys
import urllib.error
import urllib.request

SEAT_PARTS = {
    "splendor": ["tokens", "cards", "hand", "drawn", "nobles", "posts", "purchases", "out"],
    "kids": ["tokens", "treasures", "tiles_up", "tiles_down", "jewel", "place", "out"],
}


def get(url):
    try:
        with urllib.request.urlopen(url) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        sys.exit(f"GET {url}: {problem.code} {problem.read().decode()}")
    except urllib.error.URLError as error:
        sys.exit(f"GET {url}: {error.reason}")


def entries(url):
    """Yields the whole log, page by page."""
    since, more = 0, True
    while more:
        page = get(f"{url}/events?since={since}")
        yield from page["events"]
        since, more = page["version"], page["more"]


def holdings(started):
    """What each seat has after the first entry."""
    if "fork" in started:
        return started["fork"]["holdings"]
    seat = {"tokens": dict.fromkeys(started["supply"], 0), "out": False}
    if started["ruleset"] == "kids":
        # Everybody begins at the port.
        place = next(place["id"] for place in started["board"]["places"] if place["kind"] == "port")
        seat |= {"treasures": 0, "tiles_up": [], "tiles_down": [], "jewel": False, "place": place}
    else:
        seat |= {"cards": [], "hand": [], "nobles": [], "posts": [], "purchases": 0}
        if "strongholds" in started["modules"]:
            seat["strongholds"] = [None] * 3
    return [seat] * len(started["seats"])


class Table:
    """The state of the table, with the field names of the view."""

    def __init__(self, started):
        turn = started["fork"]["turn"] if "fork" in started else {"seat": 0, "number": 1}
        parts = ["ruleset", "supply", "market", "nobles", "stack_size"]
        opening = {name: started.get(name) for name in parts} | {"seats": holdings(started), "turn": turn}
        self.view = json.loads(json.dumps(opening))

    def follow(self, effect):
        getattr(self, effect["type"])(**{name: value for name, value in effect.items() if name != "type"})

    # Tokens

    def move_tokens(self, seat, tokens, sign):
        for kind, count in tokens.items():
            self.view["seats"][seat]["tokens"][kind] += sign * count
            self.view["supply"][kind] -= sign * count

    def tokens_taken(self, seat, tokens):
        self.move_tokens(seat, tokens, 1)

    def tokens_returned(self, seat, tokens):
        self.move_tokens(seat, tokens, -1)

    # Cards

    def take_from(self, seat, card, place):
        """Removes the card from its place in the market, or from the hand if it has no place."""
        if place is None:
            hand = self.view["seats"][seat]["hand"]
            hand.remove(next(held for held in hand if held.get("card") == card))
        else:
            cards = self.view["market"][place["deck"]]["cards"]
            assert cards[place["index"]] == card
            cards[place["index"]] = None

    def own(self, seat, card):
        self.view["seats"][seat]["cards"].append({"card": card})

    def card_bought(self, seat, card, place):
        self.take_from(seat, card, place)
        self.own(seat, card)
        self.view["seats"][seat]["purchases"] += 1

    def card_taken_free(self, seat, card, place):
        self.take_from(seat, card, place)
        self.own(seat, card)

    def card_reserved(self, seat, card, place):
        self.take_from(seat, card, place)
        self.view["seats"][seat]["hand"].append({"card": card, "blind": False})

    def cards_drawn(self, seat, deck, cards):
        self.view["market"][deck]["deck_size"] -= len(cards)
        here = self.view["seats"][seat]
        if "draw_two_reserve_one" in here["posts"]:
            here["drawn"] = list(cards)
        else:
            here["hand"] += [{"card": card, "blind": True} for card in cards]

    def card_kept(self, seat, deck, card):
        self.view["seats"][seat]["drawn"].remove(card)
        self.view["seats"][seat]["hand"].append({"card": card, "blind": True})

    def card_put_under(self, seat, deck, card):
        self.view["seats"][seat]["drawn"].remove(card)
        self.view["market"][deck]["deck_size"] += 1

    def card_associated(self, seat, card, color, bonus, **_):
        owned = next(owned for owned in self.view["seats"][seat]["cards"] if owned["card"] == card)
        owned["as"] = {"color": color, "bonus": bonus}

    def card_discarded(self, seat, card):
        cards = self.view["seats"][seat]["cards"]
        cards.remove(next(owned for owned in cards if owned["card"] == card))

    def market_refilled(self, place, card=None, tile=None):
        if tile is None:
            deck = self.view["market"][place["deck"]]
            deck["cards"][place["index"]] = card
            deck["deck_size"] -= 1
        else:
            self.view["market"][place] = tile
            self.view["stack_size"] -= 1

    def place_left_empty(self, place):
        pass

    # Nobles, posts, strongholds, cities

    def noble_received(self, seat, noble):
        self.view["nobles"].remove(noble)
        self.view["seats"][seat]["nobles"].append(noble)

    def post_taken(self, seat, post):
        self.view["seats"][seat]["posts"].append(post)

    def stronghold_placed(self, seat, card, **source):
        strongholds = self.view["seats"][seat]["strongholds"]
        strongholds[strongholds.index(source["from"])] = card

    def stronghold_removed(self, seat, card):
        self.strongholds_returned(seat, card, 1)

    def strongholds_returned(self, seat, card, count):
        strongholds = self.view["seats"][seat]["strongholds"]
        for _ in range(count):
            strongholds[strongholds.index(card)] = None

    def city_fulfilled(self, seat, city):
        pass

    # Kids

    def moved(self, seat, to, **_):
        self.view["seats"][seat]["place"] = to

    def town_drawn(self, seat, tile, **source):
        if source["from"] == "stack":
            self.view["stack_size"] -= 1
        else:
            self.view["market"][self.view["market"].index(tile)] = None
        self.view["seats"][seat]["tiles_up"].append(tile)

    def tiles_turned_up(self, seat):
        here = self.view["seats"][seat]
        here["tiles_up"] += here["tiles_down"]
        here["tiles_down"] = []

    def tiles_turned_down(self, seat, tiles):
        here = self.view["seats"][seat]
        for tile in tiles:
            here["tiles_up"].remove(tile)
            here["tiles_down"].append(tile)

    def treasures_spent(self, seat, count):
        self.view["seats"][seat]["treasures"] -= count

    def token_given(self, seat, to, resource):
        self.view["seats"][seat]["tokens"][resource] -= 1
        self.view["seats"][to]["tokens"][resource] += 1

    def treasure_gained(self, seat):
        self.view["seats"][seat]["treasures"] += 1

    def jewel_gained(self, seat):
        self.view["seats"][seat]["jewel"] = True

    def market_gone(self):
        self.view["market"] = None

    # The course of the game

    def turn_began(self, seat, number):
        self.view["turn"] = {"seat": seat, "number": number}

    def seat_out(self, seat):
        self.view["seats"][seat]["out"] = True

    def game_over(self, reason):
        self.view["turn"] = None

    def silent(self, **_):
        """An effect that moves nothing."""

    final_round = play_goes_on = step_lapsed = another_turn = gates_closed = gates_opened = palace_reached = silent
    village_uncovered = silent


def in_order(part):
    """Compares cards and tiles as sets: their order only matters for display."""
    return sorted(part, key=json.dumps) if isinstance(part, list) else part


# The counters `passes` and `quiet_rounds`, like prestige and bonuses, are not compared: they follow from the rules,
# which this program does not contain.


def compared(view):
    seats = [
        {name: in_order(seat[name]) for name in SEAT_PARTS[view["ruleset"]] if seat.get(name)}
        | {"strongholds": in_order(seat.get("strongholds", []))}
        for seat in view["seats"]
    ]
    market = view["market"] if isinstance(view["market"], dict) else in_order(view["market"])
    return {"turn": view["turn"], "supply": view["supply"], "market": market, "seats": seats}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="such as http://127.0.0.1:8080")
    parser.add_argument("game", help="the id of the game")
    given = parser.parse_args()
    url = f"{given.server.rstrip('/')}/v1/games/{given.game}"
    events = list(entries(url))
    if not events:
        sys.exit(f"{given.game} has not started")
    table = Table(events[0]["data"])
    for event in events:
        for effect in event["data"].get("effects", []):
            table.follow(effect)
        seen, told = compared(get(f"{url}?at={event['seq']}")), compared(table.view)
        if seen != told:
            sys.exit(f"after {json.dumps(event)}\nthe view has {json.dumps(seen)}\nthe events told {json.dumps(told)}")
    print(f"{len(events)} events tell all {len(events)} views of {given.game}")


if __name__ == "__main__":
    main()
