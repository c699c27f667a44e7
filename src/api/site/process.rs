//! The metrics of this process, under the usual names of Prometheus clients.
//!
//! Linux provides them in `/proc`. Other systems have none. It knows no requests.

use std::fs;
use std::sync::LazyLock;

use prometheus::proto::MetricFamily;
use prometheus::{Counter, Registry};
use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

use super::figures::gauge;

/// When the system was started, in seconds since 1970.
static BOOTED: LazyLock<Option<f64>> = LazyLock::new(|| {
    let text = fs::read_to_string("/proc/stat").ok()?;
    text.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
});

/// Returns fields of `/proc/self/stat` by their numbers in proc(5). The second is a name in parentheses with
/// any characters.
fn fields<const N: usize>(text: &str, numbers: [usize; N]) -> Option<[f64; N]> {
    let behind: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let mut found = [0.0; N];
    for (value, number) in found.iter_mut().zip(numbers) {
        *value = behind.get(number - 3)?.parse().ok()?;
    }
    Some(found)
}

/// Returns the metrics of this process. Fails if two metrics have the same name.
pub fn gather() -> prometheus::Result<Vec<MetricFamily>> {
    let registry = Registry::new();
    let gauge = |name, help, value| gauge(&registry, name, help, value);
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let Some([user, system, threads, started, size, pages]) = fields(&stat, [14, 15, 20, 22, 23, 24]) else {
        return Ok(Vec::new());
    };
    let ticks = clock_ticks_per_second() as f64;
    let cpu = Counter::new("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.")?;
    cpu.inc_by((user + system) / ticks);
    registry.register(Box::new(cpu))?;
    gauge("process_threads", "Number of OS threads in the process.", threads)?;
    gauge("process_virtual_memory_bytes", "Virtual memory size in bytes.", size)?;
    gauge("process_resident_memory_bytes", "Resident memory size in bytes.", pages * page_size() as f64)?;
    if let Some(booted) = *BOOTED {
        let help = "Start time of the process since unix epoch in seconds.";
        gauge("process_start_time_seconds", help, booted + started / ticks)?;
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        gauge("process_open_fds", "Number of open file descriptors.", open.count() as f64)?;
    }
    if let Some(max) = getrlimit(Resource::Nofile).current {
        gauge("process_max_fds", "Maximum number of open file descriptors.", max as f64)?;
    }
    Ok(registry.gather())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_moves_no_field() {
        let text = "7 (a) 1 (b) S 1 7 7 0 -1 4194560 10 0 0 0 250 50 0 0 20 0 9 0 1234 4096000 300 1844";
        let expected = [250.0, 50.0, 9.0, 1234.0, 4_096_000.0, 300.0];
        assert_eq!(fields(text, [14, 15, 20, 22, 23, 24]), Some(expected));
        assert_eq!(fields("7 (lapidary) S 1 7", [14]), None);
    }
}
