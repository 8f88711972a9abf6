//! What products lack: a read model, so that lists find them by an index.

use serde::Deserialize;

use crate::db::{Tx, exec_by_ids};
use crate::domain::product_law::{BY_CONTENT, COSMETIC, OF_FIBRES, known_types};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::vals;

/// What a product can lack. A product or set with its page; variants count with theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Name and texts in a language.
    Text(Lang),
    /// A text alternative of a picture, in a language that the product has texts in.
    Alt(Lang),
    Picture,
    /// A price in euros of it, or of one of its variants that are on.
    Price,
    /// A product with options, none of whose variants is on.
    Variants,
    /// A set of nothing.
    Parts,
    /// Regulation (EU) 2023/988 art. 19.
    Manufacturer,
    Fibres,
    Inci,
    Content,
}

impl Gap {
    pub fn all() -> impl Iterator<Item = Gap> {
        let others = [
            Gap::Picture,
            Gap::Price,
            Gap::Variants,
            Gap::Parts,
            Gap::Manufacturer,
            Gap::Fibres,
            Gap::Inci,
            Gap::Content,
        ];
        Lang::ALL.into_iter().map(Gap::Text).chain(Lang::ALL.into_iter().map(Gap::Alt)).chain(others)
    }

    /// As in the rows, and on the wire: `text.de`, `picture`.
    pub fn code(self) -> String {
        match self {
            Gap::Text(lang) => format!("text.{lang}"),
            Gap::Alt(lang) => format!("alt.{lang}"),
            Gap::Picture => "picture".to_owned(),
            Gap::Price => "price".to_owned(),
            Gap::Variants => "variants".to_owned(),
            Gap::Parts => "parts".to_owned(),
            Gap::Manufacturer => "manufacturer".to_owned(),
            Gap::Fibres => "fibres".to_owned(),
            Gap::Inci => "inci".to_owned(),
            Gap::Content => "content".to_owned(),
        }
    }

    pub fn from_code(code: &str) -> Option<Gap> {
        Gap::all().find(|gap| gap.code() == code)
    }

    /// Whether it keeps a product from going on sale.
    pub const fn keeps_off_sale(self) -> bool {
        !matches!(self, Gap::Alt(_) | Gap::Picture)
    }

    /// The law that wants it told before goods are sold at a distance.
    pub const fn law(self) -> Option<&'static str> {
        match self {
            Gap::Manufacturer => Some("(EU) 2023/988, art. 19"),
            Gap::Fibres => Some("(EU) 1007/2011, art. 14"),
            Gap::Inci => Some("(EC) 1223/2009, art. 19"),
            Gap::Content => Some("98/6/EC, art. 3"),
            _ => None,
        }
    }

    /// When the product `p` has it.
    fn condition(self) -> String {
        let types = |types: &[&str]| format!("p.kind <> 'kit' AND p.type IN ('{}')", types.join("', '"));
        let has = |table: &str, of: &str| format!("EXISTS (SELECT 1 FROM {table} x WHERE x.{of} = p.id)");
        // Of itself, or of one of its variants that are on.
        let item = |lacks: &str| {
            format!(
                "CASE p.kind WHEN 'configurable'
                     THEN EXISTS (SELECT 1 FROM product i WHERE i.parent_id = p.id AND i.enabled = 1 AND {lacks})
                     ELSE EXISTS (SELECT 1 FROM product i WHERE i.id = p.id AND {lacks}) END"
            )
        };
        match self {
            Gap::Text(lang) => {
                format!("NOT EXISTS (SELECT 1 FROM product_text x WHERE x.product_id = p.id AND x.lang = '{lang}')")
            }
            Gap::Alt(lang) => format!(
                "EXISTS (SELECT 1 FROM product_text x WHERE x.product_id = p.id AND x.lang = '{lang}')
                 AND EXISTS (SELECT 1 FROM product_picture x WHERE x.product_id = p.id AND NOT EXISTS (
                     SELECT 1 FROM product_picture_text a
                     WHERE a.product_id = p.id AND a.position = x.position AND a.lang = '{lang}' AND a.alt <> ''))"
            ),
            Gap::Picture => format!("NOT {}", has("product_picture", "product_id")),
            Gap::Price => item(
                "NOT EXISTS (SELECT 1 FROM price x
                     WHERE x.product_id = i.id AND x.currency = 'EUR' AND x.valid_to IS NULL)",
            ),
            Gap::Variants => "p.kind = 'configurable'
                 AND NOT EXISTS (SELECT 1 FROM product i WHERE i.parent_id = p.id AND i.enabled = 1)"
                .to_owned(),
            Gap::Parts => format!("p.kind = 'kit' AND NOT {}", has("kit_part", "kit_id")),
            Gap::Manufacturer => "p.manufacturer IS NULL".to_owned(),
            Gap::Fibres => format!("{} AND NOT {}", types(&OF_FIBRES), has("product_fibre", "product_id")),
            Gap::Inci => format!("{} AND p.inci = ''", types(&COSMETIC)),
            Gap::Content => format!("{} AND {}", types(&BY_CONTENT), item("i.content_amount IS NULL")),
        }
    }

    fn insert(self, which: &str) -> String {
        format!(
            "INSERT INTO product_gap (gap, sku, product_id) SELECT '{}', p.sku, p.id FROM product p
             WHERE p.parent_id IS NULL AND {}{which}",
            self.code(),
            self.condition()
        )
    }
}

