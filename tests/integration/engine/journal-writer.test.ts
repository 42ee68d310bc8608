import { setTimeout as delay } from 'node:timers/promises';
import { journalResendMsMax } from '@pelican/api/src/shards/journal-writer.ts';
import { shardKeys } from '@pelican/shared/engine';
import { decodeCommandEntry, spotWire } from '@pelican/shared/engine/spot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { openJournalClient, type SpotJournalClient } from '../../support/journal-client.ts';
import type { LocalServer } from '../../support/local-servers.ts';
import { startLocalRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { buys } from '../../support/spot-commands.ts';

const stream = shardKeys(spotShard).commands;

let redis: LocalServer;
let client: SpotJournalClient;

beforeEach(async () => {
  redis = await startLocalRedis();
  client = await openJournalClient(redis.url, spotWire);
});

afterEach(async () => {
  await client.close();
  await redis.stop();
});

/** The entries that the journal holds, without those that were sent again after a lost answer. */
async function journal() {
  const raw = await client.redis.xrangeBuffer(stream, '-', '+');
  const entries = raw.map(([, fields]) => decodeCommandEntry(fields[1] as Buffer));
  return entries.filter((entry, i) => entry.counter > Math.max(0, ...entries.slice(0, i).map((one) => one.counter)));
}

/** Waits for the next turn of the event loop, in which the writer sends what this one has gathered. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('packs all commands of one turn into one entry, up to 2,000', async () => {
  for (let i = 1; i <= 2_500; i++) client.journal.append(buys(1, i, 1));
  await nextTurn();
  client.journal.append(buys(1, 9, 1));
  await until('Redis has it', () => client.journal.unansweredCount === 0, 60_000);
  expect((await journal()).map(({ commands }) => commands.length)).toEqual([2_000, 500, 1]);
});

test('brings every accepted command into the journal, in order, though Redis is killed over and over', async () => {
  const accepted: number[] = [];
  let isDone = false;
  const writing = (async () => {
    for (let i = 1; !isDone; i++) {
      try {
        client.journal.append(buys(1, i, 1));
        accepted.push(i);
      } catch {
        // Redis is away: refused, and nothing is written.
      }
      await delay(1);
    }
  })();
  for (let round = 0; round < 3; round++) {
    const goal = accepted.length + 100;
    await until('more is accepted', () => accepted.length >= goal, 60_000);
    await redis.kill();
    await redis.restart();
  }
  const goal = accepted.length + 100;
  await until('more is accepted', () => accepted.length >= goal, 60_000);
  isDone = true;
  await writing;
  await until('Redis has it', () => client.journal.unansweredCount === 0, 60_000);
  const prices = (await journal()).flatMap(({ commands }) =>
    commands.map((command) => ('priceTicks' in command ? command.priceTicks : 0)),
  );
  expect(prices).toEqual(accepted);
});

test('what a writer sends counts as new, though Redis has lost its number and gives it again', async () => {
  client.journal.append(buys(1, 1, 1));
  await until('Redis has it', () => client.journal.unansweredCount === 0, 60_000);
  await client.redis.set('senders', client.journal.sender - 1);
  const second = await openJournalClient(redis.url, spotWire);
  second.journal.append(buys(1, 2, 1));
  await until('Redis has it', () => second.journal.unansweredCount === 0, 60_000);
  await second.close();
  const raw = await client.redis.xrangeBuffer(stream, '-', '+');
  const [first = 0, last = 0] = raw.map(([, fields]) => decodeCommandEntry(fields[1] as Buffer).counter);
  expect(last).toBeGreaterThan(first);
});

test('refuses while Redis is away, and does not bring up later what its caller has given up', async () => {
  client.journal.append(buys(1, 1, 1));
  // In this turn still: the command is accepted, and Redis dies before it is sent.
  const killed = redis.kill();
  await nextTurn();
  await killed;
  await until('the connection is known to be broken', () => client.redis.status !== 'ready', 60_000);
  await nextTurn();
  expect(() => client.journal.append(buys(1, 2, 1))).toThrow('The service is unavailable');
  await delay(journalResendMsMax + 200);
  await redis.restart();
  await until('the writer is back', () => client.journal.unansweredCount === 0, 60_000);
  expect((await journal()).length).toBeLessThanOrEqual(1);
});
