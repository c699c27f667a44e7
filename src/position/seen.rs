//! Views in JSON, made positions again. What is hidden from the viewer is dealt anew from a number.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::deal;
use crate::fault::Fault;
use crate::json::{TokenSet, named};
use crate::view::json;
use lapidary_engine::game::{Game, View};
use lapidary_engine::outcome::{Outcome, Reason};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Decision;
use lapidary_engine::splendor::card::{CardId, Deck, Level};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::orient::Association;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::state::State;
use lapidary_engine::splendor::tokens::Gems;
use lapidary_engine::splendor::view as splendor;
use lapidary_engine::turn::Turn;
use lapidary_engine::viewer::Viewer;
use lapidary_exported::equal;

/// What is read of a view of Splendor: all that does not follow from other parts of it.
#[derive(Deserialize)]
struct Seen {
    ruleset: String,
    modules: Vec<String>,
    supply: TokenSet,
    market: Map<String, Value>,
    nobles: Vec<String>,
    cities: Vec<String>,
    final_round: bool,
    passes: u8,
    quiet_rounds: u8,
    to_act: Option<SeenQuestion>,
    turn: Option<SeenTurn>,
    seats: Vec<SeenSeat>,
    result: Option<SeenResult>,
}

#[derive(Deserialize)]
struct SeenQuestion {
    seat: u8,
    decision: String,
    tokens: Option<u8>,
    level: Option<u8>,
    card: Option<String>,
}

#[derive(Deserialize)]
struct SeenTurn {
    seat: u8,
    number: u16,
}

#[derive(Deserialize)]
struct SeenResult {
    reason: String,
    ranks: Vec<u8>,
    #[serde(default)]
    turns: u16,
}

#[derive(Deserialize)]
struct SeenRow {
    deck_size: u8,
    cards: Vec<Option<String>>,
}

#[derive(Deserialize)]
struct SeenSeat {
    seat: u8,
    tokens: TokenSet,
    cards: Vec<SeenCard>,
    hand: Vec<SeenHeld>,
    drawn: Option<Vec<String>>,
    nobles: Vec<String>,
    posts: Vec<String>,
    #[serde(default)]
    strongholds: Vec<Option<String>>,
    purchases: u8,
    out: bool,
}

#[derive(Deserialize)]
struct SeenCard {
    card: String,
    r#as: Option<SeenAssociation>,
}

#[derive(Deserialize)]
struct SeenAssociation {
    color: Color,
    bonus: u8,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SeenHeld {
    Shown { card: String, blind: bool },
    Hidden { deck: String },
}

/// The position of a view, such as the server sends it: everything that the viewer sees, and the rest dealt
/// from a number.
///
/// # Errors
/// What is wrong with the view, or why no game looks like this.
pub fn of_view(view: &Value, seed: u64) -> Result<Game, Fault> {
    let seen = Seen::deserialize(view).map_err(|error| Fault::impossible(format!("not a view: {error}")))?;
    if seen.ruleset != "splendor" {
        return Err(Fault::impossible("only views of splendor can be made positions"));
    }
    let seen = seen.view().map_err(Fault::Impossible)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let state = State::restore(&seen, |cards| rng.shuffle(cards)).map_err(Fault::impossible)?;
    let found = json(&View::Splendor(state.view(viewer(&seen))));
    equal("", &found, &common(&found, view))
        .map_err(|difference| Fault::impossible(format!("the view contradicts itself at {difference}")))?;
    Ok(Game::Splendor(state))
}

/// Whose view it is, judged by whose hidden cards it shows.
fn viewer(seen: &splendor::View) -> Viewer {
    let shows = |seat: &&splendor::SeatView| {
        let blind = |held: &splendor::HandCard| matches!(held, splendor::HandCard::Shown { blind: true, .. });
        seat.drawn.is_some() || seat.hand.iter().any(blind)
    };
    let mut shown = seen.seats.iter().filter(shows).map(|seat| seat.seat);
    match (shown.next(), shown.next()) {
        (None, _) => Viewer::Spectator,
        (Some(seat), None) => Viewer::Seat(seat),
        (Some(_), Some(_)) => Viewer::Revealed,
    }
}

/// What a value has of the fields that another one has: the server says more about a game than the rules do.
fn common(ours: &Value, given: &Value) -> Value {
    match (ours, given) {
        (Value::Object(ours), Value::Object(given)) => {
            let both = ours.iter().filter_map(|(name, value)| Some((name, value, given.get(name)?)));
            both.map(|(name, value, other)| (name.clone(), common(value, other))).collect()
        }
        (Value::Array(ours), Value::Array(given)) if ours.len() == given.len() => {
            ours.iter().zip(given).map(|(value, other)| common(value, other)).collect()
        }
        _ => given.clone(),
    }
}

fn card(id: &String, field: &str) -> Result<CardId, String> {
    named(CardId::from_name(id), id, "card", field)
}

fn nobles(ids: &[String]) -> Result<Vec<NobleId>, String> {
    ids.iter().map(|id| named(NobleId::from_name(id), id, "noble", "nobles")).collect()
}

fn seat(number: u8) -> Result<Seat, String> {
    Seat::new(number).ok_or_else(|| format!("{number} is not a seat"))
}

impl Seen {
    fn view(&self) -> Result<splendor::View, String> {
        let ruleset = deal::ruleset(&self.ruleset, &self.modules, &Default::default());
        let Ruleset::Splendor(modules) = ruleset.map_err(|fault| fault.to_string())? else {
            return Err("not a view of splendor".to_owned());
        };
        let city = |id: &String| named(CityId::from_name(id), id, "city", "cities");
        let turn = |turn: &SeenTurn| Ok::<_, String>(Turn { seat: seat(turn.seat)?, number: turn.number });
        let result = self.result.as_ref();
        Ok(splendor::View {
            modules,
            to_act: self.to_act.as_ref().map(SeenQuestion::to_act).transpose()?,
            question: self.to_act.as_ref().map(SeenQuestion::question).transpose()?.unwrap_or_default(),
            turn: self.turn.as_ref().map(turn).transpose()?,
            turns_begun: result.map(|result| result.turns).unwrap_or_default(),
            seats: self.seats.iter().map(SeenSeat::view).collect::<Result<_, _>>()?,
            supply: self.supply.tokens("supply")?,
            market: self.market.iter().map(|(deck, row)| row_of(deck, row)).collect::<Result<_, _>>()?,
            nobles: nobles(&self.nobles)?,
            cities: self.cities.iter().map(city).collect::<Result<_, _>>()?,
            final_round: self.final_round,
            passes: self.passes,
            quiet_rounds: self.quiet_rounds,
            outcome: result.map(SeenResult::outcome).transpose()?,
        })
    }
}

fn row_of(deck: &str, row: &Value) -> Result<splendor::MarketRow, String> {
    let row = SeenRow::deserialize(row).map_err(|error| format!("market: {error}"))?;
    let face_up = |id: &Option<String>| id.as_ref().map(|id| card(id, "market")).transpose();
    Ok(splendor::MarketRow {
        deck: named(Deck::named(deck), deck, "deck", "market")?,
        deck_size: row.deck_size,
        cards: row.cards.iter().map(face_up).collect::<Result<_, _>>()?,
    })
}

impl SeenQuestion {
    fn to_act(&self) -> Result<(Seat, Decision), String> {
        let decision = named(Decision::named(&self.decision), &self.decision, "decision", "to_act")?;
        Ok((seat(self.seat)?, decision))
    }

