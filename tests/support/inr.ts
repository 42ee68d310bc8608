/** Users with bank accounts in India. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { readKycSecrets } from '@pelican/api/src/modules/kyc/secrets.ts';
import type { RequestedWithdrawal, WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { expect } from 'vitest';
import { credit } from './ledger-users.ts';
import { codeOf, enableTotp, forgetSteps, settleFactors } from './second-factors.ts';
import type { Answer, TestApi, TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';
import { lastMail, trade } from './withdrawals.ts';

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

/** A dollar is 80 rupees by a market with volume. */
export function tradeRupees(api: TestApi): void {
  trade(api, 'USDT_INR', { price: 80, amount: 1_000_000 });
}

export interface RupeeHolder {
  user: TestUser;
  bank: number;
  request(wanted?: object, headers?: Record<string, string>): Promise<Answer<RequestedWithdrawal>>;
}

/** A verified user with an authenticator app of a month ago, rupees in the main wallet, and an active bank account of that age. */
export async function rupeeHolder(api: TestApi, { amount = '1000000' } = {}): Promise<RupeeHolder> {
  const { pool } = api.parts;
  const user = await namedUser(api);
  const bank = await activeBank(api, user);
  const { secret } = await enableTotp(api, user);
  await pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [user.id]);
  await settleFactors(pool, user.id);
  await credit(pool, { userId: user.id, assetId: await assetId(api, 'INR'), amount });
  return {
    user,
    bank,
    async request(wanted = {}, headers = {}) {
      await forgetSteps(api, user);
      const body = { amount: '5000', bank_id: bank, terms: true, factor: 'totp', code: codeOf(secret), ...wanted };
      return user.post('/v3/balance/withdrawal-INR/INR', body, { headers });
    },
  };
}

/** Confirmed by the code of the mail. */
export async function confirmedRupees(api: TestApi, holder: RupeeHolder, wanted: object = {}): Promise<WithdrawalView> {
  const { status, body } = await holder.request(wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  const { code } = await lastMail(api, body.id);
  const answer = await holder.user.post<WithdrawalView>('/confirmWithdraw', { id: body.id, code });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Rupees in the main wallet. */
export async function rupeesOf(
  api: TestApi,
  { user }: Pick<RupeeHolder, 'user'>,
): Promise<{ balance: number; held: number }> {
  const { rows } = await api.parts.pool.query<{ balance: number; held: number }>(
    `SELECT balance::float8 AS balance, held::float8 AS held FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 AND kind = 'main'`,
    [user.id, await assetId(api, 'INR')],
  );
  return rows[0] ?? { balance: 0, held: 0 };
}
