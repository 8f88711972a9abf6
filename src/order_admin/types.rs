//! Arguments and answers of the calls about orders. Amounts are in the order's currency, times RFC 3339.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::types::DeliveryWindow;
use crate::deed::types::Deed;
use crate::domain::money::{Amount, Currency, Percent};
use crate::domain::order_status::{OFFLINE, OrderStatus, PaymentMethod};
use crate::domain::shipping::ShippingMethod;
use crate::domain::store_view::Lang;
use crate::domain::totals::Totals;
use crate::invoice::InvoiceKind;
use crate::message::Message;
use crate::order::{Address, ChangeKind, Channel};
use crate::payment::State as AttemptState;
use crate::payment::store::RefundState;
use crate::region::Country;
use crate::staff::types::Mentioned;

/// Arguments of `order/set_email`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderEmailArgs")]
pub struct EmailArgs {
    pub number: String,
    pub version: String,
    pub email: String,
}

/// Arguments of `order/set_addresses`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderAddressesArgs")]
pub struct AddressesArgs {
    pub number: String,
    pub version: String,
    /// Its country is the one that the order has.
    pub shipping_address: Address,
    /// Null: the same.
    pub billing_address: Option<Address>,
}

/// Arguments of `order/address_form`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderAddressFormArgs")]
pub struct AddressFormArgs {
    /// ISO 3166-1 alpha-2.
    pub country: String,
}

/// How an address of a country is written, and the countries that there are.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderAddressForm")]
pub struct AddressForm {
    pub country: Country,
    /// By id.
    pub countries: Vec<CountryName>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CountryName {
    /// ISO 3166-1 alpha-2.
    pub id: String,
    pub name: String,
}

/// Arguments of `order/remove`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderRemoveArgs")]
pub struct RemoveArgs {
    pub number: String,
    pub version: String,
    /// Pieces to be taken out.
    pub lines: Vec<LineQty>,
    /// Shipping stays as it was charged, whatever is left: it is the house that cannot deliver.
    pub keep_shipping: bool,
    pub reason: String,
}

/// Arguments of `order/plan_removal`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderPlanArgs")]
pub struct PlanArgs {
    pub number: String,
    pub lines: Vec<LineQty>,
    pub keep_shipping: bool,
}

/// What an order would become.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderPlan")]
pub struct Planned {
    pub totals: Totals,
    /// Total before less total after.
    pub difference: Amount,
    /// What goes back of what was paid.
    pub refund: Amount,
}

/// Arguments of `order/plan_carrier`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderPlanCarrierArgs")]
pub struct PlanCarrierArgs {
    pub number: String,
    /// Shipping stays as it was charged, even where a carrier is cheaper.
    pub keep_shipping: bool,
}

/// The other carriers that deliver an order to its address.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderCarrierPlans")]
pub struct CarrierPlans {
    pub items: Vec<CarrierPlanned>,
}

/// What an order would become with a carrier.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderCarrierPlan")]
pub struct CarrierPlanned {
    pub code: ShippingMethod,
    /// In the reader's language.
    pub name: String,
    /// What the carrier charges today; the house bears what is above the charge of the order.
    pub rate: Amount,
    pub delivery: DeliveryWindow,
    pub totals: Totals,
    /// What goes back of what was paid.
    pub refund: Amount,
    /// What it charges above the charge of the order, for which it can be offered to the customer; zero where it is not dearer.
    pub surcharge: Amount,
    /// What goes back of surcharges that were paid for the carrier until now.
    pub surcharges_back: Amount,
}

/// Arguments of `order/set_carrier`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderCarrierArgs")]
pub struct CarrierArgs {
    pub number: String,
    pub version: String,
    /// Code of the carrier.
    pub carrier: String,
    /// Shipping stays as it was charged, even where the carrier is cheaper.
    pub keep_shipping: bool,
    /// May be empty.
    pub reason: String,
}

/// Arguments of `order/charge_carrier`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderChargeCarrierArgs")]
pub struct ChargeCarrierArgs {
    pub number: String,
    pub version: String,
    /// Code of the carrier.
    pub carrier: String,
    /// What the customer pays, as `order/plan_carrier` answered it; another one is refused.
    pub surcharge: String,
}

/// Arguments of `order/find_goods`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderFindGoodsArgs")]
pub struct FindGoodsArgs {
    /// Of the order that they are to be added to.
    pub number: String,
    /// Words of names, options and SKUs.
    pub q: String,
}

/// Goods that were found, at most 30.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FoundGoods {
    pub items: Vec<FoundItem>,
    /// Of the order.
    pub currency: Currency,
    pub is_more: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FoundItem {
    pub sku: String,
    /// In the reader's language, as are the options.
    pub name: String,
    pub options: String,
    pub image: Option<String>,
    pub price: Amount,
    /// Pieces on sale.
    pub stock: u32,
    /// Pieces that one order can have now.
    pub most: u32,
    /// Whether it is sold where the order goes.
    pub ships_there: bool,
}

/// Pieces of an item.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ItemQty {
    pub sku: String,
    pub qty: u32,
}

