/** VAT: classes are made with the rates of the one that most goods have, and removed while no goods have them. */

import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries';
import type { VatClass, VatTable } from '../../api/types';
import VatScreen from './VatScreen';

const entries = [{ valid_from: '2022-01-01', rate: '20', is_planned: false }];
const row = (country: string, of: string) => ({ country, name: country, class: of, rate: '20', entries });

const tableOf = (classes: VatClass[]): VatTable => ({
  rows: ['FR', '*'].flatMap((country) => classes.map(({ key }) => row(country, key))),
  classes,
  others: [],
});

const classes: VatClass[] = [
  { key: 'books', goods: 0, version: 'b1' },
  { key: 'standard', goods: 388, version: 's1' },
];

const calls: { path: string; args: unknown }[] = [];

beforeEach(() => {
  calls.length = 0;
  queryClient.setQueryData(['staff/session'], { signed_in: { id: 1, permissions: [] }, languages: ['en'] });
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const path = url.replace('/console_api/', '');
    calls.push({ path, args: JSON.parse(body) });
    const data = path === 'tariff/history' ? { changes: [] } : tableOf(classes);
    return Promise.resolve(new Response(JSON.stringify({ code: '1', message: '', data })));
  });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(table: VatTable) {
  queryClient.setQueryData(['tariff/vat'], table);
  queryClient.setQueryData(['tariff/history', 'vat'], { changes: [] });
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <VatScreen />
      </QueryClientProvider>
    </I18nProvider>,
  );
  return screen.findByRole('heading', { level: 1 });
}

const sent = (path: string) => calls.find((one) => one.path === path)?.args;
const press = (name: RegExp, within_ = screen.getByRole.bind(screen)) =>
  fireEvent.click(within_('button', { name }) as HTMLElement);

test('a class begins with the rates of the one that most goods have, as they were seen', async () => {
  await open(tableOf(classes));
  press(/New VAT class/);
  const dialog = within(await screen.findByRole('dialog'));
  const [key, like] = [dialog.getByRole('textbox'), dialog.getByRole('combobox')] as [
    HTMLInputElement,
    HTMLSelectElement,
  ];
  expect(like.value).toBe('standard');
  fireEvent.input(key, { target: { value: 'food' } });
  fireEvent.submit(key.closest('form') as HTMLFormElement);
  await waitFor(() => expect(sent('tariff/add_vat_class')).toEqual({ class: 'food', like: 'standard', version: 's1' }));
});

test('only a class that no goods have can be removed, after a question', async () => {
  await open(tableOf(classes));
  const remove = screen.getAllByRole('button', { name: /^Remove: / });
  expect(remove.map((button) => button.getAttribute('aria-label'))).toEqual(['Remove: books']);
  fireEvent.click(remove[0] as HTMLElement);
  const question = within(await screen.findByRole('alertdialog'));
  expect(sent('tariff/remove_vat_class')).toBeUndefined();
  fireEvent.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent('tariff/remove_vat_class')).toEqual({ class: 'books', version: 'b1' }));
});

test('the last class stays, and a new rate is of the row’s class', async () => {
  await open(tableOf([{ key: 'standard', goods: 0, version: 's1' }]));
  expect(screen.queryAllByRole('button', { name: /^Remove: / })).toEqual([]);
  queryClient.setQueryData(['tariff/vat'], tableOf(classes));
  await waitFor(() => screen.getByRole('button', { name: /FR \(books\)/ }));
  press(/FR \(books\)/);
  const dialog = within(await screen.findByRole('dialog'));
  const values = dialog.getAllByRole('combobox').map((select) => (select as HTMLSelectElement).value);
  expect(values).toEqual(['FR', 'books']);
});
