#!/usr/bin/env bash
# A bot over HTTP with curl and jq: it plays its seat of a game to the end. The token is an API token of a bot account, with the
# scopes read and play.
#
#     LAPIDARY_TOKEN=… examples/bots/curl_bot.sh http://127.0.0.1:8080 GAME_ID
set -eu -o pipefail
game=$1/v1/games/$2

# The token comes in a file, because every user of the machine sees the arguments of programs.
call() {
    curl --silent --show-error --fail-with-body --header @<(echo "Authorization: Bearer $LAPIDARY_TOKEN") --header "Content-Type: application/json" "$@"
}

# How gladly the bot makes a decision.
liking='if .type == "buy" then 100 elif .type == "take" then 10 + (.gems // [] | unique | length) elif .type == "reserve" then 5 else 1 end'

view=$(call "$game?include=legal_actions")
while [[ $(jq --raw-output .status <<< "$view") =~ ^(waiting|active)$ ]]; do
    turn=$(jq "select((.legal_actions // []) != []) | {version, actions: [.legal_actions | max_by(.action | $liking) | .action]}" <<< "$view")
    if [ -n "$turn" ]; then
        call --data "$turn" "$game/actions" > /dev/null
    fi
    view=$(call "$game?include=legal_actions&wait=my_turn")
done
jq --compact-output .result <<< "$view"
