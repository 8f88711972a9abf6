/**
 * Result pages: every payment method with every outcome, each in several languages. The texts are repeated here on purpose,
 * so that they cannot change by accident.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { overflows } from './support/measure.mjs';
import { SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const shop = await setupShop({
  SHOP__LANGUAGES: JSON.stringify(LANGS),
  // All tests run from one IP address.
  SHOP__LIMITS__PAYMENTS__PER_NETWORK: '1000',
});

/** @typedef {import('./support/texts.mjs').Lang} Lang */
/** @typedef {{ [L in Lang]: string }} Words */

/** @type {Record<string, Words>} */
const HEADING = {
  thanks: {
    en: 'Thank you for your order',
    fr: 'Merci de votre commande',
    de: 'Vielen Dank für Ihre Bestellung',
    es: 'Gracias por su pedido',
    zh: '感谢您的订购',
  },
  declined: {
    en: 'Your payment was not accepted',
    fr: 'Votre paiement n’a pas été accepté',
    de: 'Ihre Zahlung wurde nicht angenommen',
    es: 'Su pago no se ha aceptado',
    zh: '您的付款未被接受',
  },
  canceled: {
    en: 'Payment cancelled',
    fr: 'Paiement annulé',
    de: 'Zahlung abgebrochen',
    es: 'Pago cancelado',
    zh: '付款已取消',
  },
  uncertain: {
    en: 'We could not confirm your payment',
    fr: 'Votre paiement n’a pas pu être confirmé',
    de: 'Wir konnten Ihre Zahlung nicht bestätigen',
    es: 'No hemos podido confirmar su pago',
    zh: '我们未能确认您的付款',
  },
  scan: {
    en: 'Pay with WeChat',
    fr: 'Payer avec WeChat',
    de: 'Mit WeChat bezahlen',
    es: 'Pagar con WeChat',
    zh: '微信支付',
  },
  confirming: {
    en: 'Confirming your payment…',
    fr: 'Confirmation de votre paiement…',
    de: 'Ihre Zahlung wird bestätigt…',
    es: 'Confirmando su pago…',
    zh: '正在确认您的付款……',
  },
};

/** @type {Record<string, Words>} */
const SENTENCE = {
  arrived: {
    en: 'Your payment has arrived. A confirmation is on its way to ',
    fr: 'Votre paiement nous est parvenu. Une confirmation vous est envoyée à ',
    de: 'Ihre Zahlung ist eingegangen. Die Bestätigung ist an ',
    es: 'Hemos recibido su pago. Le\u00a0enviamos la confirmación a ',
    zh: '您的付款已到账，确认邮件将发送至',
  },
  transactionSucceeded: {
    en: 'The transaction succeeded.',
    fr: 'La transaction a réussi.',
    de: 'Die Transaktion war erfolgreich.',
    es: 'La transacción se ha realizado correctamente.',
    zh: '交易成功。',
  },
  notCharged: {
    en: 'A technical problem prevented your payment. Nothing has been charged.',
    fr: 'Un problème technique a empêché votre paiement. Rien n’a été débité.',
    de: 'Wegen eines technischen Problems konnte Ihre Zahlung nicht ausgeführt werden. Es wurde nichts abgebucht.',
    es: 'Un problema técnico ha impedido el pago. No se ha cobrado nada.',
    zh: '因技术问题，您的付款未能完成。没有扣款。',
  },
  canceled: {
    en: 'The payment was cancelled. Your bag is as you left it.',
    fr: 'Le paiement a été annulé. Votre panier est tel que vous l’avez laissé.',
    de: 'Die Zahlung wurde abgebrochen. Ihr Warenkorb ist unverändert.',
    es: 'El pago se ha cancelado. Su\u00a0cesta está tal como la dejó.',
    zh: '付款已取消，购物袋中的商品保持不变。',
  },
  technical: {
    en: 'A technical problem prevented us from confirming your payment. Please contact our customer service before ordering again.',
    fr: 'Un problème technique nous a empêchés de confirmer votre paiement. Veuillez contacter notre service clients avant de commander à nouveau.',
    de: 'Wegen eines technischen Problems konnten wir Ihre Zahlung nicht bestätigen. Bitte wenden Sie sich an unseren Kundenservice, bevor Sie noch einmal bestellen.',
    es: 'Un problema técnico nos ha impedido confirmar su pago. Póngase en contacto con nuestro servicio de atención al cliente antes de volver a hacer el pedido.',
    zh: '因技术问题，我们未能确认您的付款。请先联系客服，再决定是否重新下单。',
  },
  wait: {
    en: 'Please keep this page open; it changes as soon as we know. Do not order again.',
    fr: 'Veuillez garder cette page ouverte\u202f; elle changera dès que nous aurons la réponse. Ne commandez pas une seconde fois.',
    de: 'Bitte lassen Sie diese Seite geöffnet; sie ändert sich, sobald wir Bescheid wissen. Bestellen Sie nicht noch einmal.',
    es: 'Deje esta página abierta; cambiará en cuanto lo sepamos. No vuelva a hacer el pedido.',
    zh: '请不要关闭此页面，一有结果便会更新。请勿重复下单。',
  },
  transfer: {
    en: 'Please transfer ',
    fr: 'Veuillez virer ',
    de: 'Bitte überweisen Sie ',
    es: 'Transfiera ',
    zh: '请转账',
  },
  cheque: {
    en: 'Please send us a cheque for ',
    fr: 'Veuillez nous envoyer un chèque de ',
    de: 'Bitte senden Sie uns einen Scheck über ',
    es: 'Envíenos un cheque de ',
    zh: '请寄来',
  },
};

