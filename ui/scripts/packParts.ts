/** Which part of a language pack a message belongs to: by the modules that use it, and the pages that bring those along. */

import type { Part } from '../src/domain/packParts.ts';

/** What a module imports: at once, and later. */
export interface Imports {
  now: string[];
  later: string[];
}

/** The entry or the screen of a page, with the parts that are loaded with it. */
export interface Root {
  module: string;
  parts: Part[];
}

/**
 * Modules that come along with these. A component that is imported later waits for `rest` (`useLazy`), so it may be left out;
 * other modules do not wait.
 */
export function reached(roots: string[], graph: Map<string, Imports>, withComponents: boolean): Set<string> {
  const seen = new Set<string>();
  const open = [...roots];
  for (let module = open.pop(); module !== undefined; module = open.pop()) {
    if (seen.has(module)) continue;
    seen.add(module);
    const { now = [], later = [] } = graph.get(module) ?? {};
    open.push(...now, ...later.filter((file) => withComponents || !file.endsWith('.tsx')));
  }
  return seen;
}

/** The part that serves pages of both; the style guide has all. */
function shared(one: Part, other: Part): Part {
  if (one === other || other === 'guide') return one;
  if (one === 'guide') return other;
  return one === 'core' || other === 'core' ? 'core' : 'rest';
}

/** The part that has to be loaded for each module: the one that serves all roots from which it is reached. */
export function partsOfModules(roots: Root[], graph: Map<string, Imports>): Map<string, Part> {
  const found = new Map<string, Part>();
  const put = (modules: Set<string>, part: Part) => {
    for (const module of modules) {
      found.set(module, shared(part, found.get(module) ?? part));
    }
  };
  for (const { module, parts } of roots) {
    const last = parts.at(-1) ?? 'core';
    put(reached([module], graph, false), last);
    put(reached([module], graph, true), last === 'core' ? 'rest' : last);
  }
  return found;
}

/** The part that serves all modules that use a message; `server` where no page does. */
export function partOfMessage(modules: string[], parts: Map<string, Part>): Part | 'server' {
  const found = modules.flatMap((module) => parts.get(module) ?? []);
  return found.length > 0 ? found.reduce(shared) : 'server';
}

/** Messages that a page would show without having them, as `page: id in module`; `said` are all of them with their modules. */
export function missing(
  pages: (Root & { name: string })[],
  graph: Map<string, Imports>,
  said: { id: string; module: string }[],
  partOf: (id: string) => Part | 'server',
): string[] {
  return pages.flatMap(({ name, module, parts }) => {
    const now = reached([module], graph, false);
    const later = reached([module], graph, true);
    const isLoaded = (at: string, part: Part | 'server') =>
      part !== 'server' && (parts.includes(part) || (part === 'rest' && !now.has(at)));
    return said
      .filter((one) => later.has(one.module) && !isLoaded(one.module, partOf(one.id)))
      .map((one) => `${name}: ${one.id} in ${one.module}`);
  });
}
