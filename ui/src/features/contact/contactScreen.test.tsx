/** Contact form: its answers in place and in the notification. */

import { createEvent, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toastStore } from '../../state/toast';
import { closeShop, type FakeShop, openShop, Refusal, show } from '../../testing';
import ContactScreen from './ContactScreen';

const NO_CAPTCHA = { provider: 'none', altcha: null, site_key: '', consent_required: false, expires_at: null };

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({ 'captcha/challenge': NO_CAPTCHA });
});
afterEach(closeShop);

function send(): void {
  show(ContactScreen, '/en/contact-us');
  const write = (id: string, value: string) =>
    fireEvent.input(document.getElementById(id) as HTMLInputElement, { target: { value } });
  const subject = document.getElementById('contact-subject') as HTMLSelectElement;
  fireEvent(subject, createEvent.change(subject, { target: { value: 'other' } }));
  write('contact-name', 'Claire Aubert');
  write('contact-email', 'claire@example.com');
  write('contact-message', 'Where is my parcel?');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
}

it('shows its success in both', async () => {
  shop.answers['contact/post'] = { message: { id: 'contact.sent', message: '', params: {} }, reference: '' };
  send();
  const words = 'Your message has been sent. We answer within 24 hours.';
  expect(await screen.findByText(words)).toBeTruthy();
  expect(toastStore.get().current).toMatchObject({ text: words, tone: 'success', duration: 3000 });
});

it('shows a refusal in both', async () => {
  shop.answers['contact/post'] = new Refusal('contact.too_many');
  send();
  expect(await screen.findByText(/^You have sent us several messages/)).toBeTruthy();
  expect(toastStore.get().current).toMatchObject({ tone: 'error', duration: 3000 });
});

it('asks for consent to the captcha in its own words', async () => {
  shop.answers['captcha/challenge'] = { ...NO_CAPTCHA, provider: 'recaptcha', consent_required: true };
  send();
  await waitFor(() =>
    expect(toastStore.get().current?.text).toBe('Please allow the captcha cookies to send your message.'),
  );
});