/// Makes all gaps anew.
pub fn rebuild(tx: &mut dyn Tx) -> Result<()> {
    tx.exec("DELETE FROM product_gap", vals![])?;
    for gap in Gap::all() {
        tx.exec(&gap.insert(""), vals![])?;
    }
    Ok(())
}

/// Likewise those of some products.
pub fn refresh(tx: &mut dyn Tx, products: &[i64]) -> Result<()> {
    exec_by_ids(tx, "DELETE FROM product_gap WHERE product_id IN ($ids)", products, &[])?;
    for gap in Gap::all() {
        exec_by_ids(tx, &gap.insert(" AND p.id IN ($ids)"), products, &[])?;
    }
    Ok(())
}

/// What the law asks of goods of a type, beside the manufacturer that it asks of all.
pub fn asked_of_type(product_type: &str) -> Vec<Gap> {
    let lists: [(Gap, &[&str]); 3] = [(Gap::Fibres, &OF_FIBRES), (Gap::Inci, &COSMETIC), (Gap::Content, &BY_CONTENT)];
    lists.into_iter().filter(|(_, types)| types.contains(&product_type)).map(|(gap, _)| gap).collect()
}

/// Goods on sale of a type that the shop does not know.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct UnknownType {
    pub product_type: String,
    pub count: i64,
    /// One of them.
    pub sku: String,
}

pub fn unknown_types(tx: &mut dyn Tx) -> Result<Vec<UnknownType>> {
    let sql = format!(
        "SELECT type AS product_type, count(*) AS count, min(sku) AS sku FROM product
         WHERE parent_id IS NULL AND kind <> 'kit' AND enabled = 1 AND type NOT IN ('{}') GROUP BY type ORDER BY type",
        known_types().join("', '")
    );
    tx.all(&sql, vals![])
}

/// The gaps of a product that a shop in these languages has, in the order of [`Gap::all`].
pub fn of(tx: &mut dyn Tx, product_id: i64, languages: &[Lang]) -> Result<Vec<Gap>> {
    let codes: Vec<String> = tx.all("SELECT gap FROM product_gap WHERE product_id = $1", vals![product_id])?;
    Ok(asked(&codes, languages))
}

/// What products that are on sale lack although the law asks for it, by SKU.
pub fn unlawful(tx: &mut dyn Tx) -> Result<Vec<(String, Gap)>> {
    let rows: Vec<(String, String)> = tx.all(
        "SELECT g.sku, g.gap FROM product_gap g JOIN product p ON p.id = g.product_id
         WHERE g.gap IN ('manufacturer', 'fibres', 'inci', 'content') AND p.enabled = 1 ORDER BY g.sku, g.gap",
        vals![],
    )?;
    Ok(rows.into_iter().filter_map(|(sku, code)| Some((sku, Gap::from_code(&code)?))).collect())
}

/// How many products on sale have each gap that a shop in these languages has, in the order of [`Gap::all`].
pub fn count_on_sale(tx: &mut dyn Tx, languages: &[Lang]) -> Result<Vec<(Gap, i64)>> {
    let every: Vec<String> = Gap::all().map(Gap::code).collect();
    let asked = asked(&every, languages);
    let named: Vec<String> = asked.iter().map(|gap| format!("'{}'", gap.code())).collect();
    let sql = format!(
        "SELECT g.gap, count(*) FROM product_gap g CROSS JOIN product p ON p.id = g.product_id
         WHERE g.gap IN ({}) AND p.enabled = 1 GROUP BY g.gap",
        named.join(", ")
    );
    let rows: Vec<(String, i64)> = tx.all(&sql, vals![])?;
    let counted = |gap: Gap| rows.iter().find(|(code, _)| *code == gap.code()).map(|(_, count)| (gap, *count));
    Ok(asked.into_iter().filter_map(counted).collect())
}

