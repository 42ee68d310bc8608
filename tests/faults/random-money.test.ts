/**
 * Twenty clients do operations that move money, by a seed, while each process is killed with -9 in turn. At the end every asset sums to
 * zero over all accounts, the shards equal a replay from their first command, and the network of the demo has what the ledger says.
 *
 *   RANDOM_MONEY_SEED=1 RANDOM_MONEY_OPERATIONS=10000 npx vitest run --project faults tests/faults/random-money.test.ts
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandboxChain } from '@pelican/api/src/chains/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { shards } from '../support/shards.ts';
import { checkByOperator, checkLedger, settledUpToNow } from './checks.ts';
import { type Client, diceOf, type MoneyRun } from './money/client.ts';
import { isHealthy, killInTurn } from './money/killing.ts';
import { doNext } from './money/operations.ts';
import { openWorld, type World } from './money/people.ts';
import { middleOfBand } from './perpetual.ts';

const seed = Number(process.env.RANDOM_MONEY_SEED ?? randomInt(2 ** 31));
const operations = Number(process.env.RANDOM_MONEY_OPERATIONS ?? 10_000);
const clients = 20;
const victims = [
  'engine-spot',
  'engine-perpetual',
  'settlement-spot',
  'settlement-perpetual',
  'ticker',
  'worker',
  'signer',
  'sandbox-chain',
  'api',
  'redis',
  'postgres',
];
/** Calls of which each run has some that succeed. */
const changes = [
  '/v2/profile/balance-transfer',
  '/v2/order',
  '/v2/order/modify',
  '/v3/order',
  '/v2/profile/code/create',
  '/v2/profile/code/apply',
  '/v2/profile/code/delete',
  '/v3/balance/withdrawal-USDT/SANDBOX',
  '/v3/balance/withdrawal-INR/INR',
  '/v3/balance/withdrawal-INR/PAYSOFT',
  '/v2/ops/users/*/adjust',
  '/v2/ops/inr-payouts/*/pay',
  'payout paid',
];
const drainMsMax = 120_000;

let exchange: RunningExchange;
let world: World;

beforeAll(async () => {
  exchange = await startExchange({
    DEMO: '1',
    DEMO_MAKER: '0',
    // The market may be traded in at the price of the start.
    DEMO_INDEX_STILL: '1',
    // Of a day, while each client does hundreds of things: otherwise most of them would be refused or wait.
    WITHDRAWAL_REVIEW_DAY_COUNT: '40',
    SANDBOX_BLOCK_MS: '300',
    ACCESS_TOKEN_SECONDS: '86400',
    ORDERS_PER_SECOND: '1000000',
    TRANSFERS_PER_MINUTE: '1000000',
    REQUESTS_PER_SECOND_PER_IP: '1000000',
    AUTH_REQUESTS_PER_MINUTE_PER_IP: '1000000',
    SNAPSHOT_EVERY_COMMANDS: '100',
  });
  world = await openWorld(exchange, clients);
}, 360_000);

afterAll(async () => {
  await world?.close();
  await exchange?.stop();
});

const count = async (sql: string) => Number((await world.database.query<{ count: string }>(sql)).rows[0]?.count);

/** What goes on by itself is at its end. */
async function drain(): Promise<void> {
  await until('the exchange is healthy again', () => isHealthy(exchange), drainMsMax);
  const { REDIS_URL = '' } = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
  for (const shard of shards) await settledUpToNow(REDIS_URL, world.database, shard);
  await until(
    'transfers are at their end',
    async () => (await count(`SELECT count(*) FROM transfers WHERE status NOT IN ('completed', 'rejected')`)) === 0,
    drainMsMax,
  );
  const { height } = await demoChain().head();
  await until(
    'the blocks of the chain are read',
    async () =>
      (await count(
        `SELECT count(*) FROM chain_cursors JOIN networks ON id = network_id AND key = 'SANDBOX' WHERE height < ${height}`,
      )) === 0,
    drainMsMax,
  );
  const ofNetworks = 'JOIN payment_methods method ON method.id = method_id AND method.network_id IS NOT NULL';
  await until(
    'coins have arrived',
    async () => (await count(`SELECT count(*) FROM deposits ${ofNetworks} WHERE status <> 3`)) === 0,
    drainMsMax,
  );
  await until(
    'approved coins are paid',
    async () => (await count(`SELECT count(*) FROM withdrawals ${ofNetworks} WHERE status IN (11, 14)`)) === 0,
    drainMsMax,
  );
  for (const shard of shards) await settledUpToNow(REDIS_URL, world.database, shard);
}