/// Arguments of `order/plan_addition`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderPlanAdditionArgs")]
pub struct PlanAdditionArgs {
    pub number: String,
    pub items: Vec<ItemQty>,
    /// They travel in the first order's parcel, at no charge.
    pub ships_along: bool,
}

/// What added goods would cost.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderAdditionPlan")]
pub struct PlannedAddition {
    pub lines: Vec<AddedLine>,
    pub totals: Totals,
    /// Null where no carrier takes them.
    pub shipping_method: Option<ShippingMethod>,
    pub delivery: DeliveryWindow,
    /// The last second for which they would be held unpaid.
    pub hold_until: String,
    /// Null without a member card.
    pub points: Option<i64>,
    /// Nothing speaks against it.
    pub is_possible: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderAddedLine")]
pub struct AddedLine {
    pub sku: String,
    /// In the reader's language, as are the options.
    pub name: String,
    pub options: String,
    pub qty: u32,
    /// Pieces that can be ordered now, beside the other lines.
    pub most: u32,
    pub price: Amount,
    pub total: Amount,
    pub vat_rate: Percent,
    /// Why it cannot be ordered as it is.
    pub fault: Option<Message>,
}

/// Arguments of `order/add_goods`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderAddGoodsArgs")]
pub struct AddGoodsArgs {
    pub number: String,
    pub version: String,
    pub items: Vec<ItemQty>,
    pub ships_along: bool,
    /// As `order/plan_addition` answered it; another one is refused.
    pub total: String,
    /// A UUID, made once: the same again makes no second order.
    pub key: String,
}

/// The linked order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderAdded")]
pub struct AddedOrder {
    pub number: String,
    pub total: Amount,
    pub currency: Currency,
    /// To which the letter goes.
    pub email: String,
    /// The last second for which the goods are held unpaid; null where nothing is to be paid.
    pub hold_until: Option<String>,
}

/// Arguments of `order/unpay`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderUnpayArgs")]
pub struct UnpayArgs {
    pub number: String,
    pub version: String,
    /// Of the payment.
    pub id: i64,
    pub reason: String,
}

/// Arguments of `order/document`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderDocumentArgs")]
pub struct DocumentArgs {
    pub number: String,
    /// The number of one of its invoices or credit notes.
    pub document: String,
}

// ── A list ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Which orders are listed; what is absent or null matches all.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderListArgs")]
pub struct ListArgs {
    /// Words, each the beginning of a word, without accents and case: of number, name, company, mail, SKU, amount, tracking
    /// number or payment reference. All must match.
    pub q: String,
    pub status: Vec<OrderStatus>,
    /// `card`, `bank_transfer`, `cheque`, `wechat`, `offline`.
    pub method: Option<String>,
    /// Where it is shipped to; ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// By which way they came.
    pub channel: Option<Channel>,
    /// Only those that lie ready at the house for a week and that nobody has fetched.
    pub uncollected: bool,
    /// Placed on this day in the shop's zone or later.
    #[schemars(with = "Option<String>")]
    pub from: Option<Date>,
    /// Placed on this day or earlier.
    #[schemars(with = "Option<String>")]
    pub until: Option<Date>,
    pub sort: Sort,
    /// `after` of the page before.
    pub after: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "OrderSort")]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
}

