/**
 * Twenty people lend to each other and borrow, by a seed, while each process is killed with -9 in turn, days pass, indexes fall and come
 * back, and operators decide. At any moment and at the end the invariants of loans hold, and the audit finds nothing.
 *
 *   RANDOM_LOANS_SEED=1 RANDOM_LOANS_OPERATIONS=10000 npx vitest run --project faults tests/faults/random-loans.test.ts
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { spotShard } from '../support/shards.ts';
import { checkByOperator, checkLedger, settledUpToNow } from './checks.ts';
import { byTwo, decidingOperations } from './loans/deciding.ts';
import { moveIndexes } from './loans/index-moves.ts';
import { brokenOf } from './loans/invariants.ts';
import { requestOperations } from './loans/requests.ts';
import { readBook } from './loans/run.ts';
import { runningOperations } from './loans/running.ts';
import { allowedChanges, statesSeen } from './loans/states.ts';
import { attempt, timeOperations } from './loans/time.ts';
import { type LoanWorld, openLoanWorld } from './loans/world.ts';
import { diceOf, operationsOf } from './money/client.ts';
import { isHealthy, killInTurn } from './money/killing.ts';
import { openWorld, type World } from './money/people.ts';

const seed = Number(process.env.RANDOM_LOANS_SEED ?? randomInt(2 ** 31));
const operations = Number(process.env.RANDOM_LOANS_OPERATIONS ?? 10_000);
const clients = 20;
/** Those that sell pledges and count days more than once. */
const victims = [
  'engine-spot',
  'engine-perpetual',
  'settlement-spot',
  'settlement-perpetual',
  'ticker',
  'worker',
  'worker',
  'worker',
  'api',
  'redis',
  'postgres',
  'engine-spot',
];
const bookMs = 500;
const drainMsMax = 150_000;

const doNext = operationsOf({
  ...requestOperations,
  ...runningOperations,
  ...decidingOperations,
  ...timeOperations,
});

/** Of which each run has some that succeed. */
const demanded = [
  '/p2p/create-order',
  '/p2p/update-loan-request/*',
  '/p2p/finish-loan/*',
  '/p2p/take-credit/*',
  '/p2p/create-borrow-request',
  '/p2p/accept-borrow-request/*',
  '/p2p/reject-borrow-request/*',
  '/p2p/borrow-request/*',
  '/p2p/cancel-borrow-request/*',
  '/p2p/repay-loan/*',
  '/p2p/top-up/*',
  '/p2p/release-pledge/*',
  '/p2p/sell-pledge/*',
  '/p2p/dispute/*',
  '/p2p/dispute/*/extension',
  'one key twice',
  'operators: dismiss',
  'operators: waive',
  'operators: compensate',
  'operators: sell',
  'operators: extend',
  'operators: sell a pledge',
  'operators: end a sale',
  'operators: close a coin',
  'operators: open a coin',
  'job: days',
  'job: requests expire',
  'job: offers expire',
];
const demandedStates = [
  'pending > active',
  'pending > rejected',
  'pending > withdrawn',
  'pending > expired',
  'active > repaid',
  'active > overdue',
  'active > liquidating',
  'overdue > repaid',
  'overdue > liquidating',
  'liquidating > liquidated',
  'liquidating > repaid',
  'liquidating > defaulted',
];
const demandedCauses = ['arbitration', 'borrower', 'grace', 'level', 'operator'];

let exchange: RunningExchange;
let world: World;
let loans: LoanWorld;
let redisUrl: string;

beforeAll(async () => {
  exchange = await startExchange({
    DEMO: '1',
    DEMO_MAKER: '0',
    DEMO_INDEX_STILL: '1',
    ACCESS_TOKEN_SECONDS: '86400',
    TRANSFERS_PER_MINUTE: '1000000',
    REQUESTS_PER_SECOND_PER_IP: '1000000',
    AUTH_REQUESTS_PER_MINUTE_PER_IP: '1000000',
    // Sales are few commands, and a snapshot has to be there to be compared.
    SNAPSHOT_EVERY_COMMANDS: '20',
  });
  const connection = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
  redisUrl = connection.REDIS_URL;
  world = await openWorld(exchange, clients);
  loans = await openLoanWorld(world, connection.DATABASE_URL);
}, 360_000);

afterAll(async () => {
  await loans?.close();
  await world?.close();
  await exchange?.stop();
});

/** Sales are at their end: those that nobody buys from are ended as operators would. */
async function drain(): Promise<void> {
  const { run } = loans;
  await until('the exchange is healthy again', () => isHealthy(exchange), drainMsMax);
  const dice = diceOf(seed);
  const isOver = async () => {
    await readBook(run);
    const sold = run.loans.filter(({ state }) => state === 'liquidating');
    for (const { id } of sold.slice(0, 20)) await byTwo({ run, dice }, 'end a sale', `p2p/loans/${id}/end-sale`);
    return sold.length === 0;
  };
  await until('all sales have ended', isOver, drainMsMax);
  await settledUpToNow(redisUrl, world.database, spotShard);
}

test(`${operations} random events of loans with kill -9 of each process leave the books balanced (RANDOM_LOANS_SEED=${seed})`, async () => {
  const { run, indexes } = loans;
  let done = 0;
  const reading = setInterval(() => void readBook(run).catch(() => undefined), bookMs);
  const startedAt = performance.now();
  const killed = killInTurn({ exchange, victims, seed, operations, done: () => done }, () =>
    attempt(run, 'invariants', async () => run.faults.push(...(await brokenOf(run.database, false)))),
  );
  const moved = moveIndexes(run, indexes, () => done / operations);
  const work = async (me: World['people'][number]) => {
    const client = { run, me, dice: diceOf(seed + 1 + me.place) };
    while (done < operations) {
      await doNext(client);
      done += 1;
    }
  };
  await Promise.all(world.people.map(work));
  const [order] = await Promise.all([killed, moved]);
  clearInterval(reading);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const seen = await statesSeen(run.database);
  process.stdout.write(
    `seed ${seed}: ${done} events in ${seconds} s, killed ${order.join(', ')}: ${JSON.stringify([...run.done])} ${JSON.stringify([...seen])} refused ${JSON.stringify([...run.refusals])}\n`,
  );
  await delay(1_000);
  await drain();
  expect(run.faults).toEqual([]);
  expect(await brokenOf(run.database, true)).toEqual([]);
  await checkLedger(world.database);
  await checkByOperator(exchange, spotShard);
  const changes = [...(await statesSeen(run.database)).keys()];
  const known = Object.entries(allowedChanges).flatMap(([before, after]) => after.map((one) => `${before} > ${one}`));
  expect(
    changes.filter((change) => !known.includes(change)),
    'changes of state that there are not',
  ).toEqual([]);
  // Each kind of event has happened.
  expect([...run.done.keys()]).toEqual(expect.arrayContaining(demanded));
  expect(changes).toEqual(expect.arrayContaining(demandedStates));
  const { rows } = await run.database.query<{ cause: string }>('SELECT DISTINCT cause FROM p2p_sales ORDER BY 1');
  expect(rows.map(({ cause }) => cause)).toEqual(demandedCauses);
}, 600_000);
