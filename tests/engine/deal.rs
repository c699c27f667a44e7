//! The test vectors V1 to V4 of the verifiable deal, and its other guarantees.

use std::num::NonZeroU32;

use lapidary_engine::deal::{
    CityFace, Contributions, DealError, DealId, DealInput, Dealer, Entropy, KidsBox, Seating, ServerSeed,
    SplendorBox, Words, commitment, deal_key,
};

const DEAL_ID: DealId =
    DealId([0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff]);
const BASE: SplendorBox = SplendorBox { orient: false, cities: false };

struct Vector {
    server_seed: ServerSeed,
    ruleset: &'static str,
    contributions: Contributions,
    beacon: Entropy,
}

impl Vector {
    fn input(&self) -> DealInput<'_> {
        DealInput {
            deal_id: DEAL_ID,
            server_seed: &self.server_seed,
            ruleset: self.ruleset,
            contributions: &self.contributions,
            beacon: &self.beacon,
        }
    }

    fn dealer(&self) -> Dealer {
        Dealer::new(&self.input())
    }

    fn first_words(&self, label: &str) -> [u32; 4] {
        let mut stream = self.dealer().stream(label);
        std::array::from_fn(|_| stream.next_word())
    }
}

fn entropy(hex: &str) -> Entropy {
    Entropy::try_from(hex::decode(hex).expect("a vector is hex")).expect("a vector is short")
}

fn contributions(hex: &[&str]) -> Contributions {
    let entropies: Vec<Entropy> = hex.iter().map(|hex| entropy(hex)).collect();
    Contributions::try_from(entropies).expect("a vector has 2 to 4 players")
}

fn counting_seed() -> ServerSeed {
    ServerSeed::new(std::array::from_fn(|place| place as u8))
}

fn v1() -> Vector {
    Vector {
        server_seed: counting_seed(),
        ruleset: "splendor-base-1",
        contributions: contributions(&["616c696365", "", "deadbeef"]),
        beacon: Entropy::default(),
    }
}

fn v2() -> Vector {
    Vector { contributions: contributions(&["", ""]), ..v1() }
}

fn v3() -> Vector {
    let seed = hex::decode("13e5c80a2cb759451513d80f7944f1fd979af53f95efeeaf8decfc9c66481dab").expect("hex");
    Vector {
        server_seed: ServerSeed::new(seed.try_into().expect("32 bytes")),
        ruleset: "splendor-base-1",
        contributions: contributions(&["61", "62", "63", "64"]),
        beacon: entropy(&"00".repeat(32)),
    }
}

#[test]
fn vector_1_has_its_commitment_key_and_words() {
    assert_eq!(
        hex::encode(commitment(DEAL_ID, &counting_seed())),
        "f0e1592ee0662d7b367222176a0f585553698064e3cecc3ad2f1fb86ea2abdee"
    );
    assert_eq!(
        hex::encode(deal_key(&v1().input())),
        "1cc096cd4a8ba7a8682bbd42dae2ed8dc4ecade275d435887f3a45e708ae49e6"
    );
    let words = ["seats", "deck1", "deck2", "deck3", "nobles"].map(|label| v1().first_words(label));
    assert_eq!(
        words,
        [
            [3246809299, 2905339571, 3255117638, 1908886425],
            [353415962, 140993933, 1981246143, 478909732],
            [3033997615, 1330186092, 921494985, 4160925959],
            [1871949198, 2496287193, 3603768474, 667692066],
            [3537159947, 3978587240, 1263284546, 1062766462],
        ]
    );
}

#[test]
fn vector_1_has_its_orders() {
    let dealt = v1().dealer().splendor(Seating::Random, BASE);
    assert_eq!(dealt.seats, [0, 2, 1]);
    assert_eq!(dealt.nobles.expect("nobles are dealt")[..4], [6, 1, 2, 5]);
    assert_eq!(
        dealt.decks,
        [
            vec![
                34, 21, 13, 37, 5, 26, 24, 32, 39, 19, 31, 2, 7, 29, 1, 6, 35, 8, 17, 23, 28, 14, 36, 33, 25,
                12, 30, 27, 20, 22, 15, 9, 18, 4, 38, 10, 11, 16, 40, 3
            ],
            vec![
                57, 63, 55, 45, 44, 50, 41, 54, 69, 48, 56, 52, 53, 70, 60, 43, 58, 62, 42, 51, 65, 47, 67,
                61, 49, 59, 64, 46, 68, 66
            ],
            vec![82, 84, 71, 81, 88, 87, 72, 75, 78, 90, 79, 73, 85, 76, 74, 77, 86, 83, 80, 89],
        ]
    );
    assert_eq!((dealt.orient, dealt.cities), (None, None));
}

#[test]
fn vector_2_has_its_key_and_orders() {
    assert_eq!(
        hex::encode(deal_key(&v2().input())),
        "e7b0b76b45f2f8cf8f7d0c082301673b13e22be233df9a11a9453017e30ff159"
    );
    let dealt = v2().dealer().splendor(Seating::Random, BASE);
    assert_eq!(dealt.seats, [0, 1]);
    assert_eq!(dealt.nobles.expect("nobles are dealt")[..3], [4, 7, 5]);
    assert_eq!(
        dealt.decks,
        [
            vec![
                39, 18, 20, 10, 12, 22, 11, 40, 5, 15, 34, 38, 25, 6, 29, 36, 8, 4, 17, 37, 35, 2, 3, 26, 28,
                16, 30, 9, 21, 14, 7, 32, 33, 1, 27, 31, 13, 19, 24, 23
            ],
            vec![
                56, 64, 51, 62, 65, 55, 47, 69, 60, 44, 50, 63, 49, 57, 46, 58, 54, 43, 48, 59, 67, 61, 52,
                70, 42, 68, 53, 66, 45, 41
            ],
            vec![76, 85, 79, 90, 72, 71, 74, 86, 88, 80, 87, 89, 78, 73, 84, 75, 82, 77, 81, 83],
        ]
    );
}

