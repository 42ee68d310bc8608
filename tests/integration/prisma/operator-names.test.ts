import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrationsDir } from '../../../prisma/read-migrations.ts';
import { createDatabase } from '../../support/services.ts';

test('operators of a release without names get one each and keep all rights; other users get none', async () => {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  await pool.query('ALTER TABLE users DROP CONSTRAINT users_operator_check, DROP CONSTRAINT users_email_check');
  const emails = ['Jane@a.test', 'ravi@a.test', 'ravi@b.test', '1st@a.test', 'operator-7@a.test'];
  for (const email of emails)
    await pool.query(`INSERT INTO users (email, password_hash, nickname, role) VALUES ($1, '', '', 'operator')`, [
      email,
    ]);
  const user = 'alice@a.test';
  await pool.query(`INSERT INTO users (email, password_hash, nickname) VALUES ($1, '', '')`, [user]);
  await pool.query(readFileSync(join(migrationsDir, '20261123022100_operator_names/migration.sql'), 'utf8'));
  const { rows } = await pool.query<{ id: string; name: string | null; count: number }>(
    'SELECT id, operator_name AS name, cardinality(permissions) AS count FROM users WHERE email = ANY($1) ORDER BY id',
    [[...emails, user]],
  );
  const own = (at: number) => `operator-${rows[at]?.id}`;
  expect(rows.map(({ name }) => name)).toEqual(['jane', own(1), own(2), own(3), own(4), null]);
  expect(rows.map(({ count }) => count)).toEqual([7, 7, 7, 7, 7, 0]);
  await pool.end();
  await database.drop();
});
