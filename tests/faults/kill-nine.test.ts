/**
 * kill -9 of each part of a running exchange with standbys in the middle of a load; of an engine beside the other one, and of
 * both engines of a shard at once. Whatever was acknowledged is there exactly once,
 * whatever was refused is not, the ledger balances, and everything equals a replay from the first command.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive, until } from '../../scripts/services/process.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { perpetual } from './perpetual.ts';
import { spot } from './spot.ts';

const shards = [spot, perpetual];
const sharedParts = ['redis', 'postgres', 'api', 'worker'];
/** Some hundred calls a second. As fast as the machine, they would take the processors from the part that starts again. */
const people = { tradersPerUser: 6, pauseMs: 20 };
const acknowledgedBeforeTheFault = 300;
const acknowledgedAfterTheFault = 200;
const loadMsMax = 60_000;
const recoveryMsMax = 60_000;

let exchange: RunningExchange;
let database: pg.Pool;

beforeAll(async () => {
  exchange = await startExchange({
    ENGINE_STANDBY: '1',
    DEMO: '1',
    DEMO_MAKER: '0',
    ORDERS_PER_SECOND: '1000000',
    TRANSFERS_PER_MINUTE: '1000000',
    REQUESTS_PER_SECOND_PER_IP: '1000000',
    // Snapshots, archive and trimming happen in the middle of it all.
    SNAPSHOT_EVERY_COMMANDS: '200',
  });
  const connection = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
  database = new pg.Pool({ connectionString: connection.DATABASE_URL, max: 4 });
  // Postgres is one of the parts that are killed.
  database.on('error', () => undefined);
}, 240_000);

afterAll(async () => {
  await database?.end();
  await exchange?.stop();
});

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(`${exchange.url}/health`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}

const allParts = [...new Set([...shards.flatMap((shard) => shard.victims.flat()), ...sharedParts])];

async function pidsBeside(killed: readonly string[]): Promise<Record<string, number>> {
  const others = allParts.filter((other) => !killed.includes(other));
  return Object.fromEntries(
    await Promise.all(others.map(async (other) => [other, await exchange.pidOf(other)] as const)),
  );
}

/** Kills the parts and waits until other processes have their places. */
async function killAndAwaitRestart(parts: readonly string[]): Promise<void> {
  const pids = await Promise.all(parts.map((part) => exchange.kill(part)));
  await until(`${parts.join(' and ')} are dead`, () => !pids.some(isAlive), 5_000);
  await Promise.all(parts.map((part, i) => exchange.restarted(part, pids[i] ?? 0)));
}

describe.each(shards)('the $shard shard', (shard) => {
  const victims = [...shard.victims, ...sharedParts.map((part) => [part])];
  test.each(victims.map((parts) => ({ name: parts.join(' and '), parts })))(
    'loses nothing after kill -9 of $name under load',
    async ({ parts }) => {
      const load = await shard.load(exchange, `${shard.shard}-${parts.length}-${parts[0]}`, people);
      await until('the load runs', () => load.acknowledgedCount >= acknowledgedBeforeTheFault, loadMsMax);
      const others = await pidsBeside(parts);
      await killAndAwaitRestart(parts);
      const goal = load.acknowledgedCount + acknowledgedAfterTheFault;
      await until('the load runs again', () => load.acknowledgedCount >= goal, loadMsMax);
      const { acknowledgedCount } = await load.stop();
      // Under load settlement gives way to those who acknowledge, and health says that it is behind.
      await until('the exchange is healthy again', isHealthy, recoveryMsMax);
      expect(acknowledgedCount).toBeGreaterThanOrEqual(goal);
      await shard.verify(exchange, database, load);
      expect(await pidsBeside(parts), 'no other part has fallen with it').toEqual(others);
    },
  );
});
