"""The printed facts of the cards and tiles of Splendor, read from data/*.json; colors become single letters."""

import json
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

GEMS = "wugrk"  # white, blue, green, red, black: the fixed order of the colors
GOLD = "o"
LETTER = {"white": "w", "blue": "u", "green": "g", "red": "r", "black": "k", "gold": "o"}
COLOR = {letter: color for color, letter in LETTER.items()}
MODULES = ["orient", "strongholds", "trading_posts", "cities"]


def read(name, key):
    with open(DATA / name, encoding="utf-8") as file:
        return json.load(file)[key]


def letters(counts):
    return {LETTER[color]: count for color, count in counts.items()}


def card_facts(order, printed, box):
    discard = printed.get("discard_cost")
    return {
        "id": printed["id"],
        "order": order,
        "deck": box + "-" + str(printed["level"]),
        "level": printed["level"],
        "points": printed["points"],
        "color": LETTER[printed["bonus"]] if printed["bonus"] else None,
        "bonus": printed.get("bonus_count", 1),
        "cost": letters(printed["cost"]),
        "effect": printed.get("effect"),
        "discard_color": LETTER[discard["color"]] if discard else None,
    }


BASE_IDS = [card["id"] for card in read("base_cards.json", "cards")]
ORIENT_IDS = [card["id"] for card in read("orient_cards.json", "cards")]
NOBLE_IDS = [noble["id"] for noble in read("nobles.json", "nobles")]
POST_IDS = [post["id"] for post in read("trading_posts.json", "posts")]
CITY_IDS = [city["id"] for city in read("cities.json", "cities")]

CARDS = {}
for _box, _file in (("base", "base_cards.json"), ("orient", "orient_cards.json")):
    for _card in read(_file, "cards"):
        CARDS[_card["id"]] = card_facts(len(CARDS), _card, _box)

NOBLES = {noble["id"]: letters(noble["cards"]) for noble in read("nobles.json", "nobles")}
NOBLE_POINTS = {noble["id"]: noble["points"] for noble in read("nobles.json", "nobles")}
POSTS = {post["id"]: letters(post["cards"]) for post in read("trading_posts.json", "posts")}
CITIES = {
    city["id"]: {"points": city["points"], "cards": letters(city["cards"]), "other": city.get("any_one_other_color", 0)}
    for city in read("cities.json", "cities")
}


def catalogue_order(ids):
    return sorted(ids, key=lambda id: CARDS[id]["order"])
