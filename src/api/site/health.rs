//! Liveness and readiness of the server.

use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::{Code, Problem};
use lapidary_service::Site;
use lapidary_service::site::Readiness;

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
    site: web::Data<Site>,
    stopping: web::Data<CancellationToken>,
) -> Result<HttpResponse, Problem> {
    let not_ready = |detail| Err(Problem::new(Code::NotReady, detail));
    if stopping.is_cancelled() {
        return not_ready("The server is stopping.");
    }
    match site.readiness().await {
        Readiness::Ready => Ok(HttpResponse::Ok().json(Health { status: "ready" })),
        Readiness::MigrationsMissing => not_ready("Migrations are missing: run `lapidary migrate`."),
        Readiness::Unreachable => not_ready("The database cannot be reached."),
        Readiness::Silent => not_ready("The database does not answer."),
    }
}
