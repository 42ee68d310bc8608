/**
 * npm run bench -- wallet [--people N] [--seconds N] [--connections N] [--deposits N]
 *
 * Transfers between main and trade that the engine has answered, withdrawals that were requested (money held, confirmation written) and
 * deposits that the watcher has credited, each by itself and in a second. Ends with 1 when the audit finds a difference. The last line is
 * JSON; p99Ms is that of a transfer.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { sandboxAddress } from '@pelican/api/src/chains/index.ts';
import pg from 'pg';
import { until } from '../../scripts/services/process.ts';
import { isOutboxDelivered } from '../support/ledger-users.ts';
import { shards } from '../support/shards.ts';
import { seed } from './pipeline/seed.ts';
import { startStack } from './pipeline/stack.ts';
import { percentile, round } from './shared/percentile.ts';
import { creditDeposits } from './wallet/deposits.ts';
import { enrich, type Person } from './wallet/people.ts';
import { type LoadReport, load, type WantedRequest } from './wallet/requests.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '32' },
    deposits: { type: 'string', default: '10000' },
  },
});
const warmUpMs = 3_000;
const settledMsMax = 60_000;
/** Of dollars, so that a person comes ten times within the limit of a day. */
const withdrawn = '40';
const withdrawalsEach = 10;
const limits = {
  TRANSFERS_PER_MINUTE: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
  WITHDRAWAL_REVIEW_DAY_COUNT: '100',
};

async function main(): Promise<void> {
  const stack = await startStack(limits);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  try {
    const people = await enrich(pool, await seed(stack, Number(values.people), { isRich: false }));
    await stack.startApi();
    const transfers = await measure(stack.port, transfersOf(people));
    const withdrawals = await measure(stack.port, withdrawalsOf(people));
    const depositsPerSecond = await creditDeposits(pool, people, Number(values.deposits));
    await until('all transfers are answered', () => isOutboxDelivered(pool), settledMsMax);
    const { differences } = await audit(pool, shards);
    const figures = {
      bench: 'wallet',
      transfersPerSecond: round(transfers.perSecond),
      withdrawalsPerSecond: round(withdrawals.perSecond),
      p99Ms: percentile(transfers.latencies, 0.99),
      withdrawalP99Ms: percentile(withdrawals.latencies, 0.99),
      depositsPerSecond: round(depositsPerSecond),
      unanswered: transfers.unanswered + withdrawals.unanswered,
      differences,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    process.exitCode = differences.length > 0 ? 1 : 0;
  } finally {
    await pool.end();
    await stack.stop();
  }
}

async function measure(port: number, next: () => WantedRequest | undefined): Promise<LoadReport> {
  const connections = Number(values.connections);
  await load({ port, connections, ms: warmUpMs }, next);
  return load({ port, connections, ms: Number(values.seconds) * 1000 }, next);
}

/** To the trade wallet and back, by everybody in turn. */
function transfersOf(people: readonly Person[]): () => WantedRequest {
  let count = 0;
  return () => {
    const person = people[count % people.length] as Person;
    const isBack = Math.floor(count++ / people.length) % 2 === 1;
    const [from, to] = isBack ? ['trade', 'main'] : ['main', 'trade'];
    return {
      ...person,
      path: '/v2/profile/transfer',
      headers: { 'idempotency-key': randomUUID() },
      body: { ticker: 'USDT', amount: '10.5', from, to },
    };
  };
}

/** By everybody in turn, each to a new address, until all have come as often as the limit lets them. */
function withdrawalsOf(people: readonly Person[]): () => WantedRequest | undefined {
  let count = 0;
  return () => {
    if (count >= people.length * withdrawalsEach) return undefined;
    const person = people[count++ % people.length] as Person;
    return {
      ...person,
      path: '/v3/balance/withdrawal-USDT/SANDBOX',
      headers: { 'idempotency-key': randomUUID() },
      body: { amount: withdrawn, address: sandboxAddress(randomBytes(20)) },
    };
  };
}

await main();
