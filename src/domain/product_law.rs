//! What the law asks to be told about goods before they are sold at a distance, by their type; for what a type does not tell
//! (hazards of mixtures, éco-participation) people decide.

/// Regulation (EU) No 1007/2011 art. 14: fibres of textile products and of what counts as such.
pub const OF_FIBRES: [&str; 10] = [
    "bedding_set",
    "duvet",
    "duvet_cover",
    "mattress_protector",
    "pillow",
    "pillowcase",
    "robe",
    "sheet",
    "throw",
    "towel",
];

/// Regulation (EC) No 1223/2009 art. 19: ingredients of cosmetic products.
pub const COSMETIC: [&str; 9] = [
    "bath_salts",
    "body_lotion",
    "body_wash",
    "conditioner",
    "face_scrub",
    "hand_and_body_cream",
    "liquid_soap",
    "shampoo",
    "soap",
];

/// Directive 98/6/EC art. 3: goods sold by content have a price per unit, which needs the content.
pub const BY_CONTENT: [&str; 12] = [
    "bath_salts",
    "body_lotion",
    "body_wash",
    "candle",
    "conditioner",
    "diffuser",
    "face_scrub",
    "hand_and_body_cream",
    "liquid_soap",
    "room_spray",
    "shampoo",
    "soap",
];
