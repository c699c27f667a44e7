//! Trading Posts: the posts, who owns them, and everything that they change (P0-P5). It does not know other
//! modules.
//!
//! | ruling | what it changes | where |
//! |---|---|---|
//! | P0 | a step of the turn: one post | `take_up_post`, `list_posts`, `check_post`, `take_post` |
//! | P1 | a step after a purchase: one token | `take_up_purchase_token`, `list_tokens`, `check_token` |
//! | P2 | what is taken with two equal tokens | `pairs_alone`, `check_extra_token` |
//! | P3 | how much a gold covers, and which gem is superfluous | `gold_worth`, `Purse::units`, `most_gems`, `wastes_a_gem` |
//! | P4 | a blind reserve draws two, one is kept | `draw_two`, `take_up_keep`, `list_drawn`, `check_keep`, `keep` |
//! | P4, B18 | what others see of it | `Action::shown_to`, `drawn_view`, `hidden_drawn`, `replace_drawn` |
//! | P4, B19 | the drawn cards when the seat goes out | `put_back_drawn` |
//! | P5 | points | `prestige_of_posts` |

use crate::bits::bit_set;
use crate::bytes::{Reader, SnapshotError};
use crate::record::Recorder;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::splendor::action::{Action, Decision};
use crate::splendor::agenda::Step;
use crate::splendor::card::{CardId, Deck};
use crate::splendor::catalogue::POSTS;
use crate::splendor::check::require;
use crate::splendor::color::{Color, ColorSet};
use crate::splendor::effect::{Effect, Face};
use crate::splendor::holdings::Reserved;
use crate::splendor::payment::Purse;
use crate::splendor::refusal::Refusal;
use crate::splendor::requirements::Requirements;
use crate::splendor::state::State;
use crate::splendor::tokens::Gems;
use crate::splendor::turn::Taken;
use crate::viewer::Viewer;
use lapidary_words::words;
use std::fmt;

words! {
    /// A kind of trading post; every seat can own one of each (P0).
    /// The order is that of the catalogue.
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    Post:
    /// One gem token after each purchase (P1).
    PurchaseToken = "purchase_token",
    /// One more token with two equal ones (P2).
    ExtraToken = "extra_token",
    /// Each gold covers two gems of one color (P3).
    DoubleGold = "double_gold",
    /// A blind reserve shows two cards (P4).
    DrawTwo = "draw_two_reserve_one",
    /// One prestige for each post (P5).
    PointsPerPost = "points_per_post",
}

impl Post {
    /// The cards it requires.
    pub fn cards(self) -> Gems {
        POSTS[self as usize]
    }
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

bit_set! {
    /// A set of posts.
    PostSet(u8) of Post, Post::ALL.len();
    place: |post| post as u8;
    at: |place| Post::ALL[place as usize]
}

/// The posts of each seat, in a game with Trading Posts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TradingPosts(pub BySeat<PostSet>);

impl TradingPosts {
    /// Whether the seat owns the post.
    #[inline]
    pub fn owns(&self, seat: Seat, post: Post) -> bool {
        self.0[seat].has(post)
    }

    /// The posts that a seat with these cards may take now (P0).
    #[inline]
    pub fn within_reach(&self, seat: Seat, cards: Gems) -> PostSet {
        static REQUIREMENTS: Requirements = Requirements::new(&POSTS);
        PostSet::from_bits(REQUIREMENTS.met_by(cards) as u8).difference(self.0[seat])
    }

    /// The prestige from the seat's posts (P5).
    pub fn prestige(&self, seat: Seat) -> u8 {
        if self.owns(seat, Post::PointsPerPost) { self.0[seat].len() as u8 } else { 0 }
    }

    /// Writes the posts of each seat as one byte of a snapshot.
    pub(in super::super) fn encode(&self, seats: SeatCount, bytes: &mut Vec<u8>) {
        bytes.extend(seats.seats().map(|seat| self.0[seat].bits()));
    }

