import { describe, expect, it } from 'vitest';
import { filtersOf, isFiltered, PLAIN, readView, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

describe('the address of the inbox', () => {
  it('holds what is shown and leaves out what goes without saying', () => {
    const view = read('q=b%C3%B6hm&kind=chat&state=all&to=me&lang=fr&pages=3&chat=hours');
    expect(view).toEqual({ q: 'böhm', kind: 'chat', state: 'all', to: 'me', lang: 'fr', pages: 3, isChatOpen: true });
    expect(read(writeView(view).toString())).toEqual(view);
    expect(writeView(PLAIN).toString()).toBe('');
  });

  it('leaves out what it cannot mean', () => {
    expect(read('kind=letter&state=new&to=7&lang=it&pages=-1&chat=long')).toEqual(PLAIN);
    expect(read('pages=900').pages).toBe(20);
  });

  it('shows open threads first of all', () => {
    expect(filtersOf(PLAIN)).toEqual({ state: 'open' });
    expect(isFiltered(PLAIN)).toBe(false);
    expect(filtersOf(read('state=all&to=nobody'))).toEqual({ assigned_to: 'nobody' });
    expect(isFiltered(read('state=closed'))).toBe(true);
  });
});
