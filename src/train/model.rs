//! The evaluation as it is trained: in floats, with the gradients of Adam. It does not know games.

use lapidary_opponents::splendor::features::{Inputs, Row};
use lapidary_opponents::splendor::net::{HIDDEN, Head, Net, Sums, scale_of};

/// The decay of the averages of Adam, and what keeps it from dividing by zero.
const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The largest weight of the first layer, so that sums fit into 16 bits.
const WEIGHT_MAX: f32 = 2.0;

/// How much a batch moves the averaged weights, which are those for play.
const AVERAGING: f32 = 0.004;

/// A position with the share that the seat got or can expect.
#[derive(Clone, Debug)]
pub struct Sample {
    pub rows: Box<[Row]>,
    pub target: f32,
}

/// Weights with their averages of gradients.
#[derive(Clone)]
struct Adam<const WIDTH: usize> {
    weights: Vec<[f32; WIDTH]>,
    first: Vec<[f32; WIDTH]>,
    second: Vec<[f32; WIDTH]>,
    /// A moving average of the weights.
    averaged: Vec<[f32; WIDTH]>,
}

impl<const WIDTH: usize> Adam<WIDTH> {
    fn new(weights: Vec<[f32; WIDTH]>) -> Adam<WIDTH> {
        let none = vec![[0.0; WIDTH]; weights.len()];
        Adam { averaged: weights.clone(), weights, first: none.clone(), second: none }
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

/// The evaluation in training.
pub struct Model<const UNITS: usize> {
    rows: Adam<UNITS>,
    head: Adam<1>,
    steps: i32,
    row_gradients: Vec<[f32; UNITS]>,
    touched: Vec<Row>,
    is_touched: Vec<bool>,
    /// The rows that were active in some position. All others are zero for play, so that they need no space.
    is_known: Vec<bool>,
    head_gradients: Vec<[f32; 1]>,
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
            row_gradients: vec![[0.0; UNITS]; row_count],
            touched: Vec::new(),
            is_touched: vec![false; row_count],
            is_known: vec![false; row_count],
            head_gradients: vec![[0.0]; Self::HEAD],
        }
    }

    /// Continues from a net that was trained before.
    pub fn from_net<I: Inputs, const MEMORY: usize>(net: &Net<I, UNITS, MEMORY>) -> Model<UNITS> {
        let mut model = Model::new(I::ROWS, &mut fastrand::Rng::with_seed(0));
        model.is_known = net.rows().iter().map(|row| *row != Sums::ZERO).collect();
        for (row, weights) in model.rows.weights.iter_mut().zip(net.rows()) {
            for (unit, weight) in row.iter_mut().enumerate() {
                *weight = f32::from(weights.0[unit]) / scale_of::<UNITS>(unit);
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

    /// Learns from a batch and returns the mean loss, the cross entropy of the shares.
    pub fn learn<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Sample>, rate: f32) -> f32 {
        let weight = 1.0 / batch.len().max(1) as f32;
        let mut loss = 0.0;
        for sample in batch {
            loss += weight * self.add_gradients(sample, weight);
        }
        self.steps += 1;
        let correction = (1.0 / (1.0 - BETA_1.powi(self.steps)), 1.0 / (1.0 - BETA_2.powi(self.steps)));
        for row in std::mem::take(&mut self.touched) {
            let at = usize::from(row);
            self.rows.step(at, &self.row_gradients[at], rate, correction);
            self.row_gradients[at] = [0.0; UNITS];
            self.is_touched[at] = false;
        }
        for at in 0..Self::HEAD {
            self.head.step(at, &self.head_gradients[at], rate, correction);
            self.head_gradients[at] = [0.0];
        }
        // At first the average is that of all steps.
        let part = AVERAGING.max(1.0 / self.steps as f32);
        self.rows.average(part);
        self.head.average(part);
        loss
    }

    /// Adds the gradients of one sample and returns its loss.
    fn add_gradients(&mut self, sample: &Sample, weight: f32) -> f32 {
        let mut values = [0.0; UNITS];
        for &row in &sample.rows {
            let weights = &self.rows.weights[usize::from(row)];
            values.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        let head = &self.head.weights;
        let mut hidden: [f32; HIDDEN] = std::array::from_fn(|unit| head[Self::BIAS + unit][0]);
        for (from, value) in values[..UNITS - 1].iter().enumerate() {
            let value = value.max(0.0);
            for (unit, sum) in hidden.iter_mut().enumerate() {
                *sum += value * head[from * HIDDEN + unit][0];
            }
        }
        let results: f32 =
            hidden.iter().enumerate().map(|(unit, sum)| sum.max(0.0) * head[Self::RESULT + unit][0]).sum();
        let logit = head[Self::HEAD - 1][0] + values[UNITS - 1] + results;
        let share = 1.0 / (1.0 + (-logit).exp());
        let slope = (share - sample.target) * weight;

        let gradients = &mut self.head_gradients;
        gradients[Self::HEAD - 1][0] += slope;
        let mut of_hidden = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            if hidden[unit] > 0.0 {
                gradients[Self::RESULT + unit][0] += slope * hidden[unit];
                of_hidden[unit] = slope * head[Self::RESULT + unit][0];
                gradients[Self::BIAS + unit][0] += of_hidden[unit];
            }
        }
        let mut of_values = [0.0; UNITS];
        of_values[UNITS - 1] = slope;
        for from in 0..UNITS - 1 {
            if values[from] > 0.0 {
                for unit in 0..HIDDEN {
                    gradients[from * HIDDEN + unit][0] += values[from] * of_hidden[unit];
                    of_values[from] += of_hidden[unit] * head[from * HIDDEN + unit][0];
                }
            }
        }
        for &row in &sample.rows {
            let at = usize::from(row);
            if !self.is_touched[at] {
                self.is_touched[at] = true;
                self.is_known[at] = true;
                self.touched.push(row);
            }
            self.row_gradients[at].iter_mut().zip(&of_values).for_each(|(sum, slope)| *sum += slope);
        }
        let share = share.clamp(1e-6, 1.0 - 1e-6);
        -(sample.target * share.ln() + (1.0 - sample.target) * (1.0 - share).ln())
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
            true => Sums(std::array::from_fn(|unit| (row[unit] * scale_of::<UNITS>(unit)).round() as i16)),
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
        let losses: Vec<f32> = (0..80).map(|_| model.learn(samples.iter(), 2e-2)).collect();
        assert!(losses[79] < 0.3 && losses[0] > 0.5, "{} to {}", losses[0], losses[79]);
        let logits = [5, 6, 7].map(|row| model.logit(&[row, 9]));
        assert!(logits[0] > 2.0 && logits[1] < -2.0 && logits[2].abs() < 1.0, "{logits:?}");
    }

    #[test]
    fn training_goes_on_from_a_net_where_it_was() {
        let mut model = Model::<32>::new(AnyTable::ROWS, &mut fastrand::Rng::with_seed(2));
        model.learn([Sample { rows: (1..9_000).collect(), target: 0.5 }].iter(), 0.0);
        let net: AnyTableNet = model.quantized().unwrap_or_else(|| unreachable!());
        let again = Model::from_net(&net);
        for row in [1, 500, 7_000] {
            let difference = model.logit(&[row, 20, 30]) - again.logit(&[row, 20, 30]);
            assert!(difference.abs() < 0.01, "{difference}");
        }
    }
}
