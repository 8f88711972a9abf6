/**
 * Passkeys: each ceremony is two calls, with the browser's question between them. Somebody who declines that has made no error:
 * nothing comes back. The machinery is loaded when it is wanted.
 */

import { useEffect, useState } from 'react';
import { ApiError } from '../api/client';
import type { Answer, Args } from '../api/types';
import { useSite } from './site';

type Begun = Answer<'customer/login_options'>;
export type Signature = Args<'customer/passkey_login'>;

const load = () => import('@simplewebauthn/browser');

/** Whether passkeys work here. The server knows whether the shop has a host name; the browser may find that it cannot. */
export function usePasskeysOffered(): boolean {
  const { passkeys, public_url: url } = useSite();
  const [isFit, setFit] = useState(true);
  useEffect(() => {
    setFit('PublicKeyCredential' in window && new URL(url).hostname === window.location.hostname);
  }, [url]);
  return passkeys && isFit;
}

/** Whether browsers call it so when somebody declines, or another question takes the place of this one. */
function isDeclined(reason: unknown): boolean {
  return reason instanceof Error && ['NotAllowedError', 'AbortError'].includes(reason.name);
}

/** What a key of the visitor's has signed. With `isAutofill` the browser offers its keys in the address field. */
export async function sign({ ceremony, options }: Begun, isAutofill = false): Promise<Signature | undefined> {
  const { startAuthentication } = await load();
  try {
    const credential = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: isAutofill });
    return { ceremony, credential };
  } catch (reason) {
    if (isAutofill || isDeclined(reason)) return undefined;
    throw new ApiError(0, String(reason), 'passkey.wrong');
  }
}

/** A key that an authenticator has made. */
export async function make({ ceremony, options }: Begun): Promise<Signature | undefined> {
  const { startRegistration } = await load();
  try {
    return { ceremony, credential: await startRegistration({ optionsJSON: options as never }) };
  } catch (reason) {
    if (isDeclined(reason)) return undefined;
    throw new ApiError(0, String(reason), 'passkey.not_made');
  }
}

/** Whether the browser can offer keys in the address field. */
export async function canFillIn(): Promise<boolean> {
  return (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
}

/** Takes back a question that is open. */
export async function cancel(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}
