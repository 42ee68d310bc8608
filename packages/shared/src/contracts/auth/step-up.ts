/** Factors, and step-up: a person shows again who they are, for one call. */
import * as z from 'zod/mini';
import { passkeyAnswer } from './passkeys.ts';

/** The ways in which a person shows who they are. */
export const factorNames = ['password', 'totp', 'recovery_code', 'email_code', 'sms_code', 'passkey'] as const;
export type FactorName = (typeof factorNames)[number];

/** The factors whose codes the exchange sends. */
export const sentFactorNames = ['email_code', 'sms_code'] as const;
export type SentFactorName = (typeof sentFactorNames)[number];

/** Text that a person types, or for `passkey` what the authenticator has answered. */
export const factorCode = z.union([
  z.string().check(z.minLength(1, 'Field is required'), z.maxLength(200)),
  passkeyAnswer,
]);
export type FactorCode = z.infer<typeof factorCode>;

/** In a call that is sensitive for everybody. */
export const factorProof = z.object({ factor: z.enum(factorNames), code: factorCode });
export type FactorProof = z.infer<typeof factorProof>;
/** In a call that demands a second factor of those who have one. */
export const optionalProof = z.object({ factor: z.optional(z.enum(factorNames)), code: z.optional(factorCode) });

/** Names a challenge: 128 random bits. */
export const challengeId = z.string().check(z.regex(/^[\w-]{22}$/));

/** In the refusal of a call that the session may make once the challenge is answered. */
export const challenge = z.object({
  id: challengeId,
  /** One of them answers the challenge. Where a second factor is enabled the password is not among them, and codes by mail only where there is nothing else. */
  factors: z.array(z.enum(factorNames)),
  /** Unix seconds until which it may be answered, and the call be repeated. */
  expires: z.number(),
});
export type Challenge = z.infer<typeof challenge>;

/** POST /v2/auth/challenge */
export const challengeRequest = z.object({
  id: challengeId,
  factor: z.enum(factorNames),
  /** The password, the code, or what the passkey has answered. */
  answer: factorCode,
});
export type ChallengeRequest = z.infer<typeof challengeRequest>;

export const challengeResponse = z.object({
  status: z.literal('success'),
  /** Unix seconds until which the call may be repeated with the id as `X-Step-Up`. */
  expires: z.number(),
});
