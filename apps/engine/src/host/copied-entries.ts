/**
 * Reads the copies of a journal's tail that the engines of a folder have made (journal-tail.ts).
 *
 *   <folder>/<part>/<after>_<milliseconds>.tail = the entries after the position `after`, as a segment has them
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { comparePositions, type KnownEntry, positionStart } from '@pelican/shared/engine';
import { decodeEntries } from './archive.ts';
import type { JournalEntry } from './journal.ts';

/** A copied entry, and the position of the entry before it in the journal. */
export type CopiedEntry = JournalEntry & { after: string };

/** Two engines have copied different entries under one id. */
export class ConflictingCopies extends Error {}

interface TailFile {
  file: string;
  after: string;
}

const suffix = '.tail';

export function tailFileName(after: string, timeMs: number): string {
  return `${after}_${timeMs}${suffix}`;
}

/** Every entry after `position` that an engine of the folder has copied, in order. @throws ConflictingCopies */
export async function copiedEntries(folder: string, position: string): Promise<CopiedEntry[]> {
  const copies = new Map<string, CopiedEntry>();
  for (const file of await listAllFiles(folder)) {
    for (const entry of await readEntries(file)) {
      if (comparePositions(entry.position, position) <= 0) continue;
      const known = copies.get(entry.position);
      if (known && Buffer.compare(known.bytes, entry.bytes) !== 0)
        throw new ConflictingCopies(`the copies in ${folder} hold two entries ${entry.position}`);
      if (!known || comparePositions(entry.after, known.after) < 0) copies.set(entry.position, entry);
    }
  }
  return [...copies.values()].sort((a, b) => comparePositions(a.position, b.position));
}

/** How far the entries follow `position` without a gap. */
export function contiguousEnd(entries: readonly CopiedEntry[], position: string): string {
  let end = position;
  for (const entry of entries) {
    if (comparePositions(entry.after, end) > 0) break;
    end = entry.position;
  }
  return end;
}

/** The newest entry that each engine of the folder has copied: one may have read entries that the others have not. */
export async function newestCopies(folder: string): Promise<KnownEntry[]> {
  const byPart = Map.groupBy(await listAllFiles(folder), ({ file }) => dirname(file));
  const newest: KnownEntry[] = [];
  for (const files of byPart.values()) {
    for (const file of files.toReversed()) {
      const last = (await readEntries(file)).at(-1);
      if (!last) continue;
      newest.push(last);
      break;
    }
  }
  return newest;
}

/** The files of one process, in the order of the journal; the clock only decides between files that begin alike. */
export async function listFiles(folder: string): Promise<TailFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(suffix));
  const started = (name: string) => Number(basename(name, suffix).split('_')[1]);
  const after = (name: string) => name.split('_')[0] ?? positionStart;
  return names
    .sort((a, b) => comparePositions(after(a), after(b)) || started(a) - started(b))
    .map((name) => ({ file: join(folder, name), after: after(name) }));
}

async function listAllFiles(folder: string): Promise<TailFile[]> {
  const parts = await readdir(folder).catch(() => []);
  return (await Promise.all(parts.map((part) => listFiles(join(folder, part))))).flat();
}

/** The whole entries of a file; the last one may have been cut by a power cut or a full disk. */
async function readEntries({ file }: TailFile): Promise<CopiedEntry[]> {
  const entries: CopiedEntry[] = [];
  let after = basename(file).split('_')[0] ?? positionStart;
  for (const { position, bytes } of decodeEntries(await readFile(file))) {
    entries.push({ position, bytes, after });
    after = position;
  }
  return entries;
}
