//! Roles of the house's own: made, changed and deleted in the console and by commands, never beyond what somebody holds.

use serde_json::{Value, json};

use crate::support::house::{House, Person, open, refused};

fn people(house: &House, person: &mut Person) -> Value {
    house.call(person, "staff/people", &json!({}))
}

/// The role of this name, as lists show it.
fn named(people: &Value, name: &str) -> Value {
    let mut roles = people["roles"].as_array().unwrap().iter();
    roles.find(|role| role["name"] == name).unwrap_or_else(|| panic!("no role {name}: {people}")).clone()
}

/// Makes a role; answers it.
fn add(house: &House, person: &mut Person, name: &str, permissions: &[&str]) -> Value {
    named(&house.call(person, "staff/add_role", &json!({ "name": name, "permissions": permissions })), name)
}

/// The arguments of a change of a role.
fn change(role: &Value, name: &str, permissions: &[&str]) -> Value {
    json!({ "id": role["id"], "version": role["version"], "name": name, "permissions": permissions })
}

fn give(house: &House, owner: &mut Person, person: &Person, role: &Value) {
    let given = house.seen(owner, person.id, json!({ "role_id": role["id"] }));
    house.call(owner, "staff/set_role", &given);
}

/// Permissions that a person's next call has.
fn rights(house: &House, person: &mut Person) -> Value {
    house.call(person, "staff/session", &json!({}))["signed_in"]["permissions"].clone()
}

#[test]
fn no_invitation_brings_back_a_role_that_was_taken() {
    let house = open();
    let mut owner = house.owner();
    let ben = house.person("ben@example.com", "owner");
    let secret = house.invited(&ben.email, "owner");
    let roles = people(&house, &mut owner);
    give(&house, &mut owner, &ben, &named(&roles, "packing"));
    let mut stranger = house.shop.visitor();
    let ended = refused(&mut stranger, &house.shop, "staff/invitation", &json!({ "secret": secret }));
    assert_eq!(ended, "staff.invitation_ended");
    let secret = house.invited(&ben.email, "packing");
    let disabled = house.seen(&mut owner, ben.id, json!({}));
    house.call(&mut owner, "staff/disable", &disabled);
    let ended = refused(&mut stranger, &house.shop, "staff/invitation", &json!({ "secret": secret }));
    assert_eq!(ended, "staff.invitation_ended");
}

#[test]
fn role_is_made_given_changed_and_deleted_and_takes_force_at_the_next_call() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "packing");
    let typed = json!({ "name": " Night  porter ", "permissions": ["orders_read", "packing"] });
    let role = named(&house.call(&mut owner, "staff/add_role", &typed), "Night porter");
    assert_eq!(
        (&role["is_builtin"], &role["version"], &role["people"], &role["permissions"]),
        (&json!(false), &json!(1), &json!(0), &json!(["orders_read", "packing"]))
    );
    give(&house, &mut owner, &bob, &role);
    assert_eq!(rights(&house, &mut bob), json!(["orders_read", "packing"]));
    assert_eq!(house.refused(&mut bob, "bank/lines", &json!({ "statement_id": 1 })), "staff.not_allowed");
    let changed = house.call(&mut owner, "staff/change_role", &change(&role, "Night desk", &["bank"]));
    let changed = named(&changed, "Night desk");
    assert_eq!((&changed["id"], &changed["version"], &changed["people"]), (&role["id"], &json!(2), &json!(1)));
    assert_eq!(rights(&house, &mut bob), json!(["bank"]));
    house.call(&mut bob, "bank/statements", &json!({}));
    assert_eq!(house.refused(&mut bob, "order/list", &json!({})), "staff.not_allowed");
    // Not while somebody has it, or is invited to it; the refusal says who.
    let invited = json!({ "email": "cleo@example.com", "role_id": role["id"] });
    house.call(&mut owner, "staff/invite", &invited);
    let gone = json!({ "id": role["id"], "version": 2 });
    let answer = crate::support::house::post(&mut owner.browser, &house.shop, "staff/delete_role", &gone).json();
    assert_eq!(answer["error"]["id"], "role.in_use");
    assert_eq!(answer["error"]["params"]["names"], "Ada King, cleo@example.com");
    let packing = named(&people(&house, &mut owner), "packing");
    give(&house, &mut owner, &bob, &packing);
    let invitations = people(&house, &mut owner)["invitations"].clone();
    let invitation = invitations.as_array().unwrap().iter().find(|one| one["email"] == "cleo@example.com").unwrap();
    house.call(&mut owner, "staff/withdraw_invitation", &json!({ "id": invitation["id"] }));
    let left = house.call(&mut owner, "staff/delete_role", &gone);
    assert!(left["roles"].as_array().unwrap().iter().all(|one| one["id"] != role["id"]));
    assert_eq!(house.refused(&mut owner, "staff/delete_role", &gone), "staff.role_unknown");
    let told: Vec<Value> = house.audit(&["--noun", "role"]);
    let read = |text: &Value| text.as_str().map_or(Value::Null, |text| serde_json::from_str(text).unwrap());
    let told: Vec<[Value; 3]> =
        told.iter().rev().map(|is| [is["call"].clone(), read(&is["before"]), read(&is["after"])]).collect();
    let porter = json!({ "name": "Night porter", "permissions": ["orders_read", "packing"] });
    let desk = json!({ "name": "Night desk", "permissions": ["bank"] });
    assert_eq!(
        told,
        [
            [json!("staff/add_role"), Value::Null, porter.clone()],
            [json!("staff/change_role"), porter, desk.clone()],
            [json!("staff/delete_role"), desk, Value::Null],
        ]
    );
}

