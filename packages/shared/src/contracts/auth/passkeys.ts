/** Passkeys (WebAuthn) on the wire: the JSON forms of the browser's own API. */
import * as z from 'zod/mini';

const base64url = (bytesMax: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(Math.ceil(bytesMax * 1.4)));
const credentialId = base64url(1023);
const transports = z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8)));
const extensionResults = z.optional(z.record(z.string(), z.unknown()));

/** `PublicKeyCredential.toJSON()` of an assertion. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(2048),
    authenticatorData: base64url(1024),
    signature: base64url(1024),
    userHandle: z.optional(z.nullable(base64url(64))),
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
  clientExtensionResults: extensionResults,
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** `PublicKeyCredential.toJSON()` of a registration. */
export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(2048),
    attestationObject: base64url(4096),
    transports,
  }),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
  clientExtensionResults: extensionResults,
});

/** For `PublicKeyCredential.parseRequestOptionsFromJSON` and `parseCreationOptionsFromJSON`. */
const browserOptions = z.record(z.string(), z.unknown());

export const passkeyOptionsResponse = z.object({ options: browserOptions });

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Unix seconds */
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
  /** The provider of the passkey keeps a copy, so that it outlives the device. */
  isBackedUp: z.boolean(),
});
export type PasskeyView = z.infer<typeof passkey>;

export const passkeysMax = 10;
export const passkeysResponse = z.object({ result: z.array(passkey) });

/** POST /v2/passkeys */
export const addPasskeyRequest = z.object({
  name: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(200)),
      z.transform((text) => text.trim()),
    ),
    z
      .string()
      .check(
        z.minLength(1, 'Field is required'),
        z.maxLength(50, 'Max length is 50'),
        z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Must be plain text on one line'),
      ),
  ),
  response: newPasskey,
});
/** What comes with a second factor that was added. */
export const factorAdded = {
  /** With the first second factor, and the first that is not the mailbox: ten codes, which are not shown again. */
  recoveryCodes: z.optional(z.array(z.string())),
  /** API keys that were turned off, with the first factor that is not the mailbox; absent when none was. */
  apiKeysOff: z.optional(z.number()),
};

export const addPasskeyResponse = z.object({ passkey, ...factorAdded });
export const passkeyParams = z.object({ id: credentialId });

/** POST /v2/login/passkey/options */
export const signInPasskeyOptions = z.object({
  ticket: z.string(),
  options: browserOptions,
});
