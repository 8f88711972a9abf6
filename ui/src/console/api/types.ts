/**
 * Types of the console's calls. Written by hand in the form that `openapi-typescript` generates from
 * `/console_api/openapi.json`, which replaces `components` and `Calls`. Times of people and the audit are Unix milliseconds;
 * those of orders are RFC 3339, days `2026-11-26` in the shop's time zone, amounts decimal strings in the order's currency.
 */

export interface components {
  schemas: {
    Permission:
      | 'staff_read'
      | 'staff_manage'
      | 'audit_read'
      | 'orders_read'
      | 'orders_change'
      | 'orders_refund'
      | 'packing'
      | 'bank'
      | 'products_change'
      | 'stock_change'
      | 'prices_change'
      | 'content_change'
      | 'messages_answer'
      | 'customers_read'
      | 'customers_erase'
      | 'figures_read'
      | 'settings_change'
      | 'system';
    Lang: 'en' | 'fr' | 'de' | 'es' | 'zh';
    StaffSelf: {
      id: number;
      name: string;
      email: string;
      lang: components['schemas']['Lang'];
      role: { id: number; name: string };
      permissions: components['schemas']['Permission'][];
      proof_until_at: number | null;
      expires_at: number;
    };
    StaffSession: {
      signed_in: components['schemas']['StaffSelf'] | null;
      brand: string;
      languages: components['schemas']['Lang'][];
      /** IANA name. */
      time_zone: string;
      is_demo: boolean;
    };
    Invitation: {
      email: string;
      role: string;
      expires_at: number;
      totp: { secret: string; uri: string; qr_svg: string };
    };
    Registered: { recovery_codes: string[]; self: components['schemas']['StaffSelf'] };
    Person: {
      id: number;
      name: string;
      email: string;
      role_id: number;
      role_name: string;
      lang: components['schemas']['Lang'];
      created_at: number;
      seen_at: number | null;
      disabled_at: number | null;
      sessions: number;
    };
    OpenInvitation: {
      id: number;
      email: string;
      role_id: number;
      role_name: string;
      created_at: number;
      expires_at: number;
      /** Null: a command on the machine. */
      invited_by: string | null;
    };
    Role: {
      id: number;
      name: string;
      is_builtin: boolean;
      permissions: components['schemas']['Permission'][];
      people: number;
    };
    People: {
      people: components['schemas']['Person'][];
      invitations: components['schemas']['OpenInvitation'][];
      roles: components['schemas']['Role'][];
      permissions: components['schemas']['Permission'][];
    };
    Invited: components['schemas']['People'] & { mail_sent: boolean; link: string | null };
    Session: {
      id: number;
      is_current: boolean;
      created_at: number;
      seen_at: number;
      expires_at: number;
      browser: string;
      network: string;
    };
    AuditEntry: {
      id: number;
      at: number;
      /** `staff:ID`, `cli:USER` or `anybody`. */
      actor: string;
      call: string;
      outcome: 'done' | 'refused';
      noun: string;
      thing: string;
      before: unknown;
      after: unknown;
      /** Keyed hash of the network; null for commands. */
      network: string | null;
    };
    AuditVerified: {
      sealed: number;
      unsealed: number;
      last_hash: string | null;
      broken: { id: number; why: string } | null;
    };
    /** Leaves the house ten seconds after it was asked for, unless undone. */
    Deed: {
      id: number;
      call: string;
      noun: string;
      thing: string;
      by: { id: number; name: string };
      due_at: string;
      failure: Message | null;
    };
    OrderStatus:
      | 'pending'
      | 'pending_bank_transfer'
      | 'pending_cheque'
      | 'pending_offline'
      | 'processing'
      | 'shipped'
      | 'complete'
      | 'canceled'
      | 'closed';
    PaymentMethod: 'card' | 'bank_transfer' | 'cheque' | 'wechat' | 'offline';
    ShippingMethod: 'standard' | 'dhl' | 'ups';
    OrderRow: {
      number: string;
      placed_at: string;
      status: components['schemas']['OrderStatus'];
      payment_method: components['schemas']['PaymentMethod'];
      shipping_method: components['schemas']['ShippingMethod'];
      name: string;
      email: string;
      country: string;
      pieces: number;
      currency: string;
      total: string;
      hold_until: string | null;
      awaiting_confirmation: boolean;
    };
    OrderList: {
      items: components['schemas']['OrderRow'][];
      after: string | null;
      /** On all pages, up to 10 000. */
      count: number;
      is_more: boolean;
    };
    Address: {
      first_name: string;
      last_name: string;
      company: string;
      address1: string;
      address2: string;
      city: string;
      county: string;
      region: string;
      postcode: string;
      country: string;
      telephone: string;
      tax_id: string;
    };
    Totals: {
      currency: string;
      subtotal_incl_tax: string;
      subtotal_excl_tax: string;
      discount_amount: string;
      discount_net_amount: string;
      shipping_amount: string;
      shipping_discount: string;
      tax_amount: string;
      total: string;
      total_qty: number;
      vat: { rate: string; net_amount: string; tax_amount: string; gross_amount: string }[];
    };
    OrderLine: {
      position: number;
      sku: string;
      /** In the reader's language. */
      name: string;
      options: string;
      qty: number;
      price: string;
      discount: string;
      total: string;
      vat_rate: string;
      shipped: number;
      returned: number;
      image: string | null;
      /** In the customer's language. */
      ordered_name: string;
    };
    PaymentAttempt: { at: string; gateway: string; method: string; state: string; amount: string; reference: string };
    Payment: { at: string; method: string; amount: string; reference: string; value_date: string | null };
    Refund: {
      id: number;
      at: string;
      state: string;
      amount: string;
      reason: string;
      error: string;
      /** It has failed, and none by hand stands in its place yet. */
      can_by_hand: boolean;
    };
    Shipment: {
      id: number;
      at: string;
      carrier: components['schemas']['ShippingMethod'];
      carrier_label: string;
      tracking: string;
      tracking_url: string | null;
      lines: { sku: string; name: string; qty: number }[];
    };
    OrderInvoice: { number: string; kind: 'invoice' | 'credit_note'; at: string; total: string };
    OrderMail: {
      id: number;
      at: string;
      template: string;
      recipient: string;
      state: 'waiting' | 'sent' | 'failed';
      sent_at: string | null;
      error: string;
    };
    OrderEvent: { at: string; status: components['schemas']['OrderStatus']; actor: string; reason: string };
    OrderNote: { at: string; actor: string; text: string };
    OrderDetail: {
      number: string;
      /** Named by every deed, so that none is done to an order that has changed since it was read. */
      version: string;
      placed_at: string;
      status: components['schemas']['OrderStatus'];
      hold_until: string | null;
      awaiting_confirmation: boolean;
      lang: components['schemas']['Lang'];
      email: string;
      customer_id: number | null;
      member_card: string | null;
      points: number;
      payment_method: components['schemas']['PaymentMethod'];
      shipping_method: components['schemas']['ShippingMethod'];
      delivery: { from: string; to: string };
      currency: string;
      totals: components['schemas']['Totals'];
      paid: string;
      refunded: string;
      outstanding: string;
      shipping_address: components['schemas']['Address'];
      billing_address: components['schemas']['Address'];
      shipping_lines: string[];
      billing_lines: string[];
      lines: components['schemas']['OrderLine'][];
      attempts: components['schemas']['PaymentAttempt'][];
      payments: components['schemas']['Payment'][];
      refunds: components['schemas']['Refund'][];
      shipments: components['schemas']['Shipment'][];
      invoices: components['schemas']['OrderInvoice'][];
      mails: components['schemas']['OrderMail'][];
      history: components['schemas']['OrderEvent'][];
      notes: components['schemas']['OrderNote'][];
      can: Record<'pay' | 'ship' | 'complete' | 'cancel' | 'return' | 'refund', boolean>;
      pending: components['schemas']['Deed'] | null;
    };
    DutyKind:
      | 'orders_to_pack'
      | 'transfers_waiting'
      | 'refunds_by_hand'
      | 'withdrawals'
      | 'messages'
      | 'chats'
      | 'mails_failed'
      | 'stock_out'
      | 'payments_uncertain'
      | 'jobs_stuck'
      | 'backup_old'
      | 'deeds_failed';
    Duty: {
      kind: components['schemas']['DutyKind'];
      count: number;
      due_at: string | null;
      overdue: number;
      /** The five oldest. */
      items: { thing: string; label: string; at: string; due_at: string | null }[];
    };
    DayFigures: { orders: number; revenue: string; pieces: number; average: string; currency: string };
    Today: {
      duties: components['schemas']['Duty'][];
      /** Today against the weekday a week ago, up to this time of day. Null: not this person's. */
      figures: { today: components['schemas']['DayFigures']; same_weekday: components['schemas']['DayFigures'] } | null;
    };
  };
}

