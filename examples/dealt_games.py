"""Sets up the game before its first turn from the key of a deal, for each ruleset with its modules and options."""

import action_bodies
import deal
import kids_facts
import kids_rules
import splendor_rules
from export_form import Wrong, one_of, same
from splendor_facts import BASE_IDS, CARDS, MODULES, NOBLE_IDS, ORIENT_IDS


def splendor_setup(players, modules, options, key, board=None):
    """B1, B2, O1, C1: converts the numbers of the deal into ids of the catalogue."""
    dealt = deal.splendor(key, modules)
    ids = {"base": BASE_IDS, "orient": ORIENT_IDS}
    setup = {"seats": players, "modules": modules, "decks": {}}
    for deck, numbers in dealt.items():
        if deck[:-2] in ids:
            setup["decks"][deck] = [ids[deck[:-2]][number - 1] for number in numbers]
    if "cities" in modules:
        setup["cities"] = [f"city-{tile}{face}" for tile, face in dealt["cities"]]
    else:
        setup["nobles"] = [NOBLE_IDS[number - 1] for number in dealt["nobles"][:players + 1]]
    return setup


def kids_setup(players, modules, options, key, board=None):
    """K1, K2, K11. `board` is the board in the export, or the built-in one; the deal determines its sides."""
    dealt = deal.kids(key, modules)
    ours = kids_facts.board(options["board"], dealt["sides"])
    if board is not None:
        same("deal/board/sides", ours["sides"], board["sides"])
        same("deal/board", kids_facts.board_of_routes(ours["sides"], board["routes"]), board)
    board = board or ours
    setup = {"seats": players, "modules": modules, "board": board, "towns": kids_facts.town_tiles(dealt["towns"])}
    if "mysteries" in modules:
        setup["villages"] = kids_facts.village_tiles(board, dealt["villages"])
    return setup


def splendor_redeal(state, key):
    """Deals the hidden cards of a position anew: each deck, then the blind-reserved cards, then the drawn ones."""
    for deck, left in state["decks"].items():
        all_cards = (BASE_IDS if deck.startswith("base") else ORIENT_IDS)
        blind = [held for player in state["players"] for held in player["hand"]
                 if held["blind"] and CARDS[held["card"]]["deck"] == deck]
        drawn = [(player, place) for player in state["players"] for place, card in enumerate(player["drawn"])
                 if CARDS[card]["deck"] == deck]
        hidden = left + [held["card"] for held in blind] + [player["drawn"][place] for player, place in drawn]
        dealt = deal.shuffled(key, deck.replace("base-", "deck").replace("-", ""), sorted(hidden, key=all_cards.index))
        state["decks"][deck] = [dealt.pop(0) for _ in left]
        for held in blind:
            held["card"] = dealt.pop(0)
        for player, place in drawn:
            player["drawn"][place] = dealt.pop(0)


def kids_redeal(state, key):
    """Deals the hidden tiles of a position anew: the stack, then the villages with a tile and the unused tiles."""
    stack = sorted(state["stack"], key=kids_facts.RESOURCES.index)
    state["stack"] = deal.shuffled(key, "towns", stack)
    tiles = list(kids_facts.VILLAGE_TILES)
    for tile in state["uncovered"]:
        tiles.remove(tile)
    state["villages"] = dict(zip(state["villages"], deal.shuffled(key, "villages", tiles)))


def new_game(ruleset, game, dealt, key):
    """The game before its first turn, as a deal from the start gives it."""
    setup = ruleset.setup(dealt["players"], game["modules"], game["options"], key, dealt.get("board"))
    return ruleset.rules.new_game(setup)


def check_splendor(game):
    same("game/modules", [module for module in MODULES if module in game["modules"]], game["modules"])
    same("game/options", {}, game["options"])


def check_kids(game):
    """K11: Mysteries need the full board."""
    same("game/modules", ["mysteries"][:len(game["modules"])], game["modules"])
    same("game/options", {"board": game["options"]["board"]}, game["options"])
    one_of("game/options/board", game["options"]["board"], ["full"] if game["modules"] else ["full", "short"])


def splendor_table(state):
    """The table as an export shows it, nobles in catalogue order."""
    shown = splendor_rules.table(state)
    return {**shown, "nobles": [noble for noble in NOBLE_IDS if noble in shown["nobles"]]}


def kids_table(state):
    shown = kids_rules.table(state)
    return {**shown, "tiled_villages": sorted(shown["tiled_villages"], key=kids_facts.place_order)}


class Ruleset:
    """What a verifier needs to know about a ruleset."""

    def __init__(self, rules, setup, redeal, check, table, body):
        self.rules, self.setup, self.redeal = rules, setup, redeal
        self.check, self.table, self.body = check, table, body


RULESETS = {
    "splendor": Ruleset(splendor_rules, splendor_setup, splendor_redeal, check_splendor, splendor_table, action_bodies.splendor),
    "kids": Ruleset(kids_rules, kids_setup, kids_redeal, check_kids, kids_table, action_bodies.kids),
}


def ruleset_of(game):
    one_of("game/ruleset", game["ruleset"], list(RULESETS))
    if not isinstance(game["modules"], list) or not isinstance(game["options"], dict):
        raise Wrong("game: modules must be a list, and options an object")
    ruleset = RULESETS[game["ruleset"]]
    ruleset.check(game)
    return ruleset
