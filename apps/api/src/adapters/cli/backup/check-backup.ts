/** Checks a backup without any server: hashes, row counts, a replay of every journal, and Postgres' rows at its cursor. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Shard } from '@pelican/shared/engine';
import type { OpsConfig } from '../config.ts';
import { compareRows, parseRows } from '../replay/compared-rows.ts';
import { fileFaults, type Manifest, type ManifestShard } from './manifest.ts';
import { verifyShard } from './shard-backup.ts';

/** What is wrong with the backup, one line each; empty when it is good. */
export async function backupFaults(config: OpsConfig, folder: string, manifest: Manifest): Promise<string[]> {
  const faults = await fileFaults(folder, manifest);
  if (faults.length > 0) return faults;
  for (const { name, file, rows } of manifest.tables) {
    const found = await countLines(join(folder, file));
    if (found !== rows) faults.push(`${name} has ${found} rows, the manifest says ${rows}`);
  }
  for (const shard of config.shards) {
    const copied = manifest.shards.find(({ name }) => name === shard.name);
    faults.push(...(copied ? await shardFaults(config, folder, shard, copied) : [`there is no shard ${shard.name}`]));
  }
  return faults;
}

async function shardFaults(
  config: OpsConfig,
  folder: string,
  shard: Shard,
  { name, cursor, position, entryCount, rows }: ManifestShard,
): Promise<string[]> {
  const replayed = await verifyShard(config, shard, folder, cursor.position);
  const faults: string[] = [];
  if (replayed.position !== position || replayed.entryCount !== entryCount)
    faults.push(
      `the journal of ${name} has ${replayed.entryCount} entries up to ${replayed.position}, the manifest says ${entryCount} up to ${position}`,
    );
  for (const snapshot of replayed.snapshots)
    if (!snapshot.isEqual)
      faults.push(`the snapshot of ${name} at ${snapshot.position} is not the replay's state there`);
  if (!replayed.at) return [...faults, `the journal of ${name} has no entry ${cursor.position}, where Postgres stands`];
  if (replayed.at.seq !== cursor.seq)
    faults.push(`${name}: Postgres has settled ${cursor.seq} commands, the replay counts ${replayed.at.seq}`);
  const settled = parseRows(await readFile(join(folder, rows), 'utf8'));
  return [...faults, ...compareRows(settled, replayed.at.tables).map((line) => `${name}: ${line}`)];
}

/** COPY writes a row a line; a line break within a value is written as two characters. */
async function countLines(file: string): Promise<number> {
  let count = 0;
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) for (const byte of chunk) if (byte === 10) count++;
  });
  return count;
}
