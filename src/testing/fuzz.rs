//! Inputs for property tests of the parsers of foreign bytes: seed corpora under `tests/corpus/<parser>` and mutations.

use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

/// Few cases: the tests run with all others, in seconds.
pub fn config() -> ProptestConfig {
    ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }
}

/// The seed files of a parser.
pub fn corpus(parser: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(parser);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files.iter().map(|file| std::fs::read(file).expect("a seed")).collect()
}

/// A change of a seed.
#[derive(Debug, Clone)]
enum Mutation {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, u8),
    /// Repeats a part of the input.
    Repeat(Index, Index, u8),
    Cut(Index),
}

impl Mutation {
    fn any() -> impl Strategy<Value = Mutation> {
        let bytes = prop_oneof![
            proptest::collection::vec(any::<u8>(), 1..9),
            // What parsers of text give a meaning to.
            "[\\x00\"'<>&%=;,:{}\\[\\]\\\\\r\n\t 0-9é\u{202e}\u{feff}-]{1,12}".prop_map(String::into_bytes),
        ];
        prop_oneof![
            (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Mutation::Set(at, byte)),
            (any::<Index>(), bytes).prop_map(|(at, bytes)| Mutation::Insert(at, bytes)),
            (any::<Index>(), any::<u8>()).prop_map(|(at, count)| Mutation::Remove(at, count)),
            (any::<Index>(), any::<Index>(), 1..40_u8).prop_map(|(from, to, times)| Mutation::Repeat(from, to, times)),
            any::<Index>().prop_map(Mutation::Cut),
        ]
    }

    fn apply(&self, bytes: &mut Vec<u8>) {
        let place = |at: &Index| at.index(bytes.len() + 1);
        match self {
            Mutation::Set(at, byte) => {
                let at = place(at);
                if let Some(old) = bytes.get_mut(at) {
                    *old = *byte;
                }
            }
            Mutation::Insert(at, new) => {
                let at = place(at);
                bytes.splice(at..at, new.iter().copied());
            }
            Mutation::Remove(at, count) => {
                let at = place(at);
                let end = bytes.len().min(at + usize::from(*count));
                bytes.drain(at..end);
            }
            Mutation::Repeat(from, to, times) => {
                let (from, to) = (place(from), place(to));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                // Bounded, as repetitions multiply.
                let times = usize::from(*times).min((1 << 18) / part.len().max(1));
                bytes.splice(to..to, part.repeat(times));
            }
            Mutation::Cut(at) => bytes.truncate(at.index(bytes.len() + 1)),
        }
    }
}

/// A seed of the parser's corpus after up to eight changes, or random bytes.
pub fn mutated(parser: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let seeds = corpus(parser);
    let changed =
        (any::<Index>(), proptest::collection::vec(Mutation::any(), 0..8)).prop_map(move |(seed, changes)| {
            let mut bytes = seed.get(&seeds).clone();
            changes.iter().for_each(|change| change.apply(&mut bytes));
            bytes
        });
    prop_oneof![9 => changed, 1 => proptest::collection::vec(any::<u8>(), 0..200)]
}

/// The same as text.
pub fn mutated_text(parser: &'static str) -> impl Strategy<Value = String> {
    mutated(parser).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}