    fn question(&self) -> Result<splendor::Question, String> {
        let level = |number: u8| Level::ALL.into_iter().find(|level| level.number() == number);
        Ok(splendor::Question {
            tokens: self.tokens,
            level: self.level.and_then(level),
            card: self.card.as_ref().map(|id| card(id, "to_act")).transpose()?,
        })
    }
}

impl SeenResult {
    fn outcome(&self) -> Result<Outcome, String> {
        let reason = named(Reason::named(&self.reason), &self.reason, "reason", "result")?;
        Ok(Outcome { reason, ranks: self.ranks.clone() })
    }
}

impl SeenSeat {
    /// The seat, without what follows from other parts of the view.
    fn view(&self) -> Result<splendor::SeatView, String> {
        let cards = |ids: &[String], field| ids.iter().map(|id| card(id, field)).collect();
        let post = |id: &String| named(Post::named(id), id, "post", "posts");
        let standing = |id: &Option<String>| id.as_ref().map(|id| card(id, "strongholds")).transpose();
        Ok(splendor::SeatView {
            seat: seat(self.seat)?,
            tokens: self.tokens.tokens("tokens")?,
            cards: self.cards.iter().map(SeenCard::owned).collect::<Result<_, _>>()?,
            bonuses: Gems::NONE,
            card_counts: Gems::NONE,
            hand: self.hand.iter().map(SeenHeld::held).collect::<Result<_, _>>()?,
            drawn: self.drawn.as_ref().map(|drawn| cards(drawn, "drawn")).transpose()?,
            nobles: nobles(&self.nobles)?,
            posts: self.posts.iter().map(post).collect::<Result<_, _>>()?,
            strongholds: self.strongholds.iter().map(standing).collect::<Result<_, _>>()?,
            cities: Vec::new(),
            prestige: 0,
            purchases: self.purchases,
            out: self.out,
        })
    }
}

impl SeenCard {
    fn owned(&self) -> Result<splendor::OwnedCard, String> {
        let with = |with: &SeenAssociation| match with.bonus {
            1 | 2 => Ok(Association { color: with.color, bonus: with.bonus }),
            other => Err(format!("cards: a card has 1 or 2 bonuses, not {other}")),
        };
        let association = self.r#as.as_ref().map(with).transpose()?;
        Ok(splendor::OwnedCard { card: card(&self.card, "cards")?, association })
    }
}

impl SeenHeld {
    fn held(&self) -> Result<splendor::HandCard, String> {
        Ok(match self {
            SeenHeld::Shown { card: id, blind } => {
                splendor::HandCard::Shown { card: card(id, "hand")?, blind: *blind }
            }
            SeenHeld::Hidden { deck } => {
                splendor::HandCard::Hidden { deck: named(Deck::named(deck), deck, "deck", "hand")? }
            }
        })
    }
}
