/** People who withdraw from the sandbox network, and what withdrawals have done to their money. */
import { randomBytes } from 'node:crypto';
import { sandboxAddress } from '@pelican/api/src/chains/index.ts';
import type { RequestedWithdrawal, WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { Side } from '@pelican/shared/engine/spot';
import { expect } from 'vitest';
import { credit } from './ledger-users.ts';
import { codeOf, enableTotp, forgetSteps, settleFactors, verifyEmail } from './second-factors.ts';
import type { Answer, TestApi, TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';

/** The main network of the demo. */
export const networkId = 1;

export interface Withdrawer {
  user: TestUser;
  address: string;
  request(wanted?: object, headers?: Record<string, string>): Promise<Answer<RequestedWithdrawal>>;
  confirm(id: number, code: string): Promise<Answer<WithdrawalView>>;
}

export const newAddress = (): string => sandboxAddress(randomBytes(20));

/** USDT, unless it is said, is one dollar, and its method has a fee of 1 and a minimum of 5. */
export async function withdrawerOf(
  api: TestApi,
  email: string,
  { amount = '1000', ticker = 'USDT', paymentKey = 'SANDBOX', hasFactor = true, kycApproved = true } = {},
): Promise<Withdrawer> {
  const user = await api.signUp(email, { kycApproved });
  const secret = hasFactor ? (await enableTotp(api, user)).secret : undefined;
  if (!hasFactor) await verifyEmail(api, user);
  await api.parts.pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [user.id]);
  await settleFactors(api.parts.pool, user.id);
  await credit(api.parts.pool, { userId: user.id, assetId: await assetId(api, ticker), amount });
  const address = newAddress();
  return {
    user,
    address,
    async request(wanted = {}, headers = {}) {
      if (secret) await forgetSteps(api, user);
      const proof = secret ? { factor: 'totp', code: codeOf(secret) } : {};
      const body = { amount: '100', address, ...proof, ...wanted };
      return user.post(`/v3/balance/withdrawal-${ticker}/${paymentKey}`, body, { headers });
    },
    confirm: (id, code) => user.post('/confirmWithdraw', { id, code }),
  };
}

/** A trade as the live view gets it. */
export function trade(api: TestApi, pair: string, { price, amount }: { price: number; amount: number }): void {
  const market = api.parts.spot.catalog().marketByName(pair);
  const state = market && api.parts.spot.view.market(market.id);
  if (!market || !state) throw new Error(`there is no market ${pair}`);
  const { priceScale, priceStepUnits, baseScale, lotBaseUnits } = market.scale;
  const ticks = Math.round((price * 10 ** priceScale) / priceStepUnits);
  state.addTrade(1, Date.now(), ticks, Math.round((amount * 10 ** baseScale) / lotBaseUnits), Side.buy);
}

export async function requested(from: Withdrawer, wanted: object = {}): Promise<RequestedWithdrawal> {
  const answer = await from.request(wanted);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { repeated: false } });
  return answer.body;
}

export interface ConfirmationMail {
  code: string;
  token: string;
}

/** What the last mail of the withdrawal has, before it was sent. */
export async function lastMail(api: TestApi, id: number): Promise<ConfirmationMail> {
  const { rows } = await api.parts.pool.query<{ payload: ConfirmationMail }>(
    `SELECT payload FROM notices WHERE kind = 'withdrawal_code_by_mail' AND (payload->>'id')::int = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  );
  if (!rows[0]) throw new Error(`withdrawal ${id} has no mail`);
  return rows[0].payload;
}

export async function confirmed(api: TestApi, from: Withdrawer, wanted: object = {}): Promise<WithdrawalView> {
  const { id } = await requested(from, wanted);
  const answer = await from.confirm(id, (await lastMail(api, id)).code);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
}

/** Of USDT in the main wallet. */
export async function mainOf(api: TestApi, { user }: Withdrawer): Promise<{ balance: number; held: number }> {
  const { rows } = await api.parts.pool.query<{ balance: number; held: number }>(
    `SELECT balance::float8 AS balance, held::float8 AS held FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 AND kind = 'main'`,
    [user.id, await assetId(api, 'USDT')],
  );
  return rows[0] ?? { balance: 0, held: 0 };
}

export async function statusOf(api: TestApi, id: number): Promise<number | undefined> {
  const { rows } = await api.parts.pool.query<{ status: number }>('SELECT status FROM withdrawals WHERE id = $1', [id]);
  return rows[0]?.status;
}
