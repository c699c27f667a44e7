"""Nobles, posts, cities, prestige and ranks: the effects of the owned cards at the end of a turn and of the game."""

from splendor_facts import CARDS, CITIES, GEMS, NOBLE_POINTS, NOBLES, POST_IDS, POSTS

PRESTIGE_TO_END = 15


def card_counts(player):
    """Cards of each color; a double bonus is one card (O9)."""
    return {color: sum(1 for card in player["cards"] if card["color"] == color) for color in GEMS}


def has_cards(player, asked):
    counts = card_counts(player)
    return all(counts[color] >= count for color, count in asked.items())


def prestige(player):
    """B15: cards, nobles and P5."""
    points = sum(CARDS[card["id"]]["points"] for card in player["cards"])
    points += sum(NOBLE_POINTS[noble] for noble in player["nobles"])
    if "points_per_post" in (player["posts"] or []):
        points += len(player["posts"])
    return points


def nobles_in_reach(state, player):
    """B14: the nobles whose cards this player has."""
    return [noble for noble in state["nobles"] if has_cards(player, NOBLES[noble])]


def posts_in_reach(player):
    """P0: the posts that this player does not own yet and has the cards for."""
    if player["posts"] is None:
        return []
    return [post for post in POST_IDS if post not in player["posts"] and has_cards(player, POSTS[post])]


def fulfils_city(player, city):
    """C2: the player has the prestige, the cards of each named color, and enough cards of one other color."""
    asked = CITIES[city]
    counts = card_counts(player)
    others = [counts[color] for color in GEMS if color not in asked["cards"]]
    return (prestige(player) >= asked["points"] and has_cards(player, asked["cards"])
            and (asked["other"] == 0 or max(others) >= asked["other"]))


def meets_end(state, player):
    """B15, or C2 with Cities: a seat in play that meets the end condition."""
    if player["out"] is not None:
        return False
    if state["cities"] is not None:
        return any(fulfils_city(player, city) for city in state["cities"])
    return prestige(player) >= PRESTIGE_TO_END


def rank_key(state, player):
    """B16, B17, C3, B19: smaller is better; going out later is better."""
    if player["out"] is not None:
        return (2, -player["out"], 0)
    without_city = state["cities"] is not None and not meets_end(state, player)
    return (1 if without_city else 0, -prestige(player), player["purchases"])


def ranks(state):
    """Equal keys share a rank, and the next rank is skipped (1-1-3)."""
    keys = [rank_key(state, player) for player in state["players"]]
    return [1 + sum(1 for other in keys if other < key) for key in keys]
