/** Values and validation of the contact form; mirrors `contact/calls.rs`. Knows no component. */

import * as validate from '../../domain/validate';
import { type Problems, problemsIn } from '../../state/useForm';

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
  /** Not a field: the place for captcha errors. */
  captcha: string;
}

export const EMPTY: Values = { subject: '', name: '', email: '', order_number: '', message: '', captcha: '' };

/** Visible fields from top to bottom; without name and e-mail for a customer. */
export function namesOf(isCustomer: boolean): readonly (keyof Values)[] {
  return isCustomer ? ['subject', 'order_number', 'message'] : ['subject', 'name', 'email', 'message', 'captcha'];
}

export function check(values: Values, isCustomer: boolean): Problems<Values> {
  const isSubject = SUBJECTS.some((subject) => subject === values.subject);
  const texts = { empty: 'address.name_empty', tooLong: 'form.too_long', badCharacters: 'form.bad_characters' };
  return problemsIn<Values>({
    subject: isSubject ? null : { id: 'contact.subject_empty' },
    name: isCustomer ? null : validate.line(values.name, texts, validate.LINE_MAX),
    email: isCustomer ? null : validate.email(values.email),
    message: checkMessage(values.message),
  });
}

function checkMessage(text: string): validate.Problem | null {
  const fault = validate.length(text, 1, MESSAGE_MAX);
  if (fault === 'too_short') return { id: 'contact.message_empty' };
  return fault ? { id: 'contact.message_too_long', params: { max: String(MESSAGE_MAX) } } : null;
}
