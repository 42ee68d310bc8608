/** The FAQ that an exchange begins with: on money that comes and goes too, without the figures that its operator sets. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../../support/services.ts';

const ofMoney = ['bank-accounts', 'inr-limits', 'withdrawal-limits', 'withdrawals-blocked'];
/** Amounts and hours of settings, also of the sentences on passwords. Limits are always those of 24 hours. */
const figures = /\b(?!24 )\d[\d,]* (?:USD|crore|करोड़|hours|घंटे)|INR \d/;

test('entries on deposits and withdrawals are shown, and leave the figures to the fee schedule', async () => {
  const database = await createDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const { rows } = await pool.query<{ slug: string; text: string }>(
    `SELECT slug, question || ' ' || answer AS text FROM faq_entries WHERE is_published ORDER BY slug`,
  );
  await pool.end();
  await database.drop();
  expect(rows.length).toBeGreaterThan(28);
  expect(rows.map(({ slug }) => slug).filter((slug) => ofMoney.includes(slug))).toEqual(
    ofMoney.flatMap((slug) => [slug, slug]),
  );
  const written = rows.filter(({ text }) => figures.test(text));
  expect(written.map(({ text }) => text)).toEqual([]);
});
