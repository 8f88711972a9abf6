//! SQL of the list of accounts in the console: filters and search.
//!
//! Each condition has an index. The rarest one chooses the accounts and the others are checked on them; where all are met by
//! many accounts, pages are found soon by walking through the accounts in the order of their ids.

use serde::Deserialize;

use crate::db::{Tx, Val};
use crate::domain::store_view::Lang;
use crate::error::Result;
use crate::search::terms::end_of;

/// Accounts that are counted at most.
pub const MOST_COUNTED: i64 = 10_000;
/// A condition that more accounts meet chooses none: a walk through all accounts soon finds a page of them.
const RARE: i64 = 10_000;

/// By what accounts are narrowed beside words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Narrowed {
    #[default]
    All,
    /// With an order.
    Ordered,
    /// Whose address is subscribed to a newsletter.
    Subscribed,
    /// Whose deletion is asked for.
    Deletion,
}

/// A word that was typed.
#[derive(Debug, Clone, Default)]
pub struct Word {
    /// The beginning of a term.
    pub text: String,
    /// Accounts that it finds otherwise: by the number of an order.
    pub owners: Vec<i64>,
}

/// What a list shows.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// All must match.
    pub words: Vec<Word>,
    pub narrowed: Narrowed,
    /// The oldest account first, else the newest.
    pub oldest_first: bool,
    /// Only accounts that follow this id.
    pub after: Option<i64>,
    pub limit: i64,
}

/// An account in a list. Times are Unix milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BrowsedCustomer {
    pub id: i64,
    pub email: String,
    pub email_key: String,
    pub first_name: String,
    pub last_name: String,
    pub member_card: Option<String>,
    pub lang: Lang,
    pub created_at: i64,
    pub logged_in_at: Option<i64>,
    /// When it will be deleted, as its owner has asked.
    pub deletion_due_at: Option<i64>,
}

/// A condition: the accounts that meet it, by an index, and the same as a check of an account `c`.
struct Condition {
    source: String,
    check: String,
}

/// Adds a value; answers its placeholder.
fn add(params: &mut Vec<Val>, value: impl Into<Val>) -> String {
    params.push(value.into());
    format!("${}", params.len())
}

fn of_word(word: &Word, params: &mut Vec<Val>) -> Condition {
    let (from, to) = (add(params, word.text.as_str()), add(params, end_of(&word.text)));
    let mut source = format!("SELECT customer_id FROM customer_term WHERE term >= {from} AND term < {to}");
    let mut check = format!(
        "EXISTS (SELECT 1 FROM customer_term t WHERE t.customer_id = c.id AND t.term >= {from} AND t.term < {to})"
    );
    if !word.owners.is_empty() {
        let owners: Vec<String> = word.owners.iter().map(|id| add(params, *id)).collect();
        let owners = owners.join(", ");
        source.push_str(&format!(" UNION ALL SELECT id FROM customer WHERE id IN ({owners})"));
        check = format!("({check} OR c.id IN ({owners}))");
    }
    Condition { source, check }
}

fn of_narrowed(narrowed: Narrowed) -> Option<Condition> {
    let (source, check) = match narrowed {
        Narrowed::All => return None,
        Narrowed::Ordered => (
            "SELECT customer_id FROM sales_order WHERE customer_id > 0",
            "EXISTS (SELECT 1 FROM sales_order s WHERE s.customer_id = c.id)",
        ),
        Narrowed::Subscribed => (
            "SELECT s.id FROM newsletter n CROSS JOIN customer s ON s.email_key = n.email_key WHERE n.status = 'subscribed'",
            "EXISTS (SELECT 1 FROM newsletter n WHERE n.email_key = c.email_key AND +n.status = 'subscribed')",
        ),
        Narrowed::Deletion => (
            "SELECT customer_id FROM deletion_request WHERE due_at > 0",
            "EXISTS (SELECT 1 FROM deletion_request r WHERE r.customer_id = c.id)",
        ),
    };
    Some(Condition { source: source.to_owned(), check: check.to_owned() })
}

