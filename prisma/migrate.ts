/**
 * Applies the migrations in prisma/migrations to a database, in process and without any binary.
 *
 *   DATABASE_URL=... node prisma/migrate.ts   apply what is new
 *
 * The bookkeeping table is Prisma's own `_prisma_migrations`, checksums included, so Prisma's tools can read it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { applyMigration } from './apply-migration.ts';
import { type Migration, migrationsDir, readMigrations } from './read-migrations.ts';

/** The advisory lock that Prisma's own migrate takes, so that the two never run at once. */
const lockId = 72707369;
const lockPollMs = 100;

const createTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

export interface MigrateOptions {
  directory?: string;
  /** Only these are applied: the schema of an older release, which a backup is restored into. */
  upTo?: readonly string[];
}

/**
 * Brings the database up to the newest migration and answers the names applied now.
 *
 * Two callers at once are safe: the second waits. How a migration is applied: apply-migration.ts.
 * Throws when an applied migration was changed or is missing from the folder, before anything is touched.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const { directory = migrationsDir, upTo } = options;
  const client = new pg.Client({ connectionString, application_name: 'pelican-migrate', keepAlive: true });
  // A connection that breaks fails the query under way, whose error says more than this event.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query(createTable);
    const known = readMigrations(directory);
    const missing = upTo?.filter((name) => !known.some((migration) => migration.name === name)) ?? [];
    if (missing.length > 0) throw new Error(`This release does not know the migrations ${missing.join(', ')}`);
    const pending = pendingMigrations(known, await appliedMigrations(client)).filter(
      ({ name }) => upTo?.includes(name) ?? true,
    );
    for (const migration of pending) await applyMigration(client, migration);
    if (upTo === undefined && directory === migrationsDir) await client.query('SELECT enter_timeline()');
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function pendingMigrations(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (!known.has(name)) throw new Error(`The database has migration ${name}, which this release does not know`);
  }
  for (const { name, checksum } of migrations) {
    const recorded = applied.get(name);
    if (recorded !== undefined && recorded !== checksum) {
      throw new Error(`Migration ${name} was changed after it had been applied; write a new migration instead`);
    }
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

/**
 * Waits for other callers by asking again: a session that waits inside a statement keeps a snapshot open, and an index that is
 * built concurrently waits for that one to end.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lockId]);
    if (rows[0]?.locked) return;
    await delay(lockPollMs);
  }
}

async function main(): Promise<void> {
  const connectionString = process.env.DATABASE_URL;
  if (!connectionString) throw new Error('DATABASE_URL is not set');
  const applied = await migrate(connectionString);
  process.stdout.write(applied.length === 0 ? 'Nothing to migrate\n' : `Applied ${applied.join(', ')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
