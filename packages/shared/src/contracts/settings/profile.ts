/** The signed-in user's profile and flags on the wire. */
import * as z from 'zod/mini';
import { verificationStates } from '../kyc/schemas.ts';

/** BTC for who has confirmed e-mail and phone, released when the KYC is approved. */
const signUpBonus = z.object({
  /** denied: there was no budget for it */
  state: z.enum(['granted', 'denied', 'released', 'expired', 'revoked']),
  ticker: z.string(),
  amount: z.string(),
  /** What it was worth when it was granted. */
  inr: z.string(),
  /** Unix milliseconds */
  expires_at: z.number(),
  /** A KYC that was submitted in time is looked at: it does not expire meanwhile. */
  waiting: z.boolean(),
});

/** Who the person has shown to be, or says to be while that is looked at. */
const personal = z.object({
  full_name: z.string(),
  birth_date: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
  /** Of the document: its last four signs; null before it was sent. */
  id_number: z.nullable(z.string()),
});
export type PersonalDetails = z.infer<typeof personal>;

/** GET /v2/settings/general */
export const generalSettings = z.object({
  id: z.number(),
  email: z.string(),
  nickname: z.string(),
  locale: z.string(),
  country: z.nullable(z.string()),
  email_verified: z.boolean(),
  /** Masked; null until a telephone is verified. */
  phone: z.nullable(z.string()),
  /** 'system' follows the device. */
  theme: z.enum(['system', 'dark', 'light']),
  /** Of IANA; null follows the device. */
  time_zone: z.nullable(z.string()),
  /** Wants news of the exchange. */
  updates: z.boolean(),
  /** The sign-in before this one. */
  last_login: z.nullable(z.object({ time: z.number(), ip: z.string() })),
  /** none, pending, approved, rejected */
  kyc_status: z.string(),
  /** How far the verification of the identity is, as its own pages say it. */
  verification_state: z.enum(verificationStates),
  is_verified: z.boolean(),
  isCustomFeeEnabled: z.boolean(),
  /** The person is asked for a telephone: none is verified, and the question was not answered. */
  phoneUpdated: z.boolean(),
  futures_quiz_passed: z.boolean(),
  is_operator: z.boolean(),
  /** Unix seconds of the day on which the account is deleted; null unless its owner has asked for that. */
  deletes_at: z.nullable(z.number()),
  /** Null before the details of the verification were sent, and for API keys. */
  personal: z.nullable(personal),
  /** Null before one is granted. */
  signup_bonus: z.nullable(signUpBonus),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/**
 * Letters of any script with the marks that belong to them, such as the vowel signs of Hindi: at most seven on one letter, and never the first. A joiner
 * decides the form of a Hindi letter, and follows a mark.
 */
const nicknameForm = /^(?!\p{M})(?!.*\p{M}{8})(?:[\p{L}\p{N} ._-]|\p{M}(?:\u200c|\u200d)?){2,32}$/u;

/** POST /v2/settings/general: what a person may change; a field left out stays. */
export const generalSettingsRequest = z.object({
  nickname: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.trim()),
      ),
      z.string().check(z.regex(nicknameForm, 'From 2 to 32 letters, digits, spaces and . _ -')),
    ),
  ),
  locale: z.optional(z.string().check(z.regex(/^[a-z]{2}$/, 'Unknown language'))),
  theme: z.optional(z.enum(['system', 'dark', 'light'])),
  time_zone: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  /** In every mail of the exchange to this person; null takes it away. It is shown in the security settings alone. */
  anti_phishing_code: z.optional(
    z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{4,20}$/, 'From 4 to 20 letters and digits'))),
  ),
  updates: z.optional(z.boolean()),
  /** The question for a telephone was answered. */
  phone_asked: z.optional(z.literal(true)),
});
export type GeneralSettingsRequest = z.infer<typeof generalSettingsRequest>;
