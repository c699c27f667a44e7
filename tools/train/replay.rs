//! The positions of the last games, from which batches are drawn.

use serde::{Deserialize, Serialize};

use crate::model::{Model, Sample};

/// The positions that are kept.
const CAPACITY: usize = 400_000;

/// A memory of positions.
#[derive(Serialize, Deserialize)]
pub struct Replay {
    samples: Vec<Sample>,
    next: usize,
    due: usize,
    batch: usize,
    uses: usize,
    /// A moving average of the loss.
    pub loss: f32,
}

impl Replay {
    /// An empty memory for batches of this size; each position is learned `uses` times on average.
    pub fn new(batch: usize, uses: usize) -> Replay {
        Replay { samples: Vec::new(), next: 0, due: 0, batch, uses, loss: 0.7 }
    }

    /// Adds a position in place of the oldest one.
    pub fn add(&mut self, sample: Sample) {
        if self.samples.len() < CAPACITY {
            self.samples.push(sample);
        } else {
            self.samples[self.next] = sample;
            self.next = (self.next + 1) % CAPACITY;
        }
        self.due += self.uses;
    }

    /// Learns as many batches as are due, in so many threads.
    pub fn learn<const UNITS: usize>(
        &mut self,
        model: &mut Model<UNITS>,
        rate: f32,
        rng: &mut fastrand::Rng,
        threads: usize,
    ) {
        while self.due >= self.batch && self.samples.len() >= self.batch {
            self.due -= self.batch;
            let chosen: Vec<&Sample> =
                (0..self.batch).map(|_| &self.samples[rng.usize(..self.samples.len())]).collect();
            let loss = model.learn(&chosen, rate, threads);
            self.loss += 0.01 * (loss - self.loss);
        }
    }
}
