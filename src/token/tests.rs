//! What tokens reach, whatever happens to roles and people.

use jiff::SignedDuration;
use proptest::prelude::*;

use super::types::{CreateArgs, IdArgs, TokenState};
use super::{MOST, acting, calls, store};
use crate::app;
use crate::call::{Access, NoArgs, SignedIn, StaffMember};
use crate::db::Tx;
use crate::domain::permission::{Permission, Permissions};
use crate::error::Result;
use crate::message;
use crate::staff::{self, people, roles, types as staff_types};
use crate::testing::fixture::{self, Shop};
use crate::testing::{assert_indexed, with_statistics};

/// A shop with an owner (1), a manager (2) and a third person, of the role for packing (3).
fn shop() -> Shop {
    let shop = fixture::shop();
    for (id, role_id) in [(1, 1), (2, 2), (3, 4)] {
        shop.exec(&format!(
            "INSERT INTO staff (id, name, email, email_key, lang, role_id, created_at)
             VALUES ({id}, 'P{id}', 'p{id}@example.com', 'p{id}@example.com', 'en', {role_id}, 0)"
        ));
    }
    shop
}

/// A person as the next call reads them, with fresh proof.
fn member(shop: &Shop, id: i64) -> Option<StaffMember> {
    let client = shop.owner().client;
    let who = shop.write(|tx| staff::acting(tx, id, true, client.now()))?;
    Some(StaffMember { client: crate::call::Client { signed_in: Some(who.clone()), ..client }, who })
}

fn args(permissions: &[Permission]) -> CreateArgs {
    CreateArgs { name: "Warehouse".into(), permissions: permissions.to_vec(), ends_on: "2027-01-31".into() }
}

/// Makes a token of a person; answers its id and secret.
fn token(shop: &Shop, staff_id: i64, permissions: &[Permission]) -> (i64, String) {
    let member = member(shop, staff_id).expect("somebody who may come in");
    let by_command = |tx: &mut dyn Tx| {
        let person = format!("p{staff_id}@example.com");
        let new = super::ByCommand {
            name: "Warehouse",
            email: &person,
            permissions,
            ends_on: "2027-01-31".parse().expect("a day"),
        };
        let random = [u8::try_from(staff_id).expect("a small id"); 32];
        super::create_by_command(tx, &new, &random, member.client.now())
    };
    let (id, secret, _) = shop.write(by_command);
    (id, secret)
}

fn program(shop: &Shop, secret: &str) -> Option<SignedIn> {
    let now = shop.owner().client.now();
    shop.write(|tx| acting::identify(tx, secret, now))
}

/// The id of the message with which a change is refused.
fn refused<T>(shop: &Shop, work: impl FnOnce(&mut dyn Tx) -> Result<T>) -> &'static str {
    let error = shop.connection.write(work).err().expect("a refusal");
    error.refusal().unwrap_or_else(|| panic!("no refusal: {error}")).message.id
}

#[test]
fn token_reaches_what_its_maker_still_holds() {
    let shop = shop();
    let (id, secret) = token(&shop, 3, &[Permission::OrdersRead, Permission::Packing]);
    let of = |permissions: &[Permission]| Some(permissions.iter().copied().collect::<Permissions>());
    let reaches = || program(&shop, &secret).map(|program| program.permissions);
    let found = program(&shop, &secret).expect("a program");
    assert_eq!((found.token_id, found.staff_id, found.name.as_str()), (Some(id), 3, "Warehouse"));
    assert_eq!(found.actor().to_string(), format!("token:{id}"));
    assert_eq!(found.proof_until_at, None);
    assert_eq!(reaches(), of(&[Permission::OrdersRead, Permission::Packing]));
    shop.exec("UPDATE staff SET role_id = 5 WHERE id = 3");
    assert_eq!(reaches(), of(&[Permission::OrdersRead]), "the accountant packs nothing");
    shop.exec("UPDATE staff SET role_id = 1 WHERE id = 3");
    assert_eq!(reaches(), of(&[Permission::OrdersRead, Permission::Packing]), "and no more than it was given");
    shop.exec("UPDATE staff SET disabled_at = 1 WHERE id = 3");
    assert_eq!(reaches(), None);
    let state = || shop.write(|tx| calls::list_all(tx, shop.owner().client.now()))[0].state;
    assert_eq!(state(), TokenState::MakerDisabled);
    shop.exec("UPDATE staff SET disabled_at = NULL WHERE id = 3");
    assert_eq!(state(), TokenState::InForce);
    let owner = shop.owner();
    shop.write(|tx| calls::revoke(tx, &owner, IdArgs { id }));
    assert_eq!((reaches(), state()), (None, TokenState::Revoked));
    assert_eq!(refused(&shop, |tx| calls::revoke(tx, &owner, IdArgs { id })), message::TOKEN_ENDED.id);
    assert_eq!(refused(&shop, |tx| calls::revoke(tx, &owner, IdArgs { id: 99 })), message::TOKEN_NOT_FOUND.id);
}

