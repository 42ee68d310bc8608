import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  /** `<timestamp>_<name>`; migrations apply in the order of their names. */
  name: string;
  script: string;
  /** SHA-256 of the script, as Prisma records it. */
  checksum: string;
}

export const migrationsDir = join(import.meta.dirname, 'migrations');

/** Reads the migrations of a folder in the order in which they apply. */
export function readMigrations(directory: string = migrationsDir): Migration[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const script = readFileSync(join(directory, name, 'migration.sql'), 'utf8');
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
    });
}
