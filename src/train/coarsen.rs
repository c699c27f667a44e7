//! Rounds weights, so that the evaluations of all tables together fit into the program.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use lapidary_opponents::splendor::weights::Evaluation;

use crate::deal::Failure;

/// Which weights to round, and how far.
#[derive(Args)]
pub struct CoarsenOptions {
    /// The weights.
    from: PathBuf,
    /// How many bits are rounded away. With 0 they stay as they are, in the shortest code.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=8))]
    bits: u8,
    /// Where the rounded weights are written.
    #[arg(long)]
    output: PathBuf,
}

/// Rounds the weights and prints their sizes.
///
/// # Errors
/// If the weights cannot be read or written.
pub fn run(options: &CoarsenOptions) -> Result<(), Failure> {
    let bytes = fs::read(&options.from)?;
    let coarse = Evaluation::decode(&bytes)?.coarse(options.bits).ok_or("wrong shape")?.encode();
    println!("{} bytes, before {}", coarse.len(), bytes.len());
    Ok(fs::write(&options.output, coarse)?)
}
