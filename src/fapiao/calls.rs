//! The fapiao's calls, one function a path.

use super::store;
use super::types::{CreateArgs, Fapiao, Kind, Request, ViewArgs};
use crate::call::{Member, View};
use crate::db::Tx;
use crate::domain::order_status::OrderStatus;
use crate::domain::store_view::Lang;
use crate::domain::validate::{self, LineMessages};
use crate::error::{FieldMessages, Result, check_fields, refuse};
use crate::message::{self, Message, MessageDef};
use crate::order::{self, Order};

/// Maximum length of the name of a business or a bank, and of a registered address.
const NAME_MAX: usize = 100;
const ADDRESS_MAX: usize = 200;

/// State of the fapiao of one of the customer's orders.
pub fn view(tx: &mut dyn Tx, member: &Member, args: ViewArgs) -> Result<Fapiao> {
    let order = own_order(tx, member, &args.order_number)?;
    state(tx, &member.visitor.view, &order)
}

/// Requests the fapiao of one of the customer's orders, or declines it.
pub fn create(tx: &mut dyn Tx, member: &Member, args: CreateArgs) -> Result<Fapiao> {
    let order = own_order(tx, member, &args.order_number)?;
    let before = state(tx, &member.visitor.view, &order)?;
    if !before.offered {
        return Err(refuse(message::FAPIAO_NOT_OFFERED));
    }
    if before.request.is_some_and(|request| request.kind != Kind::None) {
        return Err(refuse(message::FAPIAO_ALREADY));
    }
    if is_undone(&order) {
        return Err(refuse(message::FAPIAO_CANCELED));
    }
    let request = check(&args)?;
    store::save(tx, order.id, &request, member.visitor.now())?;
    let done = if request.kind == Kind::None { message::FAPIAO_DECLINED } else { message::FAPIAO_REQUESTED };
    Ok(Fapiao { message: Some(done.into()), ..state(tx, &member.visitor.view, &order)? })
}

fn own_order(tx: &mut dyn Tx, member: &Member, number: &str) -> Result<Order> {
    let number = validate::trim(number);
    if number.is_empty() {
        return Err(refuse(message::ORDER_NUMBER_EMPTY));
    }
    order::find_own(tx, member.customer_id, number)?.ok_or_else(|| refuse(message::ORDER_NOT_FOUND))
}

fn state(tx: &mut dyn Tx, view: &View, order: &Order) -> Result<Fapiao> {
    let offered = view.stores.speaks(Lang::Zh) && order.lang == Lang::Zh;
    let request = store::find(tx, order.id)?;
    let is_requested = request.as_ref().is_some_and(|request| request.kind != Kind::None);
    Ok(Fapiao {
        order_number: order.number.clone(),
        offered,
        can_request: offered && !is_requested && !is_undone(order),
        request,
        message: None,
    })
}

/// Whether the order is canceled or refunded, and so needs no invoice.
fn is_undone(order: &Order) -> bool {
    matches!(order.status, OrderStatus::Canceled | OrderStatus::Closed)
}

/// Checks the fields that the type requires (specification §3 and §5); drops the others.
fn check(args: &CreateArgs) -> Result<Request> {
    let mut fields = FieldMessages::new();
    let Some(kind) = Kind::from_code(validate::trim(&args.kind)) else {
        fields.insert("type".into(), message::FAPIAO_TYPE.into());
        check_fields(fields)?;
        return Err(refuse(message::FAPIAO_TYPE));
    };
    let mut request = Request { kind, ..Request::default() };
    let mut keep = |field: &str, checked: Result<String, Message>| {
        checked.map_err(|fault| fields.insert(field.to_owned(), fault)).unwrap_or_default()
    };
    let is_named = !validate::trim(&args.business_name).is_empty();
    if matches!(kind, Kind::Business | Kind::Vat) || (kind == Kind::Electronic && is_named) {
        request.business_name =
            keep("business_name", line(&args.business_name, NAME_MAX, message::BUSINESS_NAME_EMPTY));
        request.tax_id = keep("tax_id", validate::credit_code(&args.tax_id));
    }
    if kind == Kind::Vat {
        request.registered_address =
            keep("registered_address", line(&args.registered_address, ADDRESS_MAX, message::REGISTERED_ADDRESS_EMPTY));
        request.registered_phone = keep("registered_phone", validate::phone(&args.registered_phone));
        request.bank_name = keep("bank_name", line(&args.bank_name, NAME_MAX, message::BANK_NAME_EMPTY));
        request.bank_account = keep("bank_account", validate::bank_account(&args.bank_account));
    }
    check_fields(fields)?;
    Ok(request)
}

