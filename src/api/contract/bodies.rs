//! Reads each JSON body of the contract as its operation does, by the name of its schema. It knows no request.

use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::api::accounts::bots::{CreateBot, UpdateBot};
use crate::api::accounts::me::{ChangePassword, EraseMe, UpdateMe};
use crate::api::accounts::recovery::{ConfirmPasswordReset, RequestPasswordReset};
use crate::api::accounts::register::CreateAccount;
use crate::api::accounts::sessions::{LogIn, Refresh};
use crate::api::accounts::tokens::CreateToken;
use crate::api::extract::read_body;
use crate::api::finding::challenge::{CreateChallenge, DeclineChallenge};
use crate::api::finding::seeks::CreateSeek;
use crate::api::games::create::CreateGame;
use crate::api::games::fork::ForkGame;
use crate::api::games::invitations::Invite;
use crate::api::games::join::JoinGame;
use crate::api::games::kick::KickPlayer;
use crate::api::games::organize::Forfeit;
use crate::api::games::pause::TakeDaysOff;
use crate::api::games::turn::PlayTurn;
use crate::api::ladders::annul::AnnulGame;
use crate::api::problems::problem::Problem;
use crate::api::streams::ticket::CreateStreamTicket;
use crate::api::tournaments::arbiter::{AdjustPoints, GiveReason, SeatTable, SetTableResult};
use crate::api::tournaments::clocks::AddTime;
use crate::api::tournaments::enter::{EnterTournament, WithdrawFromTournament};
use crate::api::tournaments::new::{CreateTournament, UpdateTournament};
use crate::api::tournaments::rounds::PairNextRound;
use crate::api::tournaments::run::CloseTournament;
use crate::api::webhooks::body::{CreateWebhook, UpdateWebhook};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Modules;

/// Reads the bytes of a body with an idempotency key. None if no operation has a body with this schema.
pub fn read(schema: &str, bytes: &[u8]) -> Option<Result<(), Problem>> {
    macro_rules! one_of {
        ($($body:ident),+ $(,)?) => {
            match schema {
                $(stringify!($body) => Some(whole::<$body>(bytes).map(drop)),)+
                _ => None,
            }
        };
    }
    if schema == "PlayTurn" {
        return Some(turn(bytes));
    }
    one_of!(
        AddTime,
        AdjustPoints,
        AnnulGame,
        ChangePassword,
        CloseTournament,
        ConfirmPasswordReset,
        CreateAccount,
        CreateBot,
        CreateChallenge,
        CreateGame,
        CreateSeek,
        CreateStreamTicket,
        CreateToken,
        CreateTournament,
        CreateWebhook,
        DeclineChallenge,
        EnterTournament,
        EraseMe,
        Forfeit,
        ForkGame,
        GiveReason,
        Invite,
        JoinGame,
        KickPlayer,
        LogIn,
        PairNextRound,
        Refresh,
        RequestPasswordReset,
        SeatTable,
        SetTableResult,
        TakeDaysOff,
        UpdateBot,
        UpdateMe,
        UpdateTournament,
        UpdateWebhook,
        WithdrawFromTournament,
    )
}

fn whole<T: ToSchema + DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    read_body::<T>(bytes, true).map(|(body, _)| body)
}

/// The actions of a turn are read once the ruleset of the game is known.
fn turn(bytes: &[u8]) -> Result<(), Problem> {
    let turn = whole::<PlayTurn>(bytes)?;
    let rulesets = [Ruleset::Splendor(Modules::NONE), Ruleset::Kids(Variant::Full)];
    rulesets
        .into_iter()
        .try_for_each(|ruleset| turn.proposals(ruleset).map(drop))
        .map_err(Problem::validation)
}
