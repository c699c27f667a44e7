"""`python play.py http://127.0.0.1:8080`: three players play a whole game of Splendor with all modules and one of Kids through the
generated client.

The client `openapi_client` is generated from the contract by openapi-generator (`python`), which checks every response against its
schema; this script reads no JSON itself.
"""

import random
import secrets
import sys

import openapi_client as api

SEATS = 3
GAMES = {"splendor": ["orient", "strongholds", "trading_posts", "cities"], "kids": ["mysteries"]}
VIEWS = {"splendor": api.SplendorGame, "kids": api.KidsGame}
DECISIONS_MAX = 2000
SEED = 11


class Player:
    """A new account that is logged in."""

    def __init__(self, server):
        self.name, password = "og-" + secrets.token_hex(6), secrets.token_urlsafe(12)
        settings = api.Configuration(host=server)
        client = api.ApiClient(settings)
        accounts = api.AccountsApi(client)
        accounts.create_account(api.CreateAccount(username=self.name, password=password))
        session = accounts.log_in(api.LogIn(username=self.name, password=password))
        settings.access_token = session.access_token
        self.accounts, self.games = accounts, api.GamesApi(client)
        assert accounts.get_me().username == self.name
        # The two schemas whose names once differed only in case.
        logins = accounts.list_sessions().items
        assert [(type(login), login.current) for login in logins] == [(api.OpenLogin, True)]


def view(game):
    """Returns the view in a response that may be of any ruleset."""
    assert isinstance(game.actual_instance, VIEWS[game.actual_instance.ruleset]), type(game.actual_instance)
    return game.actual_instance


def table(players, ruleset):
    """Returns a game that has started."""
    wanted = api.CreateGame(ruleset=ruleset, seats=SEATS, modules=GAMES[ruleset], entropy=secrets.token_hex(16))
    game = view(players[0].games.create_game(wanted))
    players[1].games.join_game(game.id)
    return view(players[2].games.join_game(game.id, api.JoinGame(entropy=secrets.token_hex(16))))


def chosen(dice, actions):
    """Prefers purchases and moves, so that the game ends, then taking three tokens of Kids, then any other action."""
    kinds = [action.actual_instance for action in actions]
    good = [action for action, kind in zip(actions, kinds) if isinstance(kind, (api.SplendorActionBuy, api.KidsActionMove))]
    takes = [action for action, kind in zip(actions, kinds) if isinstance(kind, api.ActionTake)
             and isinstance(kind.actual_instance, api.KidsActionTake) and len(kind.actual_instance.resources) == 3]
    return dice.choice(good or takes or actions)


def returned(action):
    """Returns whether tokens are returned, and checks that they are those of the action."""
    given = action.actual_instance
    if not isinstance(given, api.ActionReturn):
        return False
    assert sum(given.tokens.to_dict().values()) > 0, "a return is read without its tokens"
    return True


def refused(player, game):
    """Checks that an illegal action is refused with the rule."""
    gems = api.SplendorActionTake(type="take", gems=["white", "blue"])
    turn = api.PlayTurn(version=game.version, actions=[api.Action(api.ActionTake(gems))])
    try:
        player.games.play_turn(game.id, turn)
    except api.ApiException as refusal:
        problem = api.Problem.from_json(refusal.body)
        assert (problem.status, problem.code, problem.rule) == (422, "illegal_action", "B5"), problem
    else:
        raise AssertionError("two gems are not refused")


def play(players, ruleset, dice):
    game = table(players, ruleset)
    by_name = {player.name: player for player in players}
    seated = [by_name[seat.player.username] for seat in game.seats]
    if ruleset == "splendor":
        refused(seated[game.to_act.seat], game)
    decisions, returns = 0, 0
    while game.to_act:
        decisions += 1
        assert decisions <= DECISIONS_MAX, "the game does not end"
        player = seated[game.to_act.seat]
        legal = player.games.get_legal_actions(game.id)
        action = chosen(dice, [choice.action for choice in legal.actions])
        returns += returned(action)
        turn = player.games.play_turn(game.id, api.PlayTurn(version=legal.version, actions=[action]))
        game = view(turn.actual_instance.game)
    assert game.status == "finished" and len(game.result.ranks) == SEATS
    events = players[0].games.get_events(game.id).events
    assert events[-1].actual_instance.data.reveal is not None
    assert players[0].games.export_game(game.id).result.ranks == game.result.ranks
    assert players[0].accounts.get_me().username == players[0].name
    print(f"{ruleset}: a game of {decisions} decisions, {returns} of them returns, ranks {' '.join(map(str, game.result.ranks))}")


def main():
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    dice = random.Random(SEED)
    players = [Player(server) for _ in range(SEATS)]
    for ruleset in GAMES:
        play(players, ruleset, dice)


if __name__ == "__main__":
    main()
