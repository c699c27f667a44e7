//! Why a request about rounds is refused.

use crate::games::GameRefusal;
use crate::refusal::refusals;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::teams::refusal::TeamRefusal;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::fair_queue::Crowded;
use lapidary_store::Failure;
use lapidary_store::sessions::{FreshLoginNeeded, SessionEnded};

refusals! {
    /// Why a request about rounds is refused.
    pub enum RoundRefusal {
        TooManyByes(most: u8) = TooManyByes,
            "Each entry can have {most} byes in this tournament. Take one back with `DELETE …/byes/{{n}}`.";
        NoByes = NotAvailable,
            "Players of this tournament request no byes. Until the start, an organizer can allow them with `byes`.";
        RoundPaired(round: u16) = RoundClosed,
            "Round {round} is paired, so its byes stay. Request one for a later round.";
        TooFew = NotPairable,
            "Fewer than two entries take part. Wait for players, or take some back with `entries/{{n}}/reinstate`.";
        NoMoreRounds = NoMoreRounds,
            "All rounds of the tournament are played. Close it with `POST …/close`.";
        RoundUnfinished = RoundUnfinished,
            "The last round is not over: wait for its tables, or decide them with `tables/{{n}}/result` or `tables/{{n}}/void`. If nothing was \
             played in it, `rounds/{{n}}/unpair` takes it back.";
        NotPlanned = Unavailable,
            "The tournament has changed again and again while its next round was computed. Send the request again.";
    } contains {
        Tournament(TournamentRefusal),
        Team(TeamRefusal),
        Crowded(Crowded),
    } through TournamentRefusal: Failure, diesel::result::Error, getrandom::Error, SessionEnded, FreshLoginNeeded, GameRefusal, Refusal;
}
