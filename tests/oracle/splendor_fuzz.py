"""Random setups of Splendor and the laws that hold after every move of it."""

from collections import Counter

from splendor_facts import BASE_IDS, CARDS, CITY_IDS, GEMS, GOLD, NOBLE_IDS, ORIENT_IDS

DECKS = {
    "base-1": BASE_IDS[:40], "base-2": BASE_IDS[40:70], "base-3": BASE_IDS[70:],
    "orient-1": ORIENT_IDS[:10], "orient-2": ORIENT_IDS[10:20], "orient-3": ORIENT_IDS[20:],
}


def random_splendor(dice, seats, modules):
    boxes = ["base", "orient"] if "orient" in modules else ["base"]
    decks = {deck: dice.sample(cards, len(cards)) for deck, cards in DECKS.items() if deck[:-2] in boxes}
    setup = {"seats": seats, "modules": modules, "decks": decks}
    if "cities" in modules:
        tiles = dice.sample(range(1, 8), 3)
        setup["cities"] = [city for city in (f"city-{tile}{dice.choice('ab')}" for tile in tiles) if city in CITY_IDS]
    else:
        nobles = NOBLE_IDS if "orient" in modules else NOBLE_IDS[:10]
        setup["nobles"] = dice.sample(nobles, seats + 1)
    return setup


def check_splendor(state, setup):
    check_tokens(state)
    check_cards(state, setup)
    check_strongholds(state)
    check_limits(state)
    nobles = state["nobles"] + [noble for player in state["players"] for noble in player["nobles"]]
    assert sorted(nobles) == sorted(setup.get("nobles", [])), "nobles are conserved"


def check_tokens(state):
    for kind in GEMS + GOLD:
        counts = [state["supply"][kind]] + [player["tokens"][kind] for player in state["players"]]
        expected = 5 if kind == GOLD else {2: 4, 3: 5, 4: 7}[len(state["players"])]
        assert min(counts) >= 0 and sum(counts) == expected, "tokens are conserved"


def check_cards(state, setup):
    everywhere = list(state["gone"])
    for deck, cards in state["decks"].items():
        assert all(CARDS[card]["deck"] == deck for card in cards)
        everywhere += cards + [card for card in state["market"][deck] if card]
    for player in state["players"]:
        everywhere += [card["id"] for card in player["cards"]] + [card["card"] for card in player["hand"]]
        everywhere += player["drawn"]
    assert Counter(everywhere) == Counter(card for cards in setup["decks"].values() for card in cards), "cards are conserved"


def check_strongholds(state):
    market = [card for cards in state["market"].values() for card in cards]
    bearers = {}
    for seat, player in enumerate(state["players"]):
        for card in player["strongholds"] or []:
            if card:
                assert card in market, "strongholds stand on market cards"
                bearers.setdefault(card, set()).add(seat)
    assert all(len(seats) == 1 for seats in bearers.values()), "one owner on a card"


def check_limits(state):
    asking = None if state["result"] else state["agenda"][0]["step"]
    for seat, player in enumerate(state["players"]):
        assert len(player["hand"]) + len(player["drawn"][:1]) <= 3, "the hand holds three"
        if seat != state["turn"]["seat"] or asking == "main":
            assert sum(player["tokens"].values()) <= 10 and not player["drawn"], "ten tokens between turns"
        if asking == "main" and player["posts"] is not None:
            assert len(set(player["posts"])) == len(player["posts"]), "one post of a kind"
    if asking == "main":
        for deck, cards in state["market"].items():
            assert None not in cards or not state["decks"][deck], "the market is full while the deck lasts"
