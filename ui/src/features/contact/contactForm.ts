/** Values and validation of the contact form; mirrors `contact/calls.rs`. Knows no component. */

import * as validate from '../../domain/validate';
import type { Problems } from '../../state/useForm';

export const SUBJECTS = [
  'order_help',
  'returns_exchanges',
  'care_information',
  'reward_points',
  'website_feedback',
  'other',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Maximum length of a message. */
export const MESSAGE_MAX = 5000;

export interface Values {
  subject: string;
  name: string;
  email: string;
  order_number: string;
  message: string;
}

export const EMPTY: Values = { subject: '', name: '', email: '', order_number: '', message: '' };

/** Visible fields from top to bottom; without name and e-mail for a customer. */
export function namesOf(isCustomer: boolean): readonly (keyof Values)[] {
  return isCustomer ? ['subject', 'order_number', 'message'] : ['subject', 'name', 'email', 'message'];
}

export function check(values: Values, isCustomer: boolean): Problems<Values> {
  const problems: Problems<Values> = {};
  if (!SUBJECTS.some((subject) => subject === values.subject)) problems.subject = { id: 'contact.subject_empty' };
  if (!isCustomer) {
    const name = validate.line(
      values.name,
      { empty: 'address.name_empty', tooLong: 'form.too_long', badCharacters: 'form.bad_characters' },
      validate.LINE_MAX,
    );
    if (name) problems.name = name;
    const email = validate.email(values.email);
    if (email) problems.email = email;
  }
  const message = validate.trim(values.message);
  if (message === '') problems.message = { id: 'contact.message_empty' };
  else if (validate.characterCount(message) > MESSAGE_MAX) {
    problems.message = { id: 'contact.message_too_long', params: { max: String(MESSAGE_MAX) } };
  }
  return problems;
}
