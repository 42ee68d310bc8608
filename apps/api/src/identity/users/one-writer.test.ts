import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../..');
const writes =
  /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+(ONLY\s+)?"?users"?(?!\w)|\buser\s*\.\s*(create|update|upsert|delete)/i;

test('the table of users is written from this folder alone', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const writers = files.filter((file) => writes.test(readFileSync(join(source, file), 'utf8')));
  expect(writers.toSorted()).toEqual([
    'identity/users/change-users.ts',
    'identity/users/erase-account.ts',
    'identity/users/own-account.ts',
  ]);
});
