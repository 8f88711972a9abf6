// @vitest-environment node
/** Validation of contact messages (boutique.md §3, §5). */

import { describe, expect, it } from 'vitest';
import { check, EMPTY, MESSAGE_MAX, namesOf, SUBJECTS, type Values } from './contactForm';

const guest: Values = {
  subject: 'order_help',
  name: 'Claire Aubert',
  email: ' claire@example.com ',
  order_number: '',
  message: 'Where is my parcel?',
  captcha: '',
};

describe('contact message', () => {
  it('requires one of six subjects', () => {
    expect(SUBJECTS).toHaveLength(6);
    for (const subject of SUBJECTS) expect(check({ ...guest, subject }, false)).toEqual({});
    expect(check({ ...guest, subject: 'complaint' }, false)).toEqual({ subject: { id: 'contact.subject_empty' } });
  });

  it('reports all missing fields of a guest', () => {
    const found = check(EMPTY, false);
    expect(Object.keys(found).sort()).toEqual(['email', 'message', 'name', 'subject']);
    expect(found.message).toEqual({ id: 'contact.message_empty' });
    expect(found.email).toEqual({ id: 'email.empty' });
  });

  it('needs neither name nor e-mail of a customer', () => {
    expect(Object.keys(check(EMPTY, true)).sort()).toEqual(['message', 'subject']);
    expect(namesOf(true)).not.toContain('email');
  });

  it('is neither blank nor too long', () => {
    expect(check({ ...guest, message: ' \n ' }, false).message?.id).toBe('contact.message_empty');
    expect(check({ ...guest, message: 'x '.repeat(MESSAGE_MAX) }, false)).toEqual({});
    expect(check({ ...guest, message: 'x'.repeat(MESSAGE_MAX + 1) }, false).message).toEqual({
      id: 'contact.message_too_long',
      params: { max: '5000' },
    });
  });
});
