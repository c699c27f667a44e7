//! `lapidary serve`: builds the application and runs it until a signal stops it.

use std::error::Error;

use super::output;
use crate::startup::Application;
use crate::telemetry;
use lapidary_model::settings::{LogFormat, Settings};

/// Serves until SIGINT, or until some time after SIGTERM.
///
/// The runtime has several threads, because migrations block one, and the pool's connections need others.
pub fn run(settings: Settings) -> Result<(), Box<dyn Error + Send + Sync>> {
    telemetry::start(&settings.log);
    for ignored in settings.ignored() {
        tracing::warn!("{ignored}, so it is ignored");
    }
    let format = settings.log.format;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let application = Application::build(settings).await?;
        let address = application.address();
        let announce = || match format {
            LogFormat::Pretty => {
                output::tell(format_args!("Lapidary is listening on http://{address}/docs")).ok();
            }
            // A line of plain text among lines of JSON would break programs that read them.
            LogFormat::Json => tracing::info!(%address, "Lapidary is listening"),
        };
        application.run_until_signal(announce).await?;
        Ok(())
    })
}
