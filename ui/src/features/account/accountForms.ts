/** Values and validation of the account forms. Knows no component. */

import type { UserInfo } from '../../api/types';
import * as validate from '../../domain/validate';
import { type Problems, problemsIn } from '../../state/useForm';

export interface DetailValues {
  first_name: string;
  last_name: string;
  email: string;
  member_card: string;
  /** Required when the e-mail address changes. */
  current_password: string;
}

export interface PasswordValues {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/** Fields of the forms from top to bottom. */
export const DETAIL_NAMES = ['first_name', 'last_name', 'email', 'current_password', 'member_card'] as const;
export const PASSWORD_NAMES = ['current_password', 'password', 'password_confirmation'] as const;

export function detailsOf({ first_name, last_name, email, member_card }: UserInfo): DetailValues {
  return { first_name, last_name, email, member_card: validate.printedCard(member_card ?? ''), current_password: '' };
}

/** Whether the e-mail address changes; case is ignored. */
export function isOtherEmail({ email }: Pick<DetailValues, 'email'>, saved: string): boolean {
  return validate.trim(email).toLowerCase() !== saved.toLowerCase();
}

/** The current password is required. */
function current(password: string): validate.Problem | null {
  return validate.trim(password) === '' ? { id: 'password.current_empty' } : null;
}

export function checkDetails(values: DetailValues, savedEmail: string): Problems<DetailValues> {
  return problemsIn<DetailValues>({
    first_name: validate.firstName(values.first_name),
    last_name: validate.lastName(values.last_name),
    email: validate.email(values.email),
    member_card: validate.memberCard(values.member_card),
    current_password: isOtherEmail(values, savedEmail) ? current(values.current_password) : null,
  });
}

export function checkPassword(values: PasswordValues): Problems<PasswordValues> {
  return problemsIn<PasswordValues>({
    current_password: current(values.current_password),
    password: validate.password(values.password),
    password_confirmation: validate.passwordConfirmation(values.password_confirmation, values.password),
  });
}
