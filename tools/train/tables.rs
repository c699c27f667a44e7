//! The tables of the games that a training plays.

use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::{Module, Modules};
use serde::{Deserialize, Serialize};

/// The modules of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
pub enum TrainingModules {
    /// The base game alone.
    None,
    /// Each game draws: one module alone in six of ten games, otherwise any combination of several.
    Drawn,
}

/// The part of the games with modules that have one module alone.
const ONE_MODULE: f32 = 0.6;

/// The tables of the games.
#[derive(Clone, Debug)]
pub struct TrainingTables {
    pub seats: Vec<SeatCount>,
    pub modules: TrainingModules,
}

impl TrainingTables {
    /// The table of the next game.
    pub fn draw(&self, rng: &mut fastrand::Rng) -> (Modules, SeatCount) {
        let seats = rng.choice(&self.seats).copied().unwrap_or(SeatCount::TWO);
        let has_one = rng.f32() < ONE_MODULE;
        let of_size = |modules: &Modules| if has_one { modules.len() == 1 } else { modules.len() > 1 };
        let modules = match self.modules {
            TrainingModules::None => Modules::NONE,
            TrainingModules::Drawn => {
                let fitting: Vec<Modules> = Modules::every_combination().filter(of_size).collect();
                rng.choice(fitting).unwrap_or(Modules::NONE)
            }
        };
        (modules, seats)
    }

    /// The tables at which progress is measured.
    pub fn measured(&self) -> Vec<(Modules, SeatCount)> {
        let modules: Vec<Modules> = match self.modules {
            TrainingModules::None => vec![Modules::NONE],
            TrainingModules::Drawn => {
                Module::ALL.into_iter().map(|module| [module].into_iter().collect()).collect()
            }
        };
        let of_seats = |&seats| modules.iter().map(move |&modules| (modules, seats));
        self.seats.iter().flat_map(of_seats).collect()
    }
}
