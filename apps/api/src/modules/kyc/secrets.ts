/** What is secret of a case: its details at rest, hashes of documents' numbers, and the name that the provider knows it by. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../platform/database/index.ts';
import { type EncryptionKeys, readDataKey, seal, unseal } from '../../platform/sealing/index.ts';
import { wordsOf } from './names.ts';

/** What is kept of a case in encrypted form. Of an Aadhaar number only the last four digits. */
export interface CaseDetails {
  info?: Record<string, string>;
  number?: string;
  /** Of the document; clients that do not ask leave it out. */
  issuingCountry?: string;
  aadhaarLast4?: string;
}

export interface KycSecrets {
  sealDetails(caseId: number, details: CaseDetails): Buffer;
  openDetails(caseId: number, stored: Buffer | null): CaseDetails;
  /** The same for every writing of a number. @param scope what the number is unique in: 'aadhaar', 'passport:DE' */
  hashNumber(scope: string, number: string): Buffer;
  /** The same for numbers that people mistake for each other: O is read as 0, and I as 1. */
  hashLookAlike(number: string): Buffer;
  /** The same for the first and the last name in any order. */
  hashPerson(info: Record<string, string>): Buffer;
  /** The same for everybody of one last name, day of birth and first letter: one who leaves out a middle name, or shortens the first. */
  hashNamesake(info: Record<string, string>): Buffer;
  /** The same for the same picture, in all cases. */
  hashPicture(content: Buffer): Buffer;
  /** Changes with what a provider compares: names, day of birth, numbers. */
  digestOf(details: CaseDetails): string;
  /** Names a case as it is now to the provider. */
  tokenOf(caseId: number, details: CaseDetails): string;
  /** The case, and the digest that it had when the token was made; undefined for a token that none of our cases has. */
  caseOfToken(token: string): { caseId: number; digest: string } | undefined;
}

/** Under a key that outlives changes of the configuration's: hashes are compared with those of years ago. */
export async function readKycSecrets(db: Queryable, keys: EncryptionKeys): Promise<KycSecrets> {
  const key = await readDataKey(db, keys, 'kyc');
  const mac = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}:${text}`).digest();
  const ownerOf = (caseId: number) => `kyc case ${caseId}`;
  const signatureOf = (caseId: string, digest: string) => shortText(mac('token', `${caseId}.${digest}`));
  const digestOf = ({ info = {}, number = '', aadhaarLast4 = '' }: CaseDetails) =>
    shortText(mac('checked', JSON.stringify([...checkedFields.map((name) => info[name] ?? ''), number, aadhaarLast4])));
  return {
    digestOf,
    sealDetails: (caseId, details) => seal(Buffer.from(JSON.stringify(details)), [key], ownerOf(caseId)),
    openDetails: (caseId, stored) =>
      stored ? (JSON.parse(unseal(stored, [key], ownerOf(caseId)).toString()) as CaseDetails) : {},
    hashNumber: (scope, number) => mac(`number:${scope}`, plainNumber(number)),
    hashLookAlike: (number) => mac('number:number', plainNumber(number).replaceAll('O', '0').replaceAll('I', '1')),
    hashPerson: ({ first_name = '', last_name = '', birth_date = '' }) =>
      mac('person', [birth_date, ...wordsOf(`${first_name} ${last_name}`).toSorted()].join(' ')),
    hashNamesake: ({ first_name = '', last_name = '', birth_date = '' }) =>
      mac('namesake', [birth_date, wordsOf(last_name).join(''), wordsOf(first_name)[0]?.charAt(0) ?? ''].join(' ')),
    hashPicture: (content) => mac('picture', createHash('sha256').update(content).digest('hex')),
    tokenOf(caseId, details) {
      const digest = digestOf(details);
      return `${caseId}.${digest}.${signatureOf(String(caseId), digest)}`;
    },
    caseOfToken(token) {
      const [, id = '', digest = '', given = ''] = /^([1-9]\d{0,14})\.([\w-]{32})\.([\w-]{32})$/.exec(token) ?? [];
      if (id === '') return undefined;
      const isRight = timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(id, digest)));
      return isRight ? { caseId: Number(id), digest } : undefined;
    },
  };
}

/** Of the personal details, what a provider compares with its own records. */
export const checkedFields = ['first_name', 'middle_name', 'last_name', 'full_name', 'birth_date'];

function shortText(digest: Buffer): string {
  return digest.toString('base64url').slice(0, 32);
}

function plainNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
