//! Liveness and readiness of the server.

use std::time::Duration;

use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use super::{Code, Problem};
use crate::store::{Pool, migrations_current};

/// The timeout of the database query. It is short, because probes have timeouts too.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(1);

/// The detail when the database does not answer.
const SILENT: &str = "The database does not answer.";

/// The result of a successful probe.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// `alive` or `ready`.
    #[schema(example = "ready")]
    status: &'static str,
}

/// Liveness probe
///
/// Succeeds while the process runs. It does not check the database: a server without its database need not be
/// restarted.
#[utoipa::path(tag = "operations", responses((status = 200, description = "The process is alive", body = Health)))]
#[get("/livez")]
pub async fn livez() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "alive" })
}

/// Readiness probe
///
/// Succeeds if the database is reachable, its migrations are current, and the server is not stopping.
#[utoipa::path(tag = "operations", responses(
    (status = 200, description = "The server is ready", body = Health)
))]
#[get("/readyz")]
pub async fn readyz(
    pool: web::Data<Pool>,
    stopping: web::Data<CancellationToken>,
) -> Result<HttpResponse, Problem> {
    let not_ready = |detail| Problem::new(Code::NotReady, detail);
    if stopping.is_cancelled() {
        return Err(not_ready("The server is stopping."));
    }
    // The query runs in a task that outlives the timeout, so that a connection that opens slowly is ready for the next
    // probe.
    let asking = actix_web::rt::spawn(async move {
        let mut connection = pool.get().await.map_err(|_| "The database cannot be reached.")?;
        migrations_current(&mut connection).await.map_err(|_| SILENT)
    });
    match timeout(ANSWER_TIME_MAX, asking).await {
        Ok(Ok(Ok(true))) => Ok(HttpResponse::Ok().json(Health { status: "ready" })),
        Ok(Ok(Ok(false))) => Err(not_ready("Migrations are missing: run `lapidary migrate`.")),
        Ok(Ok(Err(reason))) => Err(not_ready(reason)),
        Ok(Err(_)) | Err(_) => Err(not_ready(SILENT)),
    }
}
