/** Values and validation of the account forms. Knows no component. */

import type { UserInfo } from '../../api/types';
import * as validate from '../../domain/validate';
import type { Problems } from '../../state/useForm';

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

export function detailsOf({ first_name, last_name, email, member_card }: UserInfo): DetailValues {
  return { first_name, last_name, email, member_card: validate.printedCard(member_card ?? ''), current_password: '' };
}

/** Whether the e-mail address changes; case is ignored. */
export function isOtherEmail({ email }: Pick<DetailValues, 'email'>, saved: string): boolean {
  return validate.trim(email).toLowerCase() !== saved.toLowerCase();
}

export function checkDetails(values: DetailValues, savedEmail: string): Problems<DetailValues> {
  const problems: Problems<DetailValues> = {};
  const keep = (name: keyof DetailValues, problem: validate.Problem | null) => {
    if (problem) problems[name] = problem;
  };
  keep('first_name', validate.firstName(values.first_name));
  keep('last_name', validate.lastName(values.last_name));
  keep('email', validate.email(values.email));
  keep('member_card', validate.memberCard(values.member_card));
  if (isOtherEmail(values, savedEmail) && validate.trim(values.current_password) === '') {
    keep('current_password', { id: 'password.current_empty' });
  }
  return problems;
}

export function checkPassword(values: PasswordValues): Problems<PasswordValues> {
  const problems: Problems<PasswordValues> = {};
  const keep = (name: keyof PasswordValues, problem: validate.Problem | null) => {
    if (problem) problems[name] = problem;
  };
  if (validate.trim(values.current_password) === '') keep('current_password', { id: 'password.current_empty' });
  keep('password', validate.password(values.password));
  keep('password_confirmation', validate.passwordConfirmation(values.password_confirmation, values.password));
  return problems;
}
