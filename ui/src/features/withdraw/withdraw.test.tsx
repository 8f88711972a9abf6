/** Withdrawal: review before sending, sent once, accepted without a matching order. */

import { createEvent, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WithdrawalView } from '../../api/types';
import { toastStore } from '../../state/toast';
import { claire, closeShop, type FakeShop, openShop, setCookie, show } from '../../testing';
import { argsOf, check, EMPTY } from './statement';
import WithdrawScreen from './WithdrawScreen';

const ITEMS = [
  { sku: 'ROBE-S', name: 'Robe', qty: 1 },
  { sku: 'TOWEL', name: 'Towel', qty: 3 },
];

const view: WithdrawalView = {
  step: 'review',
  number: null,
  received_at: null,
  order_number: '2026-000123',
  name: 'Claire Aubert',
  email: 'claire@example.com',
  items: [],
  message: '',
  is_known: true,
  order: { items: ITEMS, created_at: '2026-11-21T09:30:00Z', last_day: '2026-12-18' },
};

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({
    'order/withdraw': (args: { confirm: boolean }) => ({
      ...view,
      ...args,
      ...(args.confirm ? { step: 'received', number: 'W2026-00007', received_at: '2026-11-22T18:05:00Z' } : {}),
      order_number: view.order_number,
      name: view.name,
      email: view.email,
    }),
  });
});
afterEach(closeShop);

const sent = () => shop.sent.filter(({ path }) => path === 'order/withdraw').map(({ args }) => args);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('withdrawal statement', () => {
  it('requires number, name, e-mail, and items when shown', () => {
    expect(Object.keys(check(EMPTY))).toEqual(['order_number', 'name', 'email']);
    const whole = { ...EMPTY, order_number: '2026-000123', name: 'Claire', email: 'claire@example.com' };
    expect(check({ ...whole, pieces: [0, 0] })).toEqual({ pieces: { id: 'withdrawal.items_empty' } });
    expect(check({ ...whole, pieces: [0, 1], message: 'x'.repeat(2001) })).toEqual({
      message: { id: 'form.too_long', params: { max: '2000' } },
    });
  });

  it('lists items only for part of an order', () => {
    expect(argsOf({ ...EMPTY, pieces: [1, 3] }, ITEMS, '', false).items).toEqual([]);
    expect(argsOf({ ...EMPTY, pieces: [0, 2] }, ITEMS, '', false).items).toEqual([
      { sku: 'TOWEL', name: 'Towel', qty: 2 },
    ]);
    expect(argsOf({ ...EMPTY, name: ' Claire ' }, [], 'tok', true)).toEqual({
      token: 'tok',
      order_number: '',
      name: 'Claire',
      email: '',
      message: '',
      items: [],
      confirm: true,
    });
  });
});

describe('withdrawal', () => {
  it('is prefilled by a link, reviewed, and sent once', async () => {
    show(WithdrawScreen, '/en/withdraw?token=tok');
    await screen.findByDisplayValue('2026-000123');
    expect(screen.getByText('For this order the period ends on 18 December 2026.')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Robe' }));
    const count = screen.getByRole('combobox', { name: 'Quantity of Towel' });
    fireEvent(count, createEvent.change(count, { target: { value: '2' } }));
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('Please check your withdrawal');
    expect(screen.getByText('2 × Towel')).toBeTruthy();
    expect(sent().every(({ confirm }) => confirm === false)).toBe(true);
    const confirm = screen.getByRole('button', { name: 'Confirm withdrawal' });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await heading('We have received your withdrawal');
    expect(sent().filter(({ confirm }) => confirm === true)).toEqual([
      {
        token: 'tok',
        order_number: '2026-000123',
        name: 'Claire Aubert',
        email: 'claire@example.com',
        message: '',
        items: [{ sku: 'TOWEL', name: 'Towel', qty: 2 }],
        confirm: true,
        captcha: '',
      },
    ]);
    // 19:00 in Paris.
    expect(screen.getByText('19:05')).toBeTruthy();
    expect(screen.getByText('W2026-00007')).toBeTruthy();
    expect(toastStore.get().current?.text).toMatch(/^We have received your withdrawal/);
  });

  it('is prefilled for a customer', async () => {
    setCookie('isLogin=1');
    shop.answers['account/info'] = claire;
    show(WithdrawScreen, '/en/withdraw');
    await screen.findByDisplayValue('claire@example.com');
    expect(screen.getByDisplayValue('Claire Aubert')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('is accepted without a matching order', async () => {
    shop.answers['order/withdraw'] = { ...view, is_known: false, order: null };
    show(WithdrawScreen, '/en/withdraw');
    for (const [label, value] of [
      [/^Order number/, '1'],
      [/^Your name/, 'Claire'],
      [/^Email/, 'claire@example.com'],
    ] as const) {
      fireEvent.input(screen.getByLabelText(label), { target: { value } });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('We cannot match this order number and email address')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    await heading('Withdraw from contract');
    expect((screen.getByLabelText(/^Your name/) as HTMLInputElement).value).toBe('Claire');
  });

  it('validates before sending', async () => {
    show(WithdrawScreen, '/en/withdraw');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Enter your order number.'));
    expect(sent()).toEqual([]);
  });
});
