//! The evaluation as it is trained: in floats, with the gradients of Adam. It does not know games.

use lapidary_opponents::splendor::features::{Inputs, Row};
use lapidary_opponents::splendor::net::{HIDDEN, Head, Net, Sums};
use serde::{Deserialize, Serialize};

/// The decay of the averages of Adam, and what keeps it from dividing by zero.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The largest weight of the first layer, so that sums fit into 16 bits.
const WEIGHT_MAX: f32 = 2.0;

/// How much a batch moves the averaged weights, which are those for play.
const AVERAGING: f32 = 0.004;

/// A position with the share that the seat got or can expect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    pub rows: Box<[Row]>,
    pub target: f32,
}

/// Weights with their averages of gradients.
#[derive(Serialize, Deserialize)]
struct Adam<const WIDTH: usize> {
    #[serde(with = "flat")]
    weights: Vec<[f32; WIDTH]>,
    #[serde(with = "flat")]
    first: Vec<[f32; WIDTH]>,
    #[serde(with = "flat")]
    second: Vec<[f32; WIDTH]>,
    /// A moving average of the weights.
    #[serde(with = "flat")]
    averaged: Vec<[f32; WIDTH]>,
}

/// Rows of any width as a list of numbers.
mod flat {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer, const WIDTH: usize>(
        rows: &[[f32; WIDTH]],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        rows.as_flattened().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, const WIDTH: usize>(
        deserializer: D,
    ) -> Result<Vec<[f32; WIDTH]>, D::Error> {
        Ok(Vec::<f32>::deserialize(deserializer)?.as_chunks().0.to_vec())
    }
}

impl<const WIDTH: usize> Adam<WIDTH> {
    fn new(weights: Vec<[f32; WIDTH]>) -> Adam<WIDTH> {
        let none = vec![[0.0; WIDTH]; weights.len()];
        Adam { averaged: weights.clone(), weights, first: none.clone(), second: none }
    }

    /// Whether there are so many rows.
    fn has(&self, row_count: usize) -> bool {
        [&self.weights, &self.first, &self.second, &self.averaged].iter().all(|rows| rows.len() == row_count)
    }

    /// Moves the averages towards the weights.
    fn average(&mut self, part: f32) {
        for (averages, weights) in self.averaged.iter_mut().zip(&self.weights) {
            averages
                .iter_mut()
                .zip(weights)
                .for_each(|(average, weight)| *average += part * (weight - *average));
        }
    }

    #[inline]
    fn step(&mut self, at: usize, gradient: &[f32; WIDTH], rate: f32, correction: (f32, f32)) {
        let (weights, first, second) = (&mut self.weights[at], &mut self.first[at], &mut self.second[at]);
        for unit in 0..WIDTH {
            let slope = gradient[unit];
            first[unit] = BETA_1 * first[unit] + (1.0 - BETA_1) * slope;
            second[unit] = BETA_2 * second[unit] + (1.0 - BETA_2) * slope * slope;
            let (mean, square) = (first[unit] * correction.0, second[unit] * correction.1);
            weights[unit] =
                (weights[unit] - rate * mean / (square.sqrt() + EPSILON)).clamp(-WEIGHT_MAX, WEIGHT_MAX);
        }
    }
}

/// The parts of a batch, which threads can take one by one. Their gradients are added in order, so the number
/// of threads does not change the weights.
const PARTS: usize = 16;

/// What a part of a batch says about the weights.
struct Gradients<const UNITS: usize> {
    rows: Vec<[f32; UNITS]>,
    touched: Vec<Row>,
    is_touched: Vec<bool>,
    head: Vec<f32>,
    loss: f32,
}

/// The evaluation in training.
#[derive(Serialize, Deserialize)]
pub struct Model<const UNITS: usize> {
    rows: Adam<UNITS>,
    head: Adam<1>,
    steps: i32,
    /// The rows that were active in some position. All others are zero for play, so that they need no space.
    is_known: Vec<bool>,
    #[serde(skip)]
    parts: Vec<Gradients<UNITS>>,
}

impl<const UNITS: usize> Model<UNITS> {
    /// The numbers of the head: the second layer, its biases, the result, its bias.
    const BIAS: usize = UNITS * HIDDEN;
    const RESULT: usize = Self::BIAS + HIDDEN;
    const HEAD: usize = Self::RESULT + HIDDEN + 1;

