/** Values and validation of the registration form. Knows no component. */

import * as validate from '../../domain/validate';
import { type Problems, problemsIn } from '../../state/useForm';

/** Fields from top to bottom. */
export const NAMES = [
  'first_name',
  'last_name',
  'email',
  'password',
  'password_confirmation',
  'member_card',
  'newsletter',
  'terms',
  'captcha',
] as const;

export interface RegisterValues {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  password_confirmation: string;
  member_card: string;
  newsletter: boolean;
  terms: boolean;
  /** Not a field: the place for captcha errors. */
  captcha: string;
}

export const EMPTY: RegisterValues = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  password_confirmation: '',
  member_card: '',
  newsletter: false,
  terms: false,
  captcha: '',
};

export function checkRegister(values: RegisterValues): Problems<RegisterValues> {
  return problemsIn<RegisterValues>({
    first_name: validate.firstName(values.first_name),
    last_name: validate.lastName(values.last_name),
    email: validate.email(values.email),
    password: validate.password(values.password),
    password_confirmation: validate.passwordConfirmation(values.password_confirmation, values.password),
    member_card: validate.memberCard(values.member_card),
    terms: values.terms ? null : { id: 'customer.terms_required' },
  });
}