#[test]
fn nobody_makes_or_changes_a_role_beyond_their_own() {
    let house = open();
    let mut owner = house.owner();
    let mut bob = house.person("bob@example.com", "packing");
    let head = add(&house, &mut owner, "Head of orders", &["staff_read", "staff_manage", "orders_read", "packing"]);
    give(&house, &mut owner, &bob, &head);
    let bank = add(&house, &mut owner, "Bank desk", &["bank"]);
    let small = add(&house, &mut owner, "Runner", &["packing"]);
    let add_bank = json!({ "name": "Mine", "permissions": ["packing", "bank"] });
    assert_eq!(house.refused(&mut bob, "staff/add_role", &add_bank), "staff.grants_more");
    // Neither to add what they lack nor to take away what they lack.
    let widened = change(&small, "Runner", &["packing", "bank"]);
    assert_eq!(house.refused(&mut bob, "staff/change_role", &widened), "staff.grants_more");
    let narrowed = change(&bank, "Bank desk", &["packing"]);
    assert_eq!(house.refused(&mut bob, "staff/change_role", &narrowed), "staff.grants_more");
    let gone = json!({ "id": bank["id"], "version": bank["version"] });
    assert_eq!(house.refused(&mut bob, "staff/delete_role", &gone), "staff.grants_more");
    let own = change(&head, "Head of orders", &["staff_read", "staff_manage", "orders_read", "packing", "system"]);
    assert_eq!(house.refused(&mut bob, "staff/change_role", &own), "staff.grants_more");
    house.call(&mut bob, "staff/change_role", &change(&small, "Runner", &["orders_read", "packing"]));
    let recorded = house.audit(&["--actor", &format!("staff:{}", bob.id)]);
    assert_eq!(recorded.iter().filter(|entry| entry["outcome"] == "refused").count(), 5);
    // Whose role shrinks in the middle is asked again at the next call.
    house.call(&mut owner, "staff/change_role", &change(&head, "Head of orders", &["staff_read", "orders_read"]));
    assert_eq!(house.refused(&mut bob, "staff/add_role", &add_bank), "staff.not_allowed");
    // What they had invited to is asked again as well: see `staff::invitation`.
}

