/** Codes of authenticator apps. */
import { stepOfCode } from '@pelican/api/src/identity/factors/totp.ts';

interface TotpInput {
  /** ASCII, as RFC 6238 writes it. */
  secret: string;
  seconds: number;
  /** Of eight digits in the RFC; ours are the last six, which a shorter code is by RFC 4226. */
  code: string;
}

/** The step that the code is of, at its time. */
export function runTotp({ secret, seconds, code }: TotpInput) {
  return { step: stepOfCode(Buffer.from(secret, 'ascii'), code.slice(-6), seconds * 1000) ?? null };
}
