"""`python play.py http://127.0.0.1:8080`: three players play a whole game of Kids with Mysteries through the generated client.

The client `lapidary_client` is generated from the contract by openapi-python-client; this script reads no JSON itself.
"""

import random
import secrets
import sys

from lapidary_client import AuthenticatedClient, Client
from lapidary_client.api.accounts import create_account, get_me, log_in
from lapidary_client.api.games import create_game, export_game, get_events, get_legal_actions, join_game, list_games, play_turn
from lapidary_client.api.rulesets import get_catalogue
from lapidary_client.models import (
    ActionReturn,
    CreateAccount,
    CreateGame,
    EventFinished,
    JoinGame,
    KidsActionMove,
    KidsActionTake,
    KidsCatalogue,
    KidsEffectMoved,
    KidsGame,
    KidsToken,
    LogIn,
    PlayTurn,
    Problem,
    Tokens,
)

SEATS = 3
DECISIONS_MAX = 2000
SEED = 7


def answer(response):
    """Returns the body of a response that must be successful."""
    assert not isinstance(response, Problem), response
    return response


def player(server):
    """Returns a client of a new account that is logged in."""
    client = Client(base_url=server, raise_on_unexpected_status=True)
    name, password = "py-" + secrets.token_hex(6), secrets.token_urlsafe(12)
    answer(create_account.sync(client=client, body=CreateAccount(username=name, password=password)))
    session = answer(log_in.sync(client=client, body=LogIn(username=name, password=password)))
    api = AuthenticatedClient(base_url=server, token=session.access_token, raise_on_unexpected_status=True)
    assert answer(get_me.sync(client=api)).username == name
    return api


def table(players):
    """Returns a game that has started."""
    wanted = CreateGame(ruleset="kids", seats=SEATS, modules=["mysteries"], entropy=secrets.token_hex(16))
    game = answer(create_game.sync(client=players[0], body=wanted))
    answer(join_game.sync(game.id, client=players[1]))
    return answer(join_game.sync(game.id, client=players[2], body=JoinGame(entropy=secrets.token_hex(16))))


def chosen(dice, actions):
    """Prefers moves, then taking three tokens, then any other action."""
    moves = [action for action in actions if isinstance(action, KidsActionMove)]
    takes = [action for action in actions if isinstance(action, KidsActionTake) and len(action.resources) == 3]
    return dice.choice(moves or takes or actions)


def refused(api, game):
    """Checks that an action at the wrong time is refused with the rule or the pending decision."""
    wrong = ActionReturn(type_="return", tokens=Tokens(water=1))
    turn = PlayTurn(version=game.version, actions=[wrong])
    problem = play_turn.sync(game.id, client=api, body=turn)
    assert isinstance(problem, Problem) and (problem.status, problem.code) == (422, "illegal_action"), problem
    two = KidsActionTake(type_="take", resources=[KidsToken.WATER, KidsToken.APPLE])
    turn = PlayTurn(version=game.version, actions=[two])
    problem = play_turn.sync(game.id, client=api, body=turn)
    assert isinstance(problem, Problem) and problem.rule.startswith("K"), problem


def main():
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    dice = random.Random(SEED)
    assert isinstance(answer(get_catalogue.sync("kids", client=Client(base_url=server))), KidsCatalogue)
    players = [player(server) for _ in range(SEATS)]
    game = table(players)
    names = [answer(get_me.sync(client=api)).username for api in players]
    seated = [players[names.index(seat.player.username)] for seat in game.seats]
    refused(seated[game.to_act.seat], game)
    decisions, returns = 0, 0
    while game.to_act:
        decisions += 1
        assert decisions <= DECISIONS_MAX, "the game does not end"
        assert isinstance(game, KidsGame), "the ruleset tells which view it is"
        api = seated[game.to_act.seat]
        legal = answer(get_legal_actions.sync(game.id, client=api))
        action = chosen(dice, [choice.action for choice in legal.actions])
        if isinstance(action, ActionReturn):
            returns += 1
            assert sum(action.tokens.to_dict().values()) > 0, "a return is read without its tokens"
        game = answer(play_turn.sync(game.id, client=api, body=PlayTurn(version=legal.version, actions=[action]))).game
    assert game.status == "finished" and len(game.result.ranks) == SEATS
    events = answer(get_events.sync(game.id, client=players[0])).events
    assert isinstance(events[-1], EventFinished) and events[-1].data.reveal is not None
    moved = [effect for event in events[1:-1] for effect in event.data.effects if isinstance(effect, KidsEffectMoved)]
    assert moved, "somebody moved"
    assert answer(export_game.sync(game.id, client=players[0])).result.ranks == game.result.ranks
    assert game.id in [item.id for item in answer(list_games.sync(client=players[0], player=names[0])).items]
    print(f"a game of {decisions} decisions, {returns} of them returns, ranks {' '.join(map(str, game.result.ranks))}")


if __name__ == "__main__":
    main()
