/** What operators see of a case, and decide. */
import * as z from 'zod/mini';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { caseParts, documentFields, resubmitParts } from './documents.ts';

/** Why a case is refused, or parts of it are asked for again. The person reads the text. */
export const kycReasons = {
  unreadable: 'The picture is not readable: it is blurred, dark or cut off',
  wrong_document: 'The document is not of the kind that was chosen',
  expired: 'The document has expired',
  data_mismatch: 'The details differ from those of the document',
  face_mismatch: 'The face of the selfie or video differs from that of the document',
  edited: 'The picture shows a screen, a copy or an edited document',
  video_unclear: 'The video does not show the face clearly',
  duplicate: 'Another account is verified with this document',
  underage: 'You must be at least 18 years old',
  restricted: 'We cannot offer our services where you live',
  suspicious: 'The documents could not be confirmed as genuine',
} as const;
export type KycReason = keyof typeof kycReasons;
export const kycReasonNames = Object.keys(kycReasons) as [KycReason, ...KycReason[]];

/** What makes a case take two operators. */
export const kycRisks = {
  number_seen: 'The document number was sent by another account',
  person_seen: 'Another account has a name like this one and the same day of birth',
  watched_country: 'The country is on the watch list',
  very_old: 'Older than 90',
  very_young: 'Younger than 19',
  pan_name_mismatch: 'The name differs from that of the PAN',
  bank_name_mismatch: 'The bank account is in another name',
  india_left_out: 'The sign-up or the document is from India, and the verification is the worldwide one',
  provider_failed: 'The provider of India refused this person',
  provider_asked: 'The provider of India was asked, and may still answer',
  provider_silent: 'The provider of India has not answered',
} as const;
export type KycRisk = keyof typeof kycRisks;
export const kycRiskNames = Object.keys(kycRisks) as [KycRisk, ...KycRisk[]];

export const caseStatuses = ['draft', 'submitted', 'resubmission', 'approved', 'rejected', 'withdrawn'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

const caseHead = {
  id: z.number(),
  user_id: z.number(),
  email: z.string(),
  variant: z.enum(['global', 'india']),
  status: z.enum(caseStatuses),
  country: z.nullable(z.string()),
  risks: z.array(z.enum(kycRiskNames)),
  attempt: z.number(),
  /** Unix seconds. */
  submitted_at: z.nullable(z.number()),
};
export const caseList = z.object({ result: z.array(z.object(caseHead)), total: z.number() });
export type KycCaseHead = z.infer<typeof caseList>['result'][number];

export const caseDetail = z.object({
  ...caseHead,
  /** Rises with whatever its owner sends: a decision names the one that was looked at. */
  revision: z.number(),
  info: z.nullable(z.record(z.string(), z.string())),
  age: z.nullable(z.number()),
  document: z.object({
    type: z.nullable(z.string()),
    number: z.nullable(z.string()),
    issuing_country: z.nullable(z.string()),
    adhaarNumber: z.nullable(z.string()),
  }),
  approved_parts: z.array(z.enum(caseParts)),
  resubmit: z.array(z.enum(resubmitParts)),
  files: z.array(
    z.object({
      id: z.number(),
      field: z.enum(documentFields),
      media_type: z.string(),
      size: z.number(),
      submitted_at: z.number(),
    }),
  ),
  checks: z.array(z.object({ name: z.string(), passed: z.nullable(z.boolean()), detail: z.string() })),
  history: z.array(
    z.object({
      id: z.number(),
      status: z.enum(caseStatuses),
      reason: z.nullable(z.string()),
      decided_at: z.nullable(z.number()),
    }),
  ),
});
export type KycCaseDetail = z.infer<typeof caseDetail>;

const id = z.coerce.number().check(z.int(), z.gte(1));
const revision = z.number().check(z.int(), z.gte(0));
/** A `code` is a reason already. */
const decision = { revision, reason: z.optional(reasonText) };
const base = { access: 'operator:kyc', tag: 'operations: people' } as const;
const decide = {
  ...base,
  params: z.object({ id }),
  response: submission,
  statuses: submissionStatuses,
  errors: ['kyc_case_changed', 'kyc_identity_taken', 'kyc_state', 'claimed', 'forbidden'],
} as const;

export const kycOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/kyc': {
    ...base,
    summary: 'Cases, those that wait longest first',
    query: z.object({
      status: z._default(z.enum(caseStatuses), 'submitted'),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)), 0),
    }),
    response: caseList,
  },
  'GET /v2/ops/kyc/:id': {
    ...base,
    summary: 'A case; the look is recorded',
    params: z.object({ id }),
    response: caseDetail,
  },
  'GET /v2/ops/kyc/:id/files/:file': {
    ...base,
    summary: 'The content of a file of a case; the look is recorded',
    params: z.object({ id, file: id }),
    response: z.unknown(),
  },
  'POST /v2/ops/kyc/:id/approve': {
    ...decide,
    summary: 'Verify the person',
    body: z.object({ revision, reason: reasonText }),
  },
  'POST /v2/ops/kyc/:id/partially-approve': {
    ...decide,
    summary: 'Accept parts of a case, and ask for the others again',
    body: z.object({
      ...decision,
      approved: z.array(z.enum(caseParts)).check(z.minLength(1), z.maxLength(2)),
      resubmit: z.array(z.enum(resubmitParts)).check(z.minLength(1), z.maxLength(12)),
      code: z.enum(kycReasonNames),
    }),
  },
  'POST /v2/ops/kyc/:id/resubmission': {
    ...decide,
    summary: 'Ask for parts of a case again',
    body: z.object({
      ...decision,
      resubmit: z.array(z.enum(resubmitParts)).check(z.minLength(1), z.maxLength(12)),
      code: z.enum(kycReasonNames),
    }),
  },
  'POST /v2/ops/kyc/:id/reject': {
    ...decide,
    summary: 'Refuse the case',
    body: z.object({ ...decision, code: z.enum(kycReasonNames) }),
  },
});
