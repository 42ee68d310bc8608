/**
 * Journal entries that Redis need not hold any more, in compressed segments `<after>_<last>.gz`. A segment holds every
 * entry after the position `after` up to and including `last`, so that a chain of segments by their names alone proves
 * that nothing is missing between them. Segments overlap when two engines have archived the same entries.
 *
 *   segment = gzip("pelican-journal <format> <shard> rules <version at the end>\n" + entries)
 *   entry   = f64 milliseconds | f64 number | u32 byteLength | the entry's bytes
 */
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { comparePositions, positionNumber, positionStart, positionTimeMs } from '@pelican/shared/engine';
import { writeDurableFile } from './durable-file.ts';
import type { JournalEntry } from './journal.ts';

const compress = promisify(gzip);
const formatVersion = 3;
const magic = 'pelican-journal';
const entryHeadLength = 20;
/** A segment is closed when it holds this much; a writer never holds more than one in memory. */
const segmentBytesMax = 64 * 1024 * 1024;

/** What a segment says of its entries. Which rules they need, the journal itself says. */
export interface SegmentTitle {
  shard: string;
  rulesVersion: number;
}

export interface Segment {
  file: string;
  /** The position before its first entry. */
  after: string;
  last: string;
}

/** The segments in the folder, in no order. */
export async function listSegments(folder: string): Promise<Segment[]> {
  await mkdir(folder, { recursive: true });
  const segments: Segment[] = [];
  for (const name of await readdir(folder)) {
    const [, after, last] = /^(\d+-\d+)_(\d+-\d+)\.gz$/.exec(name) ?? [];
    if (after && last) segments.push({ file: join(folder, name), after, last });
  }
  return segments;
}

/** The position of the newest archived entry; the journal's start when nothing is archived. */
export function archiveEnd(segments: Segment[]): string {
  return segments.reduce((end, { last }) => (comparePositions(last, end) > 0 ? last : end), positionStart);
}

/** The segment that reaches furthest of those that hold the entry following `position`. */
export function segmentAfter(segments: Segment[], position: string): Segment | undefined {
  const candidates = segments.filter(
    ({ after, last }) => comparePositions(after, position) <= 0 && comparePositions(position, last) < 0,
  );
  return candidates.sort((a, b) => comparePositions(b.last, a.last))[0];
}

/**
 * Writes entries into as many segments as they need; each is read back before it counts.
 * @param after the position before the first of them: `entries` must begin with the very next entry of the journal
 * @returns how many entries were written
 */
export async function writeSegments(
  folder: string,
  title: SegmentTitle,
  after: string,
  entries: AsyncIterable<JournalEntry>,
): Promise<number> {
  let parts: Buffer[] = [];
  let byteCount = 0;
  let last = after;
  let closedAt = after;
  let entryCount = 0;
  let total = 0;
  const close = async () => {
    if (entryCount === 0) return;
    await writeSegment(folder, title, { after: closedAt, last, entryCount }, parts);
    closedAt = last;
    total += entryCount;
    parts = [];
    byteCount = 0;
    entryCount = 0;
  };
  for await (const { position, bytes } of entries) {
    last = position;
    parts.push(...encodeEntry(position, bytes));
    byteCount += entryHeadLength + bytes.length;
    entryCount++;
    if (byteCount >= segmentBytesMax) await close();
  }
  await close();
  return total;
}

/** An entry as it is in a segment. */
export function encodeEntry(position: string, bytes: Uint8Array): [head: Buffer, bytes: Buffer] {
  const head = Buffer.alloc(entryHeadLength);
  head.writeDoubleLE(positionTimeMs(position), 0);
  head.writeDoubleLE(positionNumber(position), 8);
  head.writeUInt32LE(bytes.length, 16);
  return [head, Buffer.from(bytes)];
}

/** The whole entries at the start of `bytes`, each with its end; one that is cut off at the end is left out. */
export function* decodeEntries(bytes: Buffer): Generator<JournalEntry & { end: number }> {
  let at = 0;
  while (bytes.length - at >= entryHeadLength) {
    const start = at + entryHeadLength;
    const end = start + bytes.readUInt32LE(at + 16);
    if (end > bytes.length) return;
    const position = `${bytes.readDoubleLE(at)}-${bytes.readDoubleLE(at + 8)}`;
    yield { position, bytes: bytes.subarray(start, end), end };
    at = end;
  }
}

async function writeSegment(
  folder: string,
  { shard, rulesVersion }: SegmentTitle,
  range: { after: string; last: string; entryCount: number },
  parts: Buffer[],
): Promise<void> {
  const title = Buffer.from(`${magic} ${formatVersion} ${shard} rules ${rulesVersion}\n`, 'latin1');
  const file = join(folder, `${range.after}_${range.last}.gz`);
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
  let position = segment.after;
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
    const entries = rest.subarray(at);
    let entriesEnd = 0;
    for (const { position: next, bytes, end } of decodeEntries(entries)) {
      if (comparePositions(next, position) <= 0)
        throw new Error(`the segment ${segment.file} has the entry ${next} after ${position}`);
      position = next;
      entriesEnd = end;
      yield { position, bytes };
    }
    rest = entries.subarray(entriesEnd);
  }
  if (rest.length > 0 || position !== segment.last)
    throw new Error(`the segment ${segment.file} ends at ${position}, with ${rest.length} bytes left`);
}

function checkTitle(title: string, file: string): void {
  const [word, format] = title.split(' ');
  if (word !== magic || format !== String(formatVersion)) throw new Error(`${file} is no journal segment: ${title}`);
}
