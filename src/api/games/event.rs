//! An event as a viewer may see it: values of the service in bodies of the contract.

use crate::play::events::{
    AbortedBody, ByBody, ContributionBody, EventBody, FinishedBody, ForkedBody, HappeningBody, RevealBody,
    SeatedBody, StartedBody,
};
use crate::play::view::{Position, ResultBody};
use lapidary_engine::viewer::Viewer;
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::log::Author;
use lapidary_model::player::Occupant;
use lapidary_service::games::{Aborted, Ended, Forked, GameEvent, Happening, Reveal, Start};

/// Returns an event as this viewer may see it.
pub fn shown(event: &GameEvent, viewer: Viewer) -> EventBody {
    let seq = event.seq.0.into();
    let happening = match &event.happening {
        Happening::Entry(entry) => return EventBody::of_entry(seq, event.at, entry, viewer),
        Happening::Started(start) => HappeningBody::Started(Box::new(started(start, viewer))),
        Happening::Ended(ended) => HappeningBody::Finished(ended.into()),
        Happening::Aborted(aborted) => HappeningBody::Aborted(aborted.into()),
    };
    EventBody { seq, at: event.at, happening }
}

fn started(start: &Start, viewer: Viewer) -> StartedBody {
    let seated = |(seat, occupant): (u8, &Occupant)| SeatedBody { seat, player: occupant.into() };
    StartedBody {
        played: start.ruleset.into(),
        seats: (0_u8..).zip(&start.seats).map(seated).collect(),
        commitment: hex::encode(start.commitment),
        contributions: start.contributions.iter().map(ContributionBody::from).collect(),
        table: Position::from(&start.view).table,
        fork: start.fork.as_ref().map(|fork| forked(fork, viewer)),
    }
}

fn forked(fork: &Forked, viewer: Viewer) -> ForkedBody {
    let position = Position::from(&fork.position.view(viewer));
    ForkedBody {
        origin: fork.origin.into(),
        holdings: position.seats,
        to_act: position.to_act,
        turn: position.turn,
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

impl From<&Ended> for FinishedBody {
    fn from(ended: &Ended) -> Self {
        let result = |outcome| ResultBody::of(outcome, ended.turns);
        let reveal = ended.reveal.as_ref().map(RevealBody::from);
        FinishedBody { result: ended.outcome.as_ref().map(result), reveal }
    }
}

impl From<&Reveal> for RevealBody {
    fn from(reveal: &Reveal) -> Self {
        RevealBody {
            deal_id: hex::encode(reveal.deal_id.0),
            server_seed: hex::encode(reveal.server_seed.reveal()),
        }
    }
}

impl From<&Aborted> for AbortedBody {
    fn from(aborted: &Aborted) -> Self {
        AbortedBody {
            seat: aborted.seat.map(|seat| seat.number()),
            by: match aborted.by {
                Author::Player => ByBody::Player,
                Author::Engine => ByBody::Engine,
                Author::Clock => ByBody::Clock,
            },
            reason: aborted.reason.name().into(),
            reveal: aborted.reveal.as_ref().map(RevealBody::from),
        }
    }
}