/**
 * @typedef {object} View
 * @property {keyof typeof HEADING} heading
 * @property {(keyof typeof SENTENCE)[]} sentences
 * @property {string} screen the address that the payment page leads to
 * @property {string} outcome
 * @property {string} status
 * @property {string[]} [buttons] English names of what can be done
 * @property {string[]} [absent] of what must not be offered
 * @property {boolean} [isBought] it counts as a purchase
 * @property {boolean} [isPaid] it has an invoice
 * @property {string[]} [shows] plain text besides
 */

const AGAIN = ['Try again', 'Pay now', 'Change payment method', 'Continue to payment'];

/** @type {Record<string, View>} */
const ONLINE = {
  succeed: {
    heading: 'thanks',
    sentences: ['arrived'],
    screen: 'ccordersuccess',
    outcome: 'success',
    status: 'processing',
    absent: AGAIN,
    isBought: true,
    isPaid: true,
  },
  decline: {
    heading: 'declined',
    sentences: ['notCharged'],
    screen: 'paymentuncertain',
    outcome: 'uncertain',
    status: 'pending',
    buttons: ['Try again', 'Change payment method'],
  },
  cancel: {
    heading: 'canceled',
    sentences: ['canceled'],
    screen: 'paymentcanceled',
    outcome: 'canceled',
    status: 'pending',
    buttons: ['Pay now', 'Change payment method'],
  },
  hang: {
    heading: 'confirming',
    sentences: ['wait'],
    screen: 'ccordersuccess',
    outcome: 'pending',
    status: 'pending',
    absent: AGAIN,
  },
  uncertain: {
    heading: 'uncertain',
    sentences: ['technical'],
    screen: 'paymentuncertain',
    outcome: 'uncertain',
    status: 'pending',
    absent: AGAIN,
  },
};

/** @type {Record<string, View>} */
const OFFLINE = {
  bank_transfer: {
    heading: 'thanks',
    sentences: ['transfer'],
    screen: 'ordersuccess',
    outcome: 'pending_bank_transfer',
    status: 'pending_bank_transfer',
    buttons: ['Change payment method'],
    isBought: true,
    shows: ['FR76 3000 6000 0112 3456 7890 189'],
  },
  cheque: {
    heading: 'thanks',
    sentences: ['cheque'],
    screen: 'ordersuccess',
    outcome: 'pending_cheque',
    status: 'pending_cheque',
    buttons: ['Change payment method'],
    isBought: true,
    shows: ['Valmère Maison SAS', '12 quai du Lac'],
  },
};

/** Texts and URLs of WeChat that differ from a card's. @type {Record<string, Partial<View>>} */
const WECHAT = {
  succeed: { sentences: ['transactionSucceeded'], screen: 'paysuccess' },
  // The code is still waiting to be scanned.
  hang: { heading: 'scan', sentences: [], screen: 'wechatpay', absent: [] },
};

