/** What settings are called, and what they do. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

type Words = Record<string, [label: MessageDescriptor, hint?: MessageDescriptor]>;

const WORDS: Words = {
  'brand.name': [msg`Name of the house`, msg`As shoppers know it: in titles, letters and the header.`],
  'company.name': [msg`Name of the company`, msg`With its legal form where that belongs to the name.`],
  'company.address': [msg`Address of the company`, msg`As on an envelope, one line each.`],
  'company.postcode': [msg`Postcode of its seat`, msg`These three go into the machine-readable part of invoices.`],
  'company.city': [msg`City of its seat`],
  'company.country': [msg`Country of its seat`, msg`Two letters, such as FR. It decides whose VAT is domestic.`],
  'company.phone': [msg`Telephone`, msg`With the country’s code, such as +33.`],
  'company.email': [msg`Email address for customers`],
  'company.safety_email': [
    msg`Email address for product safety`,
    msg`Accidents with products are reported there (Regulation (EU) 2023/988).`,
  ],
  'company.legal_form': [msg`Legal form and capital`],
  'company.register': [msg`Register and number`],
  'company.siren': [msg`SIREN`, msg`Nine digits; for companies in France.`],
  'company.siret': [msg`SIRET`, msg`Fourteen digits; for companies in France.`],
  'company.activity_code': [msg`Activity code`, msg`Such as 47.91B; for companies in France.`],
  'company.vat_id': [msg`VAT number of the company`],
  'company.director': [msg`Director of publication`],
  'imprint.host': [msg`Hosting provider`, msg`Name, address and telephone, one line each.`],
  'imprint.mediator': [msg`Consumer mediator`, msg`Name, address and website, one line each.`],
  'epr.fr_packaging': [
    msg`Packaging, France`,
    msg`Unique identifiers of extended producer responsibility; empty where the house has none.`,
  ],
  'epr.fr_furniture': [msg`Furniture, France`],
  'epr.fr_textiles': [msg`Textiles, France`],
  'epr.de_packaging': [msg`Packaging, Germany`],
  'epr.es_packaging': [msg`Packaging, Spain`],
  'invoice.series': [msg`Invoices begin with`, msg`INV gives INV-2026-000001. Numbers that were given stay.`],
  'invoice.credit_series': [msg`Credit notes begin with`],
  'accounting.customers': [msg`Account of customers`, msg`What they owe the house.`],
  'accounting.sales': [
    msg`Account of sales`,
    msg`Net amounts and VAT are entered apart: for DATEV name no account that takes VAT out by itself.`,
  ],
  'accounting.shipping': [msg`Account of shipping charged`],
  'accounting.vat': [msg`Account of VAT`],
  'accounting.vat_oss': [msg`Account of VAT declared to the One-Stop-Shop`],
  'accounting.vat_abroad': [msg`Account of VAT of countries outside the EU`],
  'accounting.bank': [msg`Bank account in the books`],
  'accounting.online': [
    msg`Account of payment services`,
    msg`Cards and WeChat Pay, until the money arrives at the bank.`,
  ],
  'accounting.cheque': [msg`Account of cheques`],
  'accounting.cash': [msg`Account of money taken at the house`],
  'accounting.datev_consultant': [
    msg`DATEV: number of the tax adviser`,
    msg`Both numbers come from your tax adviser. Without them no file for DATEV is made.`,
  ],
  'accounting.datev_client': [msg`DATEV: number of the client`],
  'shipping.free_from': [
    msg`Standard delivery is free from`,
    msg`Value of the goods in EUR. In other currencies it follows the shop’s rates.`,
  ],
  'shipping.collection': [
    msg`Fetching large goods back`,
    msg`What a customer pays in EUR when the house fetches a returned piece that no parcel takes. Empty: it goes by parcel.`,
  ],
  'pickup.enabled': [msg`Orders can be collected at the house`, msg`Offered by telephone.`],
  'pickup.at_checkout': [msg`Shoppers can choose it at checkout, too`],
  'pickup.address': [msg`Street and number`],
  'pickup.postcode': [msg`Postcode of the house`],
  'pickup.city': [msg`City of the house`],
  'pickup.country': [msg`Country of the house`, msg`Two letters. Its VAT applies to what is collected.`],
  'pickup.from_day': [msg`First day of the week`],
  'pickup.to_day': [msg`Last day of the week`],
  'pickup.opens': [msg`Opens at`],
  'pickup.closes': [msg`Closes at`],
  'pickup.min_days': [msg`Working days until it is ready, at least`],
  'pickup.max_days': [msg`Working days until it is ready, at most`],
  'payment.methods': [
    msg`Ways to pay`,
    msg`In the order in which shoppers see them. WeChat Pay is offered in Chinese only.`,
  ],
  'payment.hold_days': [
    msg`Working days for a transfer or cheque`,
    msg`So long an unpaid order keeps its goods; then it is canceled.`,
  ],
  'payment.bank_transfer.account_holder': [msg`Account holder`],
  'payment.bank_transfer.iban': [msg`IBAN`],
  'payment.bank_transfer.bic': [msg`BIC`],
  'payment.bank_transfer.bank_name': [msg`Bank`],
  'payment.cheque.payee': [msg`Cheques are payable to`],
  'payment.cheque.address': [msg`Cheques go to`, msg`As on an envelope, one line each.`],
  'payment.cheque.countries': [
    msg`Countries of delivery where cheques are taken`,
    msg`Two letters each, with spaces between them; empty: all.`,
  ],
  'payment.stripe.payment_method_types': [
    msg`What Stripe’s page offers`,
    msg`One line each, as Stripe names them and in the order in which shoppers read them: card, apple_pay, google_pay, link, paypal, klarna, revolut_pay, sepa_debit, bancontact, ideal, eps, p24, blik, twint. Switch each on at Stripe, too.`,
  ],
  'console.refund_limit': [
    msg`Refunds above this ask for proof`,
    msg`In EUR: whoever refunds more shows again that it is them.`,
  ],
  'money.points_per_euro': [msg`Loyalty points per euro`, msg`For each whole euro paid; 0: none.`],
  'accounts.addresses': [msg`Addresses in an account, at most`],
  'accounts.deletion_days': [
    msg`Working days until an account is deleted`,
    msg`Time in which its customer can change their mind.`,
  ],
  'accounts.reset_minutes': [msg`Minutes for which a password link is good`],
  'accounts.first_password_days': [
    msg`Days for which a first password link is good`,
    msg`Of guests who asked for an account with their order.`,
  ],
  'session.days': [msg`Days without a visit until a session ends`, msg`A guest’s bag goes with it.`],
  'session.most_days': [msg`Days until a session ends in any case`],
  'security.keep_days': [msg`Days for which the security log is kept`],
  'region.sites': [
    msg`Sites in other countries`,
    msg`One line each: two letters of the country, an equals sign, the address, as in GB = https://uk.example.com/en`,
  ],
  'newsletter.double_opt_in': [
    msg`A link in a letter confirms a subscription`,
    msg`The law of most countries wants it.`,
  ],
  'newsletter.single_opt_in': [
    msg`Countries without that link`,
    msg`Two letters each, with spaces between them; empty: none.`,
  ],
  'newsletter.confirm_days': [msg`Days for which that link is good`],
  'newsletter.unsubscribe_days': [msg`Working days until a cancellation takes effect`],
  'region.eu': [msg`Treat visitors as people in the European Union`, msg`They choose each newsletter by its own box.`],
  'mail.from': [msg`Sender of letters`, msg`Empty: the company’s address for customers.`],
  'mail.notices': [
    msg`Who is told`,
    msg`Of orders, withdrawals, messages and failing jobs. Empty: the company’s address; none: nobody.`,
  ],
  'limits.max_qty': [msg`Pieces of one item in an order`, msg`Where the item has no maximum of its own.`],
  'limits.unpaid_orders': [
    msg`Unpaid orders of one person`,
    msg`By transfer or cheque. One more waits for a link in a letter, and holds nothing until it is followed.`,
  ],
  'limits.unpaid_orders_per_network': [msg`Unpaid orders of one network`, msg`An office or a family shares one.`],
  'limits.unpaid_pieces': [msg`Unpaid pieces of one person`],
  'limits.unpaid_pieces_per_network': [msg`Unpaid pieces of one network`],
  'limits.unpaid_value': [msg`Unpaid value of one person, in EUR`],
  'limits.unpaid_value_per_network': [msg`Unpaid value of one network, in EUR`],
  'limits.unpaid_share': [
    msg`Percent of an item that unpaid orders may hold`,
    msg`The rest is left for those who pay at once.`,
  ],
  'limits.unpaid_link_hours': [msg`Hours for which that link is good`],
  'limits.online_pieces_per_network': [
    msg`Pieces in open card payments of one network`,
    msg`They are free again within an hour.`,
  ],
  'limits.unknown_tags_per_hour': [msg`Unknown promo tags per hour and network`],
  'limits.payments.per_session': [msg`Card payments per hour and session`],
  'limits.payments.per_network': [msg`Card payments per hour and network`],
  'limits.payments.per_email': [msg`Card payments per hour and account`],
  'limits.payments.declined_per_session': [msg`Declined payments per hour and session`],
  'limits.payments.declined_per_network': [msg`Declined payments per hour and network`],
  'limits.payments.declined_per_email': [msg`Declined payments per hour and account`],
  'limits.withdrawals.receipts_per_hour': [
    msg`Receipts of withdrawals per hour and network`,
    msg`Of statements that match no order.`,
  ],
  'limits.withdrawals.kilobytes_per_day': [msg`Kilobytes of such statements per day and network`],
  'accounts.failures_per_account': [msg`Wrong passwords of one account`],
  'accounts.failures_per_network': [msg`Wrong passwords of one network`],
  'accounts.failure_window_minutes': [msg`Minutes in which wrong passwords count`],
  'accounts.resets_per_account': [msg`Password links per hour and account`],
  'accounts.resets_per_network': [msg`Password links per hour and network`],
};

/** The words for a key; one of a newer server is called by the key itself. */
export function useSettingWords() {
  const { i18n } = useLingui();
  return (key: string) => {
    const [label, hint] = WORDS[key] ?? [];
    return { label: label ? i18n._(label) : key, hint: hint && i18n._(hint) };
  };
}