interface OnNetwork {
  ticker: string;
  contract: string;
  decimals: number;
  /** By the rows, and what the ledger says that our addresses hold without what the demo was given for its payouts. */
  deposited: string;
  paid: string;
  ledger: string;
  /** Ours of users. */
  addresses: string[];
}

function demoChain() {
  const ports = JSON.parse(readFileSync(join(exchange.dataDir, 'ports.json'), 'utf8'));
  return createSandboxChain(`http://127.0.0.1:${ports['sandbox-chain']}`);
}

/** The chain of the demo, address by address, against rows and ledger. */
async function checkNetwork(): Promise<void> {
  const chain = demoChain();
  const { rows } = await world.database.query<OnNetwork>(
    `SELECT asset.ticker, method.contract, method.decimals,
        (SELECT coalesce(sum(amount), 0) FROM deposits WHERE method_id = method.id AND credited_at IS NOT NULL)::text AS deposited,
        (SELECT coalesce(sum(amount - fee), 0) FROM withdrawals WHERE method_id = method.id AND status = 3)::text AS paid,
        (SELECT coalesce(sum(-balance), 0) FROM ledger_accounts WHERE kind = 'chain' AND asset_id = asset.id)::text AS ledger,
        (SELECT coalesce(array_agg(address), '{}') FROM deposit_addresses WHERE network_id = method.network_id AND user_id IS NOT NULL AND memo = '') AS addresses
      FROM payment_methods method JOIN assets asset ON asset.id = method.asset_id WHERE asset.ticker IN ('USDT', 'BTC', 'LTC') AND method.key = 'SANDBOX'`,
  );
  expect(rows).toHaveLength(3);
  for (const { ticker, contract, decimals, deposited, paid, ledger, addresses } of rows) {
    const held = async (places: readonly string[]) => {
      let units = 0n;
      for (const place of places) units += await chain.balance(place, contract);
      return Number(units) / 10 ** decimals;
    };
    expect(await held(addresses), `${ticker} at addresses of users`).toBeCloseTo(Number(deposited), 6);
    expect(await held(world.people.map(({ address }) => address)), `${ticker} paid`).toBeCloseTo(Number(paid), 6);
    expect(Number(ledger), `${ticker} in the ledger`).toBeCloseTo(Number(deposited) - Number(paid), 6);
  }
}

test(`${operations} random operations of ${clients} clients with kill -9 of each process leave the books balanced (RANDOM_MONEY_SEED=${seed})`, async () => {
  const run: MoneyRun = {
    world,
    middle: await middleOfBand(exchange),
    openCodes: [],
    openInvoices: [],
    faults: [],
    counts: new Map(),
    done: new Map(),
  };
  let done = 0;
  const forgetting = setInterval(() => void world.forget().catch(() => undefined), 1_000);
  const startedAt = performance.now();
  const work = async (me: World['people'][number]) => {
    const client: Client = { run, me, dice: diceOf(seed + 1 + me.place) };
    while (done < operations) {
      await doNext(client);
      done += 1;
    }
  };
  const killed = killInTurn({ exchange, victims, seed, operations, done: () => done });
  await Promise.all(world.people.map(work));
  const order = await killed;
  clearInterval(forgetting);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(
    `seed ${seed}: ${done} operations in ${seconds} s, killed ${order.join(', ')}: ${JSON.stringify([...run.done])}\n`,
  );
  await drain();
  expect(run.faults).toEqual([]);
  await checkLedger(world.database);
  await checkNetwork();
  for (const shard of shards) await checkByOperator(exchange, shard);
  // Each kind of money has moved.
  const { rows } = await world.database.query<{ kind: string }>('SELECT DISTINCT kind FROM ledger_entries');
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'crypto_deposit',
      'bank_deposit',
      'provider_deposit',
      'withdrawal_finished',
      'invoice_paid',
      'debit',
      'correction',
    ]),
  );
  expect([...run.done.keys()], 'calls that have changed something').toEqual(expect.arrayContaining(changes));
}, 1_800_000);
