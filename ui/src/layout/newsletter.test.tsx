/** Newsletter form: idle, waiting, success, failure (boutique.md §4), and the texts of §5 and §8 verbatim. */

import { act, fireEvent, screen, waitFor } from '@testing-library/preact';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RouteContext } from '../state/route';
import { toastStore } from '../state/toast';
import { closeShop, type FakeShop, openShop, Refusal, show as showScreen } from '../testing';
import { Footer } from './Footer';
import { NewsletterForm } from './NewsletterForm';

const SUBSCRIBED = { message: { id: 'newsletter.confirm', message: '', params: {} } };

let shop: FakeShop;
const asked = () => shop.sent.filter(({ path }) => path === 'newsletter/subscribe').map(({ args }) => args);

// Preloaded, so that no test waits for it.
beforeAll(() => import('./service/NewsletterFields'));

beforeEach(() => {
  window.dataLayer = undefined;
  shop = openShop({
    'captcha/challenge': { provider: 'none', site_key: '', altcha: null },
    'newsletter/subscribe': SUBSCRIBED,
  });
});
afterEach(closeShop);

function show({ eu = true, onDone }: { eu?: boolean; onDone?: (text: string) => void } = {}) {
  const Form = () => <NewsletterForm id="newsletter" source="footer" onDone={onDone} />;
  return showScreen(Form, '/en', [], { eu });
}

const field = () => screen.getByLabelText('Email') as HTMLInputElement;
const send = () => fireEvent.submit(field().form as HTMLFormElement);
const tick = async (label: RegExp) => fireEvent.click(await screen.findByLabelText(label));

describe('newsletter form', () => {
  it('shows only the e-mail field before focus', async () => {
    show();
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.focus(field());
    expect(await screen.findAllByRole('checkbox')).toHaveLength(3);
    for (const box of screen.getAllByRole('checkbox')) expect((box as HTMLInputElement).checked).toBe(false);
  });

  it('shows no checkboxes outside the EU', async () => {
    show({ eu: false });
    field().value = 'claire@example.com';
    send();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('validates the e-mail address', async () => {
    show();
    send();
    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    field().value = 'claire@example';
    send();
    expect(await screen.findByText('Please enter a valid email address. For example name@example.com.')).toBeTruthy();
    expect(asked()).toHaveLength(0);
    // Corrected errors disappear.
    field().value = 'claire@example.com';
    fireEvent.input(field());
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBeNull());
  });

  it('is empty again on another page', () => {
    let go = (_path: string) => {};
    const Page = () => {
      const [path, setPath] = useState('/en');
      go = setPath;
      const route = { name: 'home', path, search: '', params: {}, variant: 'desktop' as const };
      return (
        <RouteContext.Provider value={route}>
          <Footer />
        </RouteContext.Provider>
      );
    };
    showScreen(Page, '/en', [['page/topmenu', {}, { items: [] }]], {
      newsletter: true,
      alternates: {},
      currencies: ['EUR'],
    });
    field().value = 'claire@example.com';
    act(() => go('/en/c/towels'));
    expect(field().value).toBe('');
  });

  it('requires one checkbox', async () => {
    show();
    field().value = 'claire@example.com';
    send();
    expect(await screen.findByText('Please select one or more ways to hear from us.')).toBeTruthy();
    await tick(/The boutique/);
    await waitFor(() => expect(screen.queryByText('Please select one or more ways to hear from us.')).toBeNull());
    expect(asked()).toHaveLength(0);
  });
});

describe('newsletter submission', () => {
  async function subscribe(onDone?: (text: string) => void) {
    show({ onDone });
    fireEvent.focus(field());
    await tick(/The boutique/);
    await tick(/loyalty/);
    field().value = ' claire@example.com ';
    send();
  }

  it('sends choices and source, once', async () => {
    let answer: (answer: unknown) => void = () => {};
    shop.answers['newsletter/subscribe'] = new Promise((resolve) => {
      answer = resolve;
    });
    await subscribe();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(screen.getByRole('button').textContent).toBe('One moment…');
    send();
    send();
    answer(SUBSCRIBED);
    expect(
      await screen.findByText('Please confirm your subscription in the email we have just sent you.'),
    ).toBeTruthy();
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).toMatchObject({
      email: 'claire@example.com',
      hah_subscribe: '1',
      brand: '0',
      all_subscribe_status: '1',
      source: 'footer',
    });
    // Success replaces the field and pushes an event.
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(window.dataLayer).toEqual([{ event: 'newsletter_subscribe', source: 'footer', language: 'en' }]);
  });

  it.each(['newsletter.already_subscribed', 'newsletter.other_user'])('treats %s as success', async (id) => {
    shop.answers['newsletter/subscribe'] = new Refusal(id);
    await subscribe();
    expect(await screen.findByText('Thank you. You have subscribed to our newsletter.')).toBeTruthy();
    expect(window.dataLayer).toHaveLength(1);
    expect(toastStore.get().current).toMatchObject({
      tone: 'success',
      text: 'Thank you. You have subscribed to our newsletter.',
    });
  });

  it('asks for consent to the captcha in its own words', async () => {
    shop.answers['captcha/challenge'] = {
      provider: 'recaptcha',
      site_key: 'key',
      altcha: null,
      consent_required: true,
    };
    await subscribe();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Please allow the captcha cookies to subscribe to our newsletter.',
    );
    expect(asked()).toHaveLength(0);
  });

  it('passes the success message to its parent', async () => {
    const onDone = vi.fn();
    await subscribe(onDone);
    await waitFor(() =>
      expect(onDone).toHaveBeenCalledExactlyOnceWith(
        'Please confirm your subscription in the email we have just sent you.',
      ),
    );
  });

  it('shows a failure, keeps the input, allows a retry', async () => {
    shop.answers['newsletter/subscribe'] = new Refusal('error.try_later');
    await subscribe();
    expect((await screen.findByRole('alert')).textContent).toContain('try again later');
    expect(toastStore.get().current?.tone).toBe('error');
    expect(field().value.trim()).toBe('claire@example.com');
    expect(window.dataLayer).toBeUndefined();
    shop.answers['newsletter/subscribe'] = { message: { id: 'newsletter.subscribed', message: '', params: {} } };
    send();
    expect(await screen.findByText('Thank you. You have subscribed to our newsletter.')).toBeTruthy();
  });

  it('shows the server’s e-mail error at the field', async () => {
    shop.answers['newsletter/subscribe'] = new Refusal('form.problem', { email: 'email.invalid' }, { email: 'a@b.co' });
    await subscribe();
    expect(await screen.findByText('Please enter a valid email address. For example a@b.co.')).toBeTruthy();
    expect(field().getAttribute('aria-describedby')).toBe('newsletter-error');
    expect(toastStore.get().current?.text).toBe('Please enter a valid email address. For example a@b.co.');
  });
});
