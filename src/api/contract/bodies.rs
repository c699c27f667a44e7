//! Reads each JSON body of the contract as its operation does, by the name of its schema. It does not know
//! requests.

use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::accounts::bots::{CreateBot, UpdateBot};
use crate::accounts::me::{ChangePassword, EraseMe, UpdateMe};
use crate::accounts::recovery::{ConfirmPasswordReset, RequestPasswordReset};
use crate::accounts::register::CreateAccount;
use crate::accounts::sessions::{LogIn, Refresh};
use crate::accounts::tokens::CreateToken;
use crate::alerts::digest::SetMailDigest;
use crate::alerts::hours::SetQuietHours;
use crate::alerts::push::CreatePush;
use crate::bot_matches::create::CreateBotMatch;
use crate::clubs::body::{CreateClub, JoinClub, SetRole};
use crate::clubs::ladder_body::{CreateLadder, StartSeason};
use crate::clubs::members::BanFromClub;
use crate::endpoints::body::SetEndpoint;
use crate::extract::read_body;
use crate::finding::challenge::{CreateChallenge, DeclineChallenge};
use crate::finding::seeks::CreateSeek;
use crate::games::create::CreateGame;
use crate::games::fork::ForkGame;
use crate::games::invitations::Invite;
use crate::games::join::JoinGame;
use crate::games::kick::KickPlayer;
use crate::games::organize::Forfeit;
use crate::games::pause::TakeDaysOff;
use crate::games::turn::PlayTurn;
use crate::ladders::annul::AnnulGame;
use crate::moderation::{DecideReport, LockAccount, ModerateAccount, SendReport, TakeTextDown};
use crate::problems::problem::Problem;
use crate::puzzles::body::AnswerPuzzle;
use crate::series::body::CreateSeries;
use crate::series::season_body::StartLeagueSeason;
use crate::streams::ticket::CreateStreamTicket;
use crate::tournaments::announce::Announce;
use crate::tournaments::arbiter::{AdjustPoints, SeatTable, SetTableResult, VoidTable, WithdrawEntry};
use crate::tournaments::byes::{RequestBye, SetEntryByes};
use crate::tournaments::clocks::AddTime;
use crate::tournaments::enter::{EnterTournament, WithdrawFromTournament};
use crate::tournaments::guests::{AddEntry, ClaimEntry, RenameGuest};
use crate::tournaments::hall::FixTable;
use crate::tournaments::new::{CreateTournament, UpdateTournament};
use crate::tournaments::reason::GiveReason;
use crate::tournaments::report::ReportResult;
use crate::tournaments::results::SetRoundResults;
use crate::tournaments::rounds::PairNextRound;
use crate::tournaments::run::CloseTournament;
use crate::tournaments::teams::{CreateTeam, SetEntryTeam, UpdateTeam};
use crate::webhooks::body::CreateWebhook;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Modules;
use lapidary_service::clubs::{UpdateClub, UpdateLadder};
use lapidary_service::series::{NextLeagueSeason, UpdateSeries};
use lapidary_service::webhooks::UpdateWebhook;

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
    match schema {
        "PlayTurn" => return Some(turn(bytes)),
        "AnswerPuzzle" => return Some(answer(bytes)),
        _ => {}
    }
    one_of!(
        AddEntry,
        AddTime,
        AdjustPoints,
        Announce,
        AnnulGame,
        BanFromClub,
        ChangePassword,
        ClaimEntry,
        CloseTournament,
        ConfirmPasswordReset,
        CreateAccount,
        CreateBot,
        CreateBotMatch,
        CreateChallenge,
        CreateClub,
        CreateLadder,
        StartSeason,
        UpdateLadder,
        CreateGame,
        CreateSeek,
        CreateSeries,
        CreateStreamTicket,
        CreatePush,
        CreateToken,
        CreateTeam,
        CreateTournament,
        CreateWebhook,
        DecideReport,
        DeclineChallenge,
        EnterTournament,
        EraseMe,
        FixTable,
        Forfeit,
        ForkGame,
        GiveReason,
        SendReport,
        Invite,
        JoinClub,
        JoinGame,
        KickPlayer,
        LockAccount,
        LogIn,
        ModerateAccount,
        NextLeagueSeason,
        PairNextRound,
        Refresh,
        RenameGuest,
        ReportResult,
        RequestBye,
        RequestPasswordReset,
        SeatTable,
        SetMailDigest,
        SetEndpoint,
        SetEntryByes,
        SetEntryTeam,
        SetRole,
        SetRoundResults,
        SetQuietHours,
        SetTableResult,
        StartLeagueSeason,
        TakeDaysOff,
        TakeTextDown,
        UpdateBot,
        UpdateClub,
        UpdateMe,
        UpdateSeries,
        UpdateTeam,
        UpdateTournament,
        UpdateWebhook,
        VoidTable,
        WithdrawEntry,
        WithdrawFromTournament,
    )
}

fn whole<T: ToSchema + DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    read_body::<T>(bytes, true).map(|(body, _)| body)
}

/// The actions of an answer are those of the puzzle's ruleset, which is always Splendor.
fn answer(bytes: &[u8]) -> Result<(), Problem> {
    let answer = whole::<AnswerPuzzle>(bytes)?;
    answer.proposals(Ruleset::Splendor(Modules::NONE)).map(drop).map_err(Problem::validation)
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