    /// Reads the posts from a snapshot.
    pub(in super::super) fn decode(
        reader: &mut Reader<'_>,
        seats: SeatCount,
    ) -> Result<TradingPosts, SnapshotError> {
        let mut posts = TradingPosts::default();
        for seat in seats.seats() {
            posts.0[seat] = PostSet::from_bits(reader.byte()?);
        }
        Ok(posts)
    }
}

/// The cards drawn with P4, from which the seat has not chosen yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Drawn(pub [Option<CardId>; 2]);

impl Drawn {
    /// The drawn cards in the order drawn.
    pub fn cards(&self) -> impl Iterator<Item = CardId> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Whether the card was drawn.
    pub fn has(&self, card: CardId) -> bool {
        self.0.contains(&Some(card))
    }
}

impl fmt::Debug for Drawn {
    /// Shows only the number of cards: the cards are hidden (B18).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} drawn", self.cards().count())
    }
}

/// P0: every seat can own one post of each kind.
impl State {
    /// Whether the seat owns the post.
    #[inline]
    pub(in super::super) fn owns_post(&self, seat: Seat, post: Post) -> bool {
        self.posts.is_some_and(|posts| posts.owns(seat, post))
    }

    /// The posts that the active seat may take now (P0).
    #[inline]
    fn reachable_posts(&self) -> PostSet {
        let cards = self.active().card_counts;
        self.posts.as_ref().map_or(PostSet::NONE, |posts| posts.within_reach(self.turn.seat, cards))
    }

    /// One post in each turn; the seat chooses if several are possible (P0).
    #[inline]
    pub(in super::super) fn take_up_post<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        let mut reachable = self.reachable_posts().iter();
        match (reachable.next(), reachable.next()) {
            (Some(post), second) => self.decide_if_only(Action::ChoosePost(post), second.is_none(), recorder),
            (None, _) => Taken::Done,
        }
    }

    /// Lists the posts to choose from (P0).
    pub(in super::super) fn list_posts(&self, actions: &mut Vec<Action>) {
        actions.extend(self.reachable_posts().iter().map(Action::ChoosePost));
    }

    pub(in super::super) fn check_post(&self, post: Post) -> Result<(), Refusal> {
        let owned = self.owns_post(self.turn.seat, post);
        require(!owned && self.active().card_counts.covers(post.cards()), Refusal::PostNotEarned)
    }

    pub(in super::super) fn take_post<R: Recorder<Action, Effect>>(&mut self, post: Post, recorder: &mut R) {
        let seat = self.turn.seat;
        if let Some(posts) = &mut self.posts {
            posts.0[seat].insert(post);
            self.ending.passes = 0;
            recorder.effect(Effect::PostTaken { seat, post });
        }
    }

    /// The posts of a seat; they are public.
    pub(in super::super) fn posts_view(&self, seat: Seat) -> Vec<Post> {
        self.posts.iter().flat_map(|posts| posts.0[seat].iter()).collect()
    }
}

/// P1: one gem token after each purchase.
impl State {
    /// The seat must take a token after a purchase, if a gem is left (P1).
    pub(in super::super) fn take_up_purchase_token<R: Recorder<Action, Effect>>(
        &mut self,
        recorder: &mut R,
    ) -> Taken {
        if !self.owns_post(self.turn.seat, Post::PurchaseToken) {
            return Taken::Done;
        }
        let mut colors = self.gems_left().colors().iter();
        match (colors.next(), colors.next()) {
            (Some(color), second) => {
                self.decide_if_only(Action::TakeToken(color), second.is_none(), recorder)
            }
            (None, _) => self.lapsed(Decision::TakeToken, recorder),
        }
    }

    /// Lists the tokens to choose from (P1).
    pub(in super::super) fn list_tokens(&self, actions: &mut Vec<Action>) {
        actions.extend(self.colors_left().map(Action::TakeToken));
    }