#[test]
fn token_ends_with_its_last_day() {
    let shop = shop();
    let (id, secret) = token(&shop, 1, &[Permission::OrdersRead]);
    let at = |text: &str| text.parse().expect("a moment");
    let found = |now| shop.write(|tx| acting::identify(tx, &secret, now)).is_some();
    // The shop is in Paris.
    assert!(found(at("2027-01-31T22:59:59Z")) && !found(at("2027-01-31T23:00:00Z")));
    assert!(shop.write(|tx| acting::acting(tx, id, at("2027-01-31T22:59:59Z"))).is_some());
    assert!(shop.write(|tx| acting::acting(tx, id, at("2027-01-31T23:00:00Z"))).is_none());
}

#[test]
fn wrong_fields_and_rights_are_refused() {
    let shop = shop();
    let manager = member(&shop, 1).expect("an owner");
    let create = |member: &StaffMember, args: CreateArgs| {
        let error = shop.connection.write(|tx| calls::create(tx, member, args)).expect_err("a refusal");
        let refusal = error.refusal().expect("a refusal").clone();
        let fields: Vec<(String, &str)> = refusal.fields.into_iter().map(|(name, fault)| (name, fault.id)).collect();
        if fields.is_empty() { vec![(String::new(), refusal.message.id)] } else { fields }
    };
    let field = |name: &str, message: message::MessageDef| vec![(name.to_owned(), message.id)];
    let good = args(&[Permission::OrdersRead]);
    let today = "2026-11-21";
    assert!(manager.client.now().to_string().starts_with(today), "the fixture's day");
    for (wrong, expected) in [
        (CreateArgs { name: " ".into(), ..good.clone() }, field("name", message::TOKEN_NAME_EMPTY)),
        (CreateArgs { name: "x".repeat(61), ..good.clone() }, field("name", message::FIELD_TOO_LONG)),
        (CreateArgs { permissions: vec![], ..good.clone() }, field("permissions", message::STAFF_RIGHTS_EMPTY)),
        (args(&[Permission::StaffManage]), field("permissions", message::TOKEN_NOT_FOR_PROGRAMS)),
        (CreateArgs { ends_on: "soon".into(), ..good.clone() }, field("ends_on", message::TOKEN_DAY_UNREADABLE)),
        (
            CreateArgs { ends_on: "2026-11-20".into(), ..good.clone() },
            field("ends_on", message::TOKEN_DAY_OUT_OF_RANGE),
        ),
        (
            CreateArgs { ends_on: "2027-11-22".into(), ..good.clone() },
            field("ends_on", message::TOKEN_DAY_OUT_OF_RANGE),
        ),
    ] {
        assert_eq!(create(&manager, wrong), expected);
    }
    for day in [today, "2027-11-21"] {
        shop.write(|tx| calls::create(tx, &manager, CreateArgs { ends_on: day.into(), ..good.clone() }));
        // Each call has random bytes of its own.
        shop.exec("UPDATE api_token SET secret_hash = randomblob(32)");
    }
    let packer = member(&shop, 3).expect("somebody");
    let beyond = create(&packer, args(&[Permission::Bank]));
    assert_eq!(beyond, field("", message::STAFF_GRANTS_MORE));
    for _ in 2..MOST {
        shop.exec(
            "INSERT INTO api_token (name, secret_hash, staff_id, created_at, expires_at)
             VALUES ('x', randomblob(32), 1, 0, 9e15)",
        );
    }
    assert_eq!(create(&manager, good), field("", message::TOKEN_TOO_MANY));
}

#[test]
fn ended_tokens_are_deleted_with_delay_and_their_ids_never_given_again() {
    let shop = shop();
    let (id, _) = token(&shop, 1, &[Permission::OrdersRead]);
    let (other, _) = token(&shop, 2, &[Permission::OrdersRead]);
    let now = shop.owner().client.now();
    shop.exec(&format!("UPDATE api_token SET revoked_at = {} WHERE id = {other}", now.as_millisecond()));
    let delete = |before| shop.write(|tx| store::delete_ended(tx, before, 10));
    assert_eq!(delete(now), 0, "revoked at that moment");
    assert_eq!(delete(now + SignedDuration::from_millis(1)), 1);
    assert_eq!(shop.count("api_token_permission"), 1);
    let end = "2027-01-31T23:00:00Z".parse().expect("a moment");
    assert_eq!((delete(end), delete(end + SignedDuration::from_millis(1))), (0, 1));
    assert!(token(&shop, 3, &[Permission::OrdersRead]).0 > id.max(other));
}

