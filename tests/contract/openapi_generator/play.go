// `play http://127.0.0.1:8080`: three players play a whole game of Splendor with all modules and one of Kids through the generated client.
//
// The client `lapidary` is generated from the contract by openapi-generator (`go`), which checks every response against its schema; this
// program reads no JSON itself.
package main

import (
	"context"
	crand "crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"lapidary"
	"math/rand"
	"net/http"
	"os"
)

const (
	seats        = 3
	decisionsMax = 2000
	seed         = 17
)

// player is a new account that is logged in.
type player struct {
	name  string
	games *lapidary.GamesAPIService
	token context.Context
}

// view has what the views of all rulesets have.
type view struct {
	id      string
	version int32
	status  string
	toAct   *lapidary.ToAct
	names   []string
	ranks   []int32
}

// taken counts the decisions that only one ruleset has.
type taken struct{ buys, moves, returns int }

// must ends the program if a response is a refusal or does not match its schema.
func must[T any](value T, response *http.Response, err error) T {
	if err != nil {
		said := ""
		if response != nil {
			body, _ := io.ReadAll(response.Body)
			said = fmt.Sprintf("%s %s: %s", response.Request.Method, response.Request.URL, body)
		}
		fmt.Fprintln(os.Stderr, err, said)
		os.Exit(1)
	}
	return value
}

func check(holds bool, said ...any) {
	if !holds {
		fmt.Fprintln(os.Stderr, said...)
		os.Exit(1)
	}
}

func word() string {
	bytes := make([]byte, 8)
	_, err := crand.Read(bytes)
	check(err == nil, err)
	return hex.EncodeToString(bytes)
}

func newPlayer(server string) player {
	settings := lapidary.NewConfiguration()
	settings.Servers = lapidary.ServerConfigurations{{URL: server}}
	client := lapidary.NewAPIClient(settings)
	name, password, public := "go-"+word(), word(), context.Background()
	must(client.AccountsAPI.CreateAccount(public).CreateAccount(*lapidary.NewCreateAccount(name, password)).Execute())
	session := must(client.AccountsAPI.LogIn(public).LogIn(*lapidary.NewLogIn(name, password)).Execute())
	token := context.WithValue(public, lapidary.ContextAccessToken, session.AccessToken)
	check(must(client.AccountsAPI.GetMe(token).Execute()).GetUsername() == name)
	return player{name, client.GamesAPI, token}
}

// look returns a view; the ruleset tells which one it is.
func look(game *lapidary.Game) view {
	if kids := game.KidsGame; kids != nil {
		seen := view{id: kids.Id, version: kids.Version, status: kids.Status, toAct: kids.ToAct.Get()}
		for _, seat := range kids.Seats {
			seen.names = append(seen.names, seat.Player.GetUsername())
		}
		return seen.ended(kids.Result.Get())
	}
	check(game.SplendorGame != nil, "a game of another ruleset")
	splendor := game.SplendorGame
	seen := view{id: splendor.Id, version: splendor.Version, status: splendor.Status, toAct: splendor.ToAct.Get()}
	for _, seat := range splendor.Seats {
		seen.names = append(seen.names, seat.Player.GetUsername())
	}
	return seen.ended(splendor.Result.Get())
}

func (seen view) ended(result *lapidary.GameResult) view {
	if result != nil {
		seen.ranks = result.Ranks
	}
	return seen
}

// chosen prefers what brings the game to its end, then any other action.
func chosen(dice *rand.Rand, actions []lapidary.LegalAction) lapidary.Action {
	good := []lapidary.Action{}
	for _, legal := range actions {
		if legal.Action.SplendorActionBuy != nil || legal.Action.KidsActionMove != nil {
			good = append(good, legal.Action)
		}
	}
	for _, legal := range actions {
		take := legal.Action.ActionTake
		if len(good) == 0 && take != nil && take.KidsActionTake != nil && len(take.KidsActionTake.Resources) == 3 {
			good = append(good, legal.Action)
		}
	}
	if len(good) == 0 {
		return actions[dice.Intn(len(actions))].Action
	}
	return good[dice.Intn(len(good))]
}

func play(server, ruleset string, modules []string) {
	dice := rand.New(rand.NewSource(seed))
	players, byName := []player{}, map[string]player{}
	for len(players) < seats {
		one := newPlayer(server)
		players, byName[one.name] = append(players, one), one
	}
	wanted := lapidary.NewCreateGame(ruleset, seats)
	wanted.Modules = modules
	seen := look(must(players[0].games.CreateGame(players[0].token).CreateGame(*wanted).Execute()))
	for _, other := range players[1:] {
		// The body may be left out: this client sends null then.
		seen = look(must(other.games.JoinGame(other.token, seen.id).Execute()))
	}
	decisions, done := 0, taken{}
	for seen.toAct != nil {
		decisions++
		check(decisions <= decisionsMax, "the game does not end")
		one := byName[seen.names[seen.toAct.Seat]]
		legal := must(one.games.GetLegalActions(one.token, seen.id).Execute())
		action := chosen(dice, legal.Actions)
		if action.SplendorActionBuy != nil {
			done.buys++
		}
		if action.KidsActionMove != nil {
			done.moves++
		}
		if given := action.ActionReturn; given != nil {
			done.returns++
			_, splendor := given.Tokens.GetWhiteOk()
			check(ruleset == "splendor" || !splendor, "a return of Kids is read as one of Splendor")
			check(sum(given.Tokens) > 0, "a return is read without its tokens")
		}
		turn := lapidary.NewPlayTurn(legal.Version, []lapidary.Action{action})
		answer := must(one.games.PlayTurn(one.token, seen.id).PlayTurn(*turn).Execute())
		check(answer.TurnAnswer != nil && answer.TurnAnswer.Game != nil, "a turn without a view")
		seen = look(answer.TurnAnswer.Game)
	}
	check(seen.status == "finished" && len(seen.ranks) == seats, seen)
	first := players[0]
	events := must(first.games.GetEvents(first.token, seen.id).Execute()).Events
	finished := events[len(events)-1].EventFinished
	check(finished != nil, "the log does not end with the result")
	effects := 0
	for _, event := range events {
		if entry := event.EventAction; entry != nil {
			for _, effect := range entry.Data.Effects {
				check(effect.GetActualInstance() != nil, "an effect of no known type")
				effects++
			}
		}
	}
	check(done.buys+done.moves > 0 && effects > decisions, done, effects)
	check(len(must(first.games.ExportGame(first.token, seen.id).Execute()).Events) == len(events), "the export has another log")
	fmt.Printf("%s: a game of %d decisions, %d of them returns, ranks %v\n", ruleset, decisions, done.returns, seen.ranks)
}

// sum returns the number of tokens in a set of any ruleset.
func sum(set lapidary.Tokens) int32 {
	return set.GetWhite() + set.GetBlue() + set.GetGreen() + set.GetRed() + set.GetBlack() + set.GetGold() +
		set.GetMushroom() + set.GetApple() + set.GetCabbage() + set.GetHazelnut() + set.GetWater()
}

func main() {
	server := "http://127.0.0.1:8080"
	if len(os.Args) > 1 {
		server = os.Args[1]
	}
	play(server, "splendor", []string{"orient", "strongholds", "trading_posts", "cities"})
	play(server, "kids", []string{"mysteries"})
}
