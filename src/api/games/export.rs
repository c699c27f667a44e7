//! The export of a game over HTTP. It knows the media types of both formats and how a game is written in
//! them.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};

use super::terms::not_available;
use crate::export::marks::marks;
use crate::export::v1::ancestor::{AncestorBody, DecisionBody};
use crate::export::v1::event::{AbortedBody, EventBody, FinishedBody, HappeningBody, StartedBody};
use crate::export::v1::game::{
    ContributionBody, DealBody, ExportedGameBody, PlayerBody, ResultBody, SeatedBody,
};
use crate::export::v1::whole::{ExportBody, FORMAT, FORMAT_OF_FORKS};
use crate::extract;
use crate::extract::Path;
use crate::http::accept;
use crate::http::outcome::{As, Tagged};
use crate::http::tag::{PRIVATE, tagged, tagged_bytes};
use crate::kids::board::BoardBody;
use crate::play::events::RevealBody;
use crate::{Code, Problem};
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Status};
use lapidary_model::log::NewEntry;
use lapidary_model::player::Occupant;
use lapidary_operation::{operation, query};
use lapidary_service::games::{
    Aborted, AnalysisRefusal, Analyzing, Ancestor, Ended, Export, GameEvent, Happening, Reading, Start,
    Unanalyzable,
};

impl From<&Export> for ExportBody {
    fn from(export: &Export) -> Self {
        let record = &export.record;
        let outcome = export.ended.as_ref().and_then(|ended| ended.outcome.as_ref());
        ExportBody {
            format: if record.origin.is_some() { FORMAT_OF_FORKS } else { FORMAT },
            game: ExportedGameBody {
                id: record.id.0,
                played: record.terms.ruleset.into(),
                seats: SeatedBody::each(record.occupants.iter().map(PlayerBody::from)),
            },
            deal: DealBody::from(export),
            ancestors: record.origin.map(|_| export.ancestors.iter().map(AncestorBody::from).collect()),
            events: export.events.iter().map(|event| exported(event, export)).collect(),
            result: outcome.filter(|_| record.status == Status::Finished).map(ResultBody::from),
        }
    }
}

impl From<&Export> for DealBody {
    fn from(export: &Export) -> Self {
        let terms = &export.record.terms;
        let reveal = export.ended.as_ref().and_then(|ended| ended.reveal.as_ref());
        let started = export.events.iter().find_map(|event| match &event.happening {
            Happening::Started(start) => Some(start),
            Happening::Entry(_) | Happening::Ended(_) | Happening::Aborted(_) => None,
        });
        DealBody {
            deal_id: hex::encode(export.deal_id.0),
            commitment: hex::encode(export.record.commitment),
            server_seed: reveal.map(|reveal| hex::encode(reveal.server_seed.reveal())),
            deal_ruleset: terms.ruleset.deal_name(),
            players: terms.seats.get() as u8,
            contributions: export.contributions.iter().map(ContributionBody::from).collect(),
            beacon: hex::encode(export.beacon.as_bytes()),
            seating: terms.seating,
            join_order: export.contributions.iter().map(|(occupant, _)| occupant.into()).collect(),
            board: started.and_then(|start| BoardBody::of_view(&start.view)),
        }
    }
}

impl From<&Ancestor> for AncestorBody {
    fn from(ancestor: &Ancestor) -> Self {
        AncestorBody {
            game: ancestor.game.0,
            at: ancestor.at.0,
            deal_id: hex::encode(ancestor.deal_id.0),
            commitment: hex::encode(ancestor.commitment),
            server_seed: hex::encode(ancestor.server_seed.reveal()),
            entropies: ancestor.entropies.iter().map(|entropy| hex::encode(entropy.as_bytes())).collect(),
            decisions: ancestor.decisions.iter().map(DecisionBody::from).collect(),
        }
    }
}

impl From<&NewEntry> for DecisionBody {
    fn from(entry: &NewEntry) -> Self {
        DecisionBody {
            seat: entry.seat.map_or(0, |seat| seat.number()),
            by: entry.by.name().to_owned(),
            notation: entry.action.clone().unwrap_or_default(),
        }
    }
}

