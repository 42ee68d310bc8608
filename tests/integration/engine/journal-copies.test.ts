/** The copies of the journal beside a real Redis: a full disk, an archive that another machine has, and what they put back. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { type EngineFolders, engineFolders } from '@pelican/engine/src/host/config.ts';
import { copiedEntries } from '@pelican/engine/src/host/copied-entries.ts';
import type { JournalEntry } from '@pelican/engine/src/host/journal.ts';
import { JournalTail } from '@pelican/engine/src/host/journal-tail.ts';
import { recoverJournal } from '@pelican/engine/src/host/recover-journal.ts';
import { commandField, eventField, positionStart, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { canMountDisks, mountDisk } from '../../support/small-disk.ts';

const { commands, events } = shardKeys(spotShard);
const silent = { warn: () => undefined, error: () => undefined };

let server: Service;
let redis: Redis;
let dataDir: string;
let folders: EngineFolders;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, silent);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(async () => {
  await redis.flushall();
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-copies-'));
  folders = engineFolders(dataDir, spotShard);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

/** An entry of one command, in the stream; its head is that of any command entry. */
async function add(position: string, byteCount = 16) {
  const bytes = Buffer.alloc(byteCount, position);
  bytes.writeUInt16LE(1, 2);
  await redis.xadd(commands, position, commandField, bytes);
  return { position, bytes };
}

async function openTail(part: string, position: string): Promise<JournalTail> {
  const tail = new JournalTail(folders, part, silent);
  onTestFinished(() => tail.close());
  await tail.resume(position, { redis, stream: commands, archiveFolder: folders.archive });
  return tail;
}

async function copied(): Promise<string[]> {
  const entries = await copiedEntries(folders.tail, positionStart);
  return entries.map(({ after, position }) => `${after} ${position}`);
}

async function liveIds(): Promise<string[]> {
  return (await redis.xrange(commands, '-', '+')).map(([id]) => id);
}

interface RecoveryRun {
  acceptLoss?: boolean;
  /** Prepares the connection of the run: what happens beside it. */
  meanwhile?: (own: Redis) => void;
}

async function recovered(settled: string, known: string, { acceptLoss = false, meanwhile }: RecoveryRun = {}) {
  const own = connectRedis(server.url, silent);
  meanwhile?.(own);
  try {
    return await recoverJournal({ redis: own, shard: spotShard, folders, settled, known, acceptLoss });
  } finally {
    own.disconnect();
  }
}

test.skipIf(!canMountDisks)('after a full disk the copies are made whole from the journal, without a gap', async () => {
  const disk = mountDisk(folders.tail);
  onTestFinished(() => disk.unmount());
  const tail = await openTail('engine-spot', positionStart);
  onTestFinished(() => tail.close());
  tail.append([await add('1-0')]);
  disk.fill();
  // Longer than the rest of the block that the first one has begun.
  tail.append([await add('2-0'), await add('3-0', 100_000)]);
  tail.append([await add('4-0')]);
  expect((await copied()).at(-1)).toBe('1-0 2-0');
  disk.free();
  await until('the copies are whole', async () => (await copied()).length === 4, 60_000);
  tail.append([await add('5-0')]);
  expect(await copied()).toEqual(['0-0 1-0', '1-0 2-0', '2-0 3-0', '3-0 4-0', '4-0 5-0']);
});

test('copies of what another machine has archived are removed, but never by a stream that has lost entries', async () => {
  const first = await openTail('standby', positionStart);
  first.append([await add('1-0'), await add('2-0')]);
  first.close();
  const second = await openTail('standby', '2-0');
  second.append([await add('3-0'), await add('4-0')]);
  second.close();
  const files = () => readdirSync(join(folders.tail, 'standby')).length;
  // Another journal in its place, which begins later.
  await redis.rename(commands, 'whole');
  await add('3-5');
  await openTail('standby', '4-0');
  expect(files()).toBe(2);
  await redis.rename('whole', commands);
  await openTail('standby', '4-0');
  expect(files()).toBe(2);
  await redis.xtrim(commands, 'MINID', '3-0');
  await openTail('standby', '4-0');
  expect(await copied()).toEqual(['2-0 3-0', '3-0 4-0']);
});

async function addMany(count: number): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (let i = 1; i <= count; i++) entries.push(await add(`${i}-0`));
  return entries;
}

/** As `copied` shows the entries first to last, each behind the one before it. */
function chain(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `${first + i - 1}-0 ${first + i}-0`);
}

