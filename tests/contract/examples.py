#!/usr/bin/env python3
"""`tests/contract/examples.py SERVER > src/api/document/examples.json`: records what the document shows as answers.

It plays a scripted game on a fresh server. Long lists are cut, and texts that look like secrets are replaced.
"""

import base64
import hashlib
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ITEMS_MAX = 3
TOKEN = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl"
PASSWORD = "correct horse battery"
SECRET = "bGFwaWRhcnkgZXhhbXBsZSByZWZyZXNoIHRva2VuLi4"
TICKET = "bGFwaWRhcnkgZXhhbXBsZSBzdHJlYW0gdGlja2V0Li4"
API_TOKEN = "lap_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp"
# Operations whose long lists are cut; a view is complete.
CUT = {"get_catalogue", "get_legal_actions", "export_game"}

server = sys.argv[1].rstrip("/")
shown = {}


def call(operation, method, path, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server + path, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request) as answer:
        if answer.status == 204:
            return None
        told = json.load(answer)
    shown[operation] = cut(told) if operation in CUT else told
    return told


def cut(value):
    if isinstance(value, list):
        return [cut(item) for item in value[:ITEMS_MAX]]
    if isinstance(value, dict):
        return {name: cut(item) for name, item in value.items()}
    return value


def player(name):
    account = {"username": name, "password": PASSWORD}
    call("create_account", "POST", "/v1/accounts", account)
    session = call("log_in", "POST", "/v1/sessions", account)
    token = session["access_token"]
    call("refresh_session", "POST", "/v1/sessions/refresh", {"refresh_token": session["refresh_token"]})
    for told in (shown["log_in"], shown["refresh_session"]):
        told |= {"access_token": TOKEN, "refresh_token": SECRET}
    return token


def tokens_and_bots(ada):
    wanted = {"name": "laptop", "scopes": ["read", "play"], "expires_in_ms": 7776000000}
    created = call("create_token", "POST", "/v1/me/tokens", wanted, ada)
    call("list_tokens", "GET", "/v1/me/tokens", None, ada)
    call("revoke_token", "DELETE", f"/v1/me/tokens/{created['id']}", None, ada)
    call("create_bot", "POST", "/v1/me/bots", {"username": "ada-bot", "accepts": {"modules": ["orient"]}}, ada)
    bot = "/v1/me/bots/ada-bot"
    of_bot = call("create_bot_token", "POST", f"{bot}/tokens", {"name": "server", "scopes": ["read", "play", "bots"]}, ada)
    call("update_bot", "PATCH", bot, {"accepts": {"seats": [2, 3]}}, of_bot["token"])
    call("list_bot_tokens", "GET", f"{bot}/tokens", None, ada)
    call("list_own_bots", "GET", "/v1/me/bots", None, ada)
    call("list_bots", "GET", "/v1/bots?online=true")
    # No bot of the examples has an endpoint that answers.
    shown["list_comments"] = {
        "items": [{"version": 7, "bot": "ada-bot", "comment": "blue is scarce, reserving", "created_at": "2026-11-26T14:31:40.211Z"}],
        "next_cursor": None,
    }
    for told in (shown["create_token"], shown["create_bot_token"]):
        told["token"] = API_TOKEN


def form(operation, path, **fields):
    """Sends a form and returns the response: JSON is recorded, a page is text, and a redirect is its address."""
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None
    request = urllib.request.Request(server + path, data=urllib.parse.urlencode(fields).encode())
    try:
        with urllib.request.build_opener(Stay).open(request) as answer:
            text = answer.read().decode()
    except urllib.error.HTTPError as answer:
        if answer.status == 303:
            return answer.headers["location"]
        text = answer.read().decode()
    if operation:
        shown[operation] = json.loads(text)
        return shown[operation]
    return text