/// A page of orders.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderPage {
    pub items: Vec<OrderRow>,
    /// `after` of the next page; null on the last.
    pub after: Option<String>,
    /// On all pages, up to 10 000.
    pub count: i64,
    /// There are more than `count`.
    pub is_more: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderRow {
    pub number: String,
    pub placed_at: String,
    pub status: OrderStatus,
    /// As it was paid, else as it is to be paid.
    pub payment_method: String,
    pub channel: Channel,
    pub shipping_method: ShippingMethod,
    /// Whom it is shipped to.
    pub name: String,
    pub email: String,
    /// Where it is shipped to; ISO 3166-1 alpha-2.
    pub country: String,
    pub pieces: u32,
    pub currency: Currency,
    pub total: Amount,
    /// The last second for which stock is held unpaid; null once it is paid or canceled.
    pub hold_until: Option<String>,
    /// Waits for the link mailed to its address, and holds no stock until then.
    pub awaiting_confirmation: bool,
}

// ── One order ───────────────────────────────────────────────────────────────────────────────────────────────────────

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "OrderShowArgs")]
pub struct ShowArgs {
    /// E.g. `2026-000123`.
    pub number: String,
}

/// An order with all that belongs to it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct OrderDetail {
    pub number: String,
    /// Names what was seen; deeds take it.
    pub version: String,
    pub placed_at: String,
    pub status: OrderStatus,
    pub hold_until: Option<String>,
    pub awaiting_confirmation: bool,
    /// In which the customer ordered.
    pub lang: Lang,
    /// Empty where there is none, or it has been erased.
    pub email: String,
    pub customer_id: Option<i64>,
    pub member_card: Option<String>,
    pub points: i64,
    pub channel: Channel,
    /// By which it was taken, or placed: a name, or `customer`.
    pub taken_by: String,
    /// How far its collection has come; null where it is sent, or is not ready.
    pub collection: Option<CollectionItem>,
    /// As it was paid, else as it is to be paid: `card`, `bank_transfer`, `cheque`, `wechat`, `offline`.
    pub payment_method: String,
    pub shipping_method: ShippingMethod,
    /// The carrier's name in the reader's language.
    pub carrier_label: String,
    /// Carriers by which parcels may be sent: those on offer, and the order's own.
    pub carriers: Vec<CarrierChoice>,
    pub delivery: DeliveryWindow,
    pub currency: Currency,
    pub totals: Totals,
    pub paid: Amount,
    /// Made or in progress.
    pub refunded: Amount,
    /// Zero once it is not pending.
    pub outstanding: Amount,
    pub shipping_address: Address,
    pub billing_address: Address,
    /// As printed, a line an entry, with the country in the reader's language.
    pub shipping_lines: Vec<String>,
    pub billing_lines: Vec<String>,
    pub lines: Vec<DetailLine>,
    /// The order that these goods were added to.
    pub added_to: Option<LinkedOrder>,
    /// Orders of goods that were added to it, oldest first.
    pub additions: Vec<LinkedOrder>,
    /// Changes of addresses and lines, oldest first.
    pub changes: Vec<ChangeItem>,
    pub attempts: Vec<AttemptItem>,
    pub payments: Vec<PaymentItem>,
    pub refunds: Vec<RefundItem>,
    pub shipments: Vec<ShipmentItem>,
    pub invoices: Vec<InvoiceItem>,
    /// Those of the last 30 days.
    pub mails: Vec<MailItem>,
    pub history: Vec<HistoryItem>,
    pub notes: Vec<NoteItem>,
    /// Those of the notes that name the reader, who has not said that they have seen them.
    pub mentions: Vec<i64>,
    pub can: Can,
    /// What is about to change it; nothing else can be done to it until then.
    pub pending: Option<Deed>,
}

/// When an order was ready at the house, and when it was collected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OrderCollectionItem")]
pub struct CollectionItem {
    pub ready_at: String,
    pub ready_by: String,
    pub collected_at: Option<String>,
    /// Who of the house has handed it over.
    pub collected_by: Option<String>,
    /// Who has taken it.
    pub collected_to: Option<String>,
}

