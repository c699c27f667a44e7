//! The extractors for the caller of a request.
//!
//! [`admit`](crate::http::admit) has verified the token. This module decides whether one is needed.

use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

use super::address::ClientAddress;
use crate::contract::describe::Argument;
use crate::{Code, Problem};
use lapidary_model::auth::{Identity, Visitor, network};
use lapidary_service::Sessions;
use lapidary_service::refusal::{Explain, SessionEnded};

/// A caller with a valid access token. The database was not queried, so the session may have ended.
///
/// Use it only if the request's own statements check the session before anything else takes effect, such as a
/// statement that loads a game, or a transaction that locks the session.
#[derive(Debug, Clone, Copy)]
pub struct Caller(pub Identity);

/// A caller with or without a valid access token, for the same requests as [`Caller`].
#[derive(Debug, Clone, Copy)]
pub struct Viewer(pub Option<Identity>);

/// The same as [`Viewer`], for requests that wait in a queue.
#[derive(Debug, Clone, Copy)]
pub struct QueuedViewer(pub Visitor);

/// A caller with a valid access token and an open session. It costs one database query.
#[derive(Debug, Clone, Copy)]
pub struct LiveCaller(pub Identity);

/// A caller without a token, or with a valid one and an open session. It costs one database query.
#[derive(Debug, Clone, Copy)]
pub struct LiveViewer(pub Option<Identity>);

impl Deref for Caller {
    type Target = Identity;

    fn deref(&self) -> &Identity {
        &self.0
    }
}

impl Deref for LiveCaller {
    type Target = Identity;

    fn deref(&self) -> &Identity {
        &self.0
    }
}

fn identity(request: &HttpRequest) -> Option<Identity> {
    request.extensions().get::<Identity>().copied()
}

pub(super) fn required(request: &HttpRequest) -> Result<Identity, Problem> {
    identity(request).ok_or_else(|| {
        Problem::new(Code::Unauthenticated, "Send an access token as `Authorization: Bearer …`.")
    })
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(required(request).map(Caller))
    }
}

impl FromRequest for Viewer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Viewer(identity(request))))
    }
}

impl FromRequest for QueuedViewer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let network = network::of(ClientAddress::of_request(request).0);
        ready(Ok(QueuedViewer(Visitor { identity: identity(request), network })))
    }
}

/// Returns the same identity, if its session is open.
async fn live(sessions: Option<web::Data<Sessions>>, identity: Identity) -> Result<Identity, Problem> {
    let sessions = sessions.ok_or_else(|| Problem::internal("`Sessions` is not registered"))?;
    match sessions.is_open(&identity).await? {
        true => Ok(identity),
        false => Err(SessionEnded.explain().into()),
    }
}

impl FromRequest for LiveCaller {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let identity = required(request);
        let sessions = request.app_data::<web::Data<Sessions>>().cloned();
        Box::pin(async move { live(sessions, identity?).await.map(LiveCaller) })
    }
}

impl FromRequest for LiveViewer {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let identity = identity(request);
        let sessions = request.app_data::<web::Data<Sessions>>().cloned();
        Box::pin(async move {
            match identity {
                Some(identity) => live(sessions, identity).await.map(|identity| LiveViewer(Some(identity))),
                None => Ok(LiveViewer(None)),
            }
        })
    }
}

impl Argument for Caller {}
impl Argument for Viewer {}
impl Argument for QueuedViewer {}
impl Argument for LiveCaller {}
impl Argument for LiveViewer {}
