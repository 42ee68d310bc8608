/** Backups of the whole exchange: taken while it runs, checked without any server, put back while it is stopped. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { backupFaults } from '../backup/check-backup.ts';
import { type Manifest, readManifest } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';

/** A path as the operator typed it: npm starts its programs in the repository's folder. */
function folderOf({ config }: OpsContext, folder: string): string {
  return resolve(config.environment.INIT_CWD ?? '.', folder);
}

function describe(context: OpsContext, { takenAt, tables, shards, release }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  context.print(`of ${takenAt}, release ${release}: ${tables.length} tables with ${rows} rows`);
  for (const { name, cursor, position, entryCount } of shards)
    context.print(`${name}: Postgres at ${cursor.position}, ${entryCount} journal entries up to ${position}`);
}

export const backup = defineCommand({
  name: 'backup',
  usage: '<folder>',
  summary: 'Copy Postgres, snapshots and journals of the running exchange into an empty folder',
  arguments: ['folder'],
  input: z.object({ folder: z.string() }),
  async run(context, input) {
    const folder = folderOf(context, input.folder);
    const startedAt = performance.now();
    const manifest = await takeBackup(context, folder);
    describe(context, manifest);
    context.print(`OK: written to ${folder} in ${Math.round(performance.now() - startedAt)} ms; it holds secrets`);
  },
});

export const verifyBackup = defineCommand({
  name: 'verify-backup',
  usage: '<folder>',
  summary: 'Check a backup without any server: hashes, a replay of its journals; ends with 1 when it is not good',
  arguments: ['folder'],
  input: z.object({ folder: z.string() }),
  async run(context, input) {
    const folder = folderOf(context, input.folder);
    const manifest = await readManifest(folder);
    describe(context, manifest);
    const faults = await backupFaults(context.config, folder, manifest);
    for (const fault of faults) context.print(`WRONG: ${fault}`);
    context.print(faults.length === 0 ? 'OK: the backup is good' : `FAILED: ${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  },
});

export const restore = defineCommand({
  name: 'restore',
  usage: '<folder> [--replace] [--only-postgres]',
  summary: 'Put a backup into empty servers of a stopped exchange, or into Postgres alone',
  arguments: ['folder'],
  options: { replace: { type: 'boolean' }, 'only-postgres': { type: 'boolean' } },
  input: z.object({
    folder: z.string(),
    replace: z.boolean().default(false),
    'only-postgres': z.boolean().default(false),
  }),
  async run(context, { folder, replace, 'only-postgres': onlyPostgres }) {
    const manifest = await restoreBackup(context, folderOf(context, folder), { replace, onlyPostgres });
    describe(context, manifest);
    context.print('OK: restored. Start the exchange; settlement derives what is newer than Postgres');
  },
});
