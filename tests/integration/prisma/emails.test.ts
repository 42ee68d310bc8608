import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrationsDir } from '../../../prisma/read-migrations.ts';
import { createDatabase } from '../../support/services.ts';

test('addresses with capitals become small, but for those of accounts beside the one that has the address', async () => {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  await pool.query('ALTER TABLE users DROP CONSTRAINT users_email_check');
  const emails = ['Jane@a.test', 'bob@a.test', 'Bob@a.test', 'Eve@a.test', 'EVE@a.test', 'eVe@a.test'];
  for (const email of emails)
    await pool.query(`INSERT INTO users (email, password_hash, nickname) VALUES ($1, '', '')`, [email]);
  for (const name of [
    '20261123122710_emails_in_small_letters',
    '20261123122700_email_check',
    '20261123122720_email_check_valid',
  ])
    await pool.query(readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8'));
  const { rows } = await pool.query<{ id: string; email: string }>(
    'SELECT id, email FROM users WHERE id >= 1001 ORDER BY id',
  );
  const unreachable = (at: number) => `unreachable-${rows[at]?.id}@deleted.invalid`;
  expect(rows.map(({ email }) => email)).toEqual([
    'jane@a.test',
    'bob@a.test',
    unreachable(2),
    'eve@a.test',
    unreachable(4),
    unreachable(5),
  ]);
  await pool.end();
  await database.drop();
});
