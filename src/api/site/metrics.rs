//! The metrics for Prometheus.
//!
//! It knows the metrics of requests. `counters`, `figures` and `process` have the others. Labels are route
//! patterns, never paths, so that ids do not create time series.

use std::sync::LazyLock;
use std::time::Duration;

use actix_web::{HttpResponse, web};
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

use super::{figures, process};
use crate::Problem;
use crate::limit::{Class, Limiter};
use lapidary_model::counters::Counters;
use lapidary_operation::operation;
use lapidary_service::Site;

const BUCKETS_SECONDS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 60.0];

/// The statuses counted from the start, so that alerts on them are possible.
const WATCHED_STATUSES: [&str; 3] = ["429", "500", "503"];

/// The metrics of requests.
pub struct Metrics {
    registry: Registry,
    duration: HistogramVec,
    statuses: IntCounterVec,
    in_flight: IntGauge,
}

impl Metrics {
    /// Returns the metrics of this process.
    pub fn shared() -> &'static Metrics {
        static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::register);
        &METRICS
    }

    /// Counts a request as in flight until the result is dropped.
    pub fn begin(&self) -> UnderWay<'_> {
        self.in_flight.inc();
        UnderWay(&self.in_flight)
    }

    /// Counts a completed request.
    pub fn answered(&self, method: &str, route: &str, status: u16, took: Duration) {
        let class = status_text(status);
        self.duration.with_label_values(&[method, route, class]).observe(took.as_secs_f64());
        self.statuses.with_label_values(&[status.to_string().as_str()]).inc();
    }

    /// # Panics
    /// If two metrics have the same name; the first request would show it.
    #[expect(clippy::expect_used, reason = "the names are constants")]
    fn register() -> Metrics {
        let duration = HistogramVec::new(
            HistogramOpts::new(
                "lapidary_http_request_duration_seconds",
                "Requests by method, route and status",
            )
            .buckets(BUCKETS_SECONDS.to_vec()),
            &["method", "route", "status"],
        )
        .expect("the histogram is well-formed");
        let statuses = IntCounterVec::new(
            Opts::new("lapidary_http_responses_total", "Responses by their exact status"),
            &["status"],
        )
        .expect("the counter is well-formed");
        for status in WATCHED_STATUSES {
            statuses.with_label_values(&[status]).reset();
        }
        let in_flight =
            IntGauge::with_opts(Opts::new("lapidary_http_requests_in_flight", "Requests in flight"))
                .expect("the gauge is well-formed");
        let build = IntGaugeVec::new(
            Opts::new("lapidary_build_info", "Always 1; the labels have version and platform of the program"),
            &["version", "os", "arch"],
        )
        .expect("the gauge is well-formed");
        let labels = [env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH];
        build.with_label_values(&labels).set(1);
        let registry = Registry::new();
        for class in Class::ALL {
            Counters::shared().refusals.with_label_values(&[class.name()]).reset();
        }
        registry.register(Box::new(build)).expect("the gauge is registered once");
        for collector in Counters::shared().collectors() {
            registry.register(collector).expect("each counter is registered once");
        }
        registry.register(Box::new(duration.clone())).expect("the histogram is registered once");
        registry.register(Box::new(in_flight.clone())).expect("the gauge is registered once");
        registry.register(Box::new(statuses.clone())).expect("the counter is registered once");
        Metrics { registry, duration, statuses, in_flight }
    }
}

/// A request in flight. Dropping this value ends it, which also happens when its client disconnects.
pub struct UnderWay<'a>(&'a IntGauge);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Returns the class of a status. Exact codes would create too many time series.
fn status_text(status: u16) -> &'static str {
    match status / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Get the server's metrics
///
/// Returns the metrics in the text format of Prometheus. Figures from the database are queried at most every
/// 15 seconds.
#[operation(get "/metrics", tag = "operations", returns = "The metrics", "text/plain" = "")]
pub async fn metrics(site: web::Data<Site>, limiter: web::Data<Limiter>) -> Result<HttpResponse, Problem> {
    let encoder = TextEncoder::new();
    let mut families = Metrics::shared().registry.gather();
    families.extend(process::gather().map_err(Problem::internal)?);
    families.extend(
        figures::gather(&site.census().await, &site.jobs(), limiter.usage()).map_err(Problem::internal)?,
    );
    let mut text = Vec::new();
    encoder.encode(&families, &mut text).map_err(Problem::internal)?;
    Ok(HttpResponse::Ok().content_type(encoder.format_type()).body(text))
}