/// Returns an event as the viewer of the export may see it.
fn exported(event: &GameEvent, export: &Export) -> EventBody {
    let happening = match &event.happening {
        Happening::Entry(entry) => HappeningBody::of_entry(entry, export.viewer),
        Happening::Started(start) => HappeningBody::Started(Box::new(start.as_ref().into())),
        Happening::Ended(ended) => HappeningBody::Finished(ended.into()),
        Happening::Aborted(aborted) => HappeningBody::Aborted(aborted.into()),
    };
    EventBody { seq: event.seq.0.into(), at: event.at, happening }
}

impl From<&Start> for StartedBody {
    fn from(start: &Start) -> Self {
        StartedBody {
            played: start.ruleset.into(),
            seats: SeatedBody::each(start.seats.iter().map(PlayerBody::from)),
            commitment: hex::encode(start.commitment),
            contributions: start.contributions.iter().map(ContributionBody::from).collect(),
            table: (&start.view).into(),
        }
    }
}

impl From<&Ended> for FinishedBody {
    fn from(ended: &Ended) -> Self {
        FinishedBody {
            result: ended.outcome.as_ref().map(ResultBody::from),
            reveal: ended.reveal.as_ref().map(RevealBody::from),
        }
    }
}

impl From<&Aborted> for AbortedBody {
    fn from(aborted: &Aborted) -> Self {
        AbortedBody {
            seat: aborted.seat.map(|seat| seat.number()),
            by: aborted.by.name().to_owned(),
            reason: aborted.reason.name().to_owned(),
            reveal: aborted.reveal.as_ref().map(RevealBody::from),
        }
    }
}

impl From<&(Occupant, Contribution)> for ContributionBody {
    fn from((occupant, given): &(Occupant, Contribution)) -> Self {
        ContributionBody {
            player: occupant.into(),
            entropy: hex::encode(given.entropy.as_bytes()),
            after_commitment: given.timing == Timing::AfterCommitment,
        }
    }
}

impl From<&Occupant> for PlayerBody {
    fn from(occupant: &Occupant) -> Self {
        PlayerBody { id: occupant.player.0, username: occupant.username.clone() }
    }
}

/// The options of an export.
#[query]
pub struct ExportQuery {
    /// Whether the text says in its header which turns were mistakes, and where the game turned. The analysis
    /// of the game must be finished, and the export must be a text.
    #[serde(default)]
    analysis: bool,
}

/// Export a game
///
/// Returns the log as the caller may see it, with the inputs of the deal. After the end of the game, and of
/// all games that share its deal, the export is complete: the deal and every action can be checked offline.
/// With `Accept: text/plain`, returns the same game as text, one line for each turn; a fork has no export as
/// text (`not_available`). With `analysis=true`, the header of the text has the marks of the analysis:
/// `not_found` if nobody has asked for it, `not_available` while it is not finished.
#[operation(get "/v1/games/{id}/export", tag = "games", returns = "The game",
    "text/plain" = "format: lapidary-text-1")]
pub async fn export_game(
    games: web::Data<Reading>,
    analyses: web::Data<Analyzing>,
    viewer: extract::QueuedViewer,
    Path(id): Path<GameId>,
    query: web::Query<ExportQuery>,
    request: HttpRequest,
) -> Result<As<Tagged<ExportBody>>, Problem> {
    let form = accept::choose(&request, &["application/json", "text/plain"])?;
    if query.analysis && form == 0 {
        return Err(Problem::new(Code::Malformed, "`analysis` needs `Accept: text/plain`."));
    }
    let export = games.export(id, &viewer.0).await?;
    if form == 1 && export.record.origin.is_some() {
        return Err(not_available(
            "A fork has no export as text, because its deal needs the games from which it descends.",
        ));
    }
    let body = ExportBody::from(&export);
    let mut answer = match form {
        0 => tagged(&request, &body)?,
        _ => {
            let mut transcript = body.transcript();
            if query.analysis {
                let found = analyses.look(id, viewer.0.identity.as_ref()).await?;
                let analysis = found.analysis.ok_or(AnalysisRefusal::from(Unanalyzable::Unfinished))?;
                transcript.header.extend(marks(&analysis));
            }
            tagged_bytes(&request, PRIVATE, "text/plain; charset=utf-8", transcript.to_string())
        }
    };
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(answer.into())
}
