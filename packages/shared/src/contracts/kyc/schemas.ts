/** Identity verification on the wire, as its owner sees it. */
import * as z from 'zod/mini';
import { documentFields, globalKinds, panTypes, resubmitParts } from './documents.ts';

const part = z.object({ submitted: z.boolean(), approved: z.boolean() });

export const verificationStates = [
  'not_verified',
  'in_process',
  'processing',
  'partially_verified',
  'verified',
] as const;
export type VerificationState = (typeof verificationStates)[number];

const customer = z.object({
  approved: z.boolean(),
  pending: z.boolean(),
  submitted: z.boolean(),
  /** Where the verification goes on: a path of the client. */
  verifyLink: z.string(),
  isIndian: z.boolean(),
  partiallyApproved: z.boolean(),
});

/** GET /v2/kyc/status */
export const kycStatus = z.object({
  state: z.enum(verificationStates),
  customer,
  info: part,
  documents: part,
  video: part,
  /** Whether it was refused, or parts are asked for again, and why. */
  rejected: z.boolean(),
  reason: z.nullable(z.string()),
  resubmit: z.array(z.enum(resubmitParts)),
  /** Files that are still needed. */
  missing: z.array(z.enum([...documentFields])),
  /** Names by codes. */
  countryList: z.record(z.string(), z.string()),
  indianCities: z.array(z.string()),
  /** Names the case to the provider of India; null without one under way. */
  kycToken: z.nullable(z.string()),
});
export type KycStatus = z.infer<typeof kycStatus>;

export const submitted = z.object({ status: z.literal('success'), kyc: kycStatus });
export type KycSubmitted = z.infer<typeof submitted>;

/** GET /v2/kyc/documents and documents-indian: each of a case of its own variant alone. */
export const ownDocuments = z.object({
  ...part.shape,
  type: z.nullable(z.enum(globalKinds)),
  panType: z.nullable(z.enum(panTypes)),
  /** The last four signs. */
  number: z.nullable(z.string()),
  adhaarNumber: z.nullable(z.string()),
  result: z.array(z.object({ field: z.enum(documentFields), submitted_at: z.number() })),
});

export type OwnDocuments = z.infer<typeof ownDocuments>;

/** GET /v2/kyc/get-videoKYC-status */
export const videoStatus = z.object({ ...part.shape, value: z.nullable(z.string()) });

/** POST /v2/kyc/getdataforKYC and intlGetdataforKYC: what the form begins with. Numbers by their last four signs. */
export const ownData = z.object({
  status: z.literal('success'),
  info: z.nullable(z.record(z.string(), z.string())),
  email: z.string(),
  verifyLink: z.string(),
  kycToken: z.nullable(z.string()),
});

/** POST /v2/indian-kyc-response */
export const providerResponse = z.object({
  /** Of the message: a repeat changes nothing. */
  event_id: z.string().check(z.regex(/^[\w.:-]{1,64}$/)),
  /** The kycToken. */
  token: z.string().check(z.maxLength(128)),
  result: z.enum(['passed', 'failed']),
  checks: z._default(
    z
      .array(
        z.object({
          name: z.string().check(z.regex(/^[\w .-]{1,64}$/)),
          passed: z.boolean(),
          detail: z.optional(z.string().check(z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cf}]*$/u))),
        }),
      )
      .check(z.maxLength(30)),
    [],
  ),
});
export type ProviderResponse = z.infer<typeof providerResponse>;
