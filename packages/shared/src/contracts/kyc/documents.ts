/** What is uploaded, on the wire. Names of fields are the document's kind and its side. */
import * as z from 'zod/mini';
import { aadhaarNumber, documentNumber, panNumber } from './personal-info.ts';

export const globalKinds = ['passport', 'idCard', 'driversLicense'] as const;
export type GlobalKind = (typeof globalKinds)[number];
/** A card with two sides, or the one page that the tax office mails. */
export const panTypes = ['card', 'ePan'] as const;
export type PanType = (typeof panTypes)[number];

/** Every field of a file. */
export const documentFields = [
  'passport_front',
  'passport_back',
  'idCard_front',
  'idCard_back',
  'driversLicense_front',
  'driversLicense_back',
  'aadhaar_front',
  'aadhaar_back',
  'pan_front',
  'pan_back',
  'pan',
  'selfie',
  'video',
] as const;
export type DocumentField = (typeof documentFields)[number];

/** What may be asked for again: a file, or the personal details. */
export const resubmitParts = ['info', ...documentFields] as const;
export type ResubmitPart = (typeof resubmitParts)[number];

/** Parts of a case that are accepted one by one. */
export const caseParts = ['info', 'documents', 'video'] as const;
export type CasePart = (typeof caseParts)[number];

const documentsOfKind: Record<GlobalKind, readonly DocumentField[]> = {
  passport: ['passport_front'],
  idCard: ['idCard_front', 'idCard_back'],
  driversLicense: ['driversLicense_front', 'driversLicense_back'],
};
const documentsOfPan: Record<PanType, readonly DocumentField[]> = { card: ['pan_front', 'pan_back'], ePan: ['pan'] };

/** The files that a verification with this document needs besides the video. */
export function neededFiles(chosen: { kind: GlobalKind } | { panType: PanType }): readonly DocumentField[] {
  const documents =
    'kind' in chosen
      ? documentsOfKind[chosen.kind]
      : (['aadhaar_front', 'aadhaar_back', ...documentsOfPan[chosen.panType]] as const);
  return [...documents, 'selfie'];
}

export function partOf(field: ResubmitPart): CasePart {
  if (field === 'info' || field === 'video') return field;
  return 'documents';
}

/** The texts beside the files; all are absent where only a film, or what was asked for again, is sent. */
export const globalDocumentTexts = z.object({
  type: z.optional(z.enum(globalKinds)),
  number: z.optional(documentNumber),
  /** Demanded with the first pictures of the document. */
  issuing_country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'Field is required'))),
});
export const indianDocumentTexts = z.object({
  panType: z.optional(z.enum(panTypes)),
  number: z.optional(panNumber),
  adhaarNumber: z.optional(aadhaarNumber),
});

/** Images: less than 2 MB. */
export const imageBytesMax = 2_000_000 - 1;
export const videoBytesMax = 8_000_000;
/** A form has all files but the film, or the film. */
export const formBytesMax = 16_000_000;
export const videoSeconds = 8;
