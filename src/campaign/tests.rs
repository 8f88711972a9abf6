//! What campaigns make of the seeded catalogue, and that their lists use indexes.

use jiff::{SignedDuration, Timestamp};

use super::planning::{self, Plan};
use super::store;
use super::types::{CampaignForm, CampaignState, ChosenItem, PlannedPrice, ReductionKind};
use crate::audit::{Actor, By};
use crate::catalog::{self, price};
use crate::db::Connection;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::reduction::Ending;
use crate::domain::working_days::in_shop_zone;
use crate::testing::{assert_indexed, now, refusal, seeded, with, with_statistics};
use crate::{message, vals};

/// 18.00 EUR.
const SKU: &str = "TOW-GAN";

fn by(hours: i64) -> By {
    By { actor: Actor::Staff(1), now: at(hours) }
}

fn at(hours: i64) -> Timestamp {
    now() + SignedDuration::from_hours(hours)
}

fn form(hours: [i64; 2]) -> CampaignForm {
    let [begins, ends] = hours.map(|hours| in_shop_zone(at(hours)).datetime());
    CampaignForm {
        name: "Weekend".into(),
        begins,
        ends,
        kind: ReductionKind::Percent,
        percent: Percent::whole(20),
        amount: Amount::ZERO,
        ending: Ending::Step,
        items: vec![ChosenItem { sku: SKU.into(), price: None }],
    }
}

fn planned(shop: &Connection, form: &CampaignForm) -> (i64, Plan) {
    with(shop, |tx| {
        let (id, _) = planning::save(tx, &by(0), None, form)?;
        let of = store::find(tx, id)?.expect("the draft");
        Ok((id, planning::plan(tx, &of, now())?))
    })
}

fn scheduled(shop: &Connection, form: &CampaignForm) -> i64 {
    let (id, _) = planned(shop, form);
    with(shop, |tx| planning::schedule(tx, &by(0), id, 1, |_| true));
    id
}

fn prices(plan: &Plan) -> &[PlannedPrice] {
    plan.reduced.values().next().expect("an item")
}

fn eur(text: &str) -> Amount {
    text.parse().expect("an amount")
}

/// What shoppers pay in euros.
fn paid(shop: &Connection, hours: i64) -> i64 {
    with(shop, |tx| {
        let id = catalog::find_priced(tx, SKU)?.expect("the item");
        Ok(price::prices(tx, &[id], Currency::Eur, at(hours))?[&id].price.minor)
    })
}

#[test]
fn amounts_and_own_prices_follow_in_other_currencies() {
    let shop = seeded();
    let amount = CampaignForm { kind: ReductionKind::Amount, amount: eur("5.00"), ..form([1, 9]) };
    let (_, plan) = planned(&shop, &amount);
    let [first, others @ ..] = prices(&plan) else { panic!("no price") };
    assert_eq!((first.currency, first.before, first.price), (Currency::Eur, eur("18.00"), eur("13.00")));
    assert!(!others.is_empty() && others.iter().all(|price| price.price < price.before));
    let items = vec![ChosenItem { sku: SKU.into(), price: Some(eur("11.11")) }];
    let own = CampaignForm { kind: ReductionKind::Price, items, ..form([1, 9]) };
    let (_, plan) = planned(&shop, &own);
    assert_eq!((prices(&plan)[0].price, prices(&plan)[0].percent), (eur("11.11"), Some(38)));
    let dear = CampaignForm { items: vec![ChosenItem { sku: SKU.into(), price: Some(eur("18.00")) }], ..own };
    let (_, plan) = planned(&shop, &dear);
    assert!(plan.reduced.is_empty() && plan.left_out.len() == 1, "{plan:?}");
}

#[test]
fn item_that_cost_as_little_within_30_days_is_shown_without_reduction() {
    let shop = seeded();
    scheduled(&shop, &CampaignForm { percent: Percent::whole(50), ..form([1, 24]) });
    let (_, plan) = planned(&shop, &form([240, 260]));
    let price = &prices(&plan)[0];
    assert_eq!((price.lowest_30d, price.price, price.percent), (eur("9.00"), eur("14.40"), None));
    let (_, plan) = planned(&shop, &form([24 * 60, 24 * 61]));
    assert_eq!(prices(&plan)[0].percent, Some(20), "two months later");
}

#[test]
fn scheduling_takes_force_by_itself_and_calling_off_restores() {
    let shop = seeded();
    let id = scheduled(&shop, &form([5, 10]));
    assert_eq!([4, 5, 9, 10].map(|hours| paid(&shop, hours)), [1800, 1440, 1440, 1800]);
    let state = |hours| with(&shop, |tx| Ok(store::find(tx, id)?.expect("the campaign").state(at(hours))));
    assert_eq!([4, 5, 10].map(state), [CampaignState::Planned, CampaignState::Running, CampaignState::Ended]);
    let refused = refusal(&shop, |tx| planning::call_off(tx, &by(10), id, 2));
    assert_eq!(refused, message::CAMPAIGN_NOT_RUNNING.id);
    with(&shop, |tx| planning::call_off(tx, &by(7), id, 2));
    assert_eq!([5, 6, 7, 9].map(|hours| paid(&shop, hours)), [1440, 1440, 1800, 1800]);
    let open: i64 = with(&shop, |tx| {
        let sql = "SELECT COUNT(*) FROM price x JOIN product p ON p.id = x.product_id WHERE p.sku = $1 AND x.valid_to IS NULL";
        tx.one(sql, vals![SKU])
    });
    assert_eq!(open, Currency::ALL.len() as i64, "each currency ends openly");
}

#[test]
fn campaigns_are_found_by_indexes() {
    let shop = seeded();
    let id = scheduled(&shop, &form([5, 10]));
    with_statistics(&shop);
    let states = [
        CampaignState::Draft,
        CampaignState::Planned,
        CampaignState::Running,
        CampaignState::Ended,
        CampaignState::CalledOff,
    ];
    for state in states.into_iter().map(Some).chain([None]) {
        assert_indexed(&shop, |tx| store::list(tx, state, Some((1, 1)), now(), 51));
    }
    assert_indexed(&shop, |tx| store::list_between(tx, at(0), at(9), 200));
    assert_indexed(&shop, |tx| catalog::list_base_changes(tx, [at(0), at(9)], 200));
    assert_indexed(&shop, |tx| catalog::list_reduced(tx, id, now()));
    assert_indexed(&shop, |tx| {
        catalog::list_planned(tx, now(), 50)?;
        catalog::count_planned(tx, now(), 50)
    });
    assert_indexed(&shop, |tx| {
        let of = store::find(tx, id)?.expect("the campaign");
        planning::plan(tx, &of, now())
    });
    let end = in_shop_zone(at(12)).datetime();
    assert_indexed(&shop, |tx| planning::move_end(tx, &by(0), id, 2, end));
    assert_indexed(&shop, |tx| planning::call_off(tx, &by(0), id, 3));
}
