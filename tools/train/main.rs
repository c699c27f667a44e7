//! `lapidary-train`: trains the evaluation of the built-in opponents, and measures their strength.

mod checkpoint;
mod compare;
mod contender;
mod curve;
mod deal;
mod game;
mod model;
mod replay;
mod self_play;
mod speed;
mod steps;
mod tables;
mod train;

use clap::{Parser, Subcommand};

/// Trains the evaluation of the built-in opponents, and measures their strength.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Subcommand)]
enum TrainCommand {
    /// Plays against itself, learns from it, and writes weights.
    Train(train::TrainOptions),
    /// Plays one player against another and prints the share of the first.
    Compare(compare::CompareOptions),
    /// Tests that each opponent is stronger than the one below it, at every kind of table.
    Steps(steps::StepsOptions),
    /// Measures evaluations and simulations per second of processor time on one thread.
    Speed(speed::SpeedOptions),
}

fn main() -> Result<(), deal::Failure> {
    match Arguments::parse().command {
        TrainCommand::Train(options) => train::run(&options),
        TrainCommand::Compare(options) => compare::run(&options),
        TrainCommand::Steps(options) => steps::run(&options),
        TrainCommand::Speed(options) => speed::run(&options),
    }
}