type S = components['schemas'];

export type Address = S['Address'];
export type AuditEntry = S['AuditEntry'];
export type AuditVerified = S['AuditVerified'];
export type DayFigures = S['DayFigures'];
export type Deed = S['Deed'];
export type Duty = S['Duty'];
export type DutyKind = S['DutyKind'];
export type Invitation = S['Invitation'];
export type Invited = S['Invited'];
export type Lang = S['Lang'];
export type OpenInvitation = S['OpenInvitation'];
export type OrderDetail = S['OrderDetail'];
export type OrderInvoice = S['OrderInvoice'];
export type OrderLine = S['OrderLine'];
export type OrderList = S['OrderList'];
export type OrderMail = S['OrderMail'];
export type OrderRow = S['OrderRow'];
export type OrderStatus = S['OrderStatus'];
export type PaymentMethod = S['PaymentMethod'];
export type People = S['People'];
export type Permission = S['Permission'];
export type Person = S['Person'];
export type Refund = S['Refund'];
export type Registered = S['Registered'];
export type Role = S['Role'];
export type Session = S['Session'];
export type Shipment = S['Shipment'];
export type ShippingMethod = S['ShippingMethod'];
export type StaffSelf = S['StaffSelf'];
export type StaffSession = S['StaffSession'];
export type Today = S['Today'];

