/**
 * kill -9 of the worker, the signer and the chain of the demo at each step of a withdrawal, in an order that a seed gives: every receiver gets
 * its money exactly once, no nonce is left out, and the audit finds nothing.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandboxChain, type SandboxChain, sandboxAddress } from '@pelican/api/src/chains/index.ts';
import { holdMoney } from '@pelican/api/src/modules/withdrawals/money.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive, until } from '../../scripts/services/process.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { credit } from '../support/ledger-users.ts';

const victims = ['worker', 'signer', 'sandbox-chain'] as const;
const steps = ['approved', 'signed', 'sent', 'mined'] as const;
type Step = (typeof steps)[number];
const stepMsMax = 60_000;

let exchange: RunningExchange;
let database: pg.Pool;
let chain: SandboxChain;
let payee: { userId: number; assetId: number; methodId: number };

beforeAll(async () => {
  exchange = await startExchange({ DEMO: '1', DEMO_MAKER: '0', SANDBOX_BLOCK_MS: '300' });
  const connection = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
  database = new pg.Pool({ connectionString: connection.DATABASE_URL, max: 3 });
  const ports = JSON.parse(readFileSync(join(exchange.dataDir, 'ports.json'), 'utf8'));
  chain = createSandboxChain(`http://127.0.0.1:${ports['sandbox-chain']}`);
  const { rows } = await database.query(
    `SELECT users.id::int AS "userId", asset_id AS "assetId", method.id AS "methodId"
      FROM users, payment_methods method JOIN assets ON assets.id = asset_id JOIN networks ON networks.id = network_id
      WHERE email = 'alice@demo.local' AND ticker = 'BTC' AND networks.kind = 'sandbox'`,
  );
  payee = rows[0];
  await credit(database, { ...payee, amount: '1000' });
}, 240_000);

afterAll(async () => {
  await database?.end();
  await exchange?.stop();
});

interface Payout {
  id: number;
  receiver: string;
}

/** As `npm start` of the demo pays it: 1 BTC, of which the receiver gets 0.9. */
function approve(place: number): Promise<Payout> {
  const { userId, assetId, methodId } = payee;
  const receiver = sandboxAddress(new Uint8Array(20).fill(100 + place));
  return inTransaction(database, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address, confirmed_at)
       VALUES ($1, $2, $3, 1, 0.1, 1, 11, $4, $5, now()) RETURNING id`,
      [userId, assetId, methodId, randomUUID(), receiver],
    );
    const id = Number(rows[0]?.id);
    await holdMoney(tx, { id, userId, assetId, amount: '1' });
    return { id, receiver };
  });
}

async function hasReached(step: Step, { id, receiver }: Payout): Promise<boolean> {
  const { rows } = await database.query<{ status: number; isSigned: boolean }>(
    `SELECT status, EXISTS (SELECT FROM signed_payouts WHERE withdrawal_id = id) AS "isSigned" FROM withdrawals WHERE id = $1`,
    [id],
  );
  const { status, isSigned } = rows[0] ?? { status: 0, isSigned: false };
  if (step === 'approved') return status === 11 || isSigned;
  if (step === 'signed') return isSigned;
  if (step === 'sent') return status === 14 || status === 3;
  return (await chain.balance(receiver, 'BTC').catch(() => 0n)) > 0n;
}

/** kill -9, and a moment later the part runs again. */
async function kill(part: string): Promise<void> {
  const pid = await exchange.kill(part);
  await until(`${part} is dead`, () => !isAlive(pid), 5_000);
  await exchange.restarted(part, pid);
}

test('kill -9 at each step of a withdrawal pays it exactly once', async () => {
  const order = steps
    .flatMap((step) => victims.map((victim) => ({ step, victim, at: randomInt(1_000_000) })))
    .toSorted((one, other) => one.at - other.at);
  const payouts: Payout[] = [];
  for (const [place, { step, victim }] of order.entries()) {
    const payout = await approve(place);
    payouts.push(payout);
    await until(`the payout is ${step}, for ${victim}`, () => hasReached(step, payout), stepMsMax);
    await kill(victim);
  }
  const said = `order: ${order.map(({ step, victim }) => `${victim} when ${step}`).join(', ')}`;
  const finished = async () => {
    const { rowCount } = await database.query('SELECT FROM withdrawals WHERE status = 3 AND id = ANY ($1)', [
      payouts.map(({ id }) => id),
    ]);
    return rowCount === payouts.length;
  };
  await until(`all are finished (${said})`, finished, 120_000);
  for (const { receiver } of payouts) expect(await chain.balance(receiver, 'BTC'), said).toBe(90_000_000n);
  const { rows } = await database.query('SELECT nonce::int AS nonce FROM signed_payouts ORDER BY nonce');
  expect(rows.map(({ nonce }) => nonce)).toEqual(payouts.map((_, place) => place));
  await exchange.ops('audit');
});
