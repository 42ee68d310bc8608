/**
 * A shard's part of a backup: an archive that holds every entry of the journal up to one position, and copies of the engine's
 * snapshots up to there.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  commandField,
  comparePositions,
  eventField,
  positionStart,
  positionTimeMs,
  type ShardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { EventWriter } from '../core/kernel/event-writer.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { archiveEnd, listSegments, readSegment, segmentAfter, writeSegments } from './archive.ts';
import type { EngineFolders } from './config.ts';
import { execute } from './connections.ts';
import type { JournalEntry } from './journal.ts';
import { Quarantine } from './quarantine.ts';
import { listSnapshots, openNewestSnapshot, snapshotFile } from './snapshot-store.ts';
import { MissingJournal, wholeJournal } from './whole-journal.ts';

export type BackupFolders = Pick<EngineFolders, 'snapshots' | 'archive'>;

/** The folders of a shard in a backup. */
export function backupFolders(folder: string): BackupFolders {
  return { snapshots: join(folder, 'snapshots'), archive: join(folder, 'archive') };
}

export interface ShardCopy {
  /** The last entry copied. */
  position: string;
  /** Entries from the first command up to there. */
  entryCount: number;
}

export interface CopyOptions {
  redis: Redis;
  shard: string;
  stream: string;
  rulesVersion: number;
  from: BackupFolders;
  to: BackupFolders;
  /** The last entry to copy. What the shard does meanwhile is left out. */
  until: string;
}

/** Copies a shard while it runs. @throws MissingJournal when archive and stream do not hold every entry */
export async function copyShard(options: CopyOptions): Promise<ShardCopy> {
  const { redis, shard, stream, rulesVersion, from, to, until } = options;
  for (const folder of Object.values(to)) await mkdir(folder, { recursive: true });
  await copySnapshots(from, to, until);
  const after = await copySegments(from, to, until);
  const place = { redis, stream, archiveFolder: from.archive };
  await writeSegments(to.archive, { shard, rulesVersion }, after, wholeJournal(place, after, until));
  let entryCount = 0;
  for await (const _ of archivedEntries(to.archive, until)) entryCount++;
  return { position: until, entryCount };
}

/** Copies the segments that go on from one another and end at `until` or before. @returns the last entry copied */
async function copySegments(from: BackupFolders, to: BackupFolders, until: string): Promise<string> {
  const segments = (await listSegments(from.archive)).filter(({ last }) => comparePositions(last, until) <= 0);
  let end = positionStart;
  for (let next = segmentAfter(segments, end); next; next = segmentAfter(segments, end)) {
    await copyFile(next.file, join(to.archive, basename(next.file)));
    end = next.last;
  }
  return end;
}

