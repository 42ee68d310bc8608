import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSegments, readSegment, type Segment, writeSegments } from './archive.ts';
import type { JournalEntry } from './journal.ts';

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

test('entries come back as they were, in segments named by their ends', async () => {
  const positions = Array.from({ length: 300 }, (_, i) => `17900000000${10 + Math.floor(i / 7)}-${i}`);
  expect(await writeSegments(folder, 'spot', entries(...positions))).toBe(300);
  const [segment, ...others] = await listSegments(folder);
  expect(others).toEqual([]);
  expect(segment).toMatchObject({ first: positions[0], last: positions.at(-1) });
  const back = await read(segment as Segment);
  expect(back.map((entry) => entry.position)).toEqual(positions);
  expect(back.map((entry) => entry.bytes.length)).toEqual(positions.map((_, i) => i * 1_000));
  expect(back[299]?.bytes[5]).toBe(299 & 255);
});

test('nothing is written for no entries', async () => {
  expect(await writeSegments(folder, 'spot', entries())).toBe(0);
  expect(await listSegments(folder)).toEqual([]);
});

test('a damaged, a shortened and a renamed segment are noticed', async () => {
  await writeSegments(folder, 'spot', entries('5-0', '5-1', '6-0'));
  const [segment] = (await listSegments(folder)) as [Segment];
  const bytes = readFileSync(segment.file);
  await expect(read({ ...segment, last: '7-0' })).rejects.toThrow('ends at 6-0');
  await expect(read({ ...segment, first: '4-0' })).rejects.toThrow("has the entry 5-0 after ''");
  writeFileSync(segment.file, bytes.subarray(0, bytes.length - 20));
  await expect(read(segment)).rejects.toThrow();
  bytes[bytes.length - 12] = (bytes[bytes.length - 12] ?? 0) ^ 1;
  writeFileSync(segment.file, bytes);
  await expect(read(segment)).rejects.toThrow();
});
