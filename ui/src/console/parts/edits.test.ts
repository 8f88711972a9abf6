import { describe, expect, test } from 'vitest';
import { changesOf, countOf, readEdits } from './edits';

describe('what somebody has changed of products', () => {
  test('is theirs alone, and nothing else is taken for it', () => {
    const edits = { 'TOW-GAN': { 'name.de': { was: 'A', text: 'B' }, weight_g: { was: 1, text: '2' } }, X: { y: 'z' } };
    const kept = JSON.stringify({ of: 7, edits });
    expect(readEdits(kept, 7)).toEqual({ 'TOW-GAN': { 'name.de': { was: 'A', text: 'B' } } });
    expect(readEdits(kept, 8)).toEqual({});
    for (const text of [null, '', '[]', '{"of":7}', '{"of":7,"edits":null}']) expect(readEdits(text, 7)).toEqual({});
  });

  test('becomes changes that name what was seen', () => {
    const edits = { A: { weight_g: { was: '1', text: '2' } }, B: { 'name.fr': { was: '', text: 'Drap' } } };
    expect(countOf(edits)).toBe(2);
    expect(changesOf(edits)).toEqual([
      { sku: 'A', changes: [{ field: 'weight_g', was: '1', value: '2' }] },
      { sku: 'B', changes: [{ field: 'name.fr', was: '', value: 'Drap' }] },
    ]);
  });
});