/** The order, and the version of it that the person saw. */
export interface DoneArgs {
  number: string;
  version: string;
}

/** Of a line of an order. */
export interface Pieces {
  position: number;
  qty: number;
}

/** What each call takes and answers. */
export interface Calls {
  'staff/session': { args: Record<string, never>; answer: StaffSession };
  'staff/sign_in': { args: { email: string; password: string; code: string }; answer: StaffSelf };
  'staff/sign_out': { args: Record<string, never>; answer: Record<string, never> };
  'staff/invitation': { args: { secret: string }; answer: Invitation };
  'staff/register': {
    args: { secret: string; name: string; lang: Lang; password: string; code: string };
    answer: Registered;
  };
  'staff/prove': { args: { password: string; code: string }; answer: { proof_until_at: number } };
  'staff/profile': { args: { name: string; lang: Lang }; answer: StaffSelf };
  'staff/password': { args: { password: string }; answer: Record<string, never> };
  'staff/recovery_codes': { args: Record<string, never>; answer: { recovery_codes: string[] } };
  'staff/sessions': { args: Record<string, never>; answer: { items: Session[] } };
  'staff/end_session': { args: { id: number }; answer: { items: Session[] } };
  'staff/people': { args: Record<string, never>; answer: People };
  'staff/invite': { args: { email: string; role_id: number }; answer: Invited };
  'staff/withdraw_invitation': { args: { id: number }; answer: People };
  'staff/set_role': { args: { id: number; role_id: number }; answer: People };
  'staff/disable': { args: { id: number }; answer: People };
  'staff/enable': { args: { id: number }; answer: People };
  'staff/end_sessions': { args: { id: number }; answer: People };
  'audit/list': {
    args: { before?: number; actor?: string; noun?: string; from_at?: number; to_at?: number };
    answer: { items: AuditEntry[]; next_before: number | null };
  };
  'audit/verify': { args: Record<string, never>; answer: AuditVerified };
  'deed/list': { args: Record<string, never>; answer: { items: Deed[] } };
  'deed/undo': { args: { id: number }; answer: Record<string, never> };
  'deed/dismiss': { args: { id: number }; answer: Record<string, never> };
  'order/list': {
    args: {
      q?: string;
      status?: OrderStatus[];
      method?: string | null;
      country?: string | null;
      from?: string | null;
      until?: string | null;
      sort?: 'newest' | 'oldest';
      after?: string | null;
    };
    answer: OrderList;
  };
  'order/show': { args: { number: string }; answer: OrderDetail };
  'order/pay': {
    args: DoneArgs & {
      /** Null: what is outstanding. */
      amount: string | null;
      method: 'bank_transfer' | 'cheque' | 'offline';
      reference: string;
      value_date: string;
      again: boolean;
    };
    answer: Deed;
  };
  'order/ship': {
    args: DoneArgs & { lines: Pieces[] | null; carrier: string | null; tracking: string };
    answer: Deed;
  };
  'order/cancel': { args: DoneArgs & { reason: string }; answer: Deed };
  'order/return': {
    args: DoneArgs & {
      lines: Pieces[] | null;
      restock: boolean;
      /** Null: what was paid for these goods, with the last of them all that is left. */
      refund: string | null;
      reason: string;
    };
    answer: Deed;
  };
  'order/refund': { args: DoneArgs & { amount: string; reason: string }; answer: Deed };
  'order/complete': { args: DoneArgs & { reason: string }; answer: OrderDetail };
  'order/refund_made': { args: DoneArgs & { id: number; reference: string }; answer: OrderDetail };
  'order/refund_by_hand': { args: DoneArgs & { id: number }; answer: OrderDetail };
  'order/note': { args: { number: string; text: string }; answer: OrderDetail };
  'order/resend': { args: { number: string; mail_id: number }; answer: OrderDetail };
  'duty/list': { args: Record<string, never>; answer: Today };
}

export type Path = keyof Calls;
export type Args<P extends Path> = Calls[P]['args'];
export type Answer<P extends Path> = Calls[P]['answer'];

/** A text of the server: the id is a key of the language pack. */
export interface Message {
  id: string;
  params?: Record<string, string>;
}

/** The envelope of every answer, as that of the shop's calls. */
export interface Envelope {
  code: '0' | '1';
  message: string;
  data: unknown;
  error?: {
    id: string;
    params?: Record<string, string>;
    field_messages?: Record<string, Message>;
  };
}