fn line(input: &str, max: usize, empty: MessageDef) -> Result<String, Message> {
    let messages = LineMessages {
        empty: Some(empty),
        too_long: message::FIELD_TOO_LONG,
        bad_characters: message::FIELD_BAD_CHARACTERS,
    };
    validate::line(input, max, messages)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn args(kind: &str) -> CreateArgs {
        CreateArgs { kind: kind.into(), ..CreateArgs::default() }
    }

    fn faults(args: &CreateArgs) -> Vec<(String, &'static str)> {
        let error = check(args).expect_err("refused");
        let fields = &error.refusal().expect("a refusal").fields;
        fields.iter().map(|(field, message)| (field.clone(), message.id)).collect()
    }

    fn complete() -> CreateArgs {
        CreateArgs {
            business_name: " 湖畔酒店管理有限公司 ".into(),
            tax_id: "91310000ma1k35x12y".into(),
            registered_address: "上海市静安区南京西路1266号".into(),
            registered_phone: "021-6288 0000".into(),
            bank_name: "中国银行静安支行".into(),
            bank_account: "4355 8888 0000 1234".into(),
            ..args("vat")
        }
    }

    #[test]
    fn each_type_requires_its_own_fields() {
        for kind in ["personal", "none", "electronic"] {
            assert!(check(&args(kind)).is_ok(), "{kind}");
        }
        let names = |kind: &str| faults(&args(kind)).into_iter().map(|(field, _)| field).collect::<Vec<_>>();
        assert_eq!(names("business"), ["business_name", "tax_id"]);
        assert_eq!(
            names("vat"),
            ["bank_account", "bank_name", "business_name", "registered_address", "registered_phone", "tax_id"]
        );
        let named = CreateArgs { business_name: "湖畔".into(), ..args("electronic") };
        assert_eq!(faults(&named), [("tax_id".to_owned(), "fapiao.credit_code_empty")]);
        assert_eq!(faults(&args("")), [("type".to_owned(), "fapiao.type")]);
        assert_eq!(faults(&args("VAT")), [("type".to_owned(), "fapiao.type")]);
    }

    #[test]
    fn stored_fields_are_normalised_and_limited_to_the_type() {
        let vat = check(&complete()).expect("complete");
        assert_eq!(vat.business_name, "湖畔酒店管理有限公司");
        assert_eq!((vat.tax_id.as_str(), vat.registered_phone.as_str()), ("91310000MA1K35X12Y", "02162880000"));
        assert_eq!(vat.bank_account, "4355888800001234");
        let business = check(&CreateArgs { kind: "business".into(), ..complete() }).expect("complete");
        assert_eq!((business.bank_account.as_str(), business.registered_address.as_str()), ("", ""));
        let personal = check(&CreateArgs { kind: "personal".into(), ..complete() }).expect("complete");
        assert_eq!((personal.business_name.as_str(), personal.tax_id.as_str()), ("", ""));
    }

    proptest! {
        #[test]
        fn check_never_panics(
            kind in "personal|business|electronic|vat|none|\\PC{0,8}", name in "\\PC{0,120}", code in "[0-9A-Za-z -]{0,24}|\\PC{0,24}",
            account in "[0-9 -]{0,40}|\\PC{0,20}",
        ) {
            let typed = CreateArgs { kind, business_name: name, tax_id: code, bank_account: account, ..complete() };
            if let Ok(kept) = check(&typed) {
                prop_assert!(matches!(kept.tax_id.len(), 0 | 15 | 18 | 20));
                prop_assert!(kept.bank_account.bytes().all(|b| b.is_ascii_digit()));
            }
        }
    }
}
