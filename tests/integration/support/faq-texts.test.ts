/** The FAQ that an exchange begins with describes nothing that no call offers. */
import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../../support/services.ts';

/** Texts on deposits, withdrawals and banks, by the calls that would make them true. */
const money = /withdrawal|deposit|bank account|rupee|INR|निकासी|जमा|बैंक|रुपये/;
const declaresWithdrawals = () =>
  globSync('packages/shared/src/contracts/*/*.ts').some((file) =>
    /access: 'withdraw'/.test(readFileSync(file, 'utf8')),
  );

test('what is published names no feature that is not there', async () => {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const { rows } = await pool.query<{ slug: string; text: string }>(
    `SELECT slug, question || ' ' || answer AS text FROM faq_entries WHERE is_published`,
  );
  await pool.end();
  await database.drop();
  expect(rows.length).toBeGreaterThan(20);
  const untrue = declaresWithdrawals() ? [] : rows.filter(({ text }) => money.test(text)).map(({ slug }) => slug);
  expect(untrue).toEqual([]);
});
