//! Entering a tournament and leaving it.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Act, LiveCaller, Optional, Path};
use crate::games::terms::read_entropy;
use crate::http::outcome::{NoContent, returned};
use crate::http::queued_client::QueuedClient;
use crate::problems::problem::Fault;
use lapidary_contest::event::team::TeamId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_operation::operation;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{EntryKey, Leave, TeamKey};

/// Optional data for entering; the body may be left out.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnterTournament {
    /// The entropy that the player contributes to the deal of each of their games: up to 64 bytes in
    /// hexadecimal.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$", example = "00112233445566778899aabbccddeeff")]
    entropy: Option<String>,
    /// The password, if `entry` of the tournament is `password`.
    #[schema(pattern = "^[^\\x00]*$", max_length = 128, format = Password, nullable = false)]
    password: Option<String>,
    /// The code that an organizer has handed out, if `entry` of the tournament is `link`.
    #[schema(pattern = "^[A-Za-z0-9_-]*$", min_length = 12, max_length = 20, nullable = false)]
    code: Option<String>,
    /// The number of the team to join, in a tournament with `teams`. Before the start, players can enter
    /// without a team.
    #[schema(minimum = 1, maximum = 2_147_483_647, nullable = false)]
    team: Option<u32>,
    /// The code of this team, which its captain hands out.
    #[schema(pattern = "^[A-Za-z0-9_-]*$", min_length = 12, max_length = 20, nullable = false)]
    team_code: Option<String>,
}

impl EnterTournament {
    /// Returns what the player sends to enter.
    fn key(self) -> Result<EntryKey, Problem> {
        let team = match (self.team, self.team_code) {
            (Some(team), code) => Some(TeamKey { team: TeamId(team), code }),
            (None, None) => None,
            (None, Some(_)) => {
                let fault = Fault::at("/team", "must be sent with `team_code`");
                return Err(Problem::validation(vec![fault]));
            }
        };
        Ok(EntryKey { password: self.password, code: self.code, team })
    }
}

/// Optional data for leaving; the body may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawFromTournament {
    /// Whether the player only pauses, and can enter again.
    #[schema(nullable = false)]
    pause: Option<bool>,
}

/// Enter a tournament
///
/// Entering is the consent to be paired: the server creates and starts the games. A player who has paused
/// comes back, also one whom an arena has paused because they did not play. A second entry is refused with
/// `already_entered`. `entry` of the tournament says whether `password` or `code` is needed; without it, or
/// with a wrong one, the refusal is `entry_locked`. `conditions` are checked now, and not again. With `team`
/// and `team_code`, the player joins a team at once; once a tournament with `teams` runs, everybody does.
#[operation(post "/v1/tournaments/{id}/enter", tag = "tournaments", returns = "The entry")]
pub async fn enter_tournament(
    tournaments: web::Data<Tournaments>,
    caller: LiveCaller,
    QueuedClient(client): QueuedClient,
    Path(id): Path<TournamentId>,
    Optional(body): Optional<EnterTournament>,
) -> Result<web::Json<Entry>, Problem> {
    let entropy = body.entropy.as_deref().map(read_entropy).transpose()?;
    let key = body.key()?;
    returned(tournaments.enter(id, &caller, &client, entropy, &key)).await
}

/// Withdraw from a tournament
///
/// Before the start the entry is deleted. Later it is not paired any more; a game that is played goes on.
/// With `pause`, the player can enter again.
#[operation(post "/v1/tournaments/{id}/withdraw", tag = "tournaments",
    returns = "The caller is not paired any more")]
pub async fn withdraw_from_tournament(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    Optional(body): Optional<WithdrawFromTournament>,
) -> Result<NoContent, Problem> {
    let leave = if body.pause == Some(true) { Leave::Pause } else { Leave::Drop };
    NoContent::after(tournaments.withdraw(id, &caller, leave)).await
}

/// Confirm that I am ready
///
/// After a round is paired, its players have some time to say that they are ready. When everybody is ready,
/// or the time is over, the games start: whoever is missing leaves the round without points, and after
/// missing a second round the tournament. Repeating the request changes nothing.
#[operation(post "/v1/tournaments/{id}/ready", tag = "tournaments", returns = "The caller is ready")]
pub async fn confirm_ready(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
) -> Result<NoContent, Problem> {
    NoContent::after(tournaments.ready(id, &caller)).await
}
