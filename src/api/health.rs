//! Whether the server lives and whether it can do its work.

use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use super::{Code, Problem};
use crate::store::{Pool, migrations_current};

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
    let mut connection = pool.get().await.map_err(|_| not_ready("The database cannot be reached."))?;
    match migrations_current(&mut connection).await {
        Ok(true) => Ok(HttpResponse::Ok().json(Health { status: "ready" })),
        Ok(false) => Err(not_ready("Migrations are missing: run `lapidary migrate`.")),
        Err(_) => Err(not_ready("The database does not answer.")),
    }
}