    /// Random weights for so many rows.
    pub fn new(row_count: usize, rng: &mut fastrand::Rng) -> Model<UNITS> {
        let mut small = |scale: f32| scale * (rng.f32() + rng.f32() + rng.f32() - 1.5);
        let mut rows: Vec<[f32; UNITS]> =
            (0..row_count).map(|_| std::array::from_fn(|_| small(0.06))).collect();
        rows[0] = [0.0; UNITS];
        rows.iter_mut().for_each(|row| row[UNITS - 1] = 0.0);
        let mut head = vec![[0.0]; Self::HEAD];
        head[..Self::BIAS].iter_mut().for_each(|weight| weight[0] = small(0.3));
        head[Self::RESULT..Self::HEAD - 1].iter_mut().for_each(|weight| weight[0] = small(0.3));
        Model {
            rows: Adam::new(rows),
            head: Adam::new(head),
            steps: 0,
            is_known: vec![false; row_count],
            parts: Vec::new(),
        }
    }

    /// Whether the model has weights for so many rows.
    pub fn fits(&self, row_count: usize) -> bool {
        self.rows.has(row_count) && self.head.has(Self::HEAD) && self.is_known.len() == row_count
    }

    /// Continues from a net that was trained before.
    pub fn from_net<I: Inputs, const MEMORY: usize>(net: &Net<I, UNITS, MEMORY>) -> Model<UNITS> {
        let mut model = Model::new(I::ROWS, &mut fastrand::Rng::with_seed(0));
        model.is_known = net.rows().iter().map(|row| *row != Sums::ZERO).collect();
        for (row, weights) in model.rows.weights.iter_mut().zip(net.rows()) {
            for (unit, weight) in row.iter_mut().enumerate() {
                *weight = f32::from(weights.0[unit]) / Net::<I, UNITS, MEMORY>::scale_of(unit);
            }
        }
        let head = net.head();
        let numbers = head.hidden.iter().flatten().chain(&head.hidden_bias).chain(&head.result);
        for (weight, number) in model.head.weights.iter_mut().zip(numbers.chain([&head.result_bias])) {
            weight[0] = *number;
        }
        model.rows.averaged = model.rows.weights.clone();
        model.head.averaged = model.head.weights.clone();
        model
    }