/** Method, outcome, language, width: each outcome in two languages or more, each language often, wide and narrow. */
const CASES = /** @type {const} */ ([
  ['card', 'succeed', 'fr', 1280],
  ['card', 'succeed', 'zh', 375],
  ['card', 'succeed', 'es', 375],
  ['card', 'decline', 'en', 1280],
  ['card', 'decline', 'es', 1280],
  ['card', 'decline', 'fr', 375],
  ['card', 'cancel', 'de', 375],
  ['card', 'cancel', 'es', 1280],
  ['card', 'cancel', 'zh', 1280],
  ['card', 'hang', 'fr', 375],
  ['card', 'hang', 'de', 1280],
  ['card', 'uncertain', 'en', 375],
  ['card', 'uncertain', 'fr', 1280],
  ['card', 'uncertain', 'zh', 375],
  ['bank_transfer', '', 'en', 375],
  ['bank_transfer', '', 'de', 1280],
  ['bank_transfer', '', 'zh', 1280],
  ['cheque', '', 'fr', 375],
  ['cheque', '', 'es', 1280],
  ['cheque', '', 'de', 375],
  ['wechat', 'succeed', 'zh', 375],
  ['wechat', 'decline', 'zh', 1280],
  ['wechat', 'cancel', 'zh', 375],
  ['wechat', 'hang', 'zh', 1280],
  ['wechat', 'uncertain', 'zh', 1280],
  ['wechat', 'decline', 'zh', 375],
]);

for (const [method, choice, lang, width] of CASES) {
  test(`${lang}, ${width} px: ${method} ${choice}`.trimEnd(), () =>
    withVisitor(shop, { lang, width }, async (visitor) => {
      const { page, calls, t, visit } = visitor;
      const own = method === 'wechat' ? WECHAT[choice] : undefined;
      const view = { .../** @type {View} */ (choice ? ONLINE[choice] : OFFLINE[method]), ...own };
      await calls.add(SIMPLE);
      const placed = await calls.order(method);
      let path = `/${lang}/${view.screen}?token=${placed.token}`;
      if (choice) {
        path = await calls.pay(placed.payment.redirect_url ?? placed.payment.instructions.demo_url, choice);
        // With the payment page's own token.
        assert.match(path, new RegExp(`^/${lang}/${view.screen}\\?token=\\w{64}$`), 'where the payment page leads');
      }
      await visit(path.slice(lang.length + 1));

      const words = HEADING[view.heading][lang];
      const main = page.locator('main');
      await main.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();
      assert.ok((await page.title()).startsWith(words), await page.title());
      const order = await calls.call('payment/index', { token: placed.token });
      assert.deepEqual([order.outcome, order.status, order.method], [view.outcome, view.status, method]);
      const said = await main.innerText();
      for (const sentence of view.sentences) assert.ok(said.includes(SENTENCE[sentence][lang]), `${sentence}: ${said}`);
      for (const text of [order.order_number, ...(view.shows ?? [])])
        assert.ok(said.includes(text), `${text}: ${said}`);
      for (const name of view.buttons ?? []) {
        await main.getByRole('button', { name: t(name), exact: true }).waitFor();
      }
      for (const name of view.absent ?? []) {
        assert.equal(await main.getByText(t(name), { exact: true }).count(), 0, `${name} is offered`);
      }
      assert.equal(await main.getByRole('link', { name: t('Download invoice') }).count(), view.isPaid ? 1 : 0);
      const told = await page.evaluate(() =>
        (window.dataLayer ?? []).some((one) => /** @type {any} */ (one).event === 'purchase'),
      );
      if (!view.isBought) assert.equal(told, false, 'nothing is bought yet');
      const bag = (await calls.call('cart/sidebar')).total_qty;
      assert.equal(bag, view.isBought ? 0 : 1, 'the bag goes with the order, and stays until then');
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await page.evaluate(overflows), []);

      // The same state at every URL.
      if (view.outcome === 'pending' || width < 600) return;
      await visit(`/${view.outcome === 'success' ? 'paymenterror' : 'paysuccess'}?token=${placed.token}`);
      await main.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();
    }),
  );
}
