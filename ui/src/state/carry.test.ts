/** What goes along into another language. */

import { beforeEach, describe, expect, it } from 'vitest';
import { unpack } from './carried';
import { CARRIED, carryInput, hasCarried } from './carry';

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

describe('what was typed', () => {
  it('stands in the page in the other language, and its listeners heard it', () => {
    field('name').value = 'Claire';
    field('message').value = 'Guten Tag';
    field('subject').value = 'b';
    field('leg').value = 'square';
    field('terms').checked = true;
    field('secret').value = 'quiet-lake';
    carryInput(window.location.pathname);
    expect(hasCarried()).toBe(true);
    expect(window.sessionStorage.getItem(CARRIED)).not.toContain('quiet-lake');
    expect(window.sessionStorage.getItem(CARRIED)).not.toContain('token');

    document.body.innerHTML = FORM;
    const heard: string[] = [];
    document.body.addEventListener('input', ({ target }) => heard.push((target as HTMLElement).id));
    unpack();
    expect(['name', 'message', 'subject'].map((id) => field(id).value)).toEqual(['Claire', 'Guten Tag', 'b']);
    expect([field('terms').checked, field('no').checked, field('secret').value]).toEqual([true, false, '']);
    expect(heard).toEqual(expect.arrayContaining(['name', 'message', 'subject']));
    expect(hasCarried()).toBe(false);
    // A choice outside a form comes by the address.
    expect(field('leg').value).toBe('round');
    expect(heard).not.toContain('leg');
  });

  it('is for the page that was switched, and for no other', () => {
    field('name').value = 'Claire';
    carryInput('/de/another');
    document.body.innerHTML = FORM;
    unpack();
    expect([field('name').value, hasCarried()]).toEqual(['', false]);
  });

  it('leaves alone what waits for a login', () => {
    window.sessionStorage.setItem(CARRIED, JSON.stringify({ form: 'address', owner: '7', values: {} }));
    expect(hasCarried()).toBe(false);
  });
});
