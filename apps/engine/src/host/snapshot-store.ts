/**
 * Snapshots of a shard in a folder, one file each, named by the journal position they stand at:
 *
 *   file = "pelican-snapshot <format> <sha256 of the rest>\n" + "<position> <seq> <rules version> <digest>\n" + the core's bytes
 *
 * A snapshot counts only once it has been read back, decoded and found to keep the core's promises.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { comparePositions } from '@pelican/shared/engine';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { OtherSnapshotVersion } from '../core/kernel/snapshot-bytes.ts';
import { checkRules, UnsupportedRules } from './apply-journal-entry.ts';
import { unfinishedSuffix, writeDurableFile } from './durable-file.ts';

const formatVersion = 2;
const magic = 'pelican-snapshot';
const suffix = '.snap';
export const snapshotsKept = 3;

export interface Snapshot<State extends ShardState> {
  position: string;
  shard: State;
}

/** A file that is no good, and why. */
export interface DamagedSnapshot {
  file: string;
  cause: unknown;
}

/** The file of the snapshot at a position. */
export function snapshotFile(folder: string, position: string): string {
  return join(folder, `${position}${suffix}`);
}

/** Positions of the snapshots in the folder, newest first; nothing is said about their health. */
export async function listSnapshots(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  return names
    .filter((name) => /^\d+-\d+\.snap$/.test(name))
    .map((name) => name.slice(0, -suffix.length))
    .sort((a, b) => comparePositions(b, a));
}

/** Writes the shard's snapshot, reads it back, and keeps the newest three. @throws when what was written is not good */
export async function writeSnapshot<State extends ShardState>(
  core: ShardCore<State>,
  folder: string,
  position: string,
  shard: State,
): Promise<void> {
  const file = snapshotFile(folder, position);
  if (existsSync(file)) return;
  await writeDurableFile(file, encodeSnapshotFile(core, position, shard));
  try {
    await readSnapshot(core, folder, position);
  } catch (error) {
    await rm(file, { force: true });
    throw new Error(`the snapshot at ${position} was not good and is removed`, { cause: error });
  }
  await pruneSnapshots(folder);
}

function encodeSnapshotFile<State extends ShardState>(
  core: ShardCore<State>,
  position: string,
  shard: State,
): Uint8Array {
  const facts = Buffer.from(`${factsOf(position, shard)}\n`, 'latin1');
  const content = core.encodeSnapshot(shard);
  const hash = createHash('sha256').update(facts).update(content).digest('hex');
  return Buffer.concat([Buffer.from(`${magic} ${formatVersion} ${hash}\n`, 'latin1'), facts, content]);
}

function factsOf(position: string, { seq, rulesVersion, digestText }: ShardState): string {
  return `${position} ${seq} ${rulesVersion} ${digestText}`;
}

/** Reads one snapshot. @throws when it is missing, damaged, of another version, or breaks the core's promises */
async function readSnapshot<State extends ShardState>(
  core: ShardCore<State>,
  folder: string,
  position: string,
): Promise<Snapshot<State>> {
  return decodeSnapshotFile(core, position, await readFile(snapshotFile(folder, position)));
}

function decodeSnapshotFile<State extends ShardState>(
  core: ShardCore<State>,
  position: string,
  bytes: Buffer,
): Snapshot<State> {
  const headEnd = bytes.indexOf(10) + 1;
  const factsEnd = bytes.indexOf(10, headEnd) + 1;
  if (headEnd === 0 || factsEnd === 0) throw new Error('it has no head');
  const [word, version, hash] = bytes.toString('latin1', 0, headEnd - 1).split(' ');
  if (word !== magic || version !== String(formatVersion)) throw new Error(`its format is ${word} ${version}`);
  const actual = createHash('sha256').update(bytes.subarray(headEnd)).digest('hex');
  if (actual !== hash) throw new Error(`its checksum is ${hash}, its bytes give ${actual}`);
  const facts = bytes.toString('latin1', headEnd, factsEnd - 1);
  const [itsPosition, , rulesVersion] = facts.split(' ');
  if (itsPosition !== position) throw new Error(`it stands at ${itsPosition}, not at ${position}`);
  // Before anything is decoded: newer rules may have another state.
  checkRules(core, Number(rulesVersion));
  const shard = core.decodeSnapshot(bytes.subarray(factsEnd));
  if (facts !== factsOf(position, shard)) throw new Error(`its head says ${facts}, it is ${factsOf(position, shard)}`);
  core.checkInvariants(shard);
  return { position, shard };
}

/** A snapshot that stays readable after its file is pruned. */
export interface OpenSnapshot<State extends ShardState> {
  position: string;
  /** @throws when it is damaged, of another version, or breaks the core's promises */
  read(): Promise<Snapshot<State>>;
  close(): Promise<void>;
}

/** Opens the newest snapshot that stands at `limit` or before (at any place without it); undefined when there is none. */
export async function openNewestSnapshot<State extends ShardState>(
  core: ShardCore<State>,
  folder: string,
  limit?: string,
): Promise<OpenSnapshot<State> | undefined> {
  for (;;) {
    const positions = await listSnapshots(folder);
    const position = positions.find((at) => limit === undefined || comparePositions(at, limit) <= 0);
    if (position === undefined) return undefined;
    const file = await unlessRemoved(open(snapshotFile(folder, position)));
    // Pruned since it was listed: newer ones are there.
    if (!file) continue;
    return {
      position,
      read: async () => decodeSnapshotFile(core, position, await file.readFile()),
      close: () => file.close(),
    };
  }
}

/**
 * The newest good snapshot that stands at `limit` or before, or undefined when there is none. Damaged ones are set aside
 * (`.damaged`), so that they count neither here nor as kept; one of another release is left to that release.
 * @throws UnsupportedRules, OtherSnapshotVersion
 */
export async function readNewestSnapshot<State extends ShardState>(
  core: ShardCore<State>,
  folder: string,
  limit: string,
  onDamaged: (damaged: DamagedSnapshot) => void,
): Promise<Snapshot<State> | undefined> {
  for (;;) {
    const opened = await openNewestSnapshot(core, folder, limit);
    if (!opened) return undefined;
    try {
      return await opened.read();
    } catch (cause) {
      if (cause instanceof UnsupportedRules || cause instanceof OtherSnapshotVersion) throw cause;
      const file = snapshotFile(folder, opened.position);
      onDamaged({ file, cause });
      // Another engine of this machine may have pruned it or set it aside.
      await unlessRemoved(rename(file, `${file}.damaged`));
    } finally {
      await opened.close();
    }
  }
}

/** What the file operation gives, or undefined when the file is not there (any more). */
async function unlessRemoved<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function pruneSnapshots(folder: string): Promise<void> {
  const positions = await listSnapshots(folder);
  for (const position of positions.slice(snapshotsKept)) await rm(snapshotFile(folder, position), { force: true });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (name.endsWith(unfinishedSuffix) && (await isAbandoned(file))) await rm(file, { force: true });
  }
}

const abandonedAfterMs = 60 * 60 * 1000;

async function isAbandoned(file: string): Promise<boolean> {
  const facts = await stat(file).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs > abandonedAfterMs;
}