/// The other order of a link.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LinkedOrder {
    pub number: String,
    pub status: OrderStatus,
    pub currency: Currency,
    pub total: Amount,
    /// What was added travels in the parcel of the first order, at no charge.
    pub ships_along: bool,
    /// The carrier of which it is the surcharge, in the reader's language; else null.
    pub carrier: Option<String>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderDetailLine")]
pub struct DetailLine {
    /// By which deeds name it.
    pub position: i64,
    pub sku: String,
    /// In the reader's language, as are the options; in the customer's once it is no longer sold.
    pub name: String,
    pub options: String,
    /// Without those that were taken out.
    pub qty: u32,
    /// Pieces that were taken out before they left.
    pub canceled: u32,
    pub price: Amount,
    pub discount: Amount,
    /// Less the discount.
    pub total: Amount,
    pub vat_rate: Percent,
    pub shipped: u32,
    pub returned: u32,
    /// URL of a picture; null once it is no longer sold.
    pub image: Option<String>,
    /// In the customer's language, with its options.
    pub ordered_name: String,
}

/// A try to pay online.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AttemptItem {
    pub at: String,
    pub gateway: String,
    pub method: String,
    pub state: AttemptState,
    pub amount: Amount,
    pub reference: String,
    /// Money may still come by it.
    pub is_open: bool,
    /// The house has closed its page.
    pub is_withdrawn: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PaymentItem {
    pub id: i64,
    pub at: String,
    /// `card`, `wechat`, `bank_transfer`, `cheque`, `offline`.
    pub method: String,
    pub amount: Amount,
    pub currency: Currency,
    pub reference: String,
    /// The day on which it was received; null for a gateway's.
    pub value_date: Option<String>,
    /// When it was taken back, as it was booked by mistake.
    pub reversed_at: Option<String>,
    /// It was booked by somebody of the house within the last day, and nothing speaks against taking it back.
    pub can_take_back: bool,
}

