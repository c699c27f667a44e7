"""The legal choices for every decision of a turn, each as one line of canonical notation."""

from itertools import combinations

from splendor_facts import GEMS, GOLD, catalogue_order
from splendor_payment import payment_text, payments
from splendor_score import nobles_in_reach, posts_in_reach
from token_sets import return_lines

HAND_LIMIT = 3
TOKEN_LIMIT = 10
PILE_FOR_TWO_EQUAL = 4
STRONGHOLDS = 3


def in_color_order(gems):
    return "".join(sorted(gems, key=GEMS.index))


def has_post(player, post):
    return post in (player["posts"] or [])


def standing(player, card):
    """How many of this player's strongholds stand on a card."""
    return (player["strongholds"] or []).count(card)


def market_cards(state):
    return [card for cards in state["market"].values() for card in cards if card]


def free_of_opponents(state, seat, card):
    """S4: no other player has a stronghold on it."""
    return all(standing(other, card) == 0 for number, other in enumerate(state["players"]) if number != seat)


def open_market(state, seat, level=None):
    """The market cards that this seat may buy, reserve or take free (S4)."""
    return [card for deck, cards in state["market"].items() for card in cards
            if card and level in (None, int(deck[-1])) and free_of_opponents(state, seat, card)]


def takes(state, player):
    """B5: take different gems."""
    left = [color for color in GEMS if state["supply"][color] > 0]
    sizes = [3] if len(left) >= 3 else range(1, len(left) + 1)
    return ["take " + "".join(gems) for size in sizes for gems in combinations(left, size)]


def takes_of_two(state, player):
    """B6: take two equal tokens; P2: one more of another color if one is left."""
    lines = []
    for color in GEMS:
        if state["supply"][color] >= PILE_FOR_TWO_EQUAL:
            others = [other for other in GEMS if other != color and state["supply"][other] > 0]
            if has_post(player, "extra_token") and others:
                lines += ["take " + in_color_order(color + color + other) for other in others]
            else:
                lines.append("take " + color + color)
    return lines


def reserves(state, seat):
    """B7: with a free place in the hand, a market card or the top of a deck."""
    if len(state["players"][seat]["hand"]) >= HAND_LIMIT:
        return []
    return (["reserve " + card for card in open_market(state, seat)]
            + ["reserve_blind " + deck for deck, cards in state["decks"].items() if cards])


def purchases(state, seat):
    """B8: a market card or a card from hand, with every payment."""
    player = state["players"][seat]
    cards = open_market(state, seat) + [card["card"] for card in player["hand"]]
    return [f"buy {card} {payment_text(way)}" for card in cards for way in payments(player, card)]


def main_actions(state, seat, step):
    """B4; B12: a pass is legal only if nothing else is."""
    player = state["players"][seat]
    lines = takes(state, player) + takes_of_two(state, player) + reserves(state, seat) + purchases(state, seat)
    return lines or ["pass"]


def keeps(state, seat, step):
    """P4: one of the cards just drawn."""
    return ["keep " + card for card in state["players"][seat]["drawn"]]


def associations(state, seat, step):
    """O5: another owned card that has a bonus."""
    owned = [card["id"] for card in state["players"][seat]["cards"] if card["bonus"] and card["id"] != step["card"]]
    return ["associate " + card for card in catalogue_order(owned)]


def free_cards(state, seat, step):
    """O7, O8: a market card of the level."""
    return ["take_free " + card for card in open_market(state, seat, step["level"])]


def purchase_tokens(state, seat, step):
    """P1: a gem token of any color that is left."""
    if not has_post(state["players"][seat], "purchase_token"):
        return []
    return ["take_token " + color for color in GEMS if state["supply"][color] > 0]


def stronghold_moves(state, seat, step):
    """S2, S3: put an own stronghold on a card without an opponent's, or send home an opponent's single one."""
    player = state["players"][seat]
    if player["strongholds"] is None:
        return []
    lines = []
    placed = sorted({card for card in player["strongholds"] if card})
    for card in market_cards(state):
        if free_of_opponents(state, seat, card):
            if None in player["strongholds"]:
                lines.append("place_stronghold " + card)
            lines += [f"place_stronghold {card} from={other}" for other in placed if other != card]
        elif sum(standing(other, card) for other in state["players"]) == 1:
            lines.append("remove_stronghold " + card)
    return lines


def conquests(state, seat, step):
    """S7: the card under all three strongholds, if it can be paid for."""
    player = state["players"][seat]
    if player["strongholds"] is None or player["strongholds"][0] is None:
        return []
    card = player["strongholds"][0]
    if standing(player, card) < STRONGHOLDS:
        return []
    lines = ["conquer " + payment_text(way) for way in payments(player, card)]
    return lines + ["decline_conquest"] if lines else []


def returns(state, seat, step):
    """B13: every return that leaves ten tokens."""
    return return_lines(state["players"][seat]["tokens"], GEMS + GOLD, TOKEN_LIMIT)


def nobles(state, seat, step):
    """B14: the nobles that come to this seat; it receives one of them."""
    return ["choose_noble " + noble for noble in nobles_in_reach(state, state["players"][seat])]


def posts(state, seat, step):
    """P0: the posts that this seat can take; it takes one of them."""
    return ["choose_post " + post for post in posts_in_reach(state["players"][seat])]


ANSWERS = {
    "main": main_actions,
    "keep": keeps,
    "associate": associations,
    "take_free": free_cards,
    "take_token": purchase_tokens,
    "stronghold": stronghold_moves,
    "conquest": conquests,
    "return": returns,
    "noble": nobles,
    "post": posts,
}