#[test]
fn vector_3_has_its_key_and_orders() {
    assert_eq!(
        hex::encode(deal_key(&v3().input())),
        "4de20b6b720586916c8a713a085fedbac54af38c3efa52683d5fed6b8bd4dfa9"
    );
    let dealt = v3().dealer().splendor(Seating::Random, BASE);
    assert_eq!(dealt.seats, [2, 0, 3, 1]);
    assert_eq!(dealt.nobles.expect("nobles are dealt")[..5], [5, 6, 1, 4, 9]);
    assert_eq!(
        dealt.decks,
        [
            vec![
                35, 12, 1, 26, 32, 37, 15, 9, 30, 19, 13, 40, 8, 4, 25, 2, 38, 33, 29, 5, 24, 16, 28, 22, 20,
                17, 6, 10, 31, 39, 3, 14, 27, 36, 34, 7, 21, 23, 18, 11
            ],
            vec![
                51, 46, 55, 57, 49, 47, 62, 54, 69, 65, 45, 44, 48, 60, 50, 53, 42, 67, 61, 64, 52, 43, 70,
                56, 41, 63, 59, 68, 66, 58
            ],
            vec![83, 80, 77, 86, 85, 87, 81, 72, 78, 82, 71, 84, 90, 88, 73, 89, 75, 76, 74, 79],
        ]
    );
}

struct Injected(std::vec::IntoIter<u32>);

impl Words for Injected {
    fn next_word(&mut self) -> u32 {
        self.0.next().expect("the test injects enough words")
    }
}

#[test]
fn vector_4_rejects_words_of_the_incomplete_block() {
    let mut words = Injected(vec![0xFFFF_FFFF, 0xFFFF_FFF0, 0x0000_0005].into_iter());
    assert_eq!(words.below(NonZeroU32::new(40).expect("not zero")), 5);
    assert_eq!(words.0.len(), 0);
}

#[test]
fn the_last_word_below_the_limit_is_not_rejected() {
    let mut words = Injected(vec![0xFFFF_FFEF].into_iter());
    assert_eq!(words.below(NonZeroU32::new(40).expect("not zero")), 39);
}

#[test]
fn modules_have_their_own_labels_and_do_not_change_other_labels() {
    let dealer = v1().dealer();
    let base = dealer.splendor(Seating::Random, BASE);
    let all = dealer.splendor(Seating::Random, SplendorBox { orient: true, cities: true });
    assert_eq!((&all.seats, &all.decks, &all.nobles), (&base.seats, &base.decks, &None));
    let ordered = all.orient.expect("Orient is dealt").map(sorted);
    assert_eq!(ordered, [(1..=10).collect(), (11..=20).collect(), (21..=30).collect::<Vec<u8>>()]);
    let with_noble = dealer.splendor(Seating::Random, SplendorBox { orient: true, cities: false });
    assert_eq!(sorted(with_noble.nobles.expect("nobles are dealt")), (1..=11).collect::<Vec<u8>>());
    assert_eq!(with_noble.cities, None);
}

#[test]
fn the_faces_of_cities_follow_the_shuffle_in_the_same_stream() {
    let dealer = v1().dealer();
    let dealt = dealer.splendor(Seating::Random, SplendorBox { orient: false, cities: true });
    let mut stream = dealer.stream("cities");
    let mut tiles = [1, 2, 3, 4, 5, 6, 7];
    stream.shuffle(&mut tiles);
    let expected =
        [0, 1, 2].map(|place| CityFace { tile: tiles[place], face: (stream.next_word() % 2) as u8 });
    assert_eq!(dealt.cities, Some(expected));
}

#[test]
fn kids_deals_sides_towns_and_villages() {
    let dealer = v1().dealer();
    let plain = dealer.kids(Seating::JoinOrder, KidsBox { mysteries: false });
    let mysteries = dealer.kids(Seating::JoinOrder, KidsBox { mysteries: true });
    assert_eq!(plain.seats, [0, 1, 2]);
    assert_eq!(plain.villages, None);
    assert_eq!((mysteries.sides, &mysteries.towns), (plain.sides, &plain.towns));
    assert_eq!(plain.sides.map(u32::from), [0, 1, 2].map(|side| v1().first_words("board")[side] % 2));
    assert_eq!(sorted(plain.towns), (1..=20).collect::<Vec<u8>>());
    assert_eq!(sorted(mysteries.villages.expect("villages are dealt")), (1..=8).collect::<Vec<u8>>());
}

#[test]
fn assigned_seats_follow_the_order_of_joining() {
    assert_eq!(v3().dealer().splendor(Seating::JoinOrder, BASE).seats, [0, 1, 2, 3]);
}

#[test]
fn a_secret_is_never_printed() {
    let shown = format!("{:?}", v1().input());
    assert!(shown.contains("ServerSeed(hidden)"), "{shown}");
}

#[test]
fn entropy_and_contributions_keep_their_limits() {
    assert!(Entropy::try_from(vec![0; 64]).is_ok());
    assert_eq!(Entropy::try_from(vec![0; 65]), Err(DealError::EntropyTooLong));
    for players in [0, 1, 5] {
        let refused = Contributions::try_from(vec![Entropy::default(); players]);
        assert_eq!(refused, Err(DealError::WrongNumberOfContributions));
    }
}

fn sorted(mut order: Vec<u8>) -> Vec<u8> {
    order.sort_unstable();
    order
}