def access(ada):
    """Ada allows an app to act for her."""
    verifier = "an-example-verifier-of-at-least-43-characters"
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    back = "https://app.example/back"
    query = urllib.parse.urlencode({"response_type": "code", "client_id": "board", "redirect_uri": back, "scope": "read play",
                                    "code_challenge": challenge, "code_challenge_method": "S256"})
    sealed = re.compile('name="request" value="([^"]+)"')
    page = urllib.request.urlopen(f"{server}/oauth/authorize?{query}").read().decode()
    page = form(None, "/oauth/login", request=sealed.search(page)[1], username="ada", password="correct horse battery")
    address = form(None, "/oauth/consent", request=sealed.search(page)[1], decision="allow")
    code = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["code"][0]
    exchange = {"grant_type": "authorization_code", "client_id": "board", "redirect_uri": back, "code": code}
    form("oauth_error", "/oauth/token", **exchange, code_verifier="x" * 43)
    form("issue_tokens", "/oauth/token", **exchange, code_verifier=verifier)
    call("list_grants", "GET", "/v1/me/grants", None, ada)
    form("authorize_device", "/oauth/device", client_id="terminal", scope="read play")
    shown["issue_tokens"] |= {"access_token": TOKEN, "refresh_token": SECRET}
    shown["authorize_device"] |= {"device_code": SECRET}
    call("get_server_metadata", "GET", "/.well-known/oauth-authorization-server")


def streams(grace, game):
    call("get_own_events", "GET", "/v1/me/events", None, grace)
    call("create_stream_ticket", "POST", "/v1/stream-tickets", {"path": f"{game}/events"}, grace)["ticket"] = TICKET


