/** Passkeys of the browser. */
import type { PasskeyAnswer } from '@pelican/shared/contracts/auth';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { NewPasskey } from '../api/security.ts';

/** Whether this browser knows passkeys; they need https or localhost. */
export const hasPasskeys = browserSupportsWebAuthn;

/** Whether the person closed the browser's own dialog, or let it run out. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** Lets the person use a passkey. @throws Error of the browser; see `isGivenUp` */
export async function askPasskey(options: Record<string, unknown>): Promise<PasskeyAnswer> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as unknown as PasskeyAnswer;
}

/** Lets the person make a passkey. @throws Error of the browser; see `isGivenUp` */
export async function makePasskey(options: Record<string, unknown>): Promise<NewPasskey> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as NewPasskey;
}
