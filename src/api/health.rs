//! Whether the server lives and whether it can do its work.

use std::time::Duration;

use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use super::{Code, Problem};
use crate::store::{Pool, migrations_current};

/// The database may take this long to answer; who asks has time-outs too.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(1);

/// What is said of a database that does not answer.
const SILENT: &str = "The database does not answer.";

/// That the server can do what it is asked about.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// `alive` or `ready`.
    #[schema(example = "ready")]
    status: &'static str,
}

/// Tell that the process lives
///
/// Asks nothing else: a server without its database lives and need not be restarted.
#[utoipa::path(tag = "operations", responses((status = 200, description = "It lives", body = Health)))]
#[get("/livez")]
pub async fn livez() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "alive" })
}

/// Tell whether requests can be answered
///
/// The database is reachable, its migrations are current, and the server is not stopping.
#[utoipa::path(tag = "operations", responses(
    (status = 200, description = "It is ready", body = Health)
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
    // What is begun goes on behind the answer, so that a connection that opens slowly is there the next time.
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
