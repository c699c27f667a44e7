//! The worth of a position for a seat, by hand-written rules. It covers every module.
//!
//! Greedy plays with plain numbers. Better numbers were found by playing with changed ones.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::{CardId, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::Holdings;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::state::{PRESTIGE_TO_END, State};
use lapidary_engine::splendor::tokens::Gems;

/// The number of cards that a seat aims at, with the best first.
const AIMS: usize = 4;
/// The largest exponent of a power in the tables.
const STEPS: usize = 24;

/// What things are worth, in points.
#[derive(Clone, PartialEq, Debug)]
pub struct Taste {
    /// The worth of a bonus, and the factor for each further one of its color.
    pub bonus: f32,
    pub per_bonus: f32,
    /// A gem token and a gold.
    pub gem: f32,
    pub gold: f32,
    /// A noble, and what remains of it for each missing card.
    pub noble: f32,
    pub per_missing_card: f32,
    /// The best cards within reach, best first.
    pub aims: [f32; AIMS],
    /// The factor for each missing token of a card, and for each missing token of its rarest color.
    pub per_token: f32,
    pub per_token_of_color: f32,
    /// How much the position of the best opponent matters.
    pub opponent: f32,
    /// Reaching the end of the game.
    pub end: f32,
    /// A purchase, which breaks ties.
    pub purchase: f32,
    /// A trading post.
    pub post: f32,
    /// The worth of a city, and the factors for each missing card and each missing point.
    pub city: f32,
    pub per_card_of_city: f32,
    pub per_point_of_city: f32,
}

impl Taste {
    /// Plain numbers, as a person might guess them: those of greedy.
    pub const PLAIN: Taste = Taste {
        bonus: 1.0,
        per_bonus: 0.85,
        gem: 0.06,
        gold: 0.16,
        noble: 2.2,
        per_missing_card: 0.62,
        aims: [0.45, 0.24, 0.13, 0.07],
        per_token: 0.88,
        per_token_of_color: 0.82,
        opponent: 0.6,
        end: 4.0,
        purchase: -0.04,
        post: 1.3,
        city: 12.0,
        per_card_of_city: 0.85,
        per_point_of_city: 0.93,
    };

    /// Numbers found by playing. The search uses them where no evaluation is trained.
    pub const TUNED: Taste = Taste {
        bonus: 0.902,
        per_bonus: 0.759,
        gem: 0.067,
        gold: 0.096,
        noble: 1.164,
        per_missing_card: 0.335,
        aims: [0.485, 0.304, 0.190, 0.108],
        per_token: 0.684,
        per_token_of_color: 0.879,
        opponent: 0.410,
        end: 5.114,
        purchase: -0.039,
        post: 1.167,
        city: 12.0,
        per_card_of_city: 0.85,
        per_point_of_city: 0.93,
    };
}

/// The evaluation by hand: a taste with tables of its powers.
#[derive(Clone, Debug)]
pub struct ByHand {
    taste: Taste,
    bonuses: [f32; STEPS],
    next_bonus: [f32; STEPS],
    missing_cards: [f32; STEPS],
    tokens: [f32; STEPS],
    tokens_of_color: [f32; STEPS],
}

fn powers(base: f32) -> [f32; STEPS] {
    let mut power = 1.0;
    std::array::from_fn(|step| {
        if step > 0 {
            power *= base;
        }
        power
    })
}

#[inline]
fn at(table: &[f32; STEPS], step: u8) -> f32 {
    table[usize::from(step).min(STEPS - 1)]
}

impl ByHand {
    /// The evaluation with this taste.
    pub fn new(taste: Taste) -> ByHand {
        let next_bonus = powers(taste.per_bonus).map(|power| taste.bonus * power);
        let mut sum = 0.0;
        let bonuses = std::array::from_fn(|count| {
            if count > 0 {
                sum += next_bonus[count - 1];
            }
            sum
        });
        ByHand {
            bonuses,
            next_bonus,
            missing_cards: powers(taste.per_missing_card),
            tokens: powers(taste.per_token),
            tokens_of_color: powers(taste.per_token_of_color),
            taste,
        }
    }

    /// The weight of the best opponent's position against the seat.
    pub fn threat(&self, state: &State, seat: Seat) -> f32 {
        let others = state.seats_in_play().filter(|&other| other != seat);
        self.taste.opponent * others.map(|other| self.score(state, other)).fold(0.0, f32::max)
    }

    /// The expected share of the game for the seat, 0 to 1. The shares of all seats add up to 1.
    pub fn share(&self, state: &State, seat: Seat) -> f32 {
        if let Some(share) = final_share(state, seat) {
            return share;
        }
        if !state.seats_in_play().any(|one| one == seat) {
            return 0.0;
        }
        let own = self.score(state, seat);
        let weight = |of: Seat| ((self.score(state, of) - own) * STEEPNESS).exp();
        let others: f32 = state.seats_in_play().filter(|&other| other != seat).map(weight).sum();
        1.0 / (1.0 + others)
    }

