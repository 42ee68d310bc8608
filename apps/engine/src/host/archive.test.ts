import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveEnd, listSegments, readSegment, type Segment, segmentAfter, writeSegments } from './archive.ts';
import type { JournalEntry } from './journal.ts';

const title = { shard: 'spot', rulesVersion: 1 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pelican-archive-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function* entries(...positions: string[]): AsyncGenerator<JournalEntry> {
  for (const [i, position] of positions.entries()) yield { position, bytes: Buffer.alloc(i * 1_000, i) };
}

async function read(segment: Segment): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for await (const { position, bytes } of readSegment(segment)) all.push({ position, bytes: Buffer.from(bytes) });
  return all;
}

test('entries come back as they were, in a segment named by what it follows and its last entry', async () => {
  const positions = Array.from({ length: 300 }, (_, i) => `17900000000${10 + Math.floor(i / 7)}-${i}`);
  expect(await writeSegments(folder, title, '7-0', entries(...positions))).toBe(300);
  const [segment, ...others] = await listSegments(folder);
  expect(others).toEqual([]);
  expect(segment).toMatchObject({ after: '7-0', last: positions.at(-1) });
  const back = await read(segment as Segment);
  expect(back.map((entry) => entry.position)).toEqual(positions);
  expect(back.map((entry) => entry.bytes.length)).toEqual(positions.map((_, i) => i * 1_000));
  expect(back[299]?.bytes[5]).toBe(299 & 255);
});

test('segments chain by their names, also when two engines have archived the same entries', () => {
  const segment = (after: string, last: string): Segment => ({ file: '', after, last });
  const segments = [segment('6-0', '9-0'), segment('0-0', '4-0'), segment('0-0', '6-0'), segment('12-0', '20-0')];
  expect(segmentAfter(segments, '0-0')).toMatchObject({ last: '6-0' });
  expect(segmentAfter(segments, '5-3')).toMatchObject({ last: '6-0' });
  expect(segmentAfter(segments, '6-0')).toMatchObject({ last: '9-0' });
  expect(segmentAfter(segments, '9-0'), 'nothing goes on from there').toBeUndefined();
  expect(archiveEnd(segments)).toBe('20-0');
  expect(archiveEnd([])).toBe('0-0');
});

test('nothing is written for no entries', async () => {
  expect(await writeSegments(folder, title, '0-0', entries())).toBe(0);
  expect(await listSegments(folder)).toEqual([]);
});

test('a damaged, a shortened and a renamed segment are noticed', async () => {
  await writeSegments(folder, title, '4-0', entries('5-0', '5-1', '6-0'));
  const [segment] = (await listSegments(folder)) as [Segment];
  const bytes = readFileSync(segment.file);
  await expect(read({ ...segment, last: '7-0' })).rejects.toThrow('ends at 6-0');
  await expect(read({ ...segment, after: '5-0' })).rejects.toThrow('has the entry 5-0 after 5-0');
  writeFileSync(segment.file, bytes.subarray(0, bytes.length - 20));
  await expect(read(segment)).rejects.toThrow();
  bytes[bytes.length - 12] = (bytes[bytes.length - 12] ?? 0) ^ 1;
  writeFileSync(segment.file, bytes);
  await expect(read(segment)).rejects.toThrow();
});
