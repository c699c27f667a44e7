//! The words of the settings of a tournament as requests send them.

use serde::Deserialize;
use utoipa::ToSchema;

use lapidary_contest::pairing::request::Odd;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::tournaments::settings::{Acceleration, NextRound, Play, Players, Unfinished};

/// How a tournament is played.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewFormat {
    /// Equal scores meet.
    Swiss,
    /// Everybody meets everybody once: any number at tables of two, 3 or 9 players in threes, 4 or 16 in
    /// fours.
    RoundRobin,
    /// Rounds with random tables, then knock-out tables of the best.
    Heats,
    /// Matches of two; the loser is out.
    SingleElimination,
    /// Continuous pairing for a fixed time: whoever waits gets a table.
    Arena,
}

/// Where the games of a tournament are played.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewPlay {
    /// On the server, which makes and starts them.
    Server,
    /// At tables with the box: no games are made. Organizers set results, or two players of a table report
    /// the same one.
    OverTheBoard,
}

/// What happens to an odd field at tables of two.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewOdd {
    /// One entry has a bye.
    Bye,
    /// One table has three seats. Its games count for another pool of ratings.
    Three,
}

/// Whether the strong entries of a large field have virtual points in the first rounds of a Swiss event.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewAcceleration {
    /// Nobody has.
    None,
    /// By FIDE C.04.5.1: the upper half of the field has the points of a win in the first quarter of the
    /// rounds, and half of them in the second quarter. They count in pairings, never in standings.
    Baku,
}

/// What happens to the tables without a result when the time of a round is over.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewUnfinished {
    /// They are played to their end, and the round waits.
    Wait,
    /// They do not count, and nobody has points from them. Their games end, except rated ones that have
    /// begun.
    Void,
}

/// Who pairs the next round.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewNextRound {
    /// An organizer, with `POST …/rounds/next`.
    Call,
    /// The server, once a round is over and `next_round_after_ms` has passed.
    Automatic,
}

/// Who may play in a tournament.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewPlayers {
    /// People.
    Human,
    /// Bots.
    Bot,
    /// People and bots together.
    Any,
}

/// A criterion of the standings.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewTieBreak {
    Points,
    Wins,
    HeadToHead,
    SonnebornBerger,
    BuchholzAverage,
    #[serde(rename = "buchholz_cut_1")]
    BuchholzCut1,
    OpponentsWinShare,
    PrestigeRatio,
    PrestigeSum,
    SeatDifference,
    FewestCards,
    RatingPerformance,
    Lot,
}

/// Points that are ready to use.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsPreset {
    /// 4/0, 4/2/0 and 4/2/1/0, and 4 for a bye.
    Standard,
    /// 1 for the first place and for a bye.
    WinsOnly,
}

impl From<NewPlay> for Play {
    fn from(play: NewPlay) -> Self {
        match play {
            NewPlay::Server => Play::Server,
            NewPlay::OverTheBoard => Play::OverTheBoard,
        }
    }
}

impl From<NewOdd> for Odd {
    fn from(odd: NewOdd) -> Self {
        match odd {
            NewOdd::Bye => Odd::Bye,
            NewOdd::Three => Odd::Three,
        }
    }
}

impl From<NewNextRound> for NextRound {
    fn from(next: NewNextRound) -> Self {
        match next {
            NewNextRound::Call => NextRound::Call,
            NewNextRound::Automatic => NextRound::Automatic,
        }
    }
}

impl From<NewAcceleration> for Acceleration {
    fn from(acceleration: NewAcceleration) -> Self {
        match acceleration {
            NewAcceleration::None => Acceleration::None,
            NewAcceleration::Baku => Acceleration::Baku,
        }
    }
}

impl From<NewUnfinished> for Unfinished {
    fn from(unfinished: NewUnfinished) -> Self {
        match unfinished {
            NewUnfinished::Wait => Unfinished::Wait,
            NewUnfinished::Void => Unfinished::Void,
        }
    }
}

impl From<NewPlayers> for Players {
    fn from(players: NewPlayers) -> Self {
        match players {
            NewPlayers::Human => Players::Human,
            NewPlayers::Bot => Players::Bot,
            NewPlayers::Any => Players::Any,
        }
    }
}

impl From<NewTieBreak> for TieBreak {
    fn from(tie_break: NewTieBreak) -> Self {
        match tie_break {
            NewTieBreak::Points => TieBreak::Points,
            NewTieBreak::Wins => TieBreak::Wins,
            NewTieBreak::HeadToHead => TieBreak::HeadToHead,
            NewTieBreak::SonnebornBerger => TieBreak::SonnebornBerger,
            NewTieBreak::BuchholzAverage => TieBreak::BuchholzAverage,
            NewTieBreak::BuchholzCut1 => TieBreak::BuchholzCut1,
            NewTieBreak::OpponentsWinShare => TieBreak::OpponentsWinShare,
            NewTieBreak::PrestigeRatio => TieBreak::PrestigeRatio,
            NewTieBreak::PrestigeSum => TieBreak::PrestigeSum,
            NewTieBreak::SeatDifference => TieBreak::SeatDifference,
            NewTieBreak::FewestCards => TieBreak::FewestCards,
            NewTieBreak::RatingPerformance => TieBreak::RatingPerformance,
            NewTieBreak::Lot => TieBreak::Lot,
        }
    }
}