#[test]
fn built_in_roles_and_the_last_owner_stay() {
    let house = open();
    let mut owner = house.owner();
    let all = people(&house, &mut owner);
    for name in ["owner", "manager", "support"] {
        let role = named(&all, name);
        let changed = change(&role, "Other", &["packing"]);
        assert_eq!(house.refused(&mut owner, "staff/change_role", &changed), "role.builtin", "{name}");
        let gone = json!({ "id": role["id"], "version": role["version"] });
        assert_eq!(house.refused(&mut owner, "staff/delete_role", &gone), "role.builtin", "{name}");
    }
    // A copy of the owner's role holds as much and makes no owner.
    let rights: Vec<&str> = all["permissions"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    let copy = add(&house, &mut owner, "Second in command", &rights);
    let step_down = json!({ "id": owner.id, "role_id": copy["id"] });
    assert_eq!(house.refused(&mut owner, "staff/set_role", &step_down), "staff.last_owner");
    let mut bob = house.person("bob@example.com", "packing");
    give(&house, &mut owner, &bob, &copy);
    assert_eq!(house.refused(&mut owner, "staff/set_role", &step_down), "staff.last_owner");
    // Nor can whoever holds it make one, or touch one.
    let owners = named(&all, "owner")["id"].clone();
    for (path, args) in [
        ("staff/set_role", json!({ "id": bob.id, "role_id": owners })),
        ("staff/invite", json!({ "email": "cleo@example.com", "role_id": owners })),
        ("staff/disable", json!({ "id": owner.id })),
    ] {
        assert_eq!(house.refused(&mut bob, path, &args), "staff.grants_more", "{path}");
    }
    let disabled = json!({ "id": owner.id });
    assert_eq!(house.refused(&mut owner, "staff/disable", &disabled), "staff.last_owner");
}

#[test]
fn names_and_rights_are_checked_and_names_told_apart_without_case() {
    let house = open();
    let mut owner = house.owner();
    let fields = |owner: &mut Person, name: &str, permissions: &[&str]| -> Value {
        let args = json!({ "name": name, "permissions": permissions });
        let answer = crate::support::house::post(&mut owner.browser, &house.shop, "staff/add_role", &args).json();
        assert_eq!(answer["code"], "0", "{answer}");
        let fields = answer["error"]["field_messages"].as_object().unwrap();
        fields
            .iter()
            .map(|(field, message)| (field.clone(), message["id"].clone()))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    assert_eq!(fields(&mut owner, " ", &[]), json!({ "name": "role.name_empty", "permissions": "staff.rights_empty" }));
    assert_eq!(fields(&mut owner, &"x".repeat(41), &["packing"]), json!({ "name": "form.too_long" }));
    assert_eq!(fields(&mut owner, "a<b", &["packing"]), json!({ "name": "form.bad_characters" }));
    assert_eq!(fields(&mut owner, "OWNER", &["packing"]), json!({ "name": "role.name_taken" }));
    let role = add(&house, &mut owner, "Élan", &["packing"]);
    assert_eq!(fields(&mut owner, "éLAN", &["packing"]), json!({ "name": "role.name_taken" }));
    // One's own name in another case is no clash.
    house.call(&mut owner, "staff/change_role", &change(&role, "ÉLAN", &["packing"]));
    for n in 1..50 {
        house
            .shop
            .database()
            .exec("INSERT INTO staff_role (name, is_builtin) VALUES ($1, 0)", shop::vals![format!("r{n}")])
            .unwrap();
    }
    let full = json!({ "name": "One more", "permissions": ["packing"] });
    assert_eq!(house.refused(&mut owner, "staff/add_role", &full), "role.too_many");
}

#[test]
fn two_people_change_one_role_and_the_second_is_told() {
    let house = open();
    let mut owner = house.owner();
    let mut other = house.person("other@example.com", "owner");
    let role = add(&house, &mut owner, "Runner", &["packing"]);
    house.call(&mut other, "staff/change_role", &change(&role, "Runner", &["packing", "orders_read"]));
    let late = change(&role, "Sprinter", &["packing", "bank"]);
    assert_eq!(house.refused(&mut owner, "staff/change_role", &late), "role.changed_meanwhile");
    let gone = json!({ "id": role["id"], "version": role["version"] });
    assert_eq!(house.refused(&mut owner, "staff/delete_role", &gone), "role.changed_meanwhile");
    let now = named(&people(&house, &mut owner), "Runner");
    assert_eq!(now["permissions"], json!(["orders_read", "packing"]), "nothing of the first is lost");
    house.call(&mut owner, "staff/change_role", &change(&now, "Sprinter", &["packing", "bank"]));
}

#[test]
fn changes_of_roles_need_fresh_proof() {
    let house = open();
    let mut owner = house.owner();
    let role = add(&house, &mut owner, "Runner", &["packing"]);
    house.pass(jiff::SignedDuration::from_mins(6));
    let add = json!({ "name": "Other", "permissions": ["packing"] });
    assert_eq!(house.refused(&mut owner, "staff/add_role", &add), "staff.proof_required");
    assert_eq!(
        house.refused(&mut owner, "staff/change_role", &change(&role, "X", &["packing"])),
        "staff.proof_required"
    );
    let gone = json!({ "id": role["id"], "version": 1 });
    assert_eq!(house.refused(&mut owner, "staff/delete_role", &gone), "staff.proof_required");
}

#[test]
fn commands_list_make_change_and_remove_roles() {
    let house = open();
    let shop = &house.shop;
    shop.output(&["staff", "role", "add", "Runner", "--like", "packing", "--permission", "bank"]);
    let roles = shop.operator(&["staff", "roles"]);
    let runner = |roles: &Value| {
        let found = roles.as_array().unwrap().iter().find(|role| role["is_builtin"] == false);
        found.map(|role| (role["name"].clone(), role["permissions"].clone()))
    };
    let rights = json!(["orders_read", "packing", "bank", "stock_change"]);
    assert_eq!(runner(&roles), Some((json!("Runner"), rights.clone())));
    shop.output(&["staff", "role", "set", "runner", "--rename", "Porter"]);
    assert_eq!(runner(&shop.operator(&["staff", "roles"])), Some((json!("Porter"), rights)));
    shop.output(&["staff", "role", "set", "Porter", "--permission", "packing"]);
    assert_eq!(runner(&shop.operator(&["staff", "roles"])), Some((json!("Porter"), json!(["packing"]))));
    assert!(
        shop.command_error(&["staff", "role", "set", "owner", "--permission", "packing"]).contains("stay as they are")
    );
    let (code, _, error) = shop.command(&["staff", "role", "add", "x", "--permission", "fly"]);
    assert!(code == Some(2) && error.contains("orders_read"), "{error}");
    house.invited("porter@example.com", "PORTER");
    let error = shop.command_error(&["staff", "role", "remove", "Porter"]);
    assert!(error.contains("porter@example.com"), "{error}");
    // An invitation that has ended holds nothing.
    shop.database().exec("UPDATE staff_invitation SET expires_at = 1", shop::vals![]).unwrap();
    shop.output(&["staff", "role", "remove", "Porter"]);
    assert_eq!(runner(&shop.operator(&["staff", "roles"])), None);
    let told: Vec<Value> = house.audit(&["--noun", "role"]).iter().rev().map(|entry| entry["call"].clone()).collect();
    assert_eq!(json!(told), json!(["staff role add", "staff role set", "staff role set", "staff role remove"]));
}

#[test]
fn whom_the_asker_makes_an_owner_does_not_agree_to_where_money_goes() {
    let house = open();
    let mut owner = house.owner();
    let mut second = house.person("second@example.com", "owner");
    let mut clerk = house.person("clerk@example.com", "packing");
    let list = house.call(&mut owner, "setting/list", &json!({}));
    let settings = list["sections"].as_array().unwrap().iter().flat_map(|one| one["settings"].as_array().unwrap());
    let iban = settings.clone().find(|one| one["key"] == "payment.bank_transfer.iban").unwrap();
    let edit = json!({ "key": iban["key"], "seen": iban["value"], "value": "DE89370400440532013000" });
    let saved = house.call(&mut owner, "setting/save", &json!({ "edits": [edit] }));
    let id = json!({ "id": saved["waiting"][0]["id"] });
    let roles = people(&house, &mut owner);
    give(&house, &mut owner, &clerk, &named(&roles, "owner"));
    let seen = house.call(&mut clerk, "setting/list", &json!({}));
    assert_eq!(seen["waiting"][0]["may_agree"], false);
    assert_eq!(house.refused(&mut clerk, "setting/agree", &id), "setting.new_owner");
    let mut invited = house.person("invited@example.com", "owner");
    assert_eq!(house.refused(&mut invited, "setting/agree", &id), "setting.new_owner");
    let seen = house.call(&mut second, "setting/list", &json!({}));
    assert_eq!(seen["waiting"][0]["may_agree"], true);
    house.call(&mut second, "setting/agree", &id);
}

#[test]
fn who_may_book_and_not_refund_books_no_more_than_is_owed() {
    let house = open();
    let mut owner = house.owner();
    let mut clerk = house.person("clerk@example.com", "packing");
    let role = add(&house, &mut owner, "Till", &["bank", "orders_read"]);
    give(&house, &mut owner, &clerk, &role);
    let placed = house.shop.visitor().place("TOW-GAN", 1, "bank_transfer");
    let number = placed["order_number"].as_str().unwrap();
    let version = house.call(&mut clerk, "order/show", &json!({ "number": number }))["version"].clone();
    let pay = |amount: &str| {
        json!({ "number": number, "version": version, "amount": amount, "method": "bank_transfer", "reference": "",
                "value_date": "2026-11-20", "again": false })
    };
    assert_eq!(house.refused(&mut clerk, "order/pay", &pay("5000.00")), "staff.not_allowed");
    assert_eq!(house.refused(&mut clerk, "order/pay", &pay("1000000.01")), "order.amount_too_high");
    house.call(&mut clerk, "order/pay", &pay("3.00"));
}
