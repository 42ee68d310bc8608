/** People who withdraw rupees by the payment provider of the demo, and a worker that pays beside the API of a test. */
import { createSandboxProvider } from '@pelican/api/src/modules/fiat/index.ts';
import { payByProvider } from '@pelican/api/src/modules/fiat/payouts/pay.ts';
import type { PaymentProvider, PayoutsOfProvider } from '@pelican/api/src/modules/fiat/provider.ts';
import { signReport } from '@pelican/api/src/modules/fiat/sandbox/reports.ts';
import type { WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import type pg from 'pg';
import { expect } from 'vitest';
import { silent } from './jobs-of-a-test.ts';
import { providerSecret, submitForm } from './provider.ts';
import { type TestApi, testPassword } from './test-api.ts';
import { lastMail, type Withdrawer, withdrawerOf } from './withdrawals.ts';
import { openWorkerPool } from './worker.ts';

export const card = '4111111111111111';
export const cardReceiver = {
  card_number: '4111 1111 1111 1111',
  card_date: '04/31',
  holder: 'ASHA PATEL',
  phone: '+919876543210',
  birth_date: '1990-02-01',
  country: 'IN',
  city: 'Mumbai',
};

export interface PayingWorker {
  /** One run, in which every payout is due and no claim of a run before counts any more. */
  run(pool?: pg.Pool, timeoutMs?: number): Promise<void>;
  pool: pg.Pool;
  /** Until it is repaired. */
  breakWith(change: (real: PayoutsOfProvider) => Partial<PayoutsOfProvider>): void;
  repair(): void;
  /** Of an hour, by '<provider>:<ticker>'; high unless a test lowers them. */
  limits: Map<string, string>;
  errors: object[];
  close(): Promise<void>;
}

export function startPaying(api: TestApi): PayingWorker {
  const pool = openWorkerPool(api.databaseUrl);
  const real = createSandboxProvider({ secret: providerSecret, redis: api.parts.redis });
  const payouts = real.payouts as PayoutsOfProvider;
  let provider: PaymentProvider = real;
  const errors: object[] = [];
  const limits = new Map([['sandbox:*', '1000000000']]);
  const log = { ...silent, warn: () => undefined, error: (facts: object) => void errors.push(facts) };
  return {
    errors,
    limits,
    pool,
    async run(runPool = pool, timeoutMs = 3_000) {
      await api.parts.pool.query(
        'UPDATE provider_payouts SET next_at = now(), claimed_until = NULL WHERE next_at IS NOT NULL',
      );
      const providers = new Map([[provider.name, provider]]);
      await payByProvider({ pool: runPool, providers, limits, log: log as never, timeoutMs }, provider.name);
    },
    breakWith(change) {
      provider = { ...real, payouts: { ...payouts, ...change(payouts) } };
    },
    repair() {
      provider = real;
    },
    close: () => pool.end(),
  };
}

let people = 0;

/** A million rupees; a dollar is 80 of them. */
export const payee = (api: TestApi, paymentKey = 'PAYSOFT', hasFactor = true): Promise<Withdrawer> =>
  withdrawerOf(api, `payee${people++}@fiat.test`, { amount: '1000000', ticker: 'INR', paymentKey, hasFactor });

/** What is withdrawn to an account: 1000 rupees for a fee of 10. */
export const toAccount = { amount: '1000', address: undefined, receiver: { account: 'asha.patel' } };

export async function confirmedPayout(
  api: TestApi,
  from: Withdrawer,
  wanted: object = toAccount,
): Promise<WithdrawalView> {
  const { status, body } = await from.request(wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  const answer = await from.confirm(body.id, (await lastMail(api, body.id)).code);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { status: 11 } });
  return answer.body;
}

export interface PayoutOfTest {
  reference: string;
  payment_id: string | null;
  outcome: string | null;
  next_at: Date | null;
  attempts: number;
}

export async function payoutOf(api: TestApi, id: number): Promise<PayoutOfTest> {
  const { rows } = await api.parts.pool.query<PayoutOfTest>('SELECT * FROM provider_payouts WHERE withdrawal_id = $1', [
    id,
  ]);
  if (!rows[0]) throw new Error(`withdrawal ${id} has no payout`);
  return rows[0];
}

/** Of the page of the provider. */
export const basicHeaders = (email: string, password = testPassword) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
});

/** On the page of the provider, as the user whose payout it is. */
export async function decideAt(api: TestApi, id: number, outcome: 'paid' | 'declined'): Promise<void> {
  const { reference } = await payoutOf(api, id);
  const { rows } = await api.parts.pool.query<{ email: string }>(
    'SELECT email FROM users JOIN withdrawals ON user_id = users.id WHERE withdrawals.id = $1',
    [id],
  );
  const headers = basicHeaders(rows[0]?.email ?? '');
  const { body: page } = await api.app.inject({ method: 'GET', url: '/sandbox/payouts', headers });
  const signature = new RegExp(
    `value="${reference}"><input type="hidden" name="signature" value="([0-9a-f]{64})"`,
  ).exec(page)?.[1];
  if (!signature) throw new Error(`the provider does not show ${reference}: ${page}`);
  const fields = { reference, signature, outcome };
  expect(await submitForm(api, '/sandbox/payouts/decide', fields, headers)).toMatchObject({ status: 303 });
}

/** As the provider signs it. */
export function reportPayout(api: TestApi, reference: string, sign: { secret?: string; now?: number } = {}) {
  const body = { reference };
  const headers = signReport(JSON.stringify(body), sign.secret ?? providerSecret, sign.now);
  return api.call<{ status: number; code: string }>('POST', '/v2/payout-callbacks/sandbox', { body, headers });
}
