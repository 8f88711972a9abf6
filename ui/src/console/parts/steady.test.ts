// @vitest-environment node
import { expect, it } from 'vitest';
import { hold, settle } from './steady';

interface Row {
  id: string;
  text: string;
}

const list = (...texts: string[]): Row[] => texts.map((text) => ({ id: text.slice(0, 1), text }));
const keyOf = ({ id }: Row) => id;
const shown = (rows: readonly Row[]) => rows.map(({ text }) => text).join(' ');

it('keeps rows where they are and tells what has become of them', () => {
  const first = hold(list('c', 'b', 'a'));
  const next = settle(first, list('e', 'd', 'c', 'b2'), { keyOf });
  expect(shown(next.rows)).toBe('c b2 a');
  expect([...next.marks]).toEqual([
    ['b', 'changed'],
    ['a', 'gone'],
  ]);
  expect(next.news).toBe(2);
  // Once more the same says nothing new.
  expect(settle(next, list('e', 'd', 'c', 'b2'), { keyOf })).toEqual(next);
});

it('shows at once what follows the last row, and anything where nothing was', () => {
  const next = settle(hold(list('c', 'b')), list('c', 'b', 'a'), { keyOf });
  expect(shown(next.rows)).toBe('c b a');
  expect(next.news).toBe(0);
  expect(shown(settle(hold<Row>([]), list('a'), { keyOf }).rows)).toBe('a');
});

it('takes a row back that was gone', () => {
  const gone = settle(hold(list('b', 'a')), list('b'), { keyOf });
  expect(gone.marks.get('a')).toBe('gone');
  expect(settle(gone, list('b', 'a'), { keyOf }).marks.get('a')).toBe('changed');
});

it('keeps what is shown where the whole list is another', () => {
  const next = settle(hold(list('a')), list('b', 'c'), { keyOf });
  expect(shown(next.rows)).toBe('a');
  expect(next.news).toBe(2);
});

it('lets go of a row that was dealt with here', () => {
  const isOwn = ({ id }: Row) => id === 'a';
  const next = settle(hold(list('b', 'a')), list('c'), { keyOf, isOwn });
  expect(shown(next.rows)).toBe('b');
  expect([...next.marks.keys()]).toEqual(['b']);
});

it('shows at once what was brought here', () => {
  const isOwn = ({ id }: Row) => id === 'c';
  const next = settle(hold(list('b', 'a')), list('c', 'b', 'a2'), { keyOf, isOwn });
  expect(shown(next.rows)).toBe('c b a2');
  expect(next.news).toBe(0);
});
