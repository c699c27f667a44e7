//! Views of a game and its legal actions.

use actix_web::http::header;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::{Bodies, Body, Part};
use super::body::{GameBody, LegalActionBody};
use crate::contract::describe::Argument;
use crate::extract::{Path, QueuedViewer, Viewer};
use crate::http::accept::choose;
use crate::http::endure::Gone;
use crate::http::outcome::{As, Tagged};
use crate::http::tag::{PRIVATE, json, tagged_bytes};
use crate::limit::RequestPlace;
use crate::splendor::missing::MissingBody;
use crate::{Code, Problem};
use lapidary_engine::game::{Payments, payments_reach_limit};
use lapidary_engine::viewer::Viewer as Eyes;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{operation, query};
use lapidary_service::games::{Following, GameView, LegalActions, Reading, Sight};

/// The options of a view.
#[query]
pub struct LookQuery {
    /// Returns the game at this version, from 1, instead of the current one.
    #[param(minimum = 1, nullable = false)]
    at: Option<u32>,
    /// `my_turn`: returns when the game waits for the caller's seat or is over, after 60 seconds at the
    /// latest. A wait beyond the limit of waits is refused with `too_many_requests`.
    #[param(inline, nullable = false)]
    wait: Option<Wait>,
    /// `legal_actions`: adds the legal actions of the caller's seat.
    #[param(inline, nullable = false)]
    include: Option<Include>,
}

/// What a response can include besides the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Include {
    LegalActions,
}

impl Include {
    /// Returns the legal actions of the viewer's seat, if the client asked for them.
    pub fn legal_actions(wanted: Option<Include>, game: &GameView) -> Option<Vec<LegalActionBody>> {
        wanted.map(|Include::LegalActions| game.legal_actions().iter().map(LegalActionBody::from).collect())
    }
}

/// What a request can wait for.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    MyTurn,
}

/// Get a game
///
/// Returns the game as the caller may see it: a seat sees its own blind reserves, and after the end everybody
/// sees everything. A game of a duplicate tournament is `not_found` for everybody but its seats until the
/// last game with the same deal is over; only then its seats see everything too. With `If-None-Match` and the
/// tag of an earlier response, returns 304 while nothing has changed for this caller.
#[operation(get "/v1/games/{id}", tag = "games", returns = "The game",
    "303" = "To the page of the game, for a client that prefers `text/html`, such as a browser that follows a link")]
pub async fn get_game(
    request: HttpRequest,
    games: web::Data<Reading>,
    waiting: Waiting,
    bodies: web::Data<Bodies>,
    viewer: QueuedViewer,
    Path(id): Path<GameId>,
    query: web::Query<LookQuery>,
) -> Result<As<Tagged<GameBody>>, Problem> {
    let (id, caller) = (id, viewer.0.identity.as_ref());
    if prefers_page(&request) {
        let page = format!("/g/{}", id.0);
        return Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, page)).finish().into());
    }
    let game = match (query.at, query.wait) {
        (Some(_), Some(_)) => {
            return Err(Problem::new(
                Code::Malformed,
                "`at` returns an earlier version and `wait` a later one: send only one of them.",
            ));
        }
        (Some(version), None) => {
            let view = Box::pin(games.look_at(id, &viewer.0, Version(version))).await?;
            let json = shown(&view, query.include)?;
            return Ok(tagged_bytes(&request, lifetime(&view), "application/json", json).into());
        }
        (None, Some(Wait::MyTurn)) => {
            waiting.begin()?;
            waiting.for_turn(id, caller).await?
        }
        (None, None) => {
            let sight = games.see(id, caller).await?;
            let part = query.include.map_or(Part::View, |Include::LegalActions| Part::ViewAndActions);
            if let Some(body) = bodies.get(sight.mark(), part) {
                return Ok(body.tagged(&request).into());
            }
            let view = games.view(&sight, caller).await?;
            let body = bodies.keep(sight.mark(), part, Body::new(shown(&view, query.include)?));
            return Ok(body.tagged(&request).into());
        }
    };
    Ok(Body::new(shown(&game, query.include)?).tagged(&request).into())
}

/// For positions of finished games. They never change, except that erased players lose their names, so
/// clients ask again after a day. A player with a seat gets other bytes than others.
const LASTING: &str = "private, max-age=86400, immutable";

/// Returns how long a client may keep the position of a game at a version.
pub(super) fn lifetime(view: &GameView) -> &'static str {
    match view.viewer {
        // Before all games with the same deal are over, less may be visible.
        Eyes::Revealed if view.terms.tournament.is_none() => LASTING,
        _ => PRIVATE,
    }
}

/// Returns whether the client prefers a page to JSON. Only browsers that follow a link do.
fn prefers_page(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT);
    // Most requests come from programs, which need no negotiation.
    let names_html =
        accept.is_some_and(|accept| memchr::memmem::find(accept.as_bytes(), b"text/html").is_some());
    names_html && matches!(choose(request, &["application/json", "text/html"]), Ok(1))
}

/// Returns the game as JSON.
fn shown(game: &GameView, include: Option<Include>) -> Result<Vec<u8>, Problem> {
    let mut body = GameBody::from(game);
    body.legal_actions = Include::legal_actions(include, game);
    json(&body)
}

/// What a waiting request needs: the thing that waits, its place in the limits, and the token that is
/// cancelled when the client of a turn disconnects.
pub struct Waiting {
    pub games: web::Data<Following>,
    /// None if limits are off.
    place: Option<RequestPlace>,
    /// None for reads: the HTTP layer ends them when their client disconnects.
    gone: Option<Gone>,
}

