/** Form input across a change of language. */

import { beforeEach, describe, expect, it } from 'vitest';
import { restorePageInput, savePageInput } from './formDraft';

const KEY = 'kept-input';
const stored = () => window.sessionStorage.getItem(KEY);

const FORM = `
  <input id="name"><textarea id="message"></textarea>
  <form><select id="subject"><option value="a">A</option><option value="b">B</option></select></form>
  <select id="leg"><option value="round">R</option><option value="square">S</option></select>
  <input id="terms" type="checkbox"><input id="no" type="checkbox">
  <input id="secret" type="password"><input id="token" type="hidden" value="t">`;

const field = (id: string) => document.getElementById(id) as HTMLInputElement;

beforeEach(() => {
  window.sessionStorage.clear();
  document.body.innerHTML = FORM;
});

describe('page input', () => {
  it('is restored in the other language, with input events', () => {
    field('name').value = 'Claire';
    field('message').value = 'Guten Tag';
    field('subject').value = 'b';
    field('leg').value = 'square';
    field('terms').checked = true;
    field('secret').value = 'quiet-lake';
    savePageInput(window.location.pathname);
    expect(stored()).toMatch(/^\{"form":"language"/);
    expect(stored()).not.toContain('quiet-lake');
    expect(stored()).not.toContain('token');

    document.body.innerHTML = FORM;
    const notified: string[] = [];
    document.body.addEventListener('input', ({ target }) => notified.push((target as HTMLElement).id));
    restorePageInput();
    expect(['name', 'message', 'subject'].map((id) => field(id).value)).toEqual(['Claire', 'Guten Tag', 'b']);
    expect([field('terms').checked, field('no').checked, field('secret').value]).toEqual([true, false, '']);
    expect(notified).toEqual(expect.arrayContaining(['name', 'message', 'subject']));
    expect(stored()).toBeNull();
    // A select outside a form is part of the URL.
    expect(field('leg').value).toBe('round');
    expect(notified).not.toContain('leg');
  });

  it('is restored on the same page only', () => {
    field('name').value = 'Claire';
    savePageInput('/de/another');
    document.body.innerHTML = FORM;
    restorePageInput();
    expect([field('name').value, stored()]).toEqual(['', null]);
  });

  it('does not consume a draft that waits for a login', () => {
    window.sessionStorage.setItem(KEY, JSON.stringify({ form: 'address', owner: '7', values: {} }));
    restorePageInput();
    expect(stored()).not.toBeNull();
  });
});
