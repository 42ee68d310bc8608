/** Hashes of document numbers, names and birth dates, by which two accounts of one person are found. */
import { DomainError } from '@pelican/shared/contracts';
import type { Transaction } from '../../platform/database/index.ts';
import type { KycCase } from './cases.ts';
import type { CaseDetails, KycSecrets } from './secrets.ts';

/**
 * Once approved, `document`, `pan` and `aadhaar` are of one account alone. The others are compared: another account with the same makes a case
 * take two operators. `number` is the number whatever document and country it is said to be of, `person` the name and the day of birth, and
 * `namesake` the last name, the first letter and the day of birth.
 */
type NumberKind = 'document' | 'pan' | 'aadhaar' | 'number' | 'person' | 'namesake';

const ofOneAccount: readonly NumberKind[] = ['document', 'pan', 'aadhaar'];

/**
 * Those of a case that is submitted, by what it says then. An Aadhaar number is kept nowhere, and is hashed when it is sent.
 */
export async function putNumbers(
  tx: Transaction,
  kycCase: KycCase,
  details: CaseDetails,
  secrets: KycSecrets,
): Promise<void> {
  const { number = '', issuingCountry } = details;
  const { variant, documentKind, country } = kycCase;
  const scope = variant === 'india' ? 'pan' : `${documentKind}:${issuingCountry ?? country}`;
  const kind = variant === 'india' ? 'pan' : 'document';
  await putNumber(tx, kycCase, { kind, hash: secrets.hashNumber(scope, number) });
  await putCompared(tx, kycCase, details, secrets);
}

/** Those that only make a case take two operators. */
export async function putCompared(
  tx: Transaction,
  kycCase: Pick<KycCase, 'id' | 'userId'>,
  { info = {}, number = '' }: CaseDetails,
  secrets: KycSecrets,
): Promise<void> {
  await putNumber(tx, kycCase, { kind: 'number', hash: secrets.hashLookAlike(number) });
  await putNumber(tx, kycCase, { kind: 'person', hash: secrets.hashPerson(info) });
  await putNumber(tx, kycCase, { kind: 'namesake', hash: secrets.hashNamesake(info) });
}

export async function putNumber(
  tx: Transaction,
  { id: caseId, userId }: Pick<KycCase, 'id' | 'userId'>,
  { kind, hash }: { kind: NumberKind; hash: Buffer },
): Promise<void> {
  await tx.query(
    `INSERT INTO kyc_numbers (case_id, kind, user_id, number_hash) VALUES ($1, $2, $3, $4)
      ON CONFLICT (case_id, kind) DO UPDATE SET number_hash = EXCLUDED.number_hash`,
    [caseId, kind, userId, hash],
  );
}

const uniqueViolation = '23505';

/**
 * Makes the numbers of the case this account's. Of two accounts with one number that are approved at once, one is.
 * @throws DomainError kyc_identity_taken
 */
export async function approveNumbers(tx: Transaction, { id, userId }: KycCase): Promise<void> {
  await tx.query('UPDATE kyc_numbers SET is_approved = false WHERE user_id = $1 AND is_approved', [userId]);
  await tx.query('SAVEPOINT numbers');
  try {
    await tx.query('UPDATE kyc_numbers SET is_approved = true WHERE case_id = $1 AND kind = ANY ($2)', [
      id,
      ofOneAccount,
    ]);
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    throw new DomainError('kyc_identity_taken');
  }
}