/** Copies those that nobody prunes meanwhile. */
async function copySnapshots(from: BackupFolders, to: BackupFolders, until: string): Promise<void> {
  for (const position of await listSnapshots(from.snapshots)) {
    if (comparePositions(position, until) > 0) continue;
    try {
      await copyFile(snapshotFile(from.snapshots, position), snapshotFile(to.snapshots, position));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Every entry from the first one up to `until`, out of an archive alone. @throws MissingJournal when one is not there */
export async function* archivedEntries(folder: string, until: string): AsyncGenerator<JournalEntry> {
  const segments = await listSegments(folder);
  let after = positionStart;
  while (comparePositions(after, until) < 0) {
    const segment = segmentAfter(segments, after);
    if (!segment) throw new MissingJournal(`no segment in ${folder} goes on from ${after}; it must reach ${until}`);
    for await (const entry of readSegment(segment)) {
      if (comparePositions(entry.position, after) > 0) yield entry;
    }
    after = segment.last;
  }
}

export interface VerifiedShard {
  position: string;
  entryCount: number;
  /** Commands up to the last entry. */
  seq: number;
  snapshots: { position: string; isEqual: boolean }[];
  /** The shard at the position asked for: its count of commands, and what Postgres must hold of it. */
  at?: { seq: number; report: object };
}

/** Replays a copied shard from the first command. @throws Error for damaged files, or a state that breaks the core's promises */
export async function verifyShard(
  core: ShardCore<ShardState>,
  shardId: number,
  folders: BackupFolders,
  reportAt: string,
): Promise<VerifiedShard> {
  const shard = core.create();
  const quarantine = new Quarantine(shardId);
  const out = new EventWriter(1 << 20);
  const snapshots = new Set(await listSnapshots(folders.snapshots));
  const result: VerifiedShard = { position: positionStart, entryCount: 0, seq: 0, snapshots: [] };
  const report = () => ({ seq: shard.seq, report: core.report(shard) });
  if (reportAt === positionStart) result.at = report();
  const end = archiveEnd(await listSegments(folders.archive));
  for await (const { bytes } of archivedEntries(folders.archive, end)) quarantine.addFrom(bytes);
  for await (const { position, bytes } of archivedEntries(folders.archive, end)) {
    core.applyEntry(shard, bytes, positionTimeMs(position), out, quarantine.of(position));
    result.position = position;
    result.entryCount++;
    if (position === reportAt) result.at = report();
    if (!snapshots.delete(position)) continue;
    const hash = await snapshotHash(core, folders, position);
    result.snapshots.push({ position, isEqual: hash === core.stateHash(shard) });
  }
  core.checkInvariants(shard);
  result.seq = shard.seq;
  for (const position of snapshots) result.snapshots.push({ position, isEqual: false });
  return result;
}

async function snapshotHash(core: ShardCore<ShardState>, folders: BackupFolders, position: string): Promise<string> {
  const snapshot = await openNewestSnapshot(core, folders.snapshots, position);
  if (snapshot?.position !== position) throw new Error(`the snapshot at ${position} is gone`);
  try {
    return core.stateHash((await snapshot.read()).shard);
  } finally {
    await snapshot.close();
  }
}

export interface LoadOptions {
  redis: Redis;
  streams: Pick<ShardKeys, 'commands' | 'events' | 'trimmed'>;
  /** The folders of the backup. */
  folders: BackupFolders;
  /** Postgres is settled up to here: events up to it count as published. */
  settled: string;
}

const entriesPerRoundTrip = 500;

/**
 * Puts a copied shard into an empty Redis: the journal's entries from the settled one on under their own ids, and an event
 * stream that ends there, so that the engine publishes everything after it. What is older stays in the archive alone.
 */
export async function loadShard({ redis, streams, folders, settled }: LoadOptions): Promise<ShardCopy> {
  const position = archiveEnd(await listSegments(folders.archive));
  let entryCount = 0;
  let batch: JournalEntry[] = [];
  for await (const entry of archivedEntries(folders.archive, position)) {
    entryCount++;
    if (comparePositions(entry.position, settled) < 0) continue;
    batch.push(entry);
    if (batch.length < entriesPerRoundTrip) continue;
    await append(redis, streams.commands, batch);
    batch = [];
  }
  await append(redis, streams.commands, batch);
  if (entryCount > 0) await setEnd(redis, streams.commands, commandField, position, entryCount);
  await redis.set(streams.trimmed, settled);
  if (settled !== positionStart) await setEnd(redis, streams.events, eventField, settled, 0);
  return { position, entryCount };
}

async function append(redis: Redis, stream: string, entries: JournalEntry[]): Promise<void> {
  const pipeline = redis.pipeline();
  for (const { position, bytes } of entries) pipeline.xadd(stream, position, commandField, Buffer.from(bytes));
  await execute(pipeline);
}

/** Sets the newest id that a stream ever had, and how many it had; makes the stream when it has no entry. */
async function setEnd(redis: Redis, stream: string, field: string, last: string, addedCount: number): Promise<void> {
  if ((await redis.exists(stream)) === 0) {
    await redis.xadd(stream, last, field, '');
    await redis.xdel(stream, last);
  }
  await redis.call('XSETID', stream, last, 'ENTRIESADDED', addedCount, 'MAXDELETEDID', '0-0');
}