    /// The supply must have the token (P1).
    pub(in super::super) fn check_token(&self, color: Color) -> Result<(), Refusal> {
        require(self.gems_left().get(color) > 0, Refusal::ColorNotLeft)
    }
}

/// P2: one more token with two equal ones.
impl State {
    /// The pairs that may be taken without a third token. With P2, the takes with a third token are added to
    /// the list, and a pair may be taken alone only if no other color is left (B6).
    #[inline]
    pub(in super::super) fn pairs_alone(
        &self,
        left: ColorSet,
        pairs: ColorSet,
        others: &mut Vec<Action>,
    ) -> ColorSet {
        match self.owns_post(self.turn.seat, Post::ExtraToken) {
            true => take_pairs_with_extra(left, pairs, others),
            false => pairs,
        }
    }

    /// The token that is taken with two equal ones. With P2 it is required if another color is left; without
    /// P2 it is not allowed.
    pub(in super::super) fn check_extra_token(
        &self,
        extra: Option<Color>,
        gems: Gems,
    ) -> Result<(), Refusal> {
        let owns = self.owns_post(self.turn.seat, Post::ExtraToken);
        let other_left = self.colors_left().any(|color| gems.get(color) < 2);
        match extra {
            Some(_) if !owns => Err(Refusal::NoExtraToken),
            Some(color) => require(self.gems_left().get(color) > 0, Refusal::ColorNotLeft),
            None => require(!owns || !other_left, Refusal::ExtraTokenMissing),
        }
    }
}

/// Lists the takes of two equal tokens with another one (P2), and returns the pairs for which there is no
/// other one (B6).
fn take_pairs_with_extra(left: ColorSet, pairs: ColorSet, others: &mut Vec<Action>) -> ColorSet {
    for pair in pairs.iter() {
        let with = |other| Action::Take(Gems::of(pair, 2).plus(Gems::one(other)));
        others.extend(left.without(pair).iter().map(with));
    }
    pairs.iter().filter(|&pair| !left.without(pair).is_empty()).fold(pairs, ColorSet::without)
}

/// P3: each gold covers two gems of one color.
impl State {
    /// The number of gems of one color that a gold of the seat covers (B9, P3).
    #[inline]
    pub(in super::super) fn gold_worth(&self, seat: Seat) -> u8 {
        if self.owns_post(seat, Post::DoubleGold) { 2 } else { 1 }
    }
}

/// P3: how much a gold covers, and which gem it makes superfluous. Without P3 no gem is superfluous.
impl Purse {
    /// The units of gold that cover this many missing gems of one color (B9, P3).
    pub(in super::super) const fn units(&self, missing: u8) -> u8 {
        missing.div_ceil(self.gold_worth)
    }

    /// The number of gems of one color in the payment with the least gold: as many as held, except a
    /// superfluous one (B10, P3).
    #[inline]
    pub(in super::super) fn most_gems(&self, due: u8, held: u8) -> u8 {
        let paid = due.min(held);
        paid - (self.wastes_a_gem(due, paid) as u8)
    }

    /// Whether a gem is superfluous, because the gold for the rest also covers it (P3).
    pub(in super::super) const fn wastes_a_gem(&self, due: u8, paid: u8) -> bool {
        paid > 0 && !(due - paid).is_multiple_of(self.gold_worth)
    }
}

/// P4: a blind reserve draws two cards; the seat keeps one, and the other goes under its deck.
impl State {
    /// Draws a second card to choose from; the first one is already drawn.
    pub(in super::super) fn draw_two<R: Recorder<Action, Effect>>(
        &mut self,
        deck: Deck,
        first: Option<CardId>,
        recorder: &mut R,
    ) {
        self.drawn = Drawn([first, self.market.draw(deck)]);
        let cards = self.drawn.0.map(|card| card.map(Face::Up));
        recorder.effect(Effect::CardsDrawn { seat: self.turn.seat, deck, cards });
        self.agenda.insert([Step::Keep].into_iter());
    }

