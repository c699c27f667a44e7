//! `Idempotency-Key`: a POST that creates something is done once, however often it is sent.
//!
//! Only answers of success are kept, in the transaction that did the work: a refused request has done nothing and may
//! be sent again, and after a crash there is an answer exactly where there is a deed.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, web};
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, TransactionManager};
use serde::Serialize;

use super::{Code, Problem};
use crate::auth::Identity;
use crate::service::idempotency::{self, Known};
use crate::store::idempotency::{Claim, KeptAnswer};
use crate::store::{Failure, Pool};

/// The header that carries the key.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The header that marks an answer as one that was given before.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// How long a key may be.
const KEY_LENGTH_MAX: usize = 128;

/// The digest of a body in canonical form, which [`Valid`](super::extract::Valid) leaves in a request that has a key.
#[derive(Debug, Clone, Copy)]
pub struct BodyDigest(pub [u8; 32]);

/// The answer to a request that created something: what is kept of it and given again.
#[derive(Debug)]
pub struct Created(KeptAnswer);

impl Created {
    /// An answer 201 with this body, created at this path.
    ///
    /// # Errors
    ///
    /// When the body cannot be written.
    pub fn at(location: String, body: &impl Serialize) -> Result<Self, Problem> {
        let body = serde_json::to_string(body).map_err(Problem::internal)?;
        let status = StatusCode::CREATED.as_u16().cast_signed();
        Ok(Created(KeptAnswer { status, location: Some(location), body }))
    }
}

impl From<KeptAnswer> for HttpResponse {
    fn from(answer: KeptAnswer) -> Self {
        let status = StatusCode::from_u16(answer.status.cast_unsigned()).unwrap_or(StatusCode::OK);
        let mut response = HttpResponse::build(status);
        if let Some(location) = answer.location {
            response.insert_header((header::LOCATION, location));
        }
        response.content_type("application/json").body(answer.body)
    }
}

/// The key of a request, if it has one.
///
/// A handler that creates something takes it before its body and does its work inside [`Idempotency::once`].
pub struct Idempotency {
    request: HttpRequest,
    pool: web::Data<Pool>,
    key: Option<String>,
}

impl FromRequest for Idempotency {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Idempotency::of(request))
    }
}

impl Idempotency {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let pool = request
            .app_data::<web::Data<Pool>>()
            .ok_or_else(|| Problem::internal("there is no pool"))?
            .clone();
        let key = request.headers().get(IDEMPOTENCY_KEY).map(|value| {
            let key = value.to_str().ok().filter(|key| (1..=KEY_LENGTH_MAX).contains(&key.len()));
            key.map(str::to_owned).ok_or_else(|| {
                let detail = format!("`Idempotency-Key` has 1 to {KEY_LENGTH_MAX} characters of ASCII.");
                Problem::new(Code::Malformed, detail)
            })
        });
        Ok(Idempotency { request: request.clone(), pool, key: key.transpose()? })
    }

    /// Does `work` in a transaction, or gives the answer of the time when it was done.
    ///
    /// # Errors
    ///
    /// Those of `work`, after which nothing is changed; `idempotency_key_reused` when the key belongs to another body;
    /// `idempotency_in_progress` when the same key is being worked on.
    pub async fn once(
        self,
        work: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<Created, Problem>,
    ) -> Result<HttpResponse, Problem> {
        let claim = self.claim()?;
        let mut connection = self.pool.get().await?;
        let connection: &mut AsyncPgConnection = &mut connection;
        AnsiTransactionManager::begin_transaction(connection).await.map_err(Failure::from)?;
        // Dropping this future leaves the transaction open, for which the pool discards the connection.
        match attempt(connection, claim.as_ref(), work).await {
            Ok((answer, replayed)) => {
                AnsiTransactionManager::commit_transaction(connection).await.map_err(Failure::from)?;
                let mut response = HttpResponse::from(answer);
                if replayed {
                    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
                }
                Ok(response)
            }
            Err(problem) => {
                AnsiTransactionManager::rollback_transaction(connection).await.map_err(Failure::from)?;
                Err(problem)
            }
        }
    }

    fn claim(&self) -> Result<Option<Claim>, Problem> {
        let Some(key) = &self.key else { return Ok(None) };
        let extensions = self.request.extensions();
        let identity =
            extensions.get::<Identity>().ok_or_else(|| Problem::internal("a key without a caller"))?;
        let digest =
            extensions.get::<BodyDigest>().ok_or_else(|| Problem::internal("a key without a body"))?;
        let pattern = self.request.match_pattern().unwrap_or_default();
        Ok(Some(Claim {
            player: identity.player,
            route: format!("{} {pattern}", self.request.method()),
            key: key.clone(),
            body_digest: digest.0,
        }))
    }
}

/// The answer, and whether it was given before.
async fn attempt(
    connection: &mut AsyncPgConnection,
    claim: Option<&Claim>,
    work: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<Created, Problem>,
) -> Result<(KeptAnswer, bool), Problem> {
    let Some(claim) = claim else {
        return Ok((work(connection).await?.0, false));
    };
    match idempotency::claim(connection, claim).await? {
        Known::Done(answer) => Ok((answer, true)),
        Known::OtherBody => Err(Problem::new(
            Code::IdempotencyKeyReused,
            "This `Idempotency-Key` was used with another body.",
        )),
        Known::InProgress => Err(Problem::new(
            Code::IdempotencyInProgress,
            "A request with this `Idempotency-Key` is being answered.",
        )
        .retry_after(std::time::Duration::from_secs(1))),
        Known::Nothing => {
            let answer = work(connection).await?.0;
            idempotency::keep(connection, claim, &answer).await?;
            Ok((answer, false))
        }
    }
}