/// Those of these gaps that a shop in these languages has, in the order of [`Gap::all`].
pub fn asked(codes: &[String], languages: &[Lang]) -> Vec<Gap> {
    let is_asked = |gap: &Gap| match gap {
        Gap::Text(lang) | Gap::Alt(lang) => languages.contains(lang),
        _ => true,
    };
    Gap::all().filter(is_asked).filter(|gap| codes.contains(&gap.code())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{listing, product_ids};
    use crate::testing::{now, seeded, with};

    fn gaps(shop: &crate::db::Connection, sku: &str) -> Vec<Gap> {
        with(shop, |tx| {
            let ids = product_ids(tx, &[sku.to_owned()])?;
            refresh(tx, &ids)?;
            of(tx, ids[0], &[Lang::En, Lang::De])
        })
    }

    #[test]
    fn every_law_is_looked_for_on_sale() {
        let shop = seeded();
        assert_eq!(with(&shop, unlawful), []);
        shop.exec("UPDATE product SET manufacturer = NULL WHERE sku IN ('TOW-GAN', 'BMA-LAC')", vals![]).expect("lost");
        shop.exec("UPDATE product SET enabled = 0 WHERE sku = 'BMA-LAC'", vals![]).expect("off sale");
        with(&shop, |tx| listing::rebuild(tx, now()));
        assert_eq!(with(&shop, unlawful), [("TOW-GAN".to_owned(), Gap::Manufacturer)]);
        let named: Vec<Gap> = Gap::all().filter(|gap| gap.law().is_some()).collect();
        assert_eq!(named, [Gap::Manufacturer, Gap::Fibres, Gap::Inci, Gap::Content], "as the query has them");
    }

    #[test]
    fn every_type_of_the_demonstration_is_known() {
        let shop = seeded();
        assert_eq!(with(&shop, unknown_types), []);
        assert_eq!(asked_of_type("towel"), [Gap::Fibres]);
        assert_eq!(asked_of_type("soap"), [Gap::Inci, Gap::Content]);
        assert_eq!((asked_of_type("other"), asked_of_type("of_our_own")), (Vec::new(), Vec::new()));
        shop.exec("UPDATE product SET type = 'of_our_own' WHERE sku IN ('TOW-GAN', 'KIT-BAIN')", vals![])
            .expect("typed");
        let found = UnknownType { product_type: "of_our_own".into(), count: 1, sku: "TOW-GAN".into() };
        assert_eq!(with(&shop, unknown_types), [found], "a set is of what its parts are of");
    }

    #[test]
    fn the_demonstration_lacks_nothing_that_keeps_it_off_sale_and_each_loss_is_found() {
        let shop = seeded();
        let codes: Vec<String> = shop.all("SELECT DISTINCT gap FROM product_gap", vals![]).expect("gaps");
        let blocking = |code: &String| Gap::from_code(code).is_none_or(Gap::keeps_off_sale);
        assert_eq!(codes.into_iter().filter(blocking).collect::<Vec<_>>(), Vec::<String>::new());
        for (sku, loss, gap) in [
            ("TOW-GAN", "DELETE FROM product_text WHERE lang = 'de' AND product_id = $1", Gap::Text(Lang::De)),
            ("TOW-GAN", "UPDATE product SET manufacturer = NULL WHERE id = $1", Gap::Manufacturer),
            ("TOW-GAN", "DELETE FROM product_fibre WHERE product_id = $1", Gap::Fibres),
            ("TOW-GAN", "DELETE FROM price WHERE product_id = $1", Gap::Price),
            ("TOW-NID", "UPDATE product SET enabled = 0 WHERE parent_id = $1", Gap::Variants),
            ("TOW-NID", "DELETE FROM product_picture WHERE product_id = $1", Gap::Picture),
            ("TOW-GAN", "DELETE FROM product_picture_text WHERE lang = 'en' AND product_id = $1", Gap::Alt(Lang::En)),
            ("KIT-BAIN", "DELETE FROM kit_part WHERE kit_id = $1", Gap::Parts),
        ] {
            assert!(!gaps(&shop, sku).contains(&gap), "{sku} {gap:?}");
            let id: i64 = shop.one("SELECT id FROM product WHERE sku = $1", vals![sku]).expect("a product");
            shop.exec(loss, vals![id]).expect("lost");
            assert!(gaps(&shop, sku).contains(&gap), "{sku} {gap:?}");
        }
        // What is refreshed equals what is rebuilt.
        let all = || -> Vec<(String, String)> { shop.all("SELECT gap, sku FROM product_gap", vals![]).expect("gaps") };
        let refreshed = all();
        with(&shop, |tx| listing::rebuild(tx, now()));
        assert_eq!(all(), refreshed);
    }
}
