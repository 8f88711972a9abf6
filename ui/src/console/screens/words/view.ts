/** What is shown of the words of the catalogue, as the address says it. */

import type { LexiconPart } from '../../api/types';
import { readPages, writePages } from '../../parts/pages';

const PARTS: readonly LexiconPart[] = ['makers', 'options', 'values', 'ship_groups', 'words', 'synonyms'];

export interface View {
  part: LexiconPart;
  /** Which option, domain or language; empty: the first. */
  of: string;
  find: string;
  lacking: boolean;
  pages: number;
}

export function readView(params: URLSearchParams): View {
  const part = PARTS.find((one) => one === params.get('part')) ?? 'makers';
  return {
    part,
    of: params.get('of') ?? '',
    find: params.get('find') ?? '',
    lacking: params.get('lacking') === '1',
    pages: readPages(params),
  };
}

export function writeView({ part, of, find, lacking, pages }: View): URLSearchParams {
  const texts = {
    part: part === 'makers' ? '' : part,
    of,
    find,
    lacking: lacking ? '1' : '',
    pages: writePages(pages),
  };
  return new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ''));
}

/** The address of a view. */
export const pathOf = (view: Partial<View>): string => {
  const query = writeView({ part: 'makers', of: '', find: '', lacking: false, pages: 1, ...view }).toString();
  return query ? `/products/words?${query}` : '/products/words';
};