test('an engine that recovers behind its copies copies no entry twice, and goes on where they end', async () => {
  const entries = await addMany(7);
  const first = await openTail('engine-spot', positionStart);
  first.append(entries.slice(0, 5));
  first.close();
  const second = await openTail('engine-spot', '3-0');
  second.append(entries.slice(3));
  expect(await copied()).toEqual(chain(1, 7));
  second.close();
  await openTail('engine-spot', '7-0');
  expect(await copied()).toEqual(chain(1, 7));
});

test('a machine without the archive goes on behind its newest copy, without a gap', async () => {
  const entries = await addMany(8);
  await redis.xtrim(commands, 'MINID', '3-0');
  const first = await openTail('engine-spot', '2-0');
  first.append(entries.slice(2, 4));
  first.close();
  const second = await openTail('engine-spot', '7-0');
  second.append(entries.slice(7));
  expect(await copied()).toEqual(chain(3, 8));
});

test('what follows a gap in the copies is named, and never put back as if it followed', async () => {
  const [one, two, three, four] = [await add('1-0'), await add('2-0'), await add('3-0'), await add('4-0')];
  const first = await openTail('engine-spot', positionStart);
  first.append([one, two]);
  // Another machine has archived the entry 3-0; this one goes on behind it.
  await redis.xtrim(commands, 'MINID', three.position);
  const second = await openTail('engine-spot-standby', three.position);
  second.append([four]);
  expect(await copied()).toEqual(['0-0 1-0', '1-0 2-0', '3-0 4-0']);
  await redis.del(commands);
  await add('1-0');
  expect(await recovered('1-0', '4-0')).toMatchObject({
    isDone: false,
    lost: ['4-0'],
    restored: { first: '2-0', last: '2-0' },
    stranded: { first: '4-0', last: '4-0' },
  });
  expect(await liveIds(), 'nothing is changed without --accept-loss').toEqual(['1-0']);
});

test('a journal of more entries than a page is put back whole', async () => {
  const tail = await openTail('engine-spot', positionStart);
  const ids = Array.from({ length: 1_203 }, (_, i) => `${i + 1}-0`);
  const entries = await Promise.all(ids.map((id) => add(id)));
  tail.append(entries);
  // The last two are lost.
  const kept = entries.slice(0, -2);
  await redis.del(commands);
  await Promise.all(kept.map(({ position, bytes }) => redis.xadd(commands, position, commandField, bytes)));
  expect(await recovered('1203-0', '1203-0')).toMatchObject({ isDone: true, restored: { entries: 2, commands: 2 } });
  expect(await liveIds()).toEqual(ids);
  expect(await redis.pttl(commands), 'the journal never expires').toBe(-1);
});

const changed = 'the journal or its replacement changed during the recovery: run the command again';

test('a stream that expires between two batches is not installed: the journal stays as it was', async () => {
  const tail = await openTail('engine-spot', positionStart);
  tail.append(await addMany(600));
  await redis.del(commands);
  await add('1-0');
  const removeBuilt = `return redis.call('DEL', unpack(redis.call('KEYS', '*:recovered:*')))`;
  const meanwhile = (own: Redis) => {
    const begin = own.pipeline.bind(own);
    let count = 0;
    vi.spyOn(own, 'pipeline').mockImplementation(() => (++count === 2 ? begin().eval(removeBuilt, 0) : begin()));
  };
  const run = recovered('600-0', '600-0', { meanwhile });
  await expect(run).rejects.toThrow(changed);
  expect(await liveIds()).toEqual(['1-0']);
  expect(await redis.keys('*:recovered:*'), 'nothing is left over').toEqual([]);
  expect(await recovered('600-0', '600-0')).toMatchObject({ isDone: true, restored: { entries: 599 } });
});

test('a run that finds the exchange at work again leaves its events alone', async () => {
  await addMany(3);
  await redis.xadd(events, '3-0', eventField, '');
  const meanwhile = (own: Redis) => {
    const exists = own.exists.bind(own);
    vi.spyOn(own, 'exists').mockImplementation(async (...keys) => {
      // Another run has ended the halt: an order, and its events.
      if (String(keys[0]) === events) {
        await add('4-0');
        await redis.xadd(events, '4-0', eventField, '');
      }
      return exists(...keys);
    });
  };
  const run = recovered('3-0', '3-0', { meanwhile });
  await expect(run).rejects.toThrow(changed);
  expect((await redis.xrange(events, '-', '+')).map(([id]) => id)).toEqual(['3-0', '4-0']);
});