impl actix_web::FromRequest for Waiting {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut actix_web::dev::Payload) -> Self::Future {
        let missing = || Problem::internal("`Following` is not registered");
        let found = || {
            Ok(Waiting {
                games: request.app_data::<web::Data<Following>>().ok_or_else(missing)?.clone(),
                place: request.extensions().get::<RequestPlace>().cloned(),
                gone: request.extensions().get::<Gone>().cloned(),
            })
        };
        std::future::ready(found())
    }
}

impl Argument for Waiting {}

impl Waiting {
    /// Exchanges the request's place for a place among the waits.
    pub fn begin(&self) -> Result<(), Problem> {
        let refused = |after| {
            let detail = "Too many waits are in flight. Wait for fewer games at a time, or send the request without `wait`.";
            Problem::new(Code::TooManyRequests, detail).retry_after(after)
        };
        self.place.as_ref().map_or(Ok(()), RequestPlace::wait).map_err(refused)
    }

    /// Returns the request's place.
    pub fn place(&self) -> Option<&RequestPlace> {
        self.place.as_ref()
    }

    /// Returns the request's place. Hold it while the response is sent.
    pub fn into_place(self) -> Option<RequestPlace> {
        self.place
    }

    /// Waits until it is the turn of the caller's seat, the game is over, the time is up, or the server
    /// stops. Then returns the game.
    pub async fn for_turn(&self, id: GameId, caller: Option<&Identity>) -> Result<GameView, Problem> {
        let caller = caller.ok_or_else(|| {
            Problem::new(Code::Unauthenticated, "Waiting for your turn requires an access token.")
        })?;
        let turn = Box::pin(self.games.wait_for_turn(id, caller));
        let ended = match &self.gone {
            // The client has disconnected, so nobody reads this response. It ends the wait and frees its
            // place.
            Some(Gone(gone)) => gone
                .run_until_cancelled(turn)
                .await
                .ok_or_else(|| Problem::new(Code::RequestTimeout, "The client closed the connection."))?,
            None => turn.await,
        };
        Ok(ended?)
    }
}

/// Which payments are listed.
#[query]
pub struct LegalQuery {
    /// `canonical` lists each purchase once, with the payment of rule B10. `all` lists it with every payment,
    /// at most 2000 for each purchase.
    #[serde(default)]
    #[param(inline)]
    payments: Payments,
    /// Adds what the caller's seat lacks to buy the cards that it cannot pay for.
    #[serde(default)]
    missing: bool,
}

/// The decision that the game waits for from the caller's seat, and its legal actions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LegalActions)]
pub struct LegalActionsBody {
    /// The version of the game.
    version: u32,
    /// The caller's seat; null if the caller has none.
    seat: Option<u8>,
    /// The kind of decision; null if the game does not wait for the seat. Values may be added.
    #[schema(example = "main")]
    decision: Option<&'static str>,
    /// The legal actions; empty if the game does not wait for the seat.
    actions: Vec<LegalActionBody>,
    /// Whether the list of payments of a purchase reached the limit of 2000. Exact payments that are not
    /// listed are accepted too.
    payments_limited: bool,
    /// The cards of the market and of the seat's hand that it cannot pay for, and what it lacks, also while
    /// other seats decide; only with `missing=true`. Empty in Kids, and for whoever has no seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    missing: Option<Vec<MissingBody>>,
}

impl From<LegalActions> for LegalActionsBody {
    fn from(legal: LegalActions) -> Self {
        LegalActionsBody {
            version: legal.version.0,
            seat: legal.seat.map(|seat| seat.number()),
            decision: legal.decision,
            actions: legal.actions.iter().map(LegalActionBody::from).collect(),
            payments_limited: payments_reach_limit(&legal.actions),
            missing: None,
        }
    }
}

/// List the legal actions
///
/// Returns the legal actions of the caller's seat. By default each purchase is listed once, with the
/// canonical payment; any exact payment is accepted.
#[operation(get "/v1/games/{id}/legal-actions", tag = "games", returns = "The legal actions")]
pub async fn get_legal_actions(
    games: web::Data<Reading>,
    bodies: web::Data<Bodies>,
    viewer: Viewer,
    Path(id): Path<GameId>,
    query: web::Query<LegalQuery>,
) -> Result<As<web::Json<LegalActionsBody>>, Problem> {
    let sight = games.see(id, viewer.0.as_ref()).await?;
    let body = match (query.payments, query.missing) {
        (Payments::Canonical, false) => match bodies.get(sight.mark(), Part::Actions) {
            Some(body) => body,
            None => {
                let body = Body::new(listed(&sight, Payments::Canonical, false)?);
                bodies.keep(sight.mark(), Part::Actions, body)
            }
        },
        // Lists of all payments are long and rarely read twice. Only pages for people ask what is missing.
        (payments, missing) => Body::new(listed(&sight, payments, missing)?),
    };
    Ok(body.plain().into())
}

/// Returns the legal actions as JSON.
fn listed(sight: &Sight, payments: Payments, with_missing: bool) -> Result<Vec<u8>, Problem> {
    let missing = with_missing.then(|| sight.missing().into_iter().map(MissingBody::from).collect());
    json(&LegalActionsBody { missing, ..sight.legal_actions(payments).into() })
}
