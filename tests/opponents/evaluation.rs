//! The trained evaluation: its stored bytes, its integers, and the differences that it adds.

use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::features::{ROWS, active_rows};
use lapidary_opponents::splendor::judge::Judge;
use lapidary_opponents::splendor::net::{Base, HIDDEN, Head, Net, SCALE, SCALE_OF_LAST, Sums, UNITS};
use lapidary_opponents::splendor::turns::Lister;
use lapidary_opponents::splendor::weights::{VERSION, Weights, WeightsError};

use crate::table::deal;

/// The error that the integers of the first layer may cause in a logit.
const LOGIT_ERROR_MAX: f32 = 0.02;

/// A first layer in floats, with a head of usual size.
struct Floats {
    rows: Vec<[f32; UNITS]>,
    head: Head,
}

impl Floats {
    fn random(seed: u64) -> Floats {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut small = |size: f32| size * (2.0 * rng.f32() - 1.0);
        let mut rows: Vec<[f32; UNITS]> = (0..ROWS).map(|_| [0.0; UNITS].map(|_| small(0.2))).collect();
        rows[0] = [0.0; UNITS];
        let head = Head {
            hidden: [[0.0; HIDDEN]; UNITS].map(|row: [f32; HIDDEN]| row.map(|_| small(0.4))),
            hidden_bias: [0.0; HIDDEN].map(|_: f32| small(0.4)),
            result: [0.0; HIDDEN].map(|_: f32| small(0.6)),
            result_bias: 0.1,
        };
        Floats { rows, head }
    }

    fn net(&self) -> Net {
        let scale = |unit| if unit == UNITS - 1 { SCALE_OF_LAST } else { SCALE };
        let round =
            |row: &[f32; UNITS]| Sums(std::array::from_fn(|unit| (row[unit] * scale(unit)).round() as i16));
        Net::new(self.rows.iter().map(round).collect(), self.head.clone()).unwrap()
    }

    fn logit(&self, state: &State) -> f32 {
        let (seat, _) = state.to_act().unwrap();
        let (mut rows, mut values) = (Vec::new(), [0.0; UNITS]);
        active_rows(state, seat, SlotSet::NONE, &mut rows);
        for row in rows {
            values.iter_mut().zip(&self.rows[usize::from(row)]).for_each(|(sum, weight)| *sum += weight);
        }
        self.head.logit(&values)
    }
}

/// Positions of random games, as the seat to move sees them.
fn positions(seats: SeatCount, games: u64) -> Vec<State> {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut game = deal(Ruleset::Splendor(Modules::NONE), seats, seed);
        while let Some((seat, _)) = game.to_act() {
            if let Game::Splendor(state) = &game {
                let mut veiled = *state;
                veiled.veil(Viewer::Seat(seat));
                positions.push(veiled);
            }
            let actions = game.legal_actions(Payments::Canonical);
            game.play(rng.choice(&actions).unwrap(), &mut GameLog::default()).unwrap();
        }
    }
    positions
}

#[test]
fn integers_hardly_change_a_logit() {
    for seed in 0..3 {
        let floats = Floats::random(seed);
        let net = floats.net();
        for state in positions(SeatCount::TWO, 2) {
            let (seat, _) = state.to_act().unwrap();
            let error = (net.logit(&state, seat) - floats.logit(&state)).abs();
            assert!(error <= LOGIT_ERROR_MAX, "{error}");
        }
    }
}

#[test]
fn differences_add_up_to_the_whole() {
    let net = Floats::random(4).net();
    let (mut lister, mut base) = (Lister::default(), Base::default());
    for seats in SeatCount::ALL {
        for state in positions(seats, 2).into_iter().step_by(3) {
            let (seat, _) = state.to_act().unwrap();
            net.prepare(&state, seat, &mut base);
            lister.each(&state, &mut |turn, after| {
                if !after.is_over() {
                    assert_eq!(net.logit_after(&base, after), net.logit(after, seat), "{turn:?}");
                }
            });
        }
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let weights = Weights { seats: SeatCount::THREE, net: Floats::random(5).net() };
    assert!(Weights::decode(&weights.encode()).unwrap() == weights);
}

#[test]
fn other_and_damaged_weights_are_refused() {
    let bytes = Weights { seats: SeatCount::TWO, net: Floats::random(6).net() }.encode();
    assert_eq!(Weights::decode(b"").unwrap_err(), WeightsError::NotWeights);
    assert_eq!(Weights::decode(b"PNG and so on").unwrap_err(), WeightsError::NotWeights);
    let mut newer = bytes.clone();
    newer[7] = VERSION + 1;
    assert_eq!(Weights::decode(&newer).unwrap_err(), WeightsError::OtherVersion(VERSION + 1));
    for length in [8, 12, 20, 5_000, bytes.len() - 1] {
        assert_eq!(Weights::decode(&bytes[..length]).unwrap_err(), WeightsError::Damaged, "{length}");
    }
    for place in (8..bytes.len()).step_by(9_973) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert_eq!(Weights::decode(&damaged).unwrap_err(), WeightsError::Damaged, "{place}");
    }
}

#[test]
fn the_weights_of_the_program_are_valid_and_small() {
    let mut sum = 0;
    for (seats, bytes) in lapidary_opponents::splendor::weights::embedded() {
        assert_eq!(Weights::decode(bytes).unwrap().seats, seats);
        assert!(Judge::for_table(Modules::NONE, seats).is_trained());
        sum += bytes.len();
    }
    assert!(sum > 0 && sum < 1_000_000, "{sum} bytes");
}