    /// Learns from a batch, in so many threads, and returns the mean loss, the cross entropy of the shares.
    pub fn learn(&mut self, batch: &[&Sample], rate: f32, threads: usize) -> f32 {
        let (rows, head) = (&self.rows.weights, &self.head.weights);
        self.parts.resize_with(PARTS, || Gradients::new(rows.len()));
        let weight = 1.0 / batch.len().max(1) as f32;
        let add = |(part, samples): (&mut Gradients<UNITS>, &[&Sample])| {
            samples.iter().for_each(|sample| part.add(rows, head, sample, weight));
        };
        let mut work: Vec<_> =
            self.parts.iter_mut().zip(batch.chunks(batch.len().div_ceil(PARTS).max(1))).collect();
        let share = work.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            while work.len() > share {
                let of_thread = work.split_off(work.len() - share);
                scope.spawn(move || of_thread.into_iter().for_each(add));
            }
            work.into_iter().for_each(add);
        });
        self.apply(rate)
    }

    /// Moves the weights by the gradients of all parts, and returns the loss.
    fn apply(&mut self, rate: f32) -> f32 {
        let Some((all, parts)) = self.parts.split_first_mut() else { return 0.0 };
        parts.iter_mut().for_each(|part| all.take(part));
        self.steps += 1;
        let correction = (1.0 / (1.0 - BETA_1.powi(self.steps)), 1.0 / (1.0 - BETA_2.powi(self.steps)));
        for row in all.touched.drain(..) {
            let at = usize::from(row);
            self.is_known[at] = true;
            self.rows.step(at, &all.rows[at], rate, correction);
            all.rows[at] = [0.0; UNITS];
            all.is_touched[at] = false;
        }
        for at in 0..Self::HEAD {
            self.head.step(at, &[all.head[at]], rate, correction);
            all.head[at] = 0.0;
        }
        // At first the average is that of all steps.
        let part = AVERAGING.max(1.0 / self.steps as f32);
        self.rows.average(part);
        self.head.average(part);
        std::mem::take(&mut all.loss)
    }

    /// The logit of a sample, in floats.
    #[cfg(test)]
    pub fn logit(&self, rows: &[Row]) -> f32 {
        let mut values = [0.0; UNITS];
        for &row in rows {
            let weights = &self.rows.averaged[usize::from(row)];
            values.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        self.head_for_play().logit(&values)
    }

    /// The evaluation for play, with integers in its first layer. `None` never happens: the shape is fixed.
    pub fn quantized<I: Inputs, const MEMORY: usize>(&self) -> Option<Net<I, UNITS, MEMORY>> {
        let rounded = |(row, is_known): (&[f32; UNITS], &bool)| match is_known {
            true => Sums(std::array::from_fn(|unit| {
                (row[unit] * Net::<I, UNITS, MEMORY>::scale_of(unit)).round() as i16
            })),
            false => Sums::ZERO,
        };
        Net::new(self.rows.averaged.iter().zip(&self.is_known).map(rounded).collect(), self.head_for_play())
    }

    fn head_for_play(&self) -> Head<UNITS> {
        let number = |at: usize| self.head.averaged[at][0];
        let mut hidden: [[f32; HIDDEN]; UNITS] =
            std::array::from_fn(|from| std::array::from_fn(|unit| number(from * HIDDEN + unit)));
        hidden[UNITS - 1] = [0.0; HIDDEN];
        Head {
            hidden,
            hidden_bias: std::array::from_fn(|unit| number(Self::BIAS + unit)),
            result: std::array::from_fn(|unit| number(Self::RESULT + unit)),
            result_bias: number(Self::HEAD - 1),
        }
    }
}

impl<const UNITS: usize> Gradients<UNITS> {
    fn new(row_count: usize) -> Gradients<UNITS> {
        Gradients {
            rows: vec![[0.0; UNITS]; row_count],
            touched: Vec::new(),
            is_touched: vec![false; row_count],
            head: vec![0.0; Model::<UNITS>::HEAD],
            loss: 0.0,
        }
    }

    #[inline]
    fn touch(&mut self, row: Row) -> &mut [f32; UNITS] {
        let at = usize::from(row);
        if !self.is_touched[at] {
            self.is_touched[at] = true;
            self.touched.push(row);
        }
        &mut self.rows[at]
    }

    /// Adds the gradients of another part, which is empty afterwards.
    fn take(&mut self, other: &mut Gradients<UNITS>) {
        for row in other.touched.drain(..) {
            let from = &mut other.rows[usize::from(row)];
            self.touch(row).iter_mut().zip(from.iter()).for_each(|(sum, slope)| *sum += slope);
            *from = [0.0; UNITS];
            other.is_touched[usize::from(row)] = false;
        }
        for (sum, slope) in self.head.iter_mut().zip(&mut other.head) {
            *sum += std::mem::take(slope);
        }
        self.loss += std::mem::take(&mut other.loss);
    }