def games(ada, grace, mallory):
    terms = {"ruleset": "splendor", "seats": 2, "seating": "join_order", "entropy": "00112233445566778899aabbccddeeff"}
    left = call("create_game", "POST", "/v1/games", terms | {"seats": 3}, ada)
    call("join_game", "POST", f"/v1/games/{left['id']}/join", {}, mallory)
    call("kick_player", "POST", f"/v1/games/{left['id']}/kick", {"username": "mallory"}, ada)
    call("leave_game", "POST", f"/v1/games/{left['id']}/leave", None, ada)
    game = f"/v1/games/{call('create_game', 'POST', '/v1/games', terms, ada)['id']}"
    call("invite_player", "POST", f"{game}/invitations", {"username": "grace"}, ada)
    call("list_invitations", "GET", f"{game}/invitations", None, ada)
    call("join_game", "POST", f"{game}/join", {"entropy": "ffeeddccbbaa99887766554433221100"}, grace)
    call("get_legal_actions", "GET", f"{game}/legal-actions", None, ada)
    turn = {"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]}
    call("play_turn", "POST", f"{game}/actions", turn, ada)
    call("get_events", "GET", f"{game}/events?since=1", None, grace)
    call("get_game", "GET", game, None, grace)
    streams(grace, game)
    aborted = call("create_game", "POST", "/v1/games", terms, ada)
    call("list_games", "GET", "/v1/games?limit=1")
    call("get_lobby_events", "GET", "/v1/lobby/events")
    call("abort_game", "POST", f"/v1/games/{aborted['id']}/abort", None, ada)
    joined = shown["join_game"]
    call("resign_game", "POST", f"{game}/resign", None, grace)
    fork = call("fork_game", "POST", f"{game}/fork?at=2", {"seat": 1}, grace)
    call("leave_game", "POST", f"/v1/games/{fork['id']}/leave", None, grace)
    clock = {"kind": "correspondence", "per_turn_ms": 86_400_000}
    slow = f"/v1/games/{call('create_game', 'POST', '/v1/games', terms | {'clock': clock}, ada)['id']}"
    call("join_game", "POST", f"{slow}/join", {}, grace)
    call("take_days_off", "POST", f"{slow}/days-off", {"version": 1, "days": 2}, ada)
    call("pause_game", "POST", f"{slow}/pause", None, grace)
    call("pause_game", "POST", f"{slow}/pause", None, ada)
    call("resume_game", "POST", f"{slow}/resume", None, grace)
    shown.update(create_game=aborted, join_game=joined)
    analyze(game, ada)
    call("export_game", "GET", f"{game}/export", None, ada)


def analyze(game, token):
    call("analyze_game", "POST", f"{game}/analysis", None, token)
    while shown.get("get_analysis", {}).get("status") != "finished":
        time.sleep(0.1)
        call("get_analysis", "GET", f"{game}/analysis", None, token)
    call("get_player_analyses", "GET", "/v1/players/ada/analyses", None, token)


def finding(ada, grace):
    terms = {"ruleset": "splendor", "seats": 2}
    made = call("create_challenge", "POST", "/v1/challenges", terms | {"to": "grace"}, ada)
    declined = f"/v1/challenges/{made['id']}"
    call("list_my_invitations", "GET", "/v1/me/invitations", None, grace)
    call("list_challenges", "GET", "/v1/challenges?limit=1", None, grace)
    call("decline_challenge", "POST", f"{declined}/decline", {"reason": "later"}, grace)
    call("get_challenge", "GET", declined, None, ada)
    other = call("create_challenge", "POST", "/v1/challenges", terms | {"to": "grace"}, ada)
    call("accept_challenge", "POST", f"/v1/challenges/{other['id']}/accept", {"entropy": "00ff"}, grace)
    call("list_my_games", "GET", "/v1/me/games?limit=1", None, grace)
    call("resign_game", "POST", f"/v1/games/{other['id']}/resign", None, grace)
    call("offer_rematch", "POST", f"/v1/games/{other['id']}/rematch", None, ada)
    call("take_rematch_back", "DELETE", f"/v1/games/{other['id']}/rematch", None, ada)
    open_seek = call("create_seek", "POST", "/v1/seeks", terms, ada)
    call("list_seeks", "GET", "/v1/seeks", None, grace)
    call("create_seek", "POST", "/v1/seeks", terms, grace)
    call("get_seek", "GET", f"/v1/seeks/{open_seek['id']}", None, ada)
    withdrawn = call("create_seek", "POST", "/v1/seeks", terms, ada)
    call("withdraw_seek", "DELETE", f"/v1/seeks/{withdrawn['id']}", None, ada)


def bot_matches(ada, grace):
    kept = shown["create_bot"]
    for name, owner in (("adabot", ada), ("gracebot", grace)):
        call("create_bot", "POST", "/v1/me/bots", {"username": name}, owner)
    shown["create_bot"] = kept
    terms = {"ruleset": "splendor", "games": 2}
    made = call("create_bot_match", "POST", "/v1/bot-matches", terms | {"bots": [{"bot": "adabot"}, {"bot": "gracebot"}]}, ada)
    path = f"/v1/bot-matches/{made['id']}"
    call("list_bot_matches", "GET", "/v1/bot-matches?limit=1", None, grace)
    call("accept_bot_match", "POST", f"{path}/accept", None, grace)
    while not call("list_bot_match_games", "GET", f"{path}/games", None, ada)["items"]:
        time.sleep(0.1)
    call("cancel_bot_match", "POST", f"{path}/cancel", None, ada)
    call("get_bot_match", "GET", path, None, ada)


def tournaments(ada, grace, mallory):
    settings = {"name": "Friday Swiss", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "ready_check_ms": 60000}
    made = call("create_tournament", "POST", "/v1/tournaments", settings, ada)
    path = f"/v1/tournaments/{made['id']}"
    call("close_tournament", "POST", f"{path}/close", {}, ada)
    call("reopen_tournament", "POST", f"{path}/reopen", {"reason": "closed by mistake"}, ada)
    call("update_tournament", "PATCH", path, {"open": True, "organizers": ["grace"], "invited": ["mallory"]}, ada)
    call("list_tournament_invitations", "GET", f"{path}/invitations", None, ada)
    call("accept_organizing", "POST", f"{path}/organizers/accept", None, grace)
    call("list_tournaments", "GET", "/v1/tournaments?limit=1")
    for token in (grace, mallory, ada):
        call("enter_tournament", "POST", f"{path}/enter", {}, token)
    call("list_my_tournaments", "GET", "/v1/me/tournaments?limit=1", None, grace)
    call("start_tournament", "POST", f"{path}/start", None, ada)
    call("pair_next_round 200", "POST", f"{path}/rounds/next?dry_run=true", {}, ada)
    call("pair_next_round 201", "POST", f"{path}/rounds/next", {}, ada)
    call("unpair_round", "POST", f"{path}/rounds/1/unpair", {"reason": "somebody was late"}, ada)
    paired = call("pair_next_round 201", "POST", f"{path}/rounds/next", {}, ada)
    for token in (grace, mallory, ada):
        call("confirm_ready", "POST", f"{path}/ready", None, token)
    call("get_own_events", "GET", "/v1/me/events", None, grace)
    table = paired["tables"][0]["table"]
    call("set_table_result", "POST", f"{path}/tables/{table}/result", {"places": [1, 2], "reason": "agreed"}, ada)
    call("get_round", "GET", f"{path}/rounds/1")
    call("close_round", "POST", f"{path}/rounds/close", None, ada)
    correct = {"places": [2, 1], "reason": "typed wrong"}
    call("correct_table", "POST", f"{path}/tables/{table}/correct?dry_run=true", correct, ada)
    call("get_tournament_standings", "GET", f"{path}/standings")
    call("list_entries", "GET", f"{path}/entries")
    call("get_tournament_events", "GET", f"{path}/events")
    call("close_tournament", "POST", f"{path}/close", {"cancel": True}, ada)
    call("get_tournament", "GET", path)
    call("export_tournament", "GET", f"{path}/export")
    call("get_audit", "GET", f"{path}/audit?limit=2", None, ada)
def ladders(ada, grace):
    clock = {"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000}
    terms = {"ruleset": "splendor", "seats": 2, "rated": True, "clock": clock}
    waiting = call("create_seek", "POST", "/v1/seeks", terms | {"rating_range": {"min": 1400, "max": None}}, ada)
    game = call("create_seek", "POST", "/v1/seeks", terms, grace)["game"]
    shown["create_seek"] = waiting
    call("resign_game", "POST", f"/v1/games/{game}/resign", None, grace)
    over = call("get_game", "GET", f"/v1/games/{game}", None, ada)
    pool = call("list_ladders", "GET", "/v1/ladders")["items"][0]["pool"]
    call("get_standings", "GET", f"/v1/ladders/{pool}/standings")
    call("get_rating_log", "GET", f"/v1/ladders/{pool}/log")
    rated = call("get_player_ratings", "GET", "/v1/players/ada/ratings")["items"][0]
    won = call("get_rating_history", "GET", f"/v1/players/ada/rating-history?pool={pool}")["items"][0]
    # A leaderboard needs ten opponents, and an annulment an administrator.
    person = next(seat["player"] for seat in over["seats"] if seat["player"]["username"] == "ada")
    record = {name: rated[name] for name in ("games", "opponents", "last_game_at")}
    listed = {"rating": 1612, "rd": 58, "provisional": False}
    shown["get_standings"] = {"items": [{"place": 1, "player": person} | listed | record | {"games": 40, "opponents": 12}],
                              "next_cursor": None}
    annulment = {"game": game, "pool": pool, "pool_seq": 1, "reason": "Two of the players were one person",
                 "annulled_at": won["finished_at"], "corrected_players": 1}
    shown["list_annulments"] = {"items": [annulment], "next_cursor": None}
    new = {"rating": 1500, "rd": 167, "provisional": True}
    before = {name: rated[name] for name in new}
    lock = [{"field": "ends_at", "before": None, "after": "2027-01-30T18:00:00.000Z"}]
    act = {"id": game, "at": won["finished_at"], "kind": "account_locked", "by": person, "round": None, "table": None, "entry": None,
           "player": person, "note": "Insults in names of clubs", "changes": lock}
    shown["get_admin_audit"], shown["get_own_audit"] = ({"items": [act | by], "next_cursor": None} for by in ({}, {"by": None}))
    target = {"type": "club_name", "id": game}
    shown["send_report"] = {"target": target, "reason": "An insult", "reported_at": won["finished_at"]}
    report = {"id": game, "target": target, "text": "An insult", "player": person, "act": "/v1/admin/take-downs", "reporters": 2,
              "reasons": ["An insult", "My friends read it, too"], "reported_at": won["finished_at"],
              "outcome": None, "decision": None, "decided_at": None}
    shown["list_reports"] = {"items": [report], "next_cursor": None}
    shown["decide_report"] = report | {"text": None, "reasons": [], "outcome": "acted", "decision": "The text is taken down",
                                       "decided_at": won["finished_at"]}
    shown["annul_game"] = shown["annul_club_game"] = annulment | {"changes": [{"player": person, "before": before, "after": new}]}


def over_the_board(ada, grace):
    settings = {"name": "Town hall", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "open": True,
                "play": "over_the_board"}
    path = f"/v1/tournaments/{call('create_tournament', 'POST', '/v1/tournaments', settings, ada)['id']}"
    call("add_entries", "POST", f"{path}/entries", {"guest": "Ada L."}, ada)
    call("rename_guest", "PATCH", f"{path}/entries/1", {"guest": "Ada Lovelace"}, ada)
    call("fix_entry_table", "PUT", f"{path}/entries/1/fixed-table", {"table": 1}, ada)
    code = call("create_claim_code", "POST", f"{path}/entries/1/claim-code", None, ada)["code"]
    shown["create_claim_code"] = {"entry": 1, "code": "BCDF-GHJK-LMNP"}
    call("claim_entry", "POST", f"{path}/claim", {"code": code}, grace)
    call("add_entries", "POST", f"{path}/entries", {"guest": "Ada L."}, ada)
    call("start_tournament", "POST", f"{path}/start", None, ada)
    call("pair_next_round", "POST", f"{path}/rounds/next", None, ada)
    call("report_result", "POST", f"{path}/tables/1/report", {"places": [1, 2], "prestige": [16, 11]}, grace)
    settings |= {"name": "With byes", "play": "server", "byes": {"max": 1, "points": "half"}}
    path = f"/v1/tournaments/{call('create_tournament', 'POST', '/v1/tournaments', settings, ada)['id']}"
    call("announce", "POST", f"{path}/announcements", {"text": "We start ten minutes late."}, ada)
    entered = shown["enter_tournament"]
    call("enter_tournament", "POST", f"{path}/enter", {}, grace)
    shown["enter_tournament"] = entered
    call("request_bye", "POST", f"{path}/byes", {"round": 2}, grace)
    call("set_entry_byes", "PUT", f"{path}/entries/1/byes", {"rounds": [2]}, ada)
    call("take_back_bye", "DELETE", f"{path}/byes/2", None, grace)
    settings |= {"name": "Teams", "byes": {"max": 0}, "teams": {"size_max": 2, "size_min": 1}}
    path = f"/v1/tournaments/{call('create_tournament', 'POST', '/v1/tournaments', settings, ada)['id']}"
    for player in (grace, ada):
        call("enter_tournament", "POST", f"{path}/enter", {}, player)
    shown["enter_tournament"] = entered
    call("create_team", "POST", f"{path}/teams", {"name": "Rubies"}, grace)
    call("create_team_code", "POST", f"{path}/teams/1/code", None, grace)
    shown["create_team_code"] = {"team": 1, "code": "BCDF-GHJK-LMNP"}
    call("update_team", "PATCH", f"{path}/teams/1", {"name": "Red rubies"}, grace)
    team = shown["create_team"]
    call("create_team", "POST", f"{path}/teams", {"name": "Emeralds"}, ada)
    shown["create_team"] = team
    call("list_teams", "GET", f"{path}/teams", None, ada)
    call("set_entry_team", "PUT", f"{path}/entries/2/team", {"team": 2}, ada)
    call("leave_team", "DELETE", f"{path}/entries/2/team", None, ada)
    call("set_entry_team", "PUT", f"{path}/entries/2/team", {"team": 2}, ada)
    call("get_team_standings", "GET", f"{path}/standings/teams", None, ada)
    settings = {"name": "By link", "ruleset": "splendor", "format": "swiss", "seats": 2, "rounds": 2, "entry": {"link": True}}
    path = f"/v1/tournaments/{call('create_tournament', 'POST', '/v1/tournaments', settings, ada)['id']}"
    call("create_entry_code", "POST", f"{path}/entry-code", None, ada)
    shown["create_entry_code"] = {"code": "BCDF-GHJK-LMNP"}


def clubs(ada, grace, mallory):
    path = f"/v1/clubs/{call('create_club', 'POST', '/v1/clubs', {'name': 'Emerald Evenings'}, ada)['id']}"
    call("update_club", "PATCH", path, {"description": ["Mondays at eight."]}, ada)
    call("list_clubs", "GET", "/v1/clubs?limit=1")
    call("join_club", "POST", f"{path}/join", {}, grace)
    call("list_applications", "GET", f"{path}/applications", None, ada)
    call("accept_application", "PUT", f"{path}/members/grace", None, ada)
    call("invite_to_club", "PUT", f"{path}/invitations/mallory", None, ada)
    call("list_club_invitations", "GET", f"{path}/invitations", None, ada)
    call("set_club_role", "PATCH", f"{path}/members/grace", {"role": "manager"}, ada)
    call("get_club_audit", "GET", f"{path}/audit?limit=1")
    call("list_club_members", "GET", f"{path}/members")
    call("get_club", "GET", path, None, grace)
    call("list_my_clubs", "GET", "/v1/me/clubs", None, mallory)
    call("ban_from_club", "PUT", f"{path}/bans/mallory", None, ada)
    call("list_club_bans", "GET", f"{path}/bans", None, ada)
    call("lift_club_ban", "DELETE", f"{path}/bans/mallory", None, ada)
    call("create_join_code", "POST", f"{path}/join-code", None, ada)
    shown["create_join_code"] = {"code": "BCDF-GHJK-LMNP"}
    wanted = {"name": "Duels", "base_pool": "splendor.duel.live.human"}
    ladder = call("create_ladder", "POST", f"{path}/ladders", wanted, ada)["id"]
    call("update_ladder", "PATCH", f"{path}/ladders/{ladder}", {"listing": {"opponents_min": 3}}, ada)
    season = call("start_season", "POST", f"{path}/seasons", {"ladder": ladder, "name": "Spring"}, ada)["id"]
    call("get_season", "GET", f"{path}/seasons/{season}")
    call("get_ladder", "GET", f"{path}/ladders/{ladder}")
    call("list_club_ladders", "GET", f"{path}/ladders")
    call("end_season", "POST", f"{path}/seasons/{season}/end", None, ada)
    call("list_seasons", "GET", f"{path}/seasons")


def series(ada, grace, mallory):
    cup = call("create_series", "POST", "/v1/series", {"name": "Emerald Cup", "points": [25, 18, 15], "best_of": 3}, ada)["id"]
    settings = {"name": "Night one", "ruleset": "splendor", "format": "round_robin", "seats": 2, "play": "over_the_board", "open": True}
    made = call("create_tournament", "POST", "/v1/tournaments", settings, ada)["id"]
    call("add_series_event", "PUT", f"/v1/series/{cup}/events/{made}", None, ada)
    play(made, (grace, mallory), ada)
    copy = call("copy_tournament", "POST", f"/v1/tournaments/{made}/copy", {"name": "Night two"}, ada)["id"]
    call("delete_tournament", "DELETE", f"/v1/tournaments/{copy}", None, ada)
    call("update_series", "PATCH", f"/v1/series/{cup}", {"best_of": 2}, ada)
    call("get_series_audit", "GET", f"/v1/series/{cup}/audit?limit=1")
    call("get_series_standings", "GET", f"/v1/series/{cup}/standings")
    wanted = {"name": "Ruby League", "promoted": 1, "groups": [{"name": "Rubies", "size": 2}, {"name": "Opals", "size": 2}]}
    league = call("create_series", "POST", "/v1/series", wanted, ada)["id"]
    call("start_league_season", "POST", f"/v1/series/{league}/seasons", {"settings": {**settings, "name": "Ruby League, spring"}}, ada)
    for group, players in zip(shown["start_league_season"]["groups"], ((ada, grace), (mallory, player("joan")))):
        play(group["tournament"], players, ada)
    path = f"/v1/series/{league}/seasons/next"
    call("start_next_league_season 200", "POST", f"{path}?dry_run=true", {}, ada)
    call("start_next_league_season 201", "POST", path, {}, ada)
    call("get_series", "GET", f"/v1/series/{league}")
    call("list_series", "GET", "/v1/series?limit=1")


def play(tournament, players, organizer):
    path = f"/v1/tournaments/{tournament}"
    for token in players:
        call("enter_tournament", "POST", f"{path}/enter", {}, token)
    call("start_tournament", "POST", f"{path}/start", None, organizer)
    table = call("pair_next_round", "POST", f"{path}/rounds/next", None, organizer)["tables"][0]["table"]
    call("set_table_result", "POST", f"{path}/tables/{table}/result", {"places": [1, 2], "reason": "slip of the table"}, organizer)
    call("close_tournament", "POST", f"{path}/close", {}, organizer)


def puzzles(ada):
    puzzle = call("get_next_puzzle", "GET", "/v1/puzzles/next", None, ada)
    call("get_daily_puzzle", "GET", "/v1/puzzles/daily")
    call("get_puzzle", "GET", f"/v1/puzzles/{puzzle['id']}")
    cards = [card for row in puzzle["market"].values() for card in row["cards"] if card]
    call("answer_puzzle", "POST", f"/v1/puzzles/{puzzle['id']}/answer", {"actions": [{"type": "reserve", "card": cards[0]}]}, ada)
    call("get_my_puzzles", "GET", "/v1/me/puzzles", None, ada)


def statistics():
    # A new server has counted no games, so these responses are filled by hand.
    call("get_statistics", "GET", "/v1/statistics/splendor?modules=")
    call("get_openings", "GET", "/v1/statistics/splendor/openings")


def main():
    mallory, ada, grace = player("mallory"), player("ada"), player("grace")
    call("get_me", "GET", "/v1/me", None, ada)
    changed = {"email": "ada@example.org", "password": PASSWORD}
    call("update_me", "PATCH", "/v1/me", changed, ada)
    call("list_sessions", "GET", "/v1/me/sessions", None, ada)
    call("get_player", "GET", "/v1/players/ada")
    tokens_and_bots(ada)
    call("list_rulesets", "GET", "/v1/rulesets")
    ruleset = call("get_ruleset", "GET", "/v1/rulesets/splendor")
    # References inside this schema would be mistaken for references inside the document.
    plain = [branch for branch in ruleset["actions"]["oneOf"] if "$ref" not in json.dumps(branch)]
    ruleset["actions"] = {"oneOf": plain[:ITEMS_MAX]}
    call("get_catalogue", "GET", "/v1/rulesets/splendor/catalogue")
    call("block_player", "PUT", "/v1/me/blocks/mallory", None, grace)
    call("list_blocks", "GET", "/v1/me/blocks", None, grace)
    games(ada, grace, mallory)
    looked = shown["get_game"]
    resigned = shown["resign_game"]
    finding(ada, grace)
    bot_matches(ada, grace)
    tournaments(ada, grace, mallory)
    of_players = ("create_account", "log_in", "refresh_session")
    kept = ("create_tournament", "start_tournament", "enter_tournament", "close_tournament", *of_players)
    played = {name: shown[name] for name in kept if name in shown}
    over_the_board(ada, grace)
    series(ada, grace, mallory)
    clubs(ada, grace, mallory)
    ladders(ada, grace)
    shown.update(get_game=looked, resign_game=resigned, **played)
    shown.pop("pair_next_round", None)
    puzzles(ada)
    statistics()
    access(ada)
    call("key_set", "GET", "/.well-known/jwks.json")
    call("get_index", "GET", "/v1")
    call("livez", "GET", "/livez")
    call("readyz", "GET", "/readyz")
    json.dump(shown, sys.stdout, indent=1, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
