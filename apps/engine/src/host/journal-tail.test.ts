import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { positionStart } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { EngineFolders } from './config.ts';
import { ConflictingCopies, copiedEntries } from './copied-entries.ts';
import type { JournalEntry } from './journal.ts';
import { JournalTail } from './journal-tail.ts';

let folders: EngineFolders;
const silent = { warn: () => undefined, error: () => undefined };
/** The place of a journal whose entries are all copied already. */
const noJournal = { redis: {} as Redis, stream: '', archiveFolder: '' };

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'pelican-tail-'));
  folders = { snapshots: join(folder, 'snapshots'), archive: join(folder, 'archive'), tail: join(folder, 'tail') };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function entry(position: string, text = position): JournalEntry {
  return { position, bytes: Buffer.from(text) };
}

async function openTail(part: string, position = positionStart): Promise<JournalTail> {
  const tail = new JournalTail(folders, part, silent);
  onTestFinished(() => tail.close());
  await tail.resume(position, noJournal);
  return tail;
}

async function copied(): Promise<string[]> {
  return (await copiedEntries(folders.tail, positionStart)).map(({ position, bytes }) => `${position} ${bytes}`);
}

test('what an engine has read is in its copies when append returns, in order and once', async () => {
  const tail = await openTail('engine-spot');
  tail.append([entry('1-0'), entry('1-1')]);
  tail.append([entry('2-0')]);
  // Its state was discarded, and it reads again from an earlier place.
  tail.append([entry('1-1'), entry('2-0'), entry('3-0')]);
  expect(await copied()).toEqual(['1-0 1-0', '1-1 1-1', '2-0 2-0', '3-0 3-0']);
  expect(await tail.newest()).toMatchObject([{ position: '3-0' }]);
  const standby = await openTail('engine-spot-standby');
  standby.append([entry('4-0')]);
  expect(await tail.newest(), 'of each engine').toMatchObject([{ position: '3-0' }, { position: '4-0' }]);
});

test('the next process goes on in a file of its own, and a half-written entry before it does no harm', async () => {
  const first = await openTail('engine-spot');
  first.append([entry('1-0'), entry('2-0')]);
  first.close();
  const [file = ''] = readdirSync(join(folders.tail, 'engine-spot'));
  appendFileSync(join(folders.tail, 'engine-spot', file), Buffer.alloc(30, 1));
  const second = await openTail('engine-spot', '2-0');
  second.append([entry('3-0')]);
  expect(await copied()).toEqual(['1-0 1-0', '2-0 2-0', '3-0 3-0']);
});

test('two engines have one set of copies; two entries under one id are never mixed', async () => {
  const leader = await openTail('engine-spot');
  const standby = await openTail('engine-spot-standby');
  leader.append([entry('1-0'), entry('2-0')]);
  standby.append([entry('1-0')]);
  expect(await copied()).toEqual(['1-0 1-0', '2-0 2-0']);
  standby.append([entry('2-0', 'another')]);
  await expect(copied()).rejects.toThrow(ConflictingCopies);
});
