/**
 * Writes a new migration: the SQL between what the migrations so far build and what prisma/schema describes.
 *
 *   node prisma/create-migration.ts <name>
 *
 * Prisma's schema engine compares, in process, from its wasm package, against a temporary server that the migrations so
 * far have built.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { startPostgresServer } from '../scripts/services/postgres-server.ts';
import { freePort } from '../scripts/services/process.ts';
import { createCatalogAdapterFactory } from './catalog-adapter.ts';
import { migrate } from './migrate.ts';
import { migrationsDir } from './read-migrations.ts';

const root = import.meta.dirname;
/** The bookkeeping, and a partition that is partitioned itself, which Prisma takes for a table of its own. */
const externalTables = ['public._prisma_migrations', 'public.klines_short'];

/** Writes prisma/migrations/<timestamp>_<name>/migration.sql and answers a line that says so, or that nothing changed. */
export async function createMigration(name: string | undefined): Promise<string> {
  if (name === undefined || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    throw new Error('Name the migration in lower case, for example: node prisma/create-migration.ts add_favourites');
  }
  const script = await withTemporaryServer(diffFromMigrations);
  if (script === '') return 'The migrations already build this schema';
  const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const directory = join(migrationsDir, `${timestamp}_${name}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'migration.sql'), script);
  return `Wrote ${join(directory, 'migration.sql')}; read it before you commit it`;
}

async function diffFromMigrations(connectionString: string): Promise<string> {
  await migrate(connectionString);
  const engine = await openEngine(connectionString);
  try {
    const { stdout } = await engine.diff({
      // The engine's way to say: the database behind the adapter.
      from: { tag: 'schemaDatasource', files: schemaFiles(), configDir: root },
      to: { tag: 'schemaDatamodel', files: schemaFiles() },
      script: true,
      exitCode: null,
      filters: { externalTables, externalEnums: [] },
    });
    return stdout === null || stdout.includes('This is an empty migration') ? '' : stdout;
  } finally {
    engine.free();
  }
}

function schemaFiles(): { path: string; content: string }[] {
  const schemaDir = join(root, 'schema');
  return readdirSync(schemaDir)
    .filter((file) => file.endsWith('.prisma'))
    .sort()
    .map((file) => ({ path: join(schemaDir, file), content: readFileSync(join(schemaDir, file), 'utf8') }));
}

/** Node has it, the type libraries without the browser's have not. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Record<string, object>): Promise<{ exports: { __wbindgen_start(): void } }>;
};

/** Instantiates the wasm by hand: its entry file imports the .wasm as a module, which Node does behind a flag only. */
async function openEngine(connectionString: string): Promise<SchemaEngine> {
  const packageDir = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const module = await WebAssembly.compile(readFileSync(join(packageDir, 'schema_engine_bg.wasm')));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': engineBindings });
  engineBindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  const adapter = bindMigrationAwareSqlAdapterFactory(createCatalogAdapterFactory(connectionString));
  return engineBindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
}

async function withTemporaryServer<T>(use: (connectionString: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-diff-'));
  const server = await startPostgresServer({
    dataDir: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'log'),
    port: await freePort(),
    password: randomBytes(12).toString('hex'),
    settings: { fsync: 'off' },
  });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await createMigration(process.argv[2])}\n`);
}
