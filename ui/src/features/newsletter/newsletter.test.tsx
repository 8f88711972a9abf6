/** The page of the newsletter: it subscribes as the form in the footer does. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeShop, type FakeShop, openShop, Refusal, show } from '../../testing';
import NewsletterScreen from './NewsletterScreen';

let shop: FakeShop;
beforeEach(() => {
  window.dataLayer = undefined;
  shop = openShop({ 'captcha/challenge': { provider: 'none', site_key: '', altcha: null } });
});
afterEach(closeShop);

function subscribe(): void {
  show(NewsletterScreen, '/en/newsletter');
  fireEvent.input(document.getElementById('newsletter-email') as HTMLInputElement, {
    target: { value: 'claire@example.com' },
  });
  fireEvent.click(document.getElementById('newsletter-hah') as HTMLInputElement);
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
}

it.each(['newsletter.already_subscribed', 'newsletter.other_user'])('does not tell %s from a success', async (id) => {
  shop.answers['newsletter/subscribe'] = new Refusal(id);
  subscribe();
  await waitFor(() => expect(window.location.search).toBe('?done=subscribed'));
  expect(window.dataLayer).toHaveLength(1);
});

it('shows other refusals', async () => {
  shop.answers['newsletter/subscribe'] = new Refusal('form.problem', { email: 'email.invalid' });
  subscribe();
  await waitFor(() => expect(document.getElementById('newsletter-email')?.getAttribute('aria-invalid')).toBe('true'));
  expect(window.location.search).toBe('');
  expect(window.dataLayer).toBeUndefined();
});