    /// If only one card was drawn, there is no choice (P4).
    pub(in super::super) fn take_up_keep<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) -> Taken {
        match self.drawn.0 {
            [Some(_), Some(_)] => Taken::Stays,
            [Some(card), None] | [None, Some(card)] => self.answer(&Action::Keep(card), recorder),
            [None, None] => Taken::Done,
        }
    }

    /// Lists the drawn cards (P4).
    pub(in super::super) fn list_drawn(&self, actions: &mut Vec<Action>) {
        actions.extend(self.drawn.cards().map(Action::Keep));
    }

    /// The card must be one of those drawn (P4).
    pub(in super::super) fn check_keep(&self, card: CardId) -> Result<(), Refusal> {
        require(self.drawn.has(card), Refusal::NotDrawn)
    }

    /// Keeps one of the drawn cards; the other goes under its deck (P4).
    pub(in super::super) fn keep<R: Recorder<Action, Effect>>(&mut self, kept: CardId, recorder: &mut R) {
        let (seat, deck) = (self.turn.seat, kept.facts().deck);
        self.seats[seat].hand.add(Reserved { card: kept, blind: true });
        recorder.effect(Effect::CardKept { seat, deck, card: Face::Up(kept) });
        let drawn = std::mem::take(&mut self.drawn);
        for card in drawn.cards().filter(|&card| card != kept) {
            self.market.put_under(deck, card);
            recorder.effect(Effect::CardPutUnder { seat, deck, card: Face::Up(card) });
        }
    }

    /// Puts the cards drawn with P4 back under their deck, in the order drawn (B19).
    pub(in super::super) fn put_back_drawn<R: Recorder<Action, Effect>>(&mut self, recorder: &mut R) {
        let seat = self.turn.seat;
        for card in std::mem::take(&mut self.drawn).cards() {
            let deck = card.facts().deck;
            self.market.put_under(deck, card);
            recorder.effect(Effect::CardPutUnder { seat, deck, card: Face::Up(card) });
        }
    }

    /// The drawn cards, shown only to the seat that chooses (P4, B18).
    pub(in super::super) fn drawn_view(&self, seat: Seat, viewer: Viewer) -> Option<Vec<CardId>> {
        let drawn: Vec<CardId> = self.drawn.cards().collect();
        (!drawn.is_empty() && seat == self.turn.seat && viewer.sees(seat)).then_some(drawn)
    }

    pub(in super::super) fn hidden_drawn(
        &self,
        deck: Deck,
        viewer: Viewer,
    ) -> impl Iterator<Item = CardId> + '_ {
        let hides = !viewer.sees(self.turn.seat);
        self.drawn.cards().filter(move |card| hides && card.facts().deck == deck)
    }

    pub(in super::super) fn replace_drawn(
        &mut self,
        deck: Deck,
        viewer: Viewer,
        dealt: &mut impl Iterator<Item = CardId>,
    ) {
        if viewer.sees(self.turn.seat) {
            return;
        }
        for card in self.drawn.0.iter_mut().flatten().filter(|card| card.facts().deck == deck) {
            *card = dealt.next().unwrap_or(*card);
        }
    }
}

impl Action {
    /// The action, if this viewer may see all of it: the card kept with P4 is shown only to the seat itself
    /// (B18).
    pub fn shown_to(&self, seat: Seat, viewer: Viewer) -> Option<&Action> {
        match self {
            Action::Keep(_) if !viewer.sees(seat) => None,
            shown => Some(shown),
        }
    }
}

/// P5: one point for each post.
impl State {
    /// The prestige from the seat's posts (P5).
    #[inline]
    pub(in super::super) fn prestige_of_posts(&self, seat: Seat) -> u8 {
        self.posts.map_or(0, |posts| posts.prestige(seat))
    }
}
