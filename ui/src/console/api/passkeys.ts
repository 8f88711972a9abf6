/**
 * Passkeys: each ceremony is two calls, with the browser's question between them. A person who declines that has made no
 * error: nothing comes back.
 */

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser';
import { ApiError, call } from './client';
import { useSession } from './queries';
import type { Answer, Args, Passkeys, StaffSelf } from './types';

/** Where a passkey can be used: at this address, not at it, or why nowhere. */
export type PasskeyPlace = 'here' | 'elsewhere' | 'no_host' | 'no_browser';

export function passkeyPlace(host: string | null, hostname: string, isSupported: boolean): PasskeyPlace {
  if (host === null) return 'no_host';
  if (host !== hostname) return 'elsewhere';
  return isSupported ? 'here' : 'no_browser';
}

export function usePasskeyPlace(): PasskeyPlace {
  const { passkey_host: host } = useSession();
  return passkeyPlace(host, window.location.hostname, browserSupportsWebAuthn());
}

/** Messages for what the person can do something about. */
const FAULTS: Partial<Record<WebAuthnErrorCode, string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkey.here_already',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'passkey.device_unfit',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'passkey.device_unfit',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'passkey.device_unfit',
};

/** What the browser answers; nothing where the person has declined, or let its question pass. */
async function ask<C>(question: () => Promise<C>): Promise<C | undefined> {
  try {
    return await question();
  } catch (reason) {
    const name = reason instanceof Error ? reason.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    const fault = reason instanceof WebAuthnError ? FAULTS[reason.code] : undefined;
    throw new ApiError(0, fault ?? 'passkey.failed', {}, {}, String(reason));
  }
}

const sign = (options: unknown) =>
  ask(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));

const make = (options: unknown) =>
  ask(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

/** Signs in with any key of this device. */
export async function signInByPasskey(shared: boolean): Promise<StaffSelf | undefined> {
  const { ceremony, options } = await call('passkey/sign_in_options', {});
  const credential = await sign(options);
  return credential && call('passkey/sign_in', { ceremony, credential, shared });
}

export async function unlockByPasskey(): Promise<StaffSelf | undefined> {
  const { ceremony, options } = await call('passkey/unlock_options', {});
  const credential = await sign(options);
  return credential && call('passkey/unlock', { ceremony, credential });
}

export async function proveByPasskey(): Promise<Answer<'passkey/prove'> | undefined> {
  const { ceremony, options } = await call('passkey/prove_options', {});
  const credential = await sign(options);
  return credential && call('passkey/prove', { ceremony, credential });
}

/** Makes a key on this device and adds it to one's own. */
export async function addPasskey(name: string): Promise<Passkeys | undefined> {
  const { ceremony, options } = await call('passkey/register_options', { name });
  const credential = await make(options);
  return credential && call('passkey/register', { name, ceremony, credential });
}

/** Accepts an invitation with a new key of this device. */
export async function acceptByPasskey(form: Args<'passkey/invitation_options'>): Promise<StaffSelf | undefined> {
  const { ceremony, options } = await call('passkey/invitation_options', form);
  const credential = await make(options);
  return credential && (await call('passkey/accept_invitation', { ...form, ceremony, credential })).self;
}
