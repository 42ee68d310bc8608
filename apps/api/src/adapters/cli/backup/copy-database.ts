/** Postgres' part of a backup: every table as COPY writes it, gzipped, from one snapshot of the database. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Shard } from '@pelican/shared/engine';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Place } from '../../../shards/index.ts';
import { readCursor } from '../../../shards/index.ts';
import { stringifyRows } from '../replay/compared-rows.ts';
import { readShardRows } from '../replay/replayed-shard.ts';
import { readMigrationNames, readPartitions, readSequences, readTables } from './database-tables.ts';
import type { Manifest, ManifestTable } from './manifest.ts';

export interface CopiedDatabase extends Pick<Manifest, 'migrations' | 'tables' | 'partitions' | 'sequences'> {
  /** By the shard's name. */
  cursors: Map<string, Place>;
}

/** The file of a shard's rows in a backup. */
export function rowsFile({ name }: Shard): string {
  return join('postgres', `rows-${name}.json`);
}

/** Copies the database while it is in use. */
export async function copyDatabase(databaseUrl: string, shards: Shard[], folder: string): Promise<CopiedDatabase> {
  await mkdir(join(folder, 'postgres'), { recursive: true });
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'pelican-backup',
    keepAlive: true,
    options: '-c TimeZone=UTC',
  });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const cursors: CopiedDatabase['cursors'] = new Map();
    for (const shard of shards) {
      cursors.set(shard.name, await readCursor(client, shard));
      await writeFile(join(folder, rowsFile(shard)), stringifyRows(await readShardRows(client, shard)), {
        mode: 0o600,
      });
    }
    const tables: ManifestTable[] = [];
    for (const { name, columns } of await readTables(client)) {
      const file = join('postgres', `${name}.copy.gz`);
      tables.push({ name, columns, file, rows: await copyTable(client, name, columns, join(folder, file)) });
    }
    return {
      cursors,
      tables,
      migrations: await readMigrationNames(client),
      partitions: await readPartitions(client),
      // Sequences do not go back with a transaction: read last, each is above every id of the tables.
      sequences: await readSequences(client),
    };
  } finally {
    await client.end();
  }
}

/** @returns how many rows there are */
async function copyTable(client: pg.Client, name: string, columns: string[], file: string): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const source = client.query(copyTo(`COPY (SELECT ${list} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`));
  await pipeline(source, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600 }));
  return source.rowCount ?? 0;
}
