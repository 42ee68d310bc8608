/** Makers of transfer codes, and what codes have done to money. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { expect } from 'vitest';
import { credit } from './ledger-users.ts';
import { codeOf, enableTotp, forgetCounts, forgetSteps, settleFactors } from './second-factors.ts';
import type { Answer, TestApi, TestUser } from './test-api.ts';

export interface CodeAnswer {
  id: number;
  code: string;
  amount: string;
  currency: string;
  repeated: boolean;
}

export interface Maker {
  user: TestUser;
  recoveryCodes: string[];
  /** A code of the authenticator app, which counts again each time. */
  proof(): Promise<{ factor: 'totp'; code: string }>;
  /** By such a code. */
  create(wanted?: object, headers?: Record<string, string>): Promise<Answer<CodeAnswer>>;
}

export async function assetId(api: { parts: Pick<TestApi['parts'], 'pool'> }, ticker: string): Promise<number> {
  const { rows } = await api.parts.pool.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
  return Number(rows[0]?.id);
}

/** A verified user with an authenticator app, withdrawals that are not locked, and USDT in the main wallet. */
export async function makerOf(api: TestApi, email: string, { amount = '100' } = {}): Promise<Maker> {
  const user = await api.signUp(email);
  const { secret, recoveryCodes } = await enableTotp(api, user);
  await api.parts.pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [user.id]);
  await settleFactors(api.parts.pool, user.id);
  await credit(api.parts.pool, { userId: user.id, assetId: await assetId(api, 'USDT'), amount });
  const proof = async () => {
    await forgetSteps(api, user);
    return { factor: 'totp', code: codeOf(secret) } as const;
  };
  return {
    user,
    recoveryCodes,
    proof,
    async create(wanted = {}, headers = {}) {
      const body = { ticker: 'USDT', amount: '10', ...(await proof()), ...wanted };
      return user.post('/v2/profile/code/create', body, { headers });
    },
  };
}

/** @returns the code in full; the creation has to be answered with 200 */
export async function madeCode(maker: Maker, wanted: object = {}): Promise<CodeAnswer> {
  const answer = await maker.create(wanted);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { repeated: false } });
  return answer.body;
}

/** The code of the mail that confirms a transfer code of so much, from the basic limit on. */
export async function mailCodeOf(api: TestApi, { user }: Pick<Maker, 'user'>, amount: string): Promise<string> {
  await forgetCounts(api);
  const sent = await user.post('/v2/profile/code/confirmation', { ticker: 'USDT', amount });
  expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200, body: { to: expect.stringContaining('@') } });
  const { rows } = await api.parts.pool.query<{ code: string }>(
    `SELECT payload ->> 'code' AS code FROM notices WHERE user_id = $1 AND kind = 'transfer_code_confirmation' ORDER BY id DESC LIMIT 1`,
    [user.id],
  );
  return rows[0]?.code ?? '';
}

/** An attempt at a code, confirmed by mail. */
export async function createByMail(api: TestApi, maker: Maker, amount: string): Promise<Answer<CodeAnswer>> {
  return maker.create({ amount, mail_code: await mailCodeOf(api, maker, amount) });
}

export const apply = (user: TestUser, code: string, ip?: string) =>
  user.post('/v2/profile/code/apply', { code }, ip === undefined ? {} : { ip });

export const remove = (user: TestUser, id: number) => user.post('/v2/profile/code/delete', { id });

/** What the user has of the asset in the main wallet and in open codes. */
export async function moneyOf(
  api: TestApi,
  { id }: TestUser,
  ticker = 'USDT',
): Promise<{ main: string; codes: string }> {
  const { rows } = await api.parts.pool.query<{ main: string; codes: string }>(
    `SELECT coalesce(sum(balance) FILTER (WHERE kind = 'main'), 0)::float8::text AS main,
        coalesce(sum(balance) FILTER (WHERE kind = 'transfer_codes'), 0)::float8::text AS codes
      FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2`,
    [id, await assetId(api, ticker)],
  );
  return rows[0] ?? { main: '0', codes: '0' };
}

/** The whole audit finds nothing. */
export async function demandAudited(api: TestApi): Promise<void> {
  const { differences } = await audit(api.parts.pool, api.parts.config.shards);
  expect(differences).toEqual([]);
}
