/** Fills in the checkout. */

import { ADDRESSES } from './calls.mjs';

/**
 * A guest's address, payment method and consent, in the order of the page, up to the order button.
 * @param {import('./browser.mjs').Visitor} visitor in front of the checkout
 * @param {import('./inputModes.mjs').InputMode} input
 * @param {string} email
 * @param {string} payment method
 * @returns {Promise<number>} the number of fields that were typed into
 */
export async function fillCheckout({ page, lang }, input, email, payment) {
  const main = page.locator('main');
  const { region, ...person } = { region: undefined, ...ADDRESSES[lang] };
  const field = (/** @type {string} */ token) => main.locator(`[autocomplete="shipping ${token}"]`);
  await input.write(main.locator('input[type="email"]'), email);
  await input.write(field('given-name'), person.first_name);
  await input.write(field('family-name'), person.last_name);
  const answers = {
    'address-line1': person.address1,
    'address-level2': person.city,
    'address-level1': region,
    'postal-code': person.postcode,
    tel: person.telephone,
  };
  // Field order differs by country.
  const tokens = await main
    .locator('[autocomplete^="shipping "]')
    .evaluateAll((controls) =>
      controls.map((one) => one.getAttribute('autocomplete')?.slice('shipping '.length) ?? ''),
    );
  let typed = 3;
  for (const token of tokens) {
    const answer = answers[/** @type {keyof typeof answers} */ (token)];
    if (answer === undefined) continue;
    const control = field(token);
    if ((await control.evaluate((one) => one.localName)) === 'select') {
      await input.select(control, await control.locator(`option[value="${answer}"]`).innerText());
    } else {
      await input.write(control, answer);
      typed += 1;
    }
  }
  await input.choose(main.locator(`input[type="radio"][value="${payment}"]`));
  await input.tick(main.locator('input[type="checkbox"][name="terms"]'));
  return typed;
}