    /// Adds the gradients of one sample with this weight.
    fn add(&mut self, rows: &[[f32; UNITS]], head: &[[f32; 1]], sample: &Sample, weight: f32) {
        let (bias, result, last) = (Model::<UNITS>::BIAS, Model::<UNITS>::RESULT, Model::<UNITS>::HEAD - 1);
        let mut values = [0.0; UNITS];
        for &row in &sample.rows {
            let weights = &rows[usize::from(row)];
            values.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        let mut hidden: [f32; HIDDEN] = std::array::from_fn(|unit| head[bias + unit][0]);
        for (from, value) in values[..UNITS - 1].iter().enumerate() {
            let value = value.max(0.0);
            for (unit, sum) in hidden.iter_mut().enumerate() {
                *sum += value * head[from * HIDDEN + unit][0];
            }
        }
        let results: f32 =
            hidden.iter().enumerate().map(|(unit, sum)| sum.max(0.0) * head[result + unit][0]).sum();
        let logit = head[last][0] + values[UNITS - 1] + results;
        let share = 1.0 / (1.0 + (-logit).exp());
        let slope = (share - sample.target) * weight;

        self.head[last] += slope;
        let mut of_hidden = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            if hidden[unit] > 0.0 {
                self.head[result + unit] += slope * hidden[unit];
                of_hidden[unit] = slope * head[result + unit][0];
                self.head[bias + unit] += of_hidden[unit];
            }
        }
        let mut of_values = [0.0; UNITS];
        of_values[UNITS - 1] = slope;
        for from in 0..UNITS - 1 {
            if values[from] > 0.0 {
                for unit in 0..HIDDEN {
                    self.head[from * HIDDEN + unit] += values[from] * of_hidden[unit];
                    of_values[from] += of_hidden[unit] * head[from * HIDDEN + unit][0];
                }
            }
        }
        for &row in &sample.rows {
            self.touch(row).iter_mut().zip(&of_values).for_each(|(sum, slope)| *sum += slope);
        }
        let share = share.clamp(1e-6, 1.0 - 1e-6);
        self.loss -= weight * (sample.target * share.ln() + (1.0 - sample.target) * (1.0 - share).ln());
    }
}

#[cfg(test)]
mod tests {
    use lapidary_opponents::splendor::features::AnyTable;
    use lapidary_opponents::splendor::net::AnyTableNet;

    use super::*;

    #[test]
    fn a_model_learns_which_row_wins() {
        let mut model = Model::<32>::new(10, &mut fastrand::Rng::with_seed(1));
        let sample = |row: Row, target: f32| Sample { rows: Box::new([row, 9]), target };
        let samples = [sample(5, 1.0), sample(6, 0.0), sample(7, 0.5)];
        let losses: Vec<f32> = (0..80).map(|_| model.learn(&samples.each_ref(), 2e-2, 1)).collect();
        assert!(losses[79] < 0.3 && losses[0] > 0.5, "{} to {}", losses[0], losses[79]);
        let logits = [5, 6, 7].map(|row| model.logit(&[row, 9]));
        assert!(logits[0] > 2.0 && logits[1] < -2.0 && logits[2].abs() < 1.0, "{logits:?}");
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_weights() {
        let mut rng = fastrand::Rng::with_seed(3);
        let batch: Vec<Sample> = (0..100)
            .map(|_| Sample {
                rows: (0..20).map(|_| rng.u16(1..AnyTable::ROWS as u16)).collect(),
                target: rng.f32(),
            })
            .collect();
        let batch: Vec<&Sample> = batch.iter().collect();
        let learned = |threads: usize| {
            let mut model = Model::<32>::new(AnyTable::ROWS, &mut fastrand::Rng::with_seed(2));
            let losses = [(); 3].map(|()| model.learn(&batch, 1e-2, threads));
            (losses, model.rows.weights, model.head.averaged)
        };
        let alone = learned(1);
        assert!(alone.0[2] < alone.0[0], "{:?}", alone.0);
        assert!([2, 3, 16, 40].into_iter().all(|threads| learned(threads) == alone));
    }

    #[test]
    fn training_goes_on_from_a_net_where_it_was() {
        let mut model = Model::<32>::new(AnyTable::ROWS, &mut fastrand::Rng::with_seed(2));
        model.learn(&[&Sample { rows: (1..9_000).collect(), target: 0.5 }], 0.0, 1);
        let net: AnyTableNet = model.quantized().unwrap_or_else(|| unreachable!());
        let again = Model::from_net(&net);
        for row in [1, 500, 7_000] {
            let difference = model.logit(&[row, 20, 30]) - again.logit(&[row, 20, 30]);
            assert!(difference.abs() < 0.01, "{difference}");
        }
    }
}