/// A change of addresses, lines or carrier.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "OrderChangeItem")]
pub struct ChangeItem {
    pub at: String,
    pub kind: ChangeKind,
    /// As in the history.
    pub actor: String,
    pub reason: String,
    /// Pieces that were taken out.
    pub lines: Vec<PackedLine>,
    /// Of a change of the carrier: before and after, in the reader's language; else null.
    pub carrier: Option<String>,
    pub carrier_now: Option<String>,
    /// Of the order before and after.
    pub total: Amount,
    pub total_now: Amount,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RefundItem {
    pub id: i64,
    pub at: String,
    pub state: RefundState,
    pub amount: Amount,
    pub currency: Currency,
    pub reason: String,
    /// Of the last attempt that failed; empty without one.
    pub error: String,
    /// It has failed, and none by hand stands in its place yet.
    pub can_by_hand: bool,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ShipmentItem {
    pub id: i64,
    pub at: String,
    pub carrier: String,
    pub carrier_label: String,
    /// Empty without one.
    pub tracking: String,
    pub tracking_url: Option<String>,
    pub lines: Vec<PackedLine>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "ShipmentLine")]
pub struct PackedLine {
    pub sku: String,
    pub name: String,
    pub qty: u32,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InvoiceItem {
    pub number: String,
    pub kind: InvoiceKind,
    pub at: String,
    pub total: Amount,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MailItem {
    pub id: i64,
    pub at: String,
    pub template: String,
    /// Empty once it has been erased.
    pub recipient: String,
    pub state: MailState,
    pub sent_at: Option<String>,
    pub error: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    Waiting,
    Sent,
    /// Given up.
    Failed,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HistoryItem {
    pub at: String,
    pub status: OrderStatus,
    /// `customer`, `job`, `operator`, `gateway`, or the name of a person of the house.
    pub actor: String,
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NoteItem {
    pub at: String,
    /// As in the history.
    pub actor: String,
    /// `@{ID}` stands for a person.
    pub text: String,
    /// Those whom it names.
    pub mentioned: Vec<Mentioned>,
}

/// What the order's status and the reader's permissions allow now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "OrderCan")]
pub struct Can {
    pub pay: bool,
    pub ship: bool,
    /// It can be told to its customer that it lies ready.
    pub ready: bool,
    /// It can be handed over to whoever collects it.
    pub hand_over: bool,
    pub complete: bool,
    pub cancel: bool,
    #[serde(rename = "return")]
    pub take_back: bool,
    pub refund: bool,
    /// Its addresses can be changed.
    pub addresses: bool,
    /// It can go by another carrier.
    pub carrier: bool,
    /// Pieces can be taken out.
    pub remove: bool,
    /// Goods can be added, as a linked order.
    pub add: bool,
    /// A payment page is open that can be closed.
    pub close_payment: bool,
}

// ── Deeds ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/// How money came that a person books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReceivedBy {
    BankTransfer,
    Cheque,
    /// Over the counter.
    Offline,
}

impl ReceivedBy {
    pub const ALL: [ReceivedBy; 3] = [Self::BankTransfer, Self::Cheque, Self::Offline];

    pub const fn code(self) -> &'static str {
        match self {
            Self::BankTransfer => PaymentMethod::BankTransfer.code(),
            Self::Cheque => PaymentMethod::Cheque.code(),
            Self::Offline => OFFLINE,
        }
    }

    /// As a customer chose to pay; none where the shop is told of payments by itself.
    pub const fn of(chosen: PaymentMethod) -> Option<ReceivedBy> {
        match chosen {
            PaymentMethod::BankTransfer => Some(Self::BankTransfer),
            PaymentMethod::Cheque => Some(Self::Cheque),
            PaymentMethod::Card | PaymentMethod::Wechat => None,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderPayArgs")]
pub struct PayArgs {
    pub number: String,
    /// That of `order/show`, as in all other deeds.
    pub version: String,
    /// With up to two decimals; null: all that is outstanding.
    pub amount: Option<String>,
    pub method: ReceivedBy,
    /// The bank's or the house's; may be empty.
    #[serde(default)]
    pub reference: String,
    /// The day on which it was received.
    #[schemars(with = "String")]
    pub value_date: Date,
    /// It is another payment than one booked with the same amount, reference and value date.
    #[serde(default)]
    pub again: bool,
}

/// Pieces of a line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct LineQty {
    pub position: i64,
    pub qty: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderShipArgs")]
pub struct ShipArgs {
    pub number: String,
    pub version: String,
    /// Null: all that is left.
    pub lines: Option<Vec<LineQty>>,
    /// The code of a carrier of the house; null: the order's own.
    pub carrier: Option<String>,
    /// May be empty.
    #[serde(default)]
    pub tracking: String,
}

/// A carrier of the house.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CarrierChoice {
    pub code: String,
    /// In the reader's language.
    pub name: String,
}

/// Arguments of `order/ready`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderSeenArgs")]
pub struct SeenArgs {
    pub number: String,
    pub version: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderHandOverArgs")]
pub struct HandOverArgs {
    pub number: String,
    pub version: String,
    /// The name of whoever takes the goods.
    pub collected_to: String,
}

/// Arguments of `order/cancel` and `order/complete`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderReasonArgs")]
pub struct ReasonArgs {
    pub number: String,
    pub version: String,
    /// Kept in the history; the customer is told why an order is canceled. May be empty for `order/complete`.
    #[serde(default)]
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderReturnArgs")]
pub struct ReturnArgs {
    pub number: String,
    pub version: String,
    /// Null: all that was sent and has not come back.
    pub lines: Option<Vec<LineQty>>,
    /// The goods can be sold again.
    pub restock: bool,
    /// The amount to give back, or `0`; null: the price paid for these goods, with the last of them all that is left.
    pub refund: Option<String>,
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderRefundArgs")]
pub struct RefundArgs {
    pub number: String,
    pub version: String,
    pub amount: String,
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderRefundMadeArgs")]
pub struct RefundMadeArgs {
    pub number: String,
    pub version: String,
    /// Of the refund.
    pub id: i64,
    /// The bank's; may be empty.
    #[serde(default)]
    pub reference: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderRefundByHandArgs")]
pub struct RefundByHandArgs {
    pub number: String,
    pub version: String,
    /// Of the refund.
    pub id: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderNoteArgs")]
pub struct NoteArgs {
    pub number: String,
    /// At most 2 000 characters; `@{ID}` names a colleague (`order/colleagues`).
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OrderResendArgs")]
pub struct ResendArgs {
    pub number: String,
    pub mail_id: i64,
}
