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

describe('useForm', () => {
  it('shows no error while typing, nor on blur of an empty field', () => {
    const form = open();
    act(() => form.current.set('street', 'a'));
    expect(form.current.problems).toEqual({});
    act(() => form.current.blur('city'));
    expect(form.current.problems).toEqual({});
  });

  it('validates an edited field on blur, trimmed, and clears the error once it is corrected', () => {
    const form = open();
    act(() => form.current.set('street', ' a '));
    act(() => form.current.blur('street'));
    expect(form.current.values.street).toBe('a');
    expect(form.current.problems).toEqual({ street: SHORT });
    act(() => form.current.set('street', 'a b'));
    expect(form.current.problems).toEqual({});
  });

  it('defers validation on blur until a pointer press ends', async () => {
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

  it('validates all fields on submit, and keeps the values', () => {
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

  it('shows server errors', () => {
    const form = open();
    act(() => form.current.reject({ city: EMPTY }));
    expect(form.current.problems).toEqual({ city: EMPTY });
    expect(form.current.submitCount).toBe(1);
  });

  it('keeps server errors on blur, until the field is edited', () => {
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
