/**
 * Messages of the server that the console shows, by their ids, for its catalogues. Written by hand in the form that
 * `npm run api` generates.
 */

import { msg } from '@lingui/core/macro';

export const serverMessages = [
  msg({ id: 'address.name_empty', message: 'Enter your name.' }),
  msg({
    id: 'console.foreign_origin',
    message: 'This request does not come from the console and was not carried out.',
  }),
  msg({ id: 'email.empty', message: 'Please enter a valid email address.' }),
  msg({ id: 'email.invalid', message: 'Please enter a valid email address. For example {email}.' }),
  msg({
    id: 'form.bad_characters',
    message: 'This field contains characters that cannot be printed on a label, such as < or >.',
  }),
  msg({ id: 'form.problem', message: 'There is a problem. Please check the fields marked below.' }),
  msg({ id: 'form.too_long', message: 'Enter at most {max} characters.' }),
  msg({ id: 'password.empty', message: 'Enter a password.' }),
  msg({
    id: 'password.holds_name',
    message:
      'This password contains the shop’s name or a part of your email address, which is easy to guess. Please choose another.',
  }),
  msg({ id: 'password.too_common', message: 'This password is among the most common ones. Please choose another.' }),
  msg({ id: 'password.too_long', message: 'Enter a password of at most {max} characters.' }),
  msg({ id: 'password.too_short', message: 'Enter a password of {min} characters or more.' }),
  msg({ id: 'request.malformed', message: 'The request could not be read.' }),
  msg({ id: 'request.throttled', message: 'Too many requests in a short time. Please wait a minute and try again.' }),
  msg({ id: 'request.too_large', message: 'The request is larger than this shop accepts.' }),
  msg({ id: 'request.unknown_call', message: 'There is no call at this path.' }),
  msg({ id: 'staff.already_there', message: 'This address belongs to somebody who is in the console already.' }),
  msg({ id: 'staff.code_wrong', message: 'This code is not right. Enter the one that your app shows now.' }),
  msg({ id: 'staff.grants_more', message: 'Nobody can give or take rights that they do not have themselves.' }),
  msg({ id: 'staff.invitation_ended', message: 'This invitation has ended or was used. Please ask for a new one.' }),
  msg({ id: 'staff.language_unknown', message: 'Select a language from the list.' }),
  msg({ id: 'staff.last_owner', message: 'This is the last owner. Make somebody else an owner first.' }),
  msg({ id: 'staff.not_allowed', message: 'Your role does not allow this.' }),
  msg({ id: 'staff.not_found', message: 'There is no such person.' }),
  msg({ id: 'staff.proof_required', message: 'Please confirm with your password and a code that it is you.' }),
  msg({ id: 'staff.proof_wrong', message: 'Password or code is not right.' }),
  msg({ id: 'staff.role_unknown', message: 'There is no such role any more.' }),
  msg({ id: 'staff.session_not_found', message: 'This session has ended already.' }),
  msg({ id: 'staff.sign_in_required', message: 'Please sign in.' }),
  msg({ id: 'staff.sign_in_wrong', message: 'Address, password or code is not right.' }),
  msg({ id: 'staff.throttled', message: 'Too many attempts. Please try again in {minutes} minutes.' }),
];
