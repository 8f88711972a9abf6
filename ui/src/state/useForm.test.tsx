/** Timing of form errors (experience.md U6). */

import { act, renderHook } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../domain/text';
import { useForm } from './useForm';

const EMPTY: Problem = { id: 'address.city_empty' };
const SHORT: Problem = { id: 'address.shipping_street_too_short' };

function check({ city, street }: { city: string; street: string }) {
  const problems: { city?: Problem; street?: Problem } = {};
  if (city === '') problems.city = EMPTY;
  if (street.length < 3) problems.street = SHORT;
  return problems;
}

function open() {
  return renderHook(() => useForm({ city: '', street: '' }, check)).result;
}

describe('a form', () => {
  it('says nothing while it is typed into, nor when an empty field is left', () => {
    const form = open();
    act(() => form.current.set('street', 'a'));
    expect(form.current.problems).toEqual({});
    act(() => form.current.blur('city'));
    expect(form.current.problems).toEqual({});
  });

  it('judges an edited field when it is left, trimmed, and takes the error back once it is mended', () => {
    const form = open();
    act(() => form.current.set('street', ' a '));
    act(() => form.current.blur('street'));
    expect(form.current.values.street).toBe('a');
    expect(form.current.problems).toEqual({ street: SHORT });
    act(() => form.current.set('street', 'a b'));
    expect(form.current.problems).toEqual({});
  });

  it('judges what is left by a press when the press is over', async () => {
    const form = open();
    act(() => form.current.set('street', 'a'));
    act(() => {
      window.dispatchEvent(new MouseEvent('mousedown'));
      form.current.blur('street');
    });
    expect(form.current.problems).toEqual({});
    await act(async () => {
      window.dispatchEvent(new MouseEvent('mouseup'));
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(form.current.problems).toEqual({ street: SHORT });
  });

  it('checks everything when it is sent, and keeps the values', () => {
    const form = open();
    act(() => form.current.set('street', '12 quai du Lac'));
    let allowed = true;
    act(() => {
      allowed = form.current.submit();
    });
    expect(allowed).toBe(false);
    expect(form.current.problems).toEqual({ city: EMPTY });
    expect(form.current.submitCount).toBe(1);
    expect(form.current.values.street).toBe('12 quai du Lac');
    act(() => form.current.set('city', 'Annecy'));
    act(() => {
      allowed = form.current.submit();
    });
    expect(allowed).toBe(true);
  });

  it('shows what the server refused', () => {
    const form = open();
    act(() => form.current.reject({ city: EMPTY }));
    expect(form.current.problems).toEqual({ city: EMPTY });
    expect(form.current.submitCount).toBe(1);
  });

  it('keeps what the server refused when the field is left, until it is edited', () => {
    const form = open();
    act(() => form.current.set('street', '12 quai du Lac'));
    act(() => form.current.reject({ street: SHORT }));
    // Enter submits: focus moves from the field to the error summary.
    act(() => form.current.blur('street'));
    expect(form.current.problems).toEqual({ street: SHORT });
    act(() => form.current.set('street', '14 quai du Lac'));
    expect(form.current.problems).toEqual({});
    act(() => form.current.set('street', 'a'));
    act(() => form.current.blur('street'));
    expect(form.current.problems).toEqual({ street: SHORT });
  });
});
