//! Liveness and readiness of the server.

use actix_web::web;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::{Code, Problem};
use lapidary_operation::operation;
use lapidary_service::Site;
use lapidary_service::site::Readiness;

/// Cancelled when the server is about to stop: it serves requests, but wants no new clients.
#[derive(Debug, Clone)]
pub struct Leaving(pub CancellationToken);

/// The result of a successful probe.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// Always `alive`.
    #[schema(example = "alive")]
    status: &'static str,
}

/// The result of a successful readiness probe.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ready {
    /// Always `ready`.
    #[schema(example = "ready")]
    status: &'static str,
    /// Background jobs that have not succeeded for a minute or for three of their rounds; the log has more.
    jobs_behind: Vec<&'static str>,
    /// Workers of a cluster that have a fault, with the fault.
    workers_at_fault: Vec<String>,
}

/// Liveness probe
///
/// Succeeds while the process runs. It does not check the database: a server without its database need not be
/// restarted.
#[operation(get "/livez", tag = "operations", returns = "The process is alive")]
pub async fn livez() -> web::Json<Health> {
    web::Json(Health { status: "alive" })
}

/// Readiness probe
///
/// Succeeds if the database is reachable and takes writes, its migrations are current, and the server is not
/// about to stop. It also names what does not keep the server from answering.
#[operation(get "/readyz", tag = "operations", returns = "The server is ready")]
pub async fn readyz(site: web::Data<Site>, leaving: web::Data<Leaving>) -> Result<web::Json<Ready>, Problem> {
    let not_ready = |detail| Err(Problem::new(Code::NotReady, detail));
    if leaving.0.is_cancelled() {
        return not_ready("The server is about to stop.");
    }
    match site.readiness().await {
        Readiness::Ready => {
            let behind = site.jobs().into_iter().filter(|job| job.is_behind);
            let jobs_behind = behind.map(|job| job.name).collect();
            let workers = site.workers().into_iter();
            let faults = workers.filter_map(|worker| Some(format!("{}: {}", worker.node, worker.fault?)));
            Ok(web::Json(Ready { status: "ready", jobs_behind, workers_at_fault: faults.collect() }))
        }
        Readiness::MigrationsMissing => not_ready("Migrations are missing: run `lapidary migrate`."),
        Readiness::Unreachable => not_ready("The database cannot be reached."),
        Readiness::Silent => not_ready("The database does not answer."),
        Readiness::ReadOnly => not_ready("The database accepts no writes."),
        Readiness::Full => not_ready("The disk of the database is full."),
    }
}
