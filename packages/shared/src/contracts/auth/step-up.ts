/** Step-up: a person shows again who they are, for one call. */
import * as z from 'zod/mini';

export const factorNames = ['password'] as const;
export type FactorName = (typeof factorNames)[number];

const code = z.string().check(z.minLength(1, 'Field is required'), z.maxLength(200));
/** In a call that is sensitive for everybody. */
export const factorProof = z.object({ factor: z.enum(factorNames), code });
/** In a call that demands a second factor of those who have one. */
export const optionalProof = z.object({ factor: z.optional(z.enum(factorNames)), code: z.optional(code) });

/** Of a challenge; 128 random bits. */
export const challengeId = z.string().check(z.regex(/^[\w-]{22}$/));

/** In the refusal of a call that the session may make once the challenge is answered. */
export const challenge = z.object({
  id: challengeId,
  factors: z.array(z.enum(factorNames)),
  /** Unix seconds until which it may be answered, and the call be repeated. */
  expires: z.number(),
});
export type Challenge = z.infer<typeof challenge>;

/** POST /v2/auth/challenge */
export const challengeRequest = z.object({
  id: challengeId,
  factor: z.enum(factorNames),
  /** For the factor `password`: the password. */
  answer: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type ChallengeRequest = z.infer<typeof challengeRequest>;

export const challengeResponse = z.object({
  status: z.literal('success'),
  /** Unix seconds until which the call may be repeated with the id as `X-Step-Up`. */
  expires: z.number(),
});
