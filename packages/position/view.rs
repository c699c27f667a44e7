//! A view as JSON, in the fields of the contract that depend on the rules (schemas `SplendorGame` and
//! `KidsGame`).

use serde_json::{Map, Value, json};

use lapidary_engine::game::{Game, View};
use lapidary_engine::kids;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::Module;
use lapidary_engine::splendor::tokens::{Gems, Tokens};
use lapidary_engine::splendor::view as splendor;
use lapidary_engine::turn::Turn;
use lapidary_engine::viewer::Viewer;

/// What a viewer sees of a game as JSON, with `ruleset`, `modules` and `options`, so that it is read alone.
pub fn json(game: &Game, viewer: Viewer) -> Value {
    let (ruleset, mut fields) = (game.ruleset(), table(&game.view(viewer)));
    fields["ruleset"] = ruleset.id().into();
    fields["modules"] = ruleset.modules().into();
    fields["options"] = ruleset.options().into_iter().collect();
    fields
}

fn table(view: &View) -> Value {
    match view {
        View::Splendor(view) => {
            let question = &view.question;
            let further = [
                ("tokens", question.tokens.map(Value::from)),
                ("level", question.level.map(|level| level.number().into())),
                ("card", question.card.map(|card| card.name().into())),
            ];
            let mut fields = splendor_table(view);
            fields["to_act"] =
                view.to_act.map(|(seat, decision)| to_act(seat, decision.name(), further)).into();
            fields["turn"] = view.turn.map(turn).into();
            fields["seats"] = view.seats.iter().map(|seat| splendor_seat(view, seat)).collect();
            fields["result"] = view.outcome.as_ref().map(|outcome| result(outcome, view.turns_begun)).into();
            fields
        }
        View::Kids(view) => {
            let further = [("tokens", view.tokens_to_return.map(Value::from))];
            let mut fields = kids_table(view);
            fields["to_act"] =
                view.to_act.map(|(seat, decision)| to_act(seat, decision.name(), further)).into();
            fields["turn"] = view.turn.map(turn).into();
            fields["seats"] = view.seats.iter().map(kids_seat).collect();
            fields["result"] = view.outcome.as_ref().map(|outcome| result(outcome, view.turns_begun)).into();
            fields
        }
    }
}

fn to_act<const N: usize>(seat: Seat, decision: &str, further: [(&str, Option<Value>); N]) -> Value {
    let mut fields =
        Map::from_iter([("seat".to_owned(), seat.number().into()), ("decision".to_owned(), decision.into())]);
    fields.extend(further.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    Value::Object(fields)
}

fn turn(turn: Turn) -> Value {
    json!({"seat": turn.seat.number(), "number": turn.number})
}

fn result(outcome: &Outcome, turns: u16) -> Value {
    let winners: Vec<u8> = outcome.winners().into_iter().map(Seat::number).collect();
    json!({"reason": outcome.reason.name(), "ranks": outcome.ranks, "winners": winners, "turns": turns})
}

/// Counts by name.
fn counts<const N: usize>(names: [&str; N], counts: [u8; N]) -> Value {
    names.into_iter().zip(counts).map(|(name, count)| (name.to_owned(), Value::from(count))).collect()
}

fn tokens(tokens: Tokens) -> Value {
    let [white, blue, green, red, black] = Color::ALL.map(Color::name);
    counts([white, blue, green, red, black, "gold"], tokens.counts())
}

fn gems(gems: Gems) -> Value {
    counts(Color::ALL.map(Color::name), gems.counts().0)
}

fn names(cards: &[Option<CardId>]) -> Vec<Option<&'static str>> {
    cards.iter().map(|card| card.map(CardId::name)).collect()
}

fn splendor_table(view: &splendor::View) -> Value {
    let row = |row: &splendor::MarketRow| {
        let value = json!({"deck_size": row.deck_size, "cards": names(&row.cards)});
        (row.deck.name().to_owned(), value)
    };
    json!({
        "supply": tokens(view.supply),
        "market": view.market.iter().map(row).collect::<Map<_, _>>(),
        "nobles": view.nobles.iter().map(|noble| noble.name()).collect::<Vec<_>>(),
        "cities": view.cities.iter().map(|city| city.name()).collect::<Vec<_>>(),
        "final_round": view.final_round,
        "passes": view.passes,
        "quiet_rounds": view.quiet_rounds,
    })
}

