import { beforeEach, expect, test } from 'vitest';
import { keepDraft, readDraft, sweepDrafts } from './draft';

beforeEach(() => localStorage.clear());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test('what nobody comes back to for thirty days is thrown away, and nothing else', () => {
  keepDraft(1, 'note-7', 'gift box');
  localStorage.setItem('console.theme', 'dark');
  sweepDrafts(inDays(29));
  expect(readDraft(1, 'note-7')).toBe('gift box');
  sweepDrafts(inDays(31));
  expect([readDraft(1, 'note-7'), Object.keys(localStorage)]).toEqual(['', ['console.theme']]);
});

test('what was kept without a day counts from the first look', () => {
  localStorage.setItem('console.draft.1.note-7', 'gift box');
  sweepDrafts(inDays(0));
  sweepDrafts(inDays(29));
  expect(readDraft(1, 'note-7')).toBe('gift box');
  sweepDrafts(inDays(31));
  expect(readDraft(1, 'note-7')).toBe('');
});

test('what is sent leaves nothing', () => {
  keepDraft(1, 'note-7', 'gift box');
  keepDraft(1, 'note-7', '');
  expect(localStorage.length).toBe(0);
});
