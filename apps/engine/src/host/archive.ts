/**
 * Journal entries that Redis need not hold any more, in compressed segments named by their first and last entry:
 *
 *   segment = gzip("pelican-journal <format> <shard> <engine version>\n" + entries)
 *   entry   = f64 milliseconds | f64 number | u32 byteLength | the entry's bytes
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { comparePositions, positionNumber, positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import { writeDurableFile } from './durable-file.ts';
import { engineVersion } from './engine-version.ts';
import type { JournalEntry } from './journal.ts';

const compress = promisify(gzip);
const formatVersion = 1;
const magic = 'pelican-journal';
const entryHeadLength = 20;
/** A segment is closed when it holds this much; a writer never holds more than one in memory. */
const segmentBytesMax = 64 * 1024 * 1024;

export interface Segment {
  file: string;
  first: string;
  last: string;
}

/** The segments in the folder, oldest first. */
export async function listSegments(folder: string): Promise<Segment[]> {
  await mkdir(folder, { recursive: true });
  const segments: Segment[] = [];
  for (const name of await readdir(folder)) {
    const [, first, last] = /^(\d+-\d+)_(\d+-\d+)\.gz$/.exec(name) ?? [];
    if (first && last) segments.push({ file: join(folder, name), first, last });
  }
  return segments.sort((a, b) => comparePositions(a.first, b.first));
}

/** Writes the entries into as many segments as they need; each is read back before it counts. Answers how many entries. */
export async function writeSegments(
  folder: string,
  shard: string,
  entries: AsyncIterable<JournalEntry>,
): Promise<number> {
  let parts: Buffer[] = [];
  let byteCount = 0;
  let first = '';
  let last = '';
  let entryCount = 0;
  let total = 0;
  const close = async () => {
    if (entryCount === 0) return;
    await writeSegment(folder, shard, { first, last, entryCount }, parts);
    total += entryCount;
    parts = [];
    byteCount = 0;
    entryCount = 0;
  };
  for await (const { position, bytes } of entries) {
    if (entryCount === 0) first = position;
    last = position;
    parts.push(entryHead(position, bytes.length), Buffer.from(bytes));
    byteCount += entryHeadLength + bytes.length;
    entryCount++;
    if (byteCount >= segmentBytesMax) await close();
  }
  await close();
  return total;
}

function entryHead(position: string, byteLength: number): Buffer {
  const head = Buffer.alloc(entryHeadLength);
  head.writeDoubleLE(positionTimeMs(position), 0);
  head.writeDoubleLE(positionNumber(position), 8);
  head.writeUInt32LE(byteLength, 16);
  return head;
}

async function writeSegment(
  folder: string,
  shard: string,
  range: { first: string; last: string; entryCount: number },
  parts: Buffer[],
): Promise<void> {
  const title = Buffer.from(`${magic} ${formatVersion} ${shard} ${engineVersion}\n`, 'latin1');
  const file = join(folder, `${range.first}_${range.last}.gz`);
  await writeDurableFile(file, await compress(Buffer.concat([title, ...parts])));
  let entryCount = 0;
  for await (const _ of readSegment({ file, ...range })) entryCount++;
  if (entryCount !== range.entryCount)
    throw new Error(`the segment ${file} holds ${entryCount} entries, not ${range.entryCount}`);
}

/** The entries of a segment in order. @throws when it is damaged or does not hold what its name says */
export async function* readSegment(segment: Segment): AsyncGenerator<JournalEntry> {
  let rest: Buffer = Buffer.alloc(0);
  let titled = false;
  let position = '';
  for await (const chunk of createReadStream(segment.file).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!titled) {
      const end = rest.indexOf(10);
      if (end < 0) continue;
      checkTitle(rest.toString('latin1', 0, end), segment.file);
      titled = true;
      at = end + 1;
    }
    for (;;) {
      if (rest.length - at < entryHeadLength) break;
      const byteLength = rest.readUInt32LE(at + 16);
      if (rest.length - at < entryHeadLength + byteLength) break;
      const next = `${rest.readDoubleLE(at)}-${rest.readDoubleLE(at + 8)}`;
      if (position === '' ? next !== segment.first : comparePositions(next, position) <= 0)
        throw new Error(`the segment ${segment.file} has the entry ${next} after '${position}'`);
      position = next;
      yield { position, bytes: rest.subarray(at + entryHeadLength, at + entryHeadLength + byteLength) };
      at += entryHeadLength + byteLength;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0 || position !== segment.last)
    throw new Error(`the segment ${segment.file} ends at ${position}, with ${rest.length} bytes left`);
}

function checkTitle(title: string, file: string): void {
  const [word, format, , version] = title.split(' ');
  if (word !== magic || format !== String(formatVersion)) throw new Error(`${file} is no journal segment: ${title}`);
  if (rulesOf(version ?? '') !== rulesOf(engineVersion))
    throw new Error(`${file} was written by engine ${version}; replay it with that release, this is ${engineVersion}`);
}

/** The rules of the core change with the minor version at most: patches replay each other's journals. */
function rulesOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
