import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveJournal } from '@pelican/engine/src/host/archive-journal.ts';
import type { JournalEntry } from '@pelican/engine/src/host/journal.ts';
import { type JournalPlace, wholeJournal } from '@pelican/engine/src/host/whole-journal.ts';
import { commandField } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';

const entryCount = 1_000;
const positions = Array.from({ length: entryCount }, (_, i) => `${i + 1}-7`);

let server: Service;
let redis: Redis;
let place: JournalPlace;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});

beforeEach(async () => {
  place = { redis, stream: 'test:commands', archiveFolder: mkdtempSync(join(tmpdir(), 'pelican-archive-')) };
  await redis.del(place.stream);
  const adding = redis.pipeline();
  for (const position of positions) adding.xadd(place.stream, position, commandField, position);
  await adding.exec();
  return () => rmSync(place.archiveFolder, { recursive: true });
});

/** As housekeeping does: the stream keeps the entry at `bound` and what follows. */
async function archiveAndTrim(bound: string): Promise<void> {
  await archiveJournal(place, { shard: spotShard, rulesVersion: 1 }, bound);
  await redis.xtrim(place.stream, 'MINID', bound);
}

async function readAll(journal: AsyncGenerator<JournalEntry>): Promise<string[]> {
  const read: string[] = [];
  for await (const { position, bytes } of journal) {
    expect(Buffer.from(bytes).toString()).toBe(position);
    read.push(position);
  }
  return read;
}

test.each([0, 1, 199, 300, 301, 500, 799, 999])(
  'a reader misses nothing when the journal is archived and trimmed behind its %i-th entry',
  async (readBefore) => {
    await archiveAndTrim('300-7');
    const journal = wholeJournal(place, '0-0');
    const read: string[] = [];
    while (read.length < readBefore) read.push((await journal.next()).value?.position ?? 'none');
    await archiveAndTrim('600-7');
    await archiveAndTrim('900-7');
    expect([...read, ...(await readAll(journal))]).toEqual(positions);
  },
);

test('a reader begins and ends where it is asked to, in stream and archive alike', async () => {
  await archiveAndTrim('300-7');
  expect(await readAll(wholeJournal(place, '120-7', '450-7'))).toEqual(positions.slice(120, 450));
  expect(await readAll(wholeJournal(place, '650-7', '650-7'))).toEqual([]);
  expect(await readAll(wholeJournal(place, '999-7'))).toEqual(['1000-7']);
});

test('entries that are nowhere are missed, not skipped', async () => {
  await archiveAndTrim('300-7');
  await redis.xtrim(place.stream, 'MINID', '302-7');
  await expect(readAll(wholeJournal(place, '0-0'))).rejects.toThrow('does not reach back to 300-7');
  await expect(readAll(wholeJournal(place, '500-7', '1001-0'))).rejects.toThrow('ends at 1000-7, before 1001-0');
});

test('an archive begun by a second machine completes that of the first', async () => {
  await archiveAndTrim('300-7');
  const first = place.archiveFolder;
  const second = mkdtempSync(join(tmpdir(), 'pelican-archive-'));
  place = { ...place, archiveFolder: second };
  await archiveAndTrim('600-7');
  await expect(readAll(wholeJournal(place, '0-0'))).rejects.toThrow('does not reach back to 0-0');
  cpSync(first, second, { recursive: true });
  expect(await readAll(wholeJournal(place, '0-0'))).toEqual(positions);
  rmSync(first, { recursive: true });
});
