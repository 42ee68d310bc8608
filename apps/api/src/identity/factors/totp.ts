/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, which are what every app can do. */
import { Secret, TOTP } from 'otpauth';

const issuer = 'Pelican';
const periodSeconds = 30;
/** Steps that the clock of a telephone may be ahead or behind. */
const driftSteps = 1;
const secretBytes = 20;

export function generateSeed(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** As a person types it into an app. */
export function seedText(seed: Buffer): string {
  return secretOf(seed).base32;
}

/** What the QR code says. */
export function seedUri(seed: Buffer, email: string): string {
  return new TOTP({ issuer, label: email, secret: secretOf(seed), period: periodSeconds }).toString();
}

/** The step of which the text is the code at this time; undefined when it is none that counts. */
export function stepOfCode(seed: Buffer, code: string, nowMs: number): number | undefined {
  const given = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(given)) return undefined;
  const delta = TOTP.validate({
    token: given,
    secret: secretOf(seed),
    period: periodSeconds,
    timestamp: nowMs,
    window: driftSteps,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta;
}

function secretOf(seed: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(seed).buffer });
}