test('of operators who recover at once, each puts back everything or nothing', async () => {
  const tail = await openTail('engine-spot', positionStart);
  const ids = Array.from({ length: 1_203 }, (_, i) => `${i + 1}-0`);
  tail.append(await Promise.all(ids.map((id) => add(id))));
  for (let round = 0; round < 5; round++) {
    await redis.del(commands);
    const runs = await Promise.allSettled([1, 2, 3].map(() => recovered('1203-0', '1203-0')));
    expect(await liveIds()).toEqual(ids);
    expect(await redis.pttl(commands), 'the journal never expires').toBe(-1);
    const refused = runs.filter((run) => run.status === 'rejected');
    expect(refused.length).toBeLessThan(runs.length);
    for (const { reason } of refused) expect(String(reason)).toContain(changed);
  }
  expect(await redis.keys('*:recovered:*'), 'nothing is left over').toEqual([]);
});

test('an entry that a clock set back has put among the missing ones is named, and nothing is put back around it', async () => {
  const tail = await openTail('engine-spot', positionStart);
  tail.append([await add('1-0'), await add('5-0'), await add('9-0')]);
  await redis.del(commands);
  await add('1-0');
  await add('3-0');
  const { conflict, isDone } = await recovered('1-0', '9-0');
  expect({ isDone, conflict }).toMatchObject({
    isDone: false,
    conflict: expect.stringContaining('3-0 was appended among'),
  });
  expect(await liveIds()).toEqual(['1-0', '3-0']);
});

/** The standby alone has read 2-0 when Redis loses it; the leader answers 3-0 behind it. 4-0 has no answer yet. */
async function answerBehindTheLoss(): Promise<void> {
  const tail = await openTail('engine-spot-standby', positionStart);
  const [one, two] = [await add('1-0'), await add('2-0')];
  tail.append([one, two]);
  tail.close();
  await redis.del(commands);
  for (const position of ['1-0', '3-0', '4-0']) await add(position);
  await redis.xadd(events, '3-0', eventField, '');
}

test('a lost entry behind which others were answered stays out, and the journal goes on with what was answered', async () => {
  await answerBehindTheLoss();
  const leftOut = { first: '2-0', last: '2-0', entries: 1, commands: 1 };
  const expected = { leftOut, lost: [], conflict: undefined, restored: undefined };
  expect(await recovered('1-0', '2-0')).toMatchObject({ ...expected, isDone: false });
  expect(await copied(), 'nothing is changed without --accept-loss').toEqual(['0-0 1-0', '1-0 2-0']);
  expect(await recovered('1-0', '2-0', { acceptLoss: true })).toMatchObject({ ...expected, isDone: true });
  expect(await liveIds()).toEqual(['1-0', '3-0', '4-0']);
  expect(await copied(), 'no engine looks for the entry again').toEqual([]);
});

test('a lost entry that Postgres has settled cannot stay out: two histories', async () => {
  await answerBehindTheLoss();
  expect(await recovered('2-0', '2-0', { acceptLoss: true })).toMatchObject({
    isDone: false,
    conflict: expect.stringContaining('2-0 is settled'),
  });
  expect(await copied()).toEqual(['0-0 1-0', '1-0 2-0']);
});

test('an entry before a settled one that is missing too cannot stay out either', async () => {
  const tail = await openTail('engine-spot-standby', positionStart);
  tail.append([await add('1-0'), await add('2-0'), await add('4-0')]);
  tail.close();
  await redis.del(commands);
  for (const position of ['1-0', '3-0']) await add(position);
  await redis.xadd(events, '3-0', eventField, '');
  expect(await recovered('4-0', '4-0', { acceptLoss: true })).toMatchObject({
    isDone: false,
    conflict: expect.stringContaining('2-0 is settled'),
  });
  expect(await liveIds()).toEqual(['1-0', '3-0']);
});

test('what Postgres has settled behind the loss was answered, also when its event is lost', async () => {
  const tail = await openTail('engine-spot-standby', positionStart);
  tail.append([await add('1-0'), await add('2-0')]);
  tail.close();
  await redis.del(commands);
  for (const position of ['1-0', '3-0']) await add(position);
  await redis.xadd(events, '1-0', eventField, '');
  expect(await recovered('3-0', '3-0')).toMatchObject({
    isDone: false,
    leftOut: { first: '2-0' },
    restored: undefined,
  });
});
