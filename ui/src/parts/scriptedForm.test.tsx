/** Forms submit nothing by themselves unless they have an action: no input enters a URL. */

import { cleanup, render, screen } from '@testing-library/preact';
import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ScriptedForm } from './ScriptedForm';

afterEach(cleanup);

// The console's forms are made by its script, after which nothing is submitted without it.
const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../console/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Opening tags of plain forms. */
function formsIn(source: string): string[] {
  return [...source.matchAll(/<form\b/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < source.length; end += 1) {
      const sign = source[end];
      if (sign === '{') depth += 1;
      else if (sign === '}') depth -= 1;
      else if (sign === '>' && depth === 0) break;
    }
    return source.slice(index, end + 1);
  });
}

it('every form has an action of its own, or the method of `ScriptedForm`', () => {
  const forms = Object.entries(sources).flatMap(([file, source]) => formsIn(source).map((tag) => ({ file, tag })));
  expect(forms.length).toBeGreaterThan(5);
  expect(forms.filter(({ tag }) => !/\baction=|\bmethod="dialog"/.test(tag))).toEqual([]);
});

it.each(['div', 'dialog'] as const)('in a %s, calls its handler and nothing else', (Around) => {
  const form = createRef<HTMLFormElement>();
  const submit = vi.fn();
  render(
    <Around>
      <ScriptedForm ref={form} onSubmit={submit}>
        <button type="submit">Send</button>
      </ScriptedForm>
    </Around>,
  );
  expect(form.current?.getAttribute('method')).toBe('dialog');
  const event = new Event('submit', { bubbles: true, cancelable: true });
  screen.getByText('Send').closest('form')?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(submit).toHaveBeenCalledOnce();
});
