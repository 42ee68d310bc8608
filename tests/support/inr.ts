/** Users with bank accounts in India. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { readKycSecrets } from '@pelican/api/src/modules/kyc/secrets.ts';
import { expect } from 'vitest';
import type { Answer, TestApi, TestUser } from './test-api.ts';

export interface BankAnswer {
  id: number;
  full_name: string;
  account_number: string;
  ifsc_code: string;
  bank_name: string;
  status: number;
  reason: string;
}

/** An approved case with this name, as if an operator had decided on it. */
export async function giveName(
  api: TestApi,
  { id }: { id: number },
  info: Record<string, string> = { first_name: 'Asha', middle_name: '', last_name: 'Patel' },
): Promise<void> {
  const { pool } = api.parts;
  const secrets = await readKycSecrets(pool, api.config.apiKeyEncryptionKeys);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO kyc_cases (user_id, variant, status, country, submitted_at, decided_at)
      VALUES ($1, 'india', 'approved', 'IN', now(), now()) RETURNING id`,
    [id],
  );
  const caseId = Number(rows[0]?.id);
  await pool.query('UPDATE kyc_cases SET details = $2 WHERE id = $1', [caseId, secrets.sealDetails(caseId, { info })]);
}

let people = 0;

/** A verified user whose name is known. */
export async function namedUser(api: TestApi): Promise<TestUser> {
  const user = await api.signUp(`banker${people++}@inr.test`);
  await giveName(api, user);
  return user;
}

/** What the form sends for an account that no other test has. */
export function newBank(change: object = {}) {
  const number = String(400_000_000_000 + people++);
  return {
    account_number: number,
    account_number_confirmation: number,
    ifsc_code: 'HDFC0001234',
    account_type: 'saving',
    ...change,
  };
}

export const addBank = (user: TestUser, change: object = {}): Promise<Answer<BankAnswer>> =>
  user.post<BankAnswer>('/v3/inr-banks', newBank(change));

/** @returns an account that an operator has approved */
export async function activeBank(api: TestApi, user: TestUser, change: object = {}): Promise<number> {
  const { body, status } = await addBank(user, change);
  expect(status, JSON.stringify(body)).toBe(200);
  await api.parts.pool.query(`UPDATE inr_banks SET status = 'active', decided_at = now() WHERE id = $1`, [body.id]);
  return body.id;
}

/** The whole audit finds nothing. */
export async function demandInrAudited(api: TestApi): Promise<void> {
  const { differences } = await audit(api.parts.pool, api.parts.config.shards);
  expect(differences).toEqual([]);
}

let transfers = 0;

/** Of a transfer that no other test has told of. */
export function transferId(): string {
  return String(500_000_000_000 + transfers++);
}