#[test]
fn tokens_that_end_soon_are_a_duty_if_a_program_uses_them() {
    let shop = shop();
    let (id, _) = token(&shop, 1, &[Permission::OrdersRead]);
    let at = |text: &str| text.parse().expect("a moment");
    let ending = |now| shop.write(|tx| acting::list_ending(tx, now)).len();
    let soon = at("2027-01-17T23:00:00Z");
    assert_eq!(ending(soon), 0, "never used");
    shop.write(|tx| acting::touch(tx, id, "abcd1234", at("2027-01-10T00:00:00Z")));
    assert_eq!((ending(soon), ending(soon - SignedDuration::from_millis(1))), (1, 0));
    assert_eq!(ending(at("2027-01-31T23:00:00Z")), 0, "it has ended");
    shop.exec("UPDATE api_token SET last_used_at = 1");
    assert_eq!(ending(soon), 0, "not used for long");
    shop.write(|tx| acting::touch(tx, id, "abcd1234", soon));
    shop.exec("UPDATE api_token SET revoked_at = 1");
    assert_eq!(ending(soon), 0);
}

#[test]
fn calls_for_programs_need_no_person() {
    let api = app::console_api();
    let nouns = ["passkey/", "staff/", "saved_view/", "token/", "duty/mention_done"];
    let own = |path: &str| nouns.iter().any(|noun| path.starts_with(noun));
    for call in api.paths() {
        let is_open = call.is_for_programs();
        assert!(!(is_open && call.needs_proof), "{}", call.path);
        // Only what people alone may do, or look at, under these nouns.
        let is_list_of_people = call.path == "staff/people";
        let needs_person = call.needs_proof
            || matches!(call.access, Access::Staff(Some(permission)) if permission.needs_person() && !own(call.path));
        assert_eq!(is_open, !needs_person && (!own(call.path) || is_list_of_people), "{}", call.path);
    }
    // A right that programs may have opens at least one call to them.
    for permission in Permission::ALL {
        let of = |call: &&crate::call::Call| call.access == Access::Staff(Some(permission));
        let (open, all) =
            (api.paths().filter(of).filter(|call| call.is_for_programs()).count(), api.paths().filter(of).count());
        assert_eq!(open > 0, all > 0 && !permission.needs_person(), "{permission}");
    }
}

#[test]
fn tokens_are_found_by_an_index() {
    let shop = shop();
    let (id, secret) = token(&shop, 1, &[Permission::OrdersRead]);
    with_statistics(&shop.connection);
    let now = shop.owner().client.now();
    assert_indexed(&shop.connection, |tx| acting::identify(tx, &secret, now));
    assert_indexed(&shop.connection, |tx| acting::list_ending(tx, now));
    assert_indexed(&shop.connection, |tx| acting::touch(tx, id, "abcd1234", now));
    assert_indexed(&shop.connection, |tx| store::names(tx, &[id]));
    assert_indexed(&shop.connection, |tx| store::delete_ended(tx, now, 10));
}

/// One change of people, roles or tokens, as somebody asks for it.
#[derive(Debug, Clone)]
enum Step {
    AddRole(Vec<Permission>),
    ChangeRole(i64, Vec<Permission>),
    DeleteRole(i64),
    SetRole(i64, i64),
    Disable(i64),
    Enable(i64),
    CreateToken(Vec<Permission>),
}

fn step() -> impl Strategy<Value = (i64, Step)> {
    let some = || proptest::sample::subsequence(Permission::ALL.to_vec(), 0..=Permission::ALL.len());
    let (person, role) = (|| 1_i64..=3, || 1_i64..=12);
    let step = prop_oneof![
        some().prop_map(Step::AddRole),
        (role(), some()).prop_map(|(id, to)| Step::ChangeRole(id, to)),
        role().prop_map(Step::DeleteRole),
        (person(), role()).prop_map(|(id, role)| Step::SetRole(id, role)),
        person().prop_map(Step::Disable),
        person().prop_map(Step::Enable),
        some().prop_map(Step::CreateToken),
    ];
    (person(), step)
}

