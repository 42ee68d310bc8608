/**
 * kill -9 of each part of a running exchange in the middle of a load. Whatever was acknowledged is there exactly once,
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
const sharedParts = ['redis', 'postgres', 'api'];
const acknowledgedBeforeTheFault = 300;
const acknowledgedAfterTheFault = 200;
const loadMsMax = 60_000;
const recoveryMsMax = 60_000;

let exchange: RunningExchange;
let database: pg.Pool;

beforeAll(async () => {
  exchange = await startExchange({
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

const allParts = [...shards.flatMap((shard) => shard.parts), ...sharedParts, 'worker'];

async function pidsBeside(part: string): Promise<Record<string, number>> {
  const others = allParts.filter((other) => other !== part);
  return Object.fromEntries(
    await Promise.all(others.map(async (other) => [other, await exchange.pidOf(other)] as const)),
  );
}

/** Kills the part and waits until another process has its place. */
async function killAndAwaitRestart(part: string): Promise<void> {
  const pid = await exchange.pidOf(part);
  process.kill(pid, 'SIGKILL');
  await until(`${part} is dead`, () => !isAlive(pid), 5_000);
  const isBack = async () => {
    const now = await exchange.pidOf(part).catch(() => pid);
    return now !== pid && isAlive(now);
  };
  await until(`${part} runs again`, isBack, recoveryMsMax);
}

describe.each(shards)('the $shard shard', (shard) => {
  test.each([...shard.parts, ...sharedParts])('loses nothing when %s is killed under load', async (part) => {
    const load = await shard.load(exchange, `${shard.shard}-${part}`);
    await until('the load runs', () => load.acknowledgedCount >= acknowledgedBeforeTheFault, loadMsMax);
    const others = await pidsBeside(part);
    await killAndAwaitRestart(part);
    const goal = load.acknowledgedCount + acknowledgedAfterTheFault;
    await until('the load runs again', () => load.acknowledgedCount >= goal, loadMsMax);
    const { acknowledgedCount } = await load.stop();
    // Under load settlement gives way to those who acknowledge, and health says that it is behind.
    await until('the exchange is healthy again', isHealthy, recoveryMsMax);
    expect(acknowledgedCount).toBeGreaterThanOrEqual(goal);
    await shard.verify(exchange, database, load);
    expect(await pidsBeside(part), 'no other part has fallen with it').toEqual(others);
  });
});
