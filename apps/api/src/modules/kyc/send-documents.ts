/** Documents, selfie and video of a case. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type DocumentField,
  type GlobalKind,
  type PanType,
  partOf,
  type ResubmitPart,
} from '@pelican/shared/contracts/kyc';
import type { Transaction } from '../../platform/database/index.ts';
import { type CheckedFile, deleteFilesAfter, storeFile } from '../../platform/files/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import {
  type CaseChange,
  changeCase,
  currentDocuments,
  dropOtherDocuments,
  type KycCase,
  putDocument,
} from './cases.ts';
import { draftEnd, filePurpose } from './files.ts';
import { putNumber } from './numbers.ts';
import type { CaseDetails, KycSecrets } from './secrets.ts';
import { neededOf } from './view.ts';

export interface SentDocuments {
  kind?: GlobalKind | undefined;
  panType?: PanType | undefined;
  number?: string | undefined;
  /** Of the document. */
  issuingCountry?: string | undefined;
  aadhaarNumber?: string | undefined;
  files: ReadonlyMap<DocumentField, CheckedFile>;
}

interface Place {
  tx: Transaction;
  kycCase: KycCase;
  secrets: KycSecrets;
  encryptionKeys: EncryptionKeys;
}

/** @throws DomainError kyc_state, invalid_argument by field */
export async function sendDocuments(place: Place, sent: SentDocuments): Promise<void> {
  const { tx, kycCase, secrets } = place;
  const details = secrets.openDetails(kycCase.id, kycCase.details);
  if (!details.info) throw new DomainError('kyc_state', { message: 'Please fill the form' });
  const chosen = chosenDocuments(kycCase, details, sent);
  const needed = neededOf(chosen.kycCase) ?? [];
  demandFields(kycCase, { needed, sent, present: await currentDocuments(tx, kycCase.id) });
  if (chosen.aadhaarNumber)
    await putNumber(tx, kycCase, { kind: 'aadhaar', hash: secrets.hashNumber('aadhaar', chosen.aadhaarNumber) });
  if (needed.length > 0) await dropUnneeded(tx, kycCase, needed);
  await storeAll(place, sent);
  await changeCase(tx, kycCase.id, {
    ...chosen.change,
    details: secrets.sealDetails(kycCase.id, chosen.details),
    isOtherThanChecked: secrets.digestOf(chosen.details) !== secrets.digestOf(details),
    resubmit: kycCase.resubmit.filter(
      (part) => part === 'info' || (!sent.files.has(part) && (part === 'video' || needed.includes(part))),
    ),
  });
}

interface Chosen {
  kycCase: KycCase;
  change: CaseChange;
  details: CaseDetails;
  aadhaarNumber?: string | undefined;
}

/** The kind and the number of the document: given with the first of their files, and again where they change, also where a file is asked for again. */
function chosenDocuments(kycCase: KycCase, details: CaseDetails, sent: SentDocuments): Chosen {
  // With a selfie alone what was said of the document stays: an operator may have accepted it.
  const hasDocuments = [...sent.files.keys()].some((field) => field !== 'selfie' && partOf(field) === 'documents');
  const isIndia = kycCase.variant === 'india';
  const chosen = isIndia ? kycCase.panType : kycCase.documentKind;
  if (!hasDocuments) return { kycCase, change: {}, details };
  const panType = sent.panType ?? kycCase.panType;
  const documentKind = sent.kind ?? kycCase.documentKind;
  const missing: Record<string, string[]> = {};
  if (isIndia ? !panType : !documentKind) missing[isIndia ? 'panType' : 'type'] = ['Field is required'];
  if (!sent.number && !details.number) missing.number = ['Field is required'];
  if (!isIndia && !sent.issuingCountry && !details.issuingCountry) missing.issuing_country = ['Field is required'];
  if (isIndia && !sent.aadhaarNumber && !details.aadhaarLast4) missing.adhaarNumber = ['Field is required'];
  if (chosen !== documentKind && !isIndia && !sent.number) missing.number = ['Field is required'];
  if (Object.keys(missing).length > 0) throw new DomainError('invalid_argument', { fields: missing });
  const changed: KycCase = {
    ...kycCase,
    panType: isIndia ? panType : null,
    documentKind: isIndia ? null : documentKind,
  };
  return {
    kycCase: changed,
    change: { ...(panType && isIndia ? { panType } : {}), ...(documentKind && !isIndia ? { documentKind } : {}) },
    details: {
      ...details,
      ...(sent.number ? { number: sent.number.toUpperCase() } : {}),
      ...(sent.issuingCountry ? { issuingCountry: sent.issuingCountry } : {}),
      ...(isIndia && sent.aadhaarNumber ? { aadhaarLast4: sent.aadhaarNumber.slice(-4) } : {}),
    },
    aadhaarNumber: isIndia ? sent.aadhaarNumber : undefined,
  };
}

interface Wanted {
  /** By the document that is chosen now. */
  needed: readonly DocumentField[];
  sent: SentDocuments;
  present: readonly { field: DocumentField }[];
}

/**
 * Only fields of the chosen document, and of those that are asked for again no other; a document comes whole. Who is asked for a document
 * again may send another one: then all of its fields are wanted.
 */
function demandFields(kycCase: KycCase, { needed, sent: { files }, present }: Wanted): void {
  if (files.size === 0) throw new DomainError('invalid_argument', { message: 'File not Uploaded' });
  const fields: Record<string, string[]> = {};
  const isWanted = (field: DocumentField) =>
    kycCase.status === 'draft' ||
    kycCase.resubmit.includes(field) ||
    (isDocumentAskedAgain(kycCase) && !neededOf(kycCase)?.includes(field));
  for (const field of files.keys()) {
    const isKnown = field === 'video' || needed.includes(field);
    if (!isKnown || !isWanted(field)) fields[field] = ['File not Uploaded'];
  }
  const sendsDocuments = [...files.keys()].some((field) => field !== 'video');
  const there = new Set<ResubmitPart>([...files.keys(), ...present.map(({ field }) => field)]);
  for (const field of sendsDocuments ? needed : []) if (!there.has(field)) fields[field] = ['Field is required'];
  if (Object.keys(fields).length > 0) throw new DomainError('invalid_argument', { fields });
}

/** A picture of a document, not that of the person alone. */
function isDocumentAskedAgain({ resubmit }: KycCase): boolean {
  return resubmit.some((part) => partOf(part) === 'documents' && part !== 'selfie');
}

/** Pictures of a document that was chosen before. What an operator has looked at stays on record. */
async function dropUnneeded(tx: Transaction, { id, status }: KycCase, needed: readonly DocumentField[]): Promise<void> {
  const dropped = await dropOtherDocuments(tx, id, [...needed, 'video']);
  if (status === 'draft') await deleteFilesAfter(tx, dropped, new Date());
}

async function storeAll({ tx, kycCase, secrets, encryptionKeys }: Place, { files }: SentDocuments): Promise<void> {
  for (const [field, file] of files) {
    const given = { userId: kycCase.userId, purpose: filePurpose, file, deleteAfter: draftEnd() };
    const fileId = await storeFile(tx, encryptionKeys, given);
    const pictureHash = secrets.hashPicture(file.content);
    const replaced = await putDocument(tx, kycCase.id, { field, fileId, pictureHash });
    // What an operator has looked at stays on record.
    if (kycCase.status === 'draft') await deleteFilesAfter(tx, replaced, new Date());
  }
}
