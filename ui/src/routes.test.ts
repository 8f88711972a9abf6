/** Routes and primed calls, by the cases that the server holds to as well. */

import { describe, expect, it } from 'vitest';
import cases from '../../tests/cases/primed_calls.json';
import type { Lang } from './api/types';
import { splitUrl } from './domain/urls';
import { callsOf, findRoute } from './routes';
import type { PageInfo } from './state/site';
import { site } from './testing';

interface Case {
  url: string;
  mobile?: boolean;
  languages?: string[];
  page: string | null;
  calls: string[];
}

describe('routes', () => {
  it.each(cases as Case[])('$url primes its calls', ({ url, mobile, languages = ['en', 'fr'], page, calls }) => {
    const { path, search } = splitUrl(url);
    const route = findRoute(path, search, mobile ? 'mobile' : 'desktop');
    const spoken = languages.map((lang) => ({ lang: lang as Lang })) as PageInfo['site']['languages'];
    expect(route.name).toBe(page ?? 'notfound');
    expect(callsOf(route, { site: { ...site, languages: spoken } } as PageInfo).map(({ key }) => key)).toEqual(calls);
  });
});