    /// What a seat has and can soon have, in points.
    pub fn score(&self, state: &State, seat: Seat) -> f32 {
        let (holdings, taste) = (state.holdings(seat), &self.taste);
        let bonuses: f32 =
            Color::ALL.into_iter().map(|color| at(&self.bonuses, holdings.bonuses.get(color))).sum();
        let tokens = taste.gem * f32::from(holdings.tokens.gems().total())
            + taste.gold * f32::from(holdings.tokens.gold());
        let end = if triggers_end(state, seat) { taste.end } else { 0.0 };
        f32::from(state.prestige(seat))
            + bonuses
            + tokens
            + end
            + taste.purchase * f32::from(holdings.purchases)
            + self.nobles(state, holdings)
            + self.cities(state, seat)
            + self.posts(state, seat)
            + self.aims(state, seat)
    }

    fn nobles(&self, state: &State, holdings: &Holdings) -> f32 {
        let nobles = state.nobles_left();
        if nobles.is_empty() {
            return 0.0;
        }
        let missing = |cards: Gems| cards.less(holdings.card_counts).total();
        self.taste.noble
            * nobles.iter().map(|noble| at(&self.missing_cards, missing(noble.cards()))).sum::<f32>()
    }

    /// The nearest city, by the cards and points that it still needs.
    fn cities(&self, state: &State, seat: Seat) -> f32 {
        let Some(cities) = state.cities() else { return 0.0 };
        let (cards, prestige) = (state.holdings(seat).card_counts, state.prestige(seat));
        let worth = |city: &CityId| {
            let named = city.cards();
            let others = Color::ALL.into_iter().filter(|&color| named.get(color) == 0);
            let most = others.map(|color| cards.get(color)).max().unwrap_or_default();
            let missing = named.less(cards).total() + city.any_one_other_color().saturating_sub(most);
            let points = city.points().saturating_sub(prestige);
            self.taste.per_card_of_city.powi(missing.into())
                * self.taste.per_point_of_city.powi(points.into())
        };
        self.taste.city * cities.0.iter().map(worth).fold(0.0, f32::max)
    }

    fn posts(&self, state: &State, seat: Seat) -> f32 {
        let Some(posts) = state.posts() else { return 0.0 };
        let cards = state.holdings(seat).card_counts;
        let worth = |post: Post| match posts.owns(seat, post) {
            true => 1.0,
            false => 0.6 * at(&self.missing_cards, post.cards().less(cards).total()),
        };
        self.taste.post * Post::ALL.into_iter().map(worth).sum::<f32>()
    }

    /// The cards that the seat can buy soon: from its hand and from the open part of the market.
    fn aims(&self, state: &State, seat: Seat) -> f32 {
        let holdings = state.holdings(seat);
        let mut best = [0.0f32; AIMS];
        let mut offer = |worth: f32| {
            let mut worth = worth;
            for place in &mut best {
                let (more, less) = if worth > *place { (worth, *place) } else { (*place, worth) };
                (*place, worth) = (more, less);
            }
        };
        for card in holdings.hand.cards().filter(|card| !card.is_blank()) {
            offer(1.1 * self.aim(holdings, card));
        }
        for (slot, card) in state.market().face_up().filter(|(_, card)| !card.is_blank()) {
            let stack = state.strongholds().and_then(|strongholds| strongholds.on(slot));
            let access = match stack {
                None => 1.0,
                Some(stack) if stack.owner == seat => 1.15 + 0.1 * f32::from(stack.count),
                Some(_) => 0.3,
            };
            offer(access * self.aim(holdings, card));
        }
        best.iter().zip(&self.taste.aims).map(|(worth, weight)| worth * weight).sum()
    }

    /// The worth of a card by the missing tokens of its price.
    #[inline]
    fn aim(&self, holdings: &Holdings, card: CardId) -> f32 {
        let facts = card.facts();
        let gold = holdings.tokens.gold();
        let missing = holdings.due(facts.cost).less(holdings.tokens.gems());
        let widest = Color::ALL.into_iter().fold(0, |most, color| missing.get(color).max(most));
        let by_tokens = at(&self.tokens, missing.total().saturating_sub(gold));
        let by_color = at(&self.tokens_of_color, widest.saturating_sub(gold));
        let bonus = facts
            .color
            .map_or(0.0, |color| f32::from(facts.bonus) * at(&self.next_bonus, holdings.bonuses.get(color)));
        let power = match facts.power {
            Power::Plain => 0.0,
            Power::VirtualGold => 0.7,
            Power::Associate => 0.9,
            Power::AssociateThenTake => 1.8,
            Power::TakeLevelTwo => 2.2,
            Power::DiscardTwo(color) => {
                if holdings.card_counts.get(color) >= 2 {
                    -1.6
                } else {
                    -3.0
                }
            }
        };
        (f32::from(facts.points) + bonus + power).max(0.0) * by_tokens.min(by_color)
    }
}

/// How quickly a lead in points becomes a win.
const STEEPNESS: f32 = 0.35;

/// The share of a finished game: winners share it. `None` while it runs.
pub fn final_share(state: &State, seat: Seat) -> Option<f32> {
    let winners = state.outcome()?.winners();
    Some(if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 })
}

fn triggers_end(state: &State, seat: Seat) -> bool {
    let prestige = state.prestige(seat);
    match state.cities() {
        None => prestige >= PRESTIGE_TO_END,
        Some(cities) => cities.fulfilled_by(prestige, state.holdings(seat).card_counts).next().is_some(),
    }
}
