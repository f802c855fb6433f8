//! The genus of positions, held against its definition with real heaps of two, and against who wins.

use std::collections::HashMap;

use grundy::limits::Limits;
use grundy::nimber::Nimber;
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::ruleset::{Failure, from_fn};
use grundy::search::Genera;
use num_bigint::BigUint;

/// A game of few components: the options of each, as sums of components before it.
type Game = Vec<Vec<Vec<usize>>>;

fn game(random: &mut fastrand::Rng) -> Game {
    let count = random.usize(1..12);
    (0..count)
        .map(|from| {
            let options = if from == 0 { 0 } else { random.usize(0..5) };
            let part = |random: &mut fastrand::Rng| random.usize(0..from);
            (0..options).map(|_| (0..random.usize(0..3)).map(|_| part(random)).collect()).collect()
        })
        .collect()
}

/// g- of a sum with heaps of at most two, by its definition.
fn minus(
    game: &Game,
    sum: &[usize],
    heaps: &[u8],
    known: &mut HashMap<(Vec<usize>, Vec<u8>), u64>,
) -> u64 {
    let sorted = |from: &[usize]| {
        let mut sum = from.to_vec();
        sum.sort_unstable();
        sum
    };
    let mut heaps = heaps.to_vec();
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    let key = (sorted(sum), heaps.clone());
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let mut after = Vec::new();
    for (place, &from) in sum.iter().enumerate() {
        for option in &game[from] {
            let left = [&sum[..place], option, &sum[place + 1..]].concat();
            after.push(minus(game, &left, &heaps, known));
        }
    }
    for place in 0..heaps.len() {
        for to in 0..heaps[place] {
            let mut left = heaps.clone();
            left[place] = to;
            after.push(minus(game, sum, &left, known));
        }
    }
    let found = match after.is_empty() {
        true => 1,
        false => (0..).find(|number| !after.contains(number)).unwrap(),
    };
    known.insert(key, found);
    found
}

#[test]
fn the_superscript_is_what_heaps_of_two_make_of_a_position() -> Result<(), Failure> {
    let mut random = fastrand::Rng::with_seed(20);
    let mut lengths = [0; 8];
    for _ in 0..300 {
        let game = game(&mut random);
        let mut genera = Genera::new(from_fn(|&from: &usize| game[from].clone()));
        let mut known = HashMap::new();
        for _ in 0..3 {
            let sum: Vec<usize> =
                (0..random.usize(0..3)).map(|_| random.usize(0..game.len())).collect();
            let genus = genera.genus(&sum, &Limits::default())?;
            let superscript = &genus.superscript;
            lengths[superscript.len()] += 1;
            for twos in 0_usize..superscript.len() + 3 {
                let beyond = twos.saturating_sub(superscript.len() - 1);
                let at = twos - beyond - beyond % 2;
                let expected = minus(&game, &sum, &vec![2; twos], &mut known);
                assert_eq!(superscript[at], Nimber(expected), "{game:?} {sum:?} {genus} {twos}");
            }
            // No shorter one says the same.
            if let [.., earlier, _, last] = superscript[..] {
                assert_ne!(earlier, last, "{game:?} {sum:?} {genus}");
            }
        }
    }
    assert!(lengths[2] > 100 && lengths[3] > 100 && lengths[4] > 0, "{lengths:?}");
    Ok(())
}

#[test]
fn who_wins_in_misere_play_is_told_by_the_genus() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits::default();
    let mut random = fastrand::Rng::with_seed(21);
    let games = [
        "kayles",
        "0.15",
        "0.31",
        "nim",
        "S{1,3,4}",
        "grundys",
        "[n] -> [n-k] for k in divisors(n)",
    ];
    for text in games {
        let mut normal = Session::with_game(text)?;
        let mut misere = Session::with_game(text)?;
        misere.play_misere();
        for _ in 0..12 {
            let heaps: Vec<String> =
                (0..random.usize(1..3)).map(|_| random.u64(1..9).to_string()).collect();
            let heaps = heaps.join(" ");
            let position = normal.position(&heaps)?;
            let genus = normal.genus(&position, &limits)?;
            for (twos, minus) in genus.superscript.iter().enumerate() {
                for beside in 0_u64..5 {
                    let text = format!("{heaps}{} + nim[{beside}]", " + nim[2]".repeat(twos));
                    let position = misere.position(&text)?;
                    let lost = misere.outcome(&position, &limits)? == Outcome::P;
                    assert_eq!(lost, *minus == BigUint::from(beside), "{text} {genus}");
                }
            }
            let position = misere.position(&heaps)?;
            assert_eq!(misere.genus(&position, &limits)?, genus, "{heaps}");
        }
    }
    Ok(())
}

#[test]
fn genera_have_limits_and_edges() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits::default();
    let genus = |game: &str, position: &str, limits: &Limits| {
        let mut session = Session::with_game(game)?;
        let position = session.position(position)?;
        Ok::<_, Box<dyn std::error::Error>>(session.genus(&position, limits))
    };
    for (game, position, expected) in [
        ("nim", "0", "0^120"),
        ("nim", "1", "1^031"),
        ("nim", "1 1", "0^120"),
        ("nim", "2 2", "0^02"),
        ("nim", "12 1", "13^(13;15)"),
        (
            "nim",
            "10^30",
            "1000000000000000000000000000000^(1000000000000000000000000000000;1000000000000000000000000000002)",
        ),
        ("[n] -> [n-k] for k in 1..2", "10^6", "1^031"),
        ("kayles", "5", "4^146"),
    ] {
        assert_eq!(genus(game, position, &limits)??.to_string(), expected, "{game} {position}");
    }
    let found = genus("[n] -> [n-k] for k in 1..2 win on [0]", "3", &limits)?;
    assert!(matches!(found, Err(Failure::Domain(_))), "{found:?}");
    let found = genus("kayles", "60 61", &Limits::default().positions(1000))?;
    assert!(matches!(found, Err(Failure::Stop(_))), "{found:?}");
    Ok(())
}
