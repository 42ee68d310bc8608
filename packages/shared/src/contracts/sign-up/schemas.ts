/** Sign-up on the wire. The same rules hold in the form and on the server. */
import * as z from 'zod/mini';
import { email, password } from '../auth/schemas.ts';
import { sixDigits } from '../auth/sign-in.ts';
import { captchaSolution } from '../captcha/schemas.ts';
import { besideOthers } from '../common.ts';

/** With the code of the country; the server knows the numbers of each country, and keeps the form of E.164. */
export const phoneNumber = z
  .string()
  .check(z.maxLength(32), z.regex(/^\s*\+[\d ().-]{6,28}\s*$/, 'Phone number is not valid'));

/** Nothing is ever delivered to .invalid (RFC 2606): accounts of the house and of deleted people are named by it. */
const ownEmail = email.check(z.refine((text) => !text.endsWith('.invalid'), 'Email is not valid'));

/** POST /v2/register */
export const registerRequest = z
  .object({
    email: ownEmail,
    phone: z.optional(phoneNumber),
    password,
    password_confirmation: z.optional(z.string().check(z.maxLength(200))),
    /** ISO 3166 alpha-2 */
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Current value is not supported')),
    terms: z.literal(true, 'Confirm privacy policy before registration.'),
    /** Wants news of the exchange. */
    updates: z.optional(z.boolean()),
    referral: z.optional(z.string().check(z.maxLength(64))),
    captcha: captchaSolution,
  })
  .check(
    z.refine((given) => given.password_confirmation === undefined || given.password_confirmation === given.password, {
      error: 'Field should match password',
      path: ['password_confirmation'],
      ...besideOthers,
    }),
  );
export type RegisterRequest = z.output<typeof registerRequest>;

export const registerResponse = z.object({
  status: z.literal('success'),
  email: z.string(),
  /** For the calls that send and check the codes, for 24 hours. */
  verification: z.string(),
  /** Masked. */
  phone: z.nullable(z.string()),
});

export const confirmationParams = z.object({ token: z.string().check(z.maxLength(1024)) });
/** Without a session of the account. */
export const confirmationRequest = z.nullish(
  z.object({ password: z.optional(z.string().check(z.minLength(1, 'Field is required'), z.maxLength(200))) }),
);
export const confirmationResponse = z.object({ status: z.literal('success'), email: z.string() });

/** Without a ticket it is the account of the session. */
const verification = z.optional(z.string().check(z.maxLength(1024)));
const code = z.optional(sixDigits);

export const emailCodeRequest = z.object({ verification });
/** A phone replaces the one given before, as long as none is verified. */
export const phoneCodeRequest = z.object({ verification, phone: z.optional(phoneNumber) });

export const codeSent = z.object({
  status: z.literal('success'),
  /** Masked: a***e@demo.local */
  to: z.string(),
  /** Unix seconds until which the code counts. */
  expires: z.number(),
  /** Seconds until another one can be asked for. */
  retry_after: z.number(),
});

export const verificationRequest = z.object({ verification, email_code: code, phone_code: code }).check(
  z.refine((given) => given.email_code !== undefined || given.phone_code !== undefined, {
    error: 'Field is required',
    path: ['email_code'],
  }),
);
export type VerificationRequest = z.output<typeof verificationRequest>;
export const verificationResponse = z.object({
  status: z.literal('success'),
  email_verified: z.boolean(),
  phone_verified: z.boolean(),
});
