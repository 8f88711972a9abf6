/** Passkeys with an authenticator of the browser's own (WebAuthn over CDP), and coming into the console with one. */

/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').Page} Page */

/** A device that verifies its user, in the page's browser. @param {{ context: BrowserContext, page: Page }} visitor */
export async function device({ context, page }) {
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const add = async () => {
    const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return authenticatorId;
  };
  let authenticatorId = await add();
  return {
    /** Whether the person shows finger, face or PIN when asked. @param {boolean} isUserVerified */
    verify: (isUserVerified) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether the person touches it at all. @param {boolean} enabled */
    touch: (enabled) => browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** Another device in its place. */
    async replace() {
      await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await add();
    },
  };
}

/**
 * Runs in the page: accepts an invitation with a new key, as the console's own script does (`ui/src/console/api/passkeys.ts`).
 * @param {{ secret: string, name: string, lang: string }} form
 */
export async function acceptInvitation(form) {
  const call = async (/** @type {string} */ path, /** @type {object} */ args) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`/console_api/${path}`, { method: 'POST', headers, body: JSON.stringify(args) });
    const { code, message, data } = await answer.json();
    if (code !== '1') throw new Error(`${path}: ${message}`);
    return data;
  };
  const { ceremony, options } = await call('passkey/invitation_options', form);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const key = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  await call('passkey/accept_invitation', { ...form, ceremony, credential: key.toJSON() });
}
