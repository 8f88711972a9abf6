import { act, renderHook } from '@testing-library/preact';
import { beforeEach, expect, test } from 'vitest';
import { keepDraft, readDraft } from './draft';
import { FIELDS, type Keep, useKept } from './kept';

const MIRA: Keep = { person: 1, place: 'note-7', seen: '' };
const EMIL: Keep = { ...MIRA, person: 2 };
const EMPTY: Record<string, string> = { text: '', day: 'today' };

beforeEach(() => localStorage.clear());

/** A form that is open. */
const form = (keep: Keep | undefined, begin = EMPTY) =>
  renderHook((at: Keep | undefined) => useKept(at, begin, FIELDS), { initialProps: keep });
type Form = ReturnType<typeof form>;
const type = ({ result }: Form, text: string) => act(() => result.current.set((all) => ({ ...all, text })));

test('what was typed is there again, told, and can be thrown away', () => {
  const left = form(MIRA);
  type(left, 'gift box');
  expect(left.result.current.draft).toBeUndefined();
  left.unmount();

  const found = form(MIRA);
  expect(found.result.current.value).toEqual({ text: 'gift box', day: 'today' });
  expect(found.result.current.draft).toMatchObject({ isOld: false });
  act(() => found.result.current.draft?.discard());
  expect(found.result.current.value).toEqual(EMPTY);
  expect(found.result.current.draft).toBeUndefined();
  expect(readDraft(1, 'note-7')).toBe('');
  found.unmount();
  expect(form(MIRA).result.current.value).toEqual(EMPTY);
});

test('what was sent is kept no longer, and what is typed after it is', () => {
  const open = form(MIRA);
  type(open, 'gift box');
  expect(readDraft(1, 'note-7')).not.toBe('');
  act(() => open.result.current.drop());
  expect(readDraft(1, 'note-7')).toBe('');
  type(open, 'and a card');
  open.unmount();
  expect(form(MIRA).result.current.value.text).toBe('and a card');
});

test('what was typed and taken back is no draft', () => {
  const open = form(MIRA);
  type(open, 'a');
  type(open, '');
  expect(readDraft(1, 'note-7')).toBe('');
});

test('without a place nothing is kept', () => {
  const open = form(undefined);
  type(open, 'a secret');
  expect(localStorage.length).toBe(0);
});

test('a draft is of one person and of one thing', () => {
  const mira = form(MIRA);
  type(mira, 'of Mira');
  mira.unmount();
  expect(form(EMIL).result.current.value).toEqual(EMPTY);
  expect(form({ ...MIRA, place: 'note-8' }).result.current.value).toEqual(EMPTY);
  expect(form(MIRA).result.current.value.text).toBe('of Mira');
});

test('another thing in the same form begins with its own', () => {
  const open = form(MIRA);
  type(open, 'of the first');
  open.rerender({ ...MIRA, place: 'note-8' });
  expect(open.result.current.value).toEqual(EMPTY);
  type(open, 'of the second');
  open.rerender(MIRA);
  expect(open.result.current.value.text).toBe('of the first');
  open.rerender({ ...MIRA, place: 'note-8' });
  expect(open.result.current.value.text).toBe('of the second');
});

test('at a locked device somebody else goes on with what is begun, as theirs alone', () => {
  const open = form(MIRA);
  type(open, 'gift box');
  open.rerender(EMIL);
  expect(open.result.current.value.text).toBe('gift box');
  open.unmount();
  expect(form(EMIL).result.current.value.text).toBe('gift box');
  expect(form(MIRA).result.current.value).toEqual(EMPTY);
});

test('who has a draft of their own goes on with that, and nobody loses anything', () => {
  const own = form(EMIL);
  type(own, 'of Emil');
  own.unmount();
  const open = form(MIRA);
  type(open, 'of Mira');
  open.rerender(EMIL);
  expect(open.result.current.value.text).toBe('of Emil');
  open.rerender(MIRA);
  expect(open.result.current.value.text).toBe('of Mira');
});

test.each([
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"seen":"","value":null}',
  '{"seen":"","value":[["text","a"]]}',
  '{"seen":"","value":"text"}',
  '{"seen":7,"value":{"text":"a"}}',
  '{"seen":"","value":{"text":7}}',
  '{"seen":"","value":{"other":"a","constructor":"b"}}',
  'a note as plain text',
])('a damaged draft is none: %s', (text) => {
  keepDraft(1, 'note-7', text);
  const { result } = form(MIRA);
  expect(result.current.value).toEqual(EMPTY);
  expect(result.current.draft).toBeUndefined();
});

test('what was not touched is as of today', () => {
  const yesterday = form(MIRA, { text: '', day: 'yesterday' });
  type(yesterday, 'a');
  yesterday.unmount();
  expect(form(MIRA).result.current.value).toEqual({ text: 'a', day: 'today' });
});

test('a draft that was begun from something else says so, until it is sent', () => {
  const first = form({ ...MIRA, seen: '3' });
  type(first, 'mine');
  first.unmount();
  for (let opened = 0; opened < 2; opened += 1) {
    const again = form({ ...MIRA, seen: '4' });
    expect(again.result.current.draft).toMatchObject({ isOld: true });
    type(again, `mine, ${opened}`);
    again.unmount();
  }
  const sent = form({ ...MIRA, seen: '4' });
  act(() => sent.result.current.drop());
  type(sent, 'anew');
  sent.unmount();
  expect(form({ ...MIRA, seen: '4' }).result.current.draft).toMatchObject({ isOld: false });
});

test('a change by a colleague while a form is open is told when it is opened again', () => {
  const open = form({ ...MIRA, seen: '3' });
  open.rerender({ ...MIRA, seen: '8' });
  type(open, 'five');
  open.unmount();
  const again = form({ ...MIRA, seen: '8' });
  expect(again.result.current.draft).toMatchObject({ isOld: true });
  // What is typed after it was sent was begun with what the shop has since.
  act(() => again.result.current.drop());
  type(again, 'six');
  again.unmount();
  expect(form({ ...MIRA, seen: '8' }).result.current.draft).toMatchObject({ isOld: false });
});
