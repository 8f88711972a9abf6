//! What the law asks to be told about goods before they are sold at a distance, by their type; for what a type does not tell
//! (hazards of mixtures, éco-participation) people decide.

/// Regulation (EU) No 1007/2011 art. 14: fibres of textile products and of what counts as such.
pub const OF_FIBRES: [&str; 15] = [
    "bedding_set",
    "bedspread",
    "blanket",
    "cushion",
    "duvet",
    "duvet_cover",
    "mattress_protector",
    "nightwear",
    "pillow",
    "pillowcase",
    "robe",
    "sheet",
    "table_linen",
    "throw",
    "towel",
];

/// Regulation (EC) No 1223/2009 art. 19: ingredients of cosmetic products.
pub const COSMETIC: [&str; 12] = [
    "bath_salts",
    "body_lotion",
    "body_oil",
    "body_wash",
    "conditioner",
    "face_care",
    "face_scrub",
    "hand_and_body_cream",
    "liquid_soap",
    "perfume",
    "shampoo",
    "soap",
];

/// Directive 98/6/EC art. 3: goods sold by content have a price per unit, which needs the content.
pub const BY_CONTENT: [&str; 15] = [
    "bath_salts",
    "body_lotion",
    "body_oil",
    "body_wash",
    "candle",
    "conditioner",
    "diffuser",
    "face_care",
    "face_scrub",
    "hand_and_body_cream",
    "liquid_soap",
    "perfume",
    "room_spray",
    "shampoo",
    "soap",
];

/// Types of which none of these laws asks anything; of `other` it is for the house to find out.
const OF_NONE: [&str; 10] = [
    "bath_mat",
    "bed",
    "body_care_set",
    "gift_set",
    "hair_care_set",
    "headboard",
    "mattress",
    "mattress_topper",
    "other",
    "slippers",
];

/// The types whose law is known, each once, by the alphabet.
pub fn known_types() -> Vec<&'static str> {
    let mut all: Vec<&str> = [&OF_FIBRES[..], &COSMETIC, &BY_CONTENT, &OF_NONE].concat();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_without_a_law_has_none() {
        let of_law = [&OF_FIBRES[..], &COSMETIC, &BY_CONTENT].concat();
        assert_eq!(OF_NONE.iter().find(|named| of_law.contains(named)), None);
        assert_eq!(known_types().len(), of_law.iter().collect::<std::collections::HashSet<_>>().len() + OF_NONE.len());
    }
}
