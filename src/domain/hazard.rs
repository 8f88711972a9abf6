//! Codes of a product's hazard block (Regulation (EC) No 1272/2008). A block is stored as `pictograms;signal;h;p;euh`,
//! each group comma-separated; the statements are in the catalogue's vocabulary.

/// The pictograms of Annex V: exploding bomb, flame, flame over circle, gas cylinder, corrosion, skull and crossbones,
/// exclamation mark, health hazard, environment.
pub const PICTOGRAMS: [&str; 9] = ["GHS01", "GHS02", "GHS03", "GHS04", "GHS05", "GHS06", "GHS07", "GHS08", "GHS09"];

/// The five groups of a block, each with its codes; `None` for any other number.
pub fn groups(block: &str) -> Option<[Vec<&str>; 5]> {
    let groups = block.split(';').map(|group| group.split(',').filter(|code| !code.is_empty()).collect());
    groups.collect::<Vec<_>>().try_into().ok()
}

/// Faults in the codes of a block, each with its remedy.
pub fn faults(block: &str) -> Vec<String> {
    let Some([pictograms, signal, h, p, euh]) = groups(block) else {
        return vec!["has not five parts; give pictograms;signal;h;p;euh".to_owned()];
    };
    let mut faults = Vec::new();
    for code in pictograms.into_iter().filter(|code| !PICTOGRAMS.contains(code)) {
        faults.push(format!("has the pictogram {code}; Annex V of Regulation (EC) No 1272/2008 has GHS01 to GHS09"));
    }
    if !matches!(signal.as_slice(), [] | ["warning" | "danger"]) {
        faults.push(format!("has the signal word {}; give warning, danger or nothing", signal.join(",")));
    }
    for (codes, letters) in [(h, "H"), (p, "P"), (euh, "EUH")] {
        for code in codes.into_iter().filter(|code| !code.split('+').all(|one| is_statement(one, letters))) {
            faults.push(format!("has {code} among its {letters} statements; give codes as {letters}210 is one"));
        }
    }
    faults
}

/// Letters, three digits and optional letters (H360FD).
fn is_statement(code: &str, letters: &str) -> bool {
    code.strip_prefix(letters).and_then(|rest| rest.split_at_checked(3)).is_some_and(|(number, case)| {
        number.bytes().all(|b| b.is_ascii_digit()) && case.bytes().all(|b| b.is_ascii_alphabetic())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hazard_blocks_accept_only_codes_of_the_regulation() {
        for fine in [
            ";;;;",
            "GHS02,GHS07;danger;H225,H360FD;P210,P305+P351+P338;EUH066,EUH208",
            "GHS01,GHS02,GHS03,GHS04,GHS05,GHS06,GHS07,GHS08,GHS09;warning;;;",
        ] {
            assert_eq!(faults(fine), Vec::<String>::new(), "{fine}");
        }
        for (wrong, said) in [
            ("GHS02;warning;H226", "has not five parts; give pictograms;signal;h;p;euh"),
            ("GHS10;;;;", "has the pictogram GHS10; Annex V of Regulation (EC) No 1272/2008 has GHS01 to GHS09"),
            ("ghs02;;;;", "has the pictogram ghs02; Annex V of Regulation (EC) No 1272/2008 has GHS01 to GHS09"),
            (";Danger;;;", "has the signal word Danger; give warning, danger or nothing"),
            (";warning,danger;;;", "has the signal word warning,danger; give warning, danger or nothing"),
            (";;P210;;", "has P210 among its H statements; give codes as H210 is one"),
            (";;;P305+351;", "has P305+351 among its P statements; give codes as P210 is one"),
            (";;;;H066", "has H066 among its EUH statements; give codes as EUH210 is one"),
        ] {
            assert_eq!(faults(wrong), [said], "{wrong}");
        }
    }
}