/// Takes a step as a person who manages people takes it; false if it is refused.
fn take(shop: &Shop, actor: &StaffMember, number: usize, step: Step) -> bool {
    let actor = &StaffMember {
        client: crate::call::Client { random: [u8::try_from(number).expect("few steps"); 32], ..actor.client.clone() },
        who: actor.who.clone(),
    };
    let version = |tx: &mut dyn Tx, id: i64| {
        let all = people::list(tx, actor, NoArgs {})?;
        Ok::<_, crate::error::Error>(all.roles.iter().find(|role| role.id == id).map_or(0, |role| role.version))
    };
    let seen = |tx: &mut dyn Tx, id: i64| {
        let all = people::list(tx, actor, NoArgs {})?;
        let person = all.people.into_iter().find(|person| person.id == id);
        Ok::<_, crate::error::Error>(person.map(|person| person.version).unwrap_or_default())
    };
    let taken = shop.connection.write(|tx| {
        match step {
            Step::AddRole(permissions) => {
                let args = staff_types::AddRoleArgs { name: format!("Role {number}"), permissions };
                drop(roles::add(tx, actor, args)?);
            }
            Step::ChangeRole(id, permissions) => {
                let version = version(tx, id)?;
                let args = staff_types::ChangeRoleArgs { id, version, name: format!("Role {number}"), permissions };
                drop(roles::change(tx, actor, args)?);
            }
            Step::DeleteRole(id) => {
                let version = version(tx, id)?;
                drop(roles::delete(tx, actor, staff_types::DeleteRoleArgs { id, version })?);
            }
            Step::SetRole(id, role_id) => {
                let version = seen(tx, id)?;
                drop(people::set_role(tx, actor, staff_types::SetRoleArgs { id, version, role_id })?);
            }
            Step::Disable(id) => {
                let version = seen(tx, id)?;
                drop(people::disable(tx, actor, staff_types::DisableArgs { id, version })?);
            }
            Step::Enable(id) => drop(people::enable(tx, actor, staff_types::IdArgs { id })?),
            Step::CreateToken(permissions) => drop(calls::create(tx, actor, args(&permissions))?),
        }
        Ok(())
    });
    match taken {
        Ok(()) => true,
        Err(error) => {
            assert!(error.refusal().is_some(), "{error}");
            false
        }
    }
}

/// Permissions of each role, by id.
fn all_roles(shop: &Shop) -> std::collections::BTreeMap<i64, Permissions> {
    let listed = shop.write(roles::list_for_command);
    listed.into_iter().map(|role| (role.id, role.permissions)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever people do to roles, people and tokens, nobody gives more than they hold at that moment, each program reaches no
    /// more than its maker holds, and an owner who can come in is left.
    #[test]
    fn nobody_gives_more_than_they_hold(steps in proptest::collection::vec(step(), 1..24)) {
        let shop = shop();
        // Whoever may come in manages people, and so do roles of the house's own, or nothing would happen.
        shop.exec("INSERT INTO staff_role_permission (role_id, permission) VALUES (2, 'staff_manage'), (4, 'staff_manage')");
        for (number, (actor, step)) in steps.into_iter().enumerate() {
            let Some(actor) = member(&shop, actor) else { continue };
            if !actor.who.permissions.contains(&Permission::StaffManage) {
                continue;
            }
            let held = &actor.who.permissions;
            let before = all_roles(&shop);
            let people_before: Vec<Option<SignedIn>> = (1..=3).map(|id| member(&shop, id).map(|one| one.who)).collect();
            let was_taken = take(&shop, &actor, number, step.clone());
            let after = all_roles(&shop);
            if !was_taken {
                prop_assert_eq!(&before, &after);
            }
            for (id, permissions) in &after {
                if before.get(id) != Some(permissions) {
                    prop_assert!(permissions.is_subset(held), "{step:?}");
                    prop_assert!(before.get(id).is_none_or(|was| was.is_subset(held)), "{step:?}");
                }
            }
            for (id, was) in (1..=3).zip(people_before) {
                let is = member(&shop, id).map(|one| one.who);
                if is != was {
                    let reach = |who: Option<SignedIn>| who.map(|who| who.permissions).unwrap_or_default();
                    prop_assert!(reach(is).union(&reach(was)).all(|one| held.contains(one)), "{step:?}");
                }
            }
            let now = actor.client.now();
            for token in shop.write(|tx| calls::list_all(tx, now)) {
                let program = shop.write(|tx| acting::acting(tx, token.id, now));
                let Some(program) = program else {
                    prop_assert!(token.reaches.is_empty());
                    continue;
                };
                let maker = member(&shop, program.staff_id).expect("who may come in").who;
                prop_assert!(program.permissions.is_subset(&maker.permissions));
                prop_assert!(program.permissions.iter().all(|one| !one.needs_person()));
                prop_assert_eq!(program.permissions.into_iter().collect::<Vec<_>>(), token.reaches);
            }
            let owners = (1..=3).filter_map(|id| member(&shop, id)).filter(|one| one.who.role_name == people::OWNER);
            prop_assert!(owners.count() > 0, "{step:?}");
        }
    }
}
