/**
 * Puts the demo in place: assets, markets, users with balances, the desks' API keys, a month of candles. Runs at every
 * start of a demo and does each of its steps once, each in one transaction with its mark in system_settings, so that a
 * killed run is continued and a migrated database is left as it is.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { permissions } from '@pelican/shared/contracts/operations';
import { readSettings } from '@pelican/shared/settings';
import { pino } from 'pino';
import {
  addUser,
  createApiKey,
  hashPassword,
  lockUser,
  makeOperator,
  recordPassedQuiz,
  setKyc,
} from '../identity/index.ts';
import { mainAccount, outside, postEntry } from '../ledger/index.ts';
import { publishListings } from '../modules/markets/index.ts';
import { publishInstruments, topUpFund } from '../modules/perpetual/index.ts';
import { fillPromotions } from '../modules/promotions/index.ts';
import { enqueueProof } from '../modules/reserves/index.ts';
import { changeUserSettings } from '../modules/settings/index.ts';
import { createToolPool, inTransaction, type Transaction } from '../platform/database/index.ts';
import { demoAssets, demoMarkets } from './listings.ts';
import { candleMarkets, demoFund } from './perpetual-listings.ts';
import { seedContent } from './seed-content.ts';
import { seedInstruments, seedSpotIndexes } from './seed-instruments.ts';
import { seedKlines } from './seed-klines.ts';
import { seedListings } from './seed-listings.ts';
import { seedLoans } from './seed-loans.ts';
import { seedPayments } from './seed-payments.ts';
import { seedTransfer } from './seed-transfer.ts';
import { seedSettings } from './settings.ts';
import { type DemoUser, demoPassword, demoUsers } from './users.ts';

const environment = readSettings(seedSettings, process.env);
const log = pino({ base: { part: 'seed' } });
const pool = createToolPool({ databaseUrl: environment.DATABASE_URL, databasePoolMax: 2 }, log);

/** Runs `work` in one transaction, unless a run before has done it. */
async function once(step: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (tx) => {
    // A month of candles may take longer than a request is allowed to.
    await tx.query('SET LOCAL statement_timeout = 0');
    const marked = await tx.query(
      `INSERT INTO system_settings (key, value, updated_at) VALUES ($1, 'true', now()) ON CONFLICT (key) DO NOTHING`,
      [`demo:${step}`],
    );
    if (marked.rowCount === 0) return;
    const startedAt = performance.now();
    await work(tx);
    log.info({ step, ms: Math.round(performance.now() - startedAt) }, 'seeded');
  });
}

async function seedUser(tx: Transaction, user: DemoUser, passwordHash: string): Promise<void> {
  const { email, nickname } = user;
  const added = await addUser(tx, { email, passwordHash, nickname, country: 'IN', isEmailVerified: true });
  const userId = added ?? (await lockUser(tx, email)).id;
  if (user.approved) {
    await setKyc(tx, userId, { status: 'approved', country: 'IN' });
    await recordPassedQuiz(tx, userId);
  }
  if (user.operatorName) await makeOperator(tx, userId, { name: user.operatorName, permissions });
  // The desks trade with each other all day: fees and taxes would drain them.
  const settings = user.desk ? { fees: [{ market: 0, makerFeePpm: 0, takerFeePpm: 0 }] } : { taxable: user.approved };
  await changeUserSettings(tx, userId, settings);
  for (const [ticker, amount] of Object.entries(user.money)) await seedMoney(tx, userId, ticker, amount);
}

function assetIdOf(ticker: string): number {
  const asset = demoAssets.find((one) => one.ticker === ticker);
  if (!asset) throw new Error(`unknown asset ${ticker}`);
  return asset.id;
}

/** The amount into the main wallet, and once more into the trade wallet by an ordinary transfer. */
async function seedMoney(tx: Transaction, userId: number, ticker: string, amount: string): Promise<void> {
  const assetId = assetIdOf(ticker);
  for (const wallet of ['main', 'trade']) {
    await postEntry(tx, {
      kind: 'credit',
      reference: 'demo',
      idempotencyKey: `demo:${userId}:${ticker}:${wallet}`,
      legs: [
        { account: outside(assetId), amount: `-${amount}` },
        { account: mainAccount({ userId, assetId }), amount },
      ],
    });
  }
  await seedTransfer(tx, { userId, assetId, ticker, amount, to: 'trade', idempotencyKey: `demo:${ticker}` });
}

/** Credits the futures wallets of the demo users by ordinary transfers, and the insurance fund. */
async function seedFutures(tx: Transaction): Promise<void> {
  const assetId = assetIdOf('USDT');
  for (const { email, futures: amount } of demoUsers) {
    if (amount === undefined) continue;
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const userId = Number(rows[0]?.id);
    const idempotencyKey = 'demo:futures';
    await postEntry(tx, {
      kind: 'credit',
      reference: 'demo',
      idempotencyKey: `${idempotencyKey}:${userId}`,
      legs: [
        { account: outside(assetId), amount: `-${amount}` },
        { account: mainAccount({ userId, assetId }), amount },
      ],
    });
    await seedTransfer(tx, { userId, assetId, ticker: 'USDT', amount, to: 'futures', idempotencyKey });
  }
  await topUpFund(tx, { assetId, amount: demoFund, reference: 'demo', idempotencyKey: 'demo' });
}

/** The budget that rewards are paid from, in whole units. */
const demoPromotions = { USDT: '10000', INR: '500000', BTC: '0.5', PLC: '100000' };

/** Fills it. */
async function seedPromotions(tx: Transaction): Promise<void> {
  for (const [ticker, amount] of Object.entries(demoPromotions))
    await fillPromotions(tx, { assetId: assetIdOf(ticker), amount, reference: `demo ${ticker}` });
}

/** New keys for the desks; what a run before this one left is switched off. */
async function seedDeskKeys(tx: Transaction): Promise<void> {
  const encryptionKeys = environment.API_KEY_ENCRYPTION_KEY;
  const keys: Record<string, { key: string; secret: string }> = {};
  for (const { email } of demoUsers.filter((user) => user.desk)) {
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const userId = Number(rows[0]?.id);
    await tx.query('UPDATE api_keys SET enabled = false WHERE user_id = $1', [userId]);
    const { key, secret } = await createApiKey(
      tx,
      { userId, label: 'demo', scopes: ['read', 'trade'] },
      encryptionKeys,
    );
    keys[email.slice(0, email.indexOf('@'))] = { key, secret };
  }
  await writeFile(path.join(environment.DATA_DIR, 'demo-keys.json'), JSON.stringify(keys), { mode: 0o600 });
}

await once('listings', async (tx) => {
  await seedListings(tx);
  await publishListings(tx);
});
await once('payments', seedPayments);
await once('users', async (tx) => {
  const passwordHash = await hashPassword(demoPassword);
  for (const user of demoUsers) await seedUser(tx, user, passwordHash);
  await seedDeskKeys(tx);
});
await once('klines', async (tx) => seedKlines(tx, demoMarkets, Math.floor(Date.now() / 1000)));
await once('instruments', async (tx) => {
  await seedInstruments(tx);
  await publishInstruments(tx);
});
await once('spot-indexes', seedSpotIndexes);
await once('futures', seedFutures);
await once('loans', seedLoans);
await once('promotions', seedPromotions);
await once('content', seedContent);
// Otherwise /proof-of-reserves is empty until the night.
await once('first-proof', enqueueProof);
await once('perpetual-klines', async (tx) => seedKlines(tx, candleMarkets(), Math.floor(Date.now() / 1000)));
await pool.end();