/// A page of accounts in the order of their ids, and how many there are on all pages, counted up to one more than
/// [`MOST_COUNTED`].
pub fn browse(tx: &mut dyn Tx, wanted: &Wanted) -> Result<(Vec<BrowsedCustomer>, i64)> {
    let mut params = Vec::new();
    let mut conditions: Vec<Condition> = wanted.words.iter().map(|word| of_word(word, &mut params)).collect();
    conditions.extend(of_narrowed(wanted.narrowed));
    let (most, rare) = (add(&mut params, MOST_COUNTED + 1), add(&mut params, RARE + 1));

    let mut chosen: Option<(usize, i64)> = None;
    for (at, condition) in conditions.iter().enumerate() {
        let count: i64 = tx.one(&format!("SELECT COUNT(*) FROM ({} LIMIT {rare})", condition.source), &params)?;
        if count <= RARE && chosen.is_none_or(|(_, least)| count < least) {
            chosen = Some((at, count));
        }
    }
    let mut condition = String::from("c.id > 0 AND c.erased_at IS NULL");
    for (at, other) in conditions.iter().enumerate() {
        match chosen {
            Some((chosen, _)) if chosen == at => condition.push_str(&format!(" AND c.id IN ({})", other.source)),
            _ => condition.push_str(&format!(" AND {}", other.check)),
        }
    }
    let count =
        tx.one(&format!("SELECT COUNT(*) FROM (SELECT 1 FROM customer c WHERE {condition} LIMIT {most})"), &params)?;

    let (comparison, direction) = if wanted.oldest_first { (">", "ASC") } else { ("<", "DESC") };
    if let Some(after) = wanted.after {
        condition.push_str(&format!(" AND c.id {comparison} {}", add(&mut params, after)));
    }
    let limit = add(&mut params, wanted.limit);
    let rows = tx.all(
        &format!(
            "SELECT c.id, c.email, c.email_key, c.first_name, c.last_name, c.member_card, c.lang, c.created_at,
                 c.logged_in_at, (SELECT r.due_at FROM deletion_request r WHERE r.customer_id = c.id) AS deletion_due_at
             FROM customer c WHERE {condition} ORDER BY c.id {direction} LIMIT {limit}"
        ),
        &params,
    )?;
    Ok((rows, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customer::{list_terms_due, write_terms};
    use crate::search::terms::asked;
    use crate::testing::fixture::{self, Shop};
    use crate::testing::{assert_indexed, with_statistics};

    fn shop() -> Shop {
        let shop = fixture::shop();
        shop.exec(
            "INSERT INTO customer (id, email, email_key, first_name, last_name, member_card, lang, created_at) VALUES
                 (1, 'zoe@example.com', 'zoe@example.com', 'Zoë', 'D’Été', NULL, 'fr', 0),
                 (2, 'A.Rossi@example.com', 'a.rossi@example.com', 'Anna-Maria', 'Rossi', '1234567812345678', 'en', 0),
                 (3, 'rossmann@example.com', 'rossmann@example.com', 'Zoe', 'Roßmann', NULL, 'de', 0),
                 (4, '', 'erased 4', '', '', NULL, 'en', 0);
             UPDATE customer SET erased_at = 1 WHERE id = 4;
             INSERT INTO deletion_request (customer_id, requested_at, due_at) VALUES (3, 1, 2);
             INSERT INTO newsletter (email, email_key, status, lang, source, hah_subscribe, brand, all_subscribe_status,
                                     requested_at)
                 VALUES ('Zoe@example.com', 'zoe@example.com', 'subscribed', 'fr', 'footer', 1, 0, 0, 0),
                        ('a.rossi@example.com', 'a.rossi@example.com', 'pending', 'fr', 'footer', 1, 0, 0, 0)",
        );
        shop.order_of(1, 2);
        shop
    }

    fn wanted() -> Wanted {
        Wanted { limit: 50, ..Wanted::default() }
    }

    fn found(shop: &Shop, wanted: &Wanted) -> Vec<i64> {
        let (rows, count) = shop.write(|tx| browse(tx, wanted));
        let ids: Vec<i64> = rows.into_iter().map(|row| row.id).collect();
        assert!(wanted.after.is_some() || ids.len() as i64 == count.min(wanted.limit), "{ids:?} of {count}");
        ids
    }

    fn words(text: &str) -> Vec<Word> {
        asked(text).into_iter().map(|text| Word { text, owners: Vec::new() }).collect()
    }

    #[test]
    fn accounts_of_before_are_found_once_their_words_are_written_and_erased_ones_never() {
        let shop = shop();
        let search = |text: &str| found(&shop, &Wanted { words: words(text), ..wanted() });
        assert_eq!(search("zoe"), [0_i64; 0]);
        let due = shop.write(|tx| list_terms_due(tx, 9));
        assert_eq!(due, [3, 2, 1]);
        shop.write(|tx| due.iter().try_for_each(|id| write_terms(tx, *id)));
        assert!(shop.write(|tx| list_terms_due(tx, 9)).is_empty());
        for (text, ids) in [
            ("zoe", &[3, 1][..]),
            ("ZOË d'été", &[1]),
            ("ross", &[3, 2]),
            ("rossi anna", &[2]),
            ("a.rossi@exam", &[2]),
            ("1234", &[2]),
            ("erased", &[]),
            ("zoe rossi", &[]),
        ] {
            assert_eq!(search(text), ids, "{text}");
        }
        let owners = vec![Word { text: "202600".into(), owners: vec![2] }];
        assert_eq!(found(&shop, &Wanted { words: owners, ..wanted() }), [2]);
    }

    #[test]
    fn filters_narrow_and_pages_follow_each_other() {
        let shop = shop();
        let of = |narrowed| found(&shop, &Wanted { narrowed, ..wanted() });
        assert_eq!(of(Narrowed::All), [3, 2, 1]);
        assert_eq!(of(Narrowed::Ordered), [2]);
        assert_eq!(of(Narrowed::Subscribed), [1]);
        assert_eq!(of(Narrowed::Deletion), [3]);
        assert_eq!(found(&shop, &Wanted { after: Some(3), limit: 1, ..wanted() }), [2]);
        assert_eq!(found(&shop, &Wanted { after: Some(1), oldest_first: true, ..wanted() }), [2, 3]);
    }

    #[test]
    fn lists_use_indexes() {
        let shop = shop();
        let word = |text: &str, owners: &[i64]| Word { text: text.into(), owners: owners.to_vec() };
        let all = [Narrowed::All, Narrowed::Ordered, Narrowed::Subscribed, Narrowed::Deletion];
        let lists: Vec<Wanted> = all
            .into_iter()
            .flat_map(|narrowed| {
                [vec![], vec![word("zoe", &[]), word("2026", &[1, 2])]].map(|words| Wanted {
                    words,
                    narrowed,
                    after: Some(9),
                    ..wanted()
                })
            })
            .collect();
        for _ in 0..2 {
            for wanted in &lists {
                assert_indexed(&shop.connection, |tx| browse(tx, wanted));
            }
            assert_indexed(&shop.connection, |tx| list_terms_due(tx, 9));
            assert_indexed(&shop.connection, |tx| write_terms(tx, 1));
            with_statistics(&shop.connection);
        }
    }
}
