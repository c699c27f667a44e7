//! Runs each write to its end, even if its client disconnects.
//!
//! The HTTP layer drops the work for a disconnected client. That is right for reads and waits. A write
//! continues: a stored turn must also be announced, and a transaction should not be interrupted.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest, rt, web};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::Problem;
use crate::request_id::keep_request_id;
use crate::words::spoken::{current_language, speaking};
use lapidary_service::stream::Activity;

/// Cancelled when the client of a write disconnects, for the waiting part of the request.
#[derive(Clone)]
pub struct Gone(pub CancellationToken);

impl Gone {
    /// Returns the token of a request. For a read it is never cancelled: the HTTP layer already ends the
    /// reads of disconnected clients.
    pub fn of(request: &HttpRequest) -> Gone {
        let gone = request.extensions().get::<Gone>().cloned();
        gone.unwrap_or_else(|| Gone(CancellationToken::new()))
    }
}

/// Runs a request that may change something in a separate task.
pub async fn endure(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.call(request).await;
    }
    // Jobs then look for follow-up work.
    let activity = request.app_data::<web::Data<Activity>>().cloned();
    let gone = CancellationToken::new();
    request.extensions_mut().insert(Gone(gone.clone()));
    let _cancels = gone.drop_guard();
    let work = speaking(current_language(), keep_request_id(next.call(request))).in_current_span();
    let work = rt::spawn(async move {
        let done = work.await;
        if let Some(activity) = activity {
            activity.note();
        }
        done
    });
    work.await.unwrap_or_else(|broken| Err(Problem::internal(broken).into()))
}
