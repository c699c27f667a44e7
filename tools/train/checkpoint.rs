//! Where a training stands, in a file beside the weights: what a process that was killed goes on from.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::curve::CurvePoint;
use crate::deal::Failure;
use crate::model::Model;
use crate::replay::Replay;
use crate::tables::TrainingModules;

/// The version of the file; another one cannot be continued.
const VERSION: u32 = 1;

/// What decides the weights beside the number of games. A training goes on only with the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    pub version: u32,
    pub inputs: u8,
    pub seats: Vec<u8>,
    pub modules: TrainingModules,
    pub seed: u64,
    pub games: u32,
    pub rate: f32,
    pub simulations: u32,
    /// The weights to begin with, as a file has them; empty for random ones.
    pub from: Vec<u8>,
}

impl Recipe {
    /// The version of the file of a training.
    pub const VERSION: u32 = VERSION;
}

/// A training between two generations.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint<const UNITS: usize> {
    pub recipe: Recipe,
    /// The games of both stages that were played and learned.
    pub played: u32,
    pub model: Model<UNITS>,
    pub replay: Replay,
    pub curve: Vec<CurvePoint>,
}

impl<const UNITS: usize> Checkpoint<UNITS> {
    /// Writes the file in one step: whoever reads it finds this state or the one before.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        replace(path, &postcard::to_allocvec(self)?)
    }

    /// Reads the file, if there is one.
    pub fn read(path: &Path, recipe: &Recipe, row_count: usize) -> Result<Option<Self>, Failure> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let other = || format!("{} belongs to another training; remove it to begin anew", path.display());
        // The recipe comes first, so that a file of other inputs is known before its model is read.
        if decoded::<Recipe>(&bytes).is_none_or(|(stored, _)| stored != *recipe) {
            return Err(other().into());
        }
        let (stored, rest) =
            decoded::<Self>(&bytes).ok_or_else(|| format!("{} is damaged", path.display()))?;
        if !rest.is_empty() || !stored.model.fits(row_count) {
            return Err(format!("{} is damaged", path.display()).into());
        }
        Ok(Some(stored))
    }
}

fn decoded<T: DeserializeOwned>(bytes: &[u8]) -> Option<(T, &[u8])> {
    postcard::take_from_bytes(bytes).ok()
}

/// Writes a file beside the old one, then puts it in its place.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, content)?;
    Ok(fs::rename(&beside, path)?)
}
