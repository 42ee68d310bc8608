/**
 * What breaks other than by a process that dies: links, memory, disks, clocks, servers that are silent. Both shards are
 * under load, with standbys, while the faults of a group strike one after the other. Nobody restarts anything by hand;
 * whatever was acknowledged is there exactly once, the ledger balances, and everything equals a replay from the first
 * command.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logTail, until } from '../../scripts/services/process.ts';
import { type BreakableExchange, startBreakableExchange } from '../support/breakable-exchange.ts';
import { shards as shardRecords } from '../support/shards.ts';
import { settledUpToNow } from './checks.ts';
import { type Fault, type FaultGroup, loadsGoOn } from './kinds/fault.ts';
import { perpetual } from './perpetual.ts';
import type { Load } from './shard-under-fault.ts';
import { spot } from './spot.ts';

const shards = [spot, perpetual];
/** Half of each load, because both run at once; and with pauses, for a fault lasts seconds, in which calls of all of them are under way. */
const people = { tradersPerUser: 3, pauseMs: 20 };
const signInMsMax = 60_000;
const recoveryMsMax = 60_000;

let exchange: BreakableExchange;

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(`${exchange.url}/health`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}

async function pidsBeside(excluded: readonly string[]): Promise<Record<string, number>> {
  const names = exchange.parts().filter((part) => !excluded.includes(part));
  const pids = await exchange.pidsOf(names);
  return Object.fromEntries(names.map((name, i) => [name, pids[i] ?? 0]));
}

async function strikeUnderLoad({ strike, mayEnd = [] }: Fault, loads: readonly Load[]): Promise<void> {
  await loadsGoOn(loads);
  const pids = await pidsBeside(mayEnd);
  await strike(exchange, loads);
  await loadsGoOn(loads);
  const supervised = logTail(join(exchange.dataDir, 'logs', 'supervisor.log'), 3);
  expect(await pidsBeside(mayEnd), `no other part has fallen with it:\n${supervised}`).toEqual(pids);
}

/** Tests of the groups on one exchange, one fault after the other. */
export function testUnderLoad(groups: readonly FaultGroup[]): void {
  beforeAll(async () => {
    exchange = await startBreakableExchange({
      DEMO: '1',
      DEMO_MAKER: '0',
      // A group takes longer than a price stays in its band.
      DEMO_INDEX_STILL: '1',
      // Whoever has signed in stays so while the clocks are ahead.
      ACCESS_TOKEN_SECONDS: '86400',
      ORDERS_PER_SECOND: '1000000',
      TRANSFERS_PER_MINUTE: '1000000',
      REQUESTS_PER_SECOND_PER_IP: '1000000',
      SNAPSHOT_EVERY_COMMANDS: '200',
    });
  }, 240_000);

  afterAll(() => exchange?.stop());

  describe.each(groups)('$name:', (group) => {
    let loads: Load[];

    beforeAll(async () => {
      const name = group.name.replaceAll(' ', '-');
      loads = await Promise.all(shards.map((shard) => shard.load(exchange, `${shard.shard}-${name}`, people)));
    }, signInMsMax);

    for (const fault of group.faults) {
      const { name, isPossible = true } = fault;
      test.skipIf(!isPossible)(`the exchange goes on ${name}`, () => strikeUnderLoad(fault, loads));
    }

    test('whatever was acknowledged is there once, and everything equals a replay', async () => {
      await Promise.all(loads.map((load) => load.stop()));
      // Under load settlement gives way to those who acknowledge, and health says that it is behind.
      await until('the exchange is healthy again', isHealthy, recoveryMsMax);
      for (const shard of shardRecords) await settledUpToNow(exchange.redis.url, exchange.database, shard);
      await Promise.all(shards.map((shard, i) => shard.verify(exchange, exchange.database, loads[i] as Load)));
    });
  });
}