fn splendor_seat(view: &splendor::View, seat: &splendor::SeatView) -> Value {
    let owned = |owned: &splendor::OwnedCard| match owned.association {
        None => json!({"card": owned.card.name()}),
        Some(with) => {
            json!({"card": owned.card.name(), "as": {"color": with.color.name(), "bonus": with.bonus}})
        }
    };
    let held = |held: &splendor::HandCard| match held {
        splendor::HandCard::Shown { card, blind } => json!({"card": card.name(), "blind": blind}),
        splendor::HandCard::Hidden { deck } => json!({"hidden": true, "deck": deck.name()}),
    };
    let mut fields = json!({
        "seat": seat.seat.number(),
        "tokens": tokens(seat.tokens),
        "cards": seat.cards.iter().map(owned).collect::<Vec<_>>(),
        "bonuses": gems(seat.bonuses),
        "card_counts": gems(seat.card_counts),
        "hand": seat.hand.iter().map(held).collect::<Vec<_>>(),
        "nobles": seat.nobles.iter().map(|noble| noble.name()).collect::<Vec<_>>(),
        "posts": seat.posts.iter().map(|post| post.name()).collect::<Vec<_>>(),
        "cities": seat.cities.iter().map(|city| city.name()).collect::<Vec<_>>(),
        "prestige": seat.prestige,
        "purchases": seat.purchases,
        "out": seat.out,
    });
    if let Some(drawn) = &seat.drawn {
        fields["drawn"] = drawn.iter().map(|card| card.name()).collect::<Vec<_>>().into();
    }
    if view.modules.has(Module::Strongholds) {
        fields["strongholds"] = names(&seat.strongholds).into();
    }
    fields
}

fn kids_tokens(tokens: kids::tokens::Tokens) -> Value {
    let [mushroom, apple, cabbage, hazelnut, water] = Resource::ALL.map(Resource::name);
    counts([mushroom, apple, cabbage, hazelnut, water, "gold"], tokens.counts())
}

fn tiles(tiles: kids::tokens::Resources) -> Vec<&'static str> {
    tiles.each().map(Resource::name).collect()
}

fn kids_seat(seat: &kids::view::SeatView) -> Value {
    json!({
        "seat": seat.seat.number(),
        "tokens": kids_tokens(seat.bag.tokens),
        "bag_limit": seat.bag_limit,
        "treasures": seat.bag.treasures,
        "tiles_up": tiles(seat.tiles_up),
        "tiles_down": tiles(seat.tiles_down),
        "jewel": seat.jewel,
        "place": seat.place.map(|place| place.to_string()),
        "out": seat.out,
    })
}

fn kids_table(view: &kids::view::View) -> Value {
    let cost = |cost: kids::tokens::Resources| {
        cost.kinds().map(|kind| (kind.name().to_owned(), cost.get(kind).into())).collect::<Map<_, _>>()
    };
    let route = |(id, route): (kids::place::RouteId, kids::board::Route)| {
        json!({
            "id": id.to_string(),
            "from": route.from().to_string(),
            "to": route.to().to_string(),
            "cost": cost(route.cost()),
        })
    };
    let place = |place: kids::place::PlaceId| json!({"id": place.to_string(), "kind": place.kind().name()});
    let market = |market: kids::tile::Market| market.map(|tile| tile.map(Resource::name)).to_vec();
    json!({
        "supply": kids_tokens(view.supply),
        "board": {
            "sides": view.board.sides().map(|side| side.to_string()).collect::<Vec<_>>(),
            "places": view.board.places().into_iter().map(place).collect::<Vec<_>>(),
            "routes": view.board.routes().map(route).collect::<Vec<_>>(),
        },
        "stack_size": view.stack_size,
        "market": view.market.map(market),
        "tiled_villages": view.tiled_villages.iter().map(|place| place.to_string()).collect::<Vec<_>>(),
        "gates_closed": view.gates_closed,
        "quiet_rounds": view.quiet_rounds,
    })
}
