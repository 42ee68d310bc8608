/** The steps of a sign-in on the wire. */
import * as z from 'zod/mini';
import { passkeyAnswer } from './passkeys.ts';
import { refreshResponse } from './schemas.ts';
import { factorCode, factorNames, sentFactorNames } from './step-up.ts';

/** Names a sign-in whose password was right: 128 random bits. */
export const signInTicket = z.string().check(z.regex(/^[\w-]{22}$/, 'Sign in again'));
export const sixDigits = z.string().check(z.length(6), z.regex(/^\d*$/, 'Digits only'));

/** A code that was sent. */
export const sentCode = z.object({
  /** The address, masked. */
  to: z.string(),
  /** Unix seconds until which the code may be answered. */
  expires: z.number(),
  /** Seconds until another one may be sent. */
  retry_after: z.number(),
});
export type SentCode = z.infer<typeof sentCode>;

const step = { ticket: signInTicket, expires: z.number() };

/** Tokens, or the step that is due before them. */
export const loginResponse = z.union([
  refreshResponse,
  z.object({
    status: z.literal('two_factor'),
    ...step,
    /** One of them is due. A code of `email_code` or `sms_code` was sent if `to` is there, else POST /v2/resendDeviceCode sends one. */
    factors: z.array(z.enum(factorNames)),
    to: z.optional(z.string()),
    retry_after: z.optional(z.number()),
  }),
  z.object({
    status: z.literal('device_verification'),
    ...step,
    /** Absent where too many codes were sent: POST /v2/resendDeviceCode sends one later. */
    to: z.optional(z.string()),
    retry_after: z.optional(z.number()),
  }),
]);
export type LoginResponse = z.infer<typeof loginResponse>;

/** POST /v2/2fa/validate */
export const secondFactorRequest = z.object({
  ticket: signInTicket,
  factor: z.enum(factorNames),
  code: factorCode,
});
export type SecondFactorRequest = z.infer<typeof secondFactorRequest>;

/** POST /v2/2fa/options */
export const ticketRequest = z.object({ ticket: signInTicket });

/** POST /v2/login/device_verification */
export const deviceVerificationRequest = z.object({ ticket: signInTicket, code: sixDigits });

/** POST /v2/resendDeviceCode; without a factor the code of the step that is due. */
export const resendRequest = z.object({ ticket: signInTicket, factor: z.optional(z.enum(sentFactorNames)) });
export const sentResponse = z.extend(sentCode, { status: z.literal('success') });

/** POST /v2/login/passkey */
export const passkeySignInRequest = z.object({ ticket: signInTicket, response: passkeyAnswer });
