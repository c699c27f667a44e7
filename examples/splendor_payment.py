"""Every way to pay for a card (B8, B9, B10, O4, O10, P3)."""

from itertools import combinations, product

from splendor_facts import CARDS, GEMS, GOLD, catalogue_order
from token_sets import tokens_from_text, tokens_text


def bonuses(player):
    """The discount that the owned cards give on a cost; a double bonus counts twice (O9)."""
    return {color: sum(card["bonus"] for card in player["cards"] if card["color"] == color) for color in GEMS}


def gold_units(missing, gems_paid, doubled):
    """B9, P3: the gold needed for the missing gems of one color, or None if a gem would be superfluous."""
    if not doubled:
        return missing
    if missing % 2 == 1 and gems_paid > 0:
        return None
    return (missing + 1) // 2


def splits(player, card):
    """B8, B9: every choice of gems for the cost minus bonuses, with the units of gold for the rest."""
    saved = bonuses(player)
    doubled = "double_gold" in (player["posts"] or [])
    ways = []
    for color in GEMS:
        needed = max(0, card["cost"].get(color, 0) - saved[color])
        paid = [(gems, gold_units(needed - gems, gems, doubled))
                for gems in range(min(needed, player["tokens"][color]) + 1)]
        ways.append([(gems, units) for gems, units in paid if units is not None])
    for way in product(*ways):
        yield dict(zip(GEMS, (gems for gems, _ in way))), sum(units for _, units in way)


def virtual_gold_cards(player):
    return [card["id"] for card in player["cards"] if CARDS[card["id"]]["effect"] == "virtual_gold"]


def token_payments(player, card):
    """O4: real gold and discarded cards share the units. A card pays for at least one unit and at most two."""
    owned = catalogue_order(virtual_gold_cards(player))
    for gems, units in splits(player, card):
        for count in range(min(len(owned), units) + 1):
            for gold in range(max(0, units - 2 * count), units - count + 1):
                if gold <= player["tokens"][GOLD]:
                    for cards in combinations(owned, count):
                        yield {"tokens": dict(gems, **{GOLD: gold}), "virtual_gold": list(cards), "discard": [],
                               "units": units}


def discard_payments(player, card):
    """O10: two cards of the named color, associated ones before others."""
    of_color = [owned for owned in player["cards"] if owned["color"] == card["discard_color"]]
    associated = [owned["id"] for owned in of_color if owned["associated"]]
    others = [owned["id"] for owned in of_color if not owned["associated"]]
    if len(associated) >= 2:
        pairs = combinations(associated, 2)
    elif len(associated) == 1:
        pairs = [(associated[0], other) for other in others]
    else:
        pairs = combinations(others, 2)
    for pair in pairs:
        yield {"tokens": {}, "virtual_gold": [], "discard": catalogue_order(pair)}


def can_have(player, card):
    """O5, O7: a card that associates needs an owned card with a bonus."""
    needs_bonus = card["effect"] in ("associate", "associate_then_take_free_level_1")
    return not needs_bonus or any(owned["bonus"] for owned in player["cards"])


def payments(player, id):
    card = CARDS[id]
    if not can_have(player, card):
        return []
    return list(discard_payments(player, card) if card["discard_color"] else token_payments(player, card))


def payment_text(payment):
    text = tokens_text(payment["tokens"], GEMS + GOLD)
    for key in ("virtual_gold", "discard"):
        if payment[key]:
            text += f" {key}=" + ",".join(payment[key])
    return text


def payment_from_text(words):
    payment = {"tokens": tokens_from_text(words[0]), "virtual_gold": [], "discard": []}
    for word in words[1:]:
        key, ids = word.split("=")
        payment[key] = ids.split(",")
    return payment


def default_payment(player, id):
    """B10: the payment of a purchase that specifies none; None if the discards of O10 must be specified."""
    ways = payments(player, id)
    if CARDS[id]["discard_color"]:
        return ways[0] if len(ways) == 1 else None
    return min(ways, key=thrift, default=None)


def thrift(way):
    """B10: least gold of any kind, then fewest discards, then least real gold, then the lowest ids."""
    orders = [CARDS[card]["order"] for card in way["virtual_gold"]]
    return way["units"], len(orders), way["tokens"][GOLD], orders
