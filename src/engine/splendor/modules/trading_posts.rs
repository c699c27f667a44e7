//! Knows the trading posts and who owns which (P0). Knows nothing of turns.

use crate::engine::seat::{BySeat, Seat};
use crate::engine::splendor::catalogue::POSTS;
use crate::engine::splendor::tokens::Gems;
use std::fmt;

/// A kind of trading post; every seat can own one of each (P0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Post {
    /// One gem token after each purchase (P1).
    PurchaseToken,
    /// One more token with two equal ones (P2).
    ExtraToken,
    /// Each gold covers two gems of one color (P3).
    DoubleGold,
    /// A blind reserve shows two cards (P4).
    DrawTwo,
    /// One prestige for each post (P5).
    PointsPerPost,
}

impl Post {
    /// All posts in catalogue order.
    pub const ALL: [Post; 5] =
        [Post::PurchaseToken, Post::ExtraToken, Post::DoubleGold, Post::DrawTwo, Post::PointsPerPost];

    /// The post's id in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Post::PurchaseToken => "purchase_token",
            Post::ExtraToken => "extra_token",
            Post::DoubleGold => "double_gold",
            Post::DrawTwo => "draw_two_reserve_one",
            Post::PointsPerPost => "points_per_post",
        }
    }

    /// The post with this id.
    pub fn from_name(name: &str) -> Option<Post> {
        Post::ALL.into_iter().find(|post| post.name() == name)
    }

    /// The cards it asks for.
    pub fn cards(self) -> Gems {
        POSTS[self as usize]
    }
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of posts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PostSet(u8);

impl PostSet {
    /// No posts.
    pub const EMPTY: PostSet = PostSet(0);

    /// Adds a post.
    pub fn insert(&mut self, post: Post) {
        self.0 |= 1 << post as u8;
    }

    /// Whether the post is in the set.
    #[inline]
    pub const fn has(self, post: Post) -> bool {
        self.0 >> post as u8 & 1 == 1
    }

    /// The number of posts.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The posts in catalogue order.
    pub fn iter(self) -> impl Iterator<Item = Post> {
        Post::ALL.into_iter().filter(move |&post| self.has(post))
    }

    /// The set as bits, the first post lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits; bits that name no post are dropped.
    pub const fn from_bits(bits: u8) -> PostSet {
        PostSet(bits & 31)
    }
}

impl FromIterator<Post> for PostSet {
    fn from_iter<I: IntoIterator<Item = Post>>(posts: I) -> Self {
        let mut set = PostSet::EMPTY;
        posts.into_iter().for_each(|post| set.insert(post));
        set
    }
}

/// Who owns which posts, in a game with Trading Posts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TradingPosts(pub BySeat<PostSet>);

impl TradingPosts {
    /// Whether the seat owns the post.
    #[inline]
    pub fn owns(&self, seat: Seat, post: Post) -> bool {
        self.0[seat].has(post)
    }

    /// The posts that a seat with these cards may take now (P0).
    pub fn within_reach(&self, seat: Seat, cards: Gems) -> PostSet {
        let owned = self.0[seat];
        Post::ALL.into_iter().filter(|&post| !owned.has(post) && cards.covers(post.cards())).collect()
    }

    /// The prestige that the seat's posts give (P5).
    pub fn prestige(&self, seat: Seat) -> u8 {
        if self.owns(seat, Post::PointsPerPost) { self.0[seat].len() } else { 0 }
    }
}
