import { randomUUID } from 'node:crypto';
import { deleteDraftNumbers, endDrafts } from '@pelican/api/src/modules/kyc/jobs.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { afterAll, expect, it } from 'vitest';
import { asPart } from '../../support/roles.ts';
import { createDatabase } from '../../support/services.ts';

const database = await createDatabase();
const log = createLogger('silent');
const owner = createPool({ databaseUrl: database.url, databasePoolMax: 2 }, log);
const worker = createPool({ databaseUrl: asPart(database.url, 'worker'), databasePoolMax: 1 }, log);

afterAll(async () => {
  await Promise.all([owner.end(), worker.end()]);
  await database.drop();
});

/** A case of somebody, begun long ago, of which something was sent so many days ago. */
async function begun(days: number, status = 'draft'): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `WITH person AS (INSERT INTO users (email, password_hash, nickname) VALUES ($1, 'x', 'x') RETURNING id)
      INSERT INTO kyc_cases (user_id, variant, status, details, created_at, changed_at)
        SELECT id, 'global', $2, 'sealed', now() - interval '1 year', now() - make_interval(days => $3) FROM person RETURNING id`,
    [`${randomUUID()}@test.local`, status, days],
  );
  return rows[0]?.id as string;
}

it('a verification that was begun and left for a month is over, and its details are gone', async () => {
  const [left, recent, submitted, locked] = [
    await begun(31),
    await begun(29),
    await begun(400, 'submitted'),
    await begun(31),
  ];
  await inTransaction(owner, async (tx) => {
    await tx.query('SELECT FROM kyc_cases WHERE id = $1 FOR UPDATE', [locked]);
    expect(await endDrafts(worker)).toBe(1);
  });
  const { rows } = await owner.query(
    'SELECT id, status, details IS NULL AS "isGone" FROM kyc_cases WHERE id = ANY ($1) ORDER BY id',
    [[left, recent, submitted, locked]],
  );
  expect(rows).toEqual([
    { id: left, status: 'withdrawn', isGone: true },
    { id: recent, status: 'draft', isGone: false },
    { id: submitted, status: 'submitted', isGone: false },
    { id: locked, status: 'draft', isGone: false },
  ]);
});

it('what was compared of a draft that is over is deleted, and of no other case', async () => {
  const cases = [await begun(1, 'withdrawn'), await begun(1), await begun(1, 'submitted'), await begun(1, 'rejected')];
  for (const id of cases)
    await owner.query(
      `INSERT INTO kyc_numbers (case_id, kind, user_id, number_hash) SELECT $1, 'aadhaar', user_id, 'hash' FROM kyc_cases WHERE id = $1`,
      [id],
    );
  expect(await deleteDraftNumbers(worker)).toBe(1);
  const { rows } = await owner.query<{ id: string }>('SELECT case_id AS id FROM kyc_numbers ORDER BY case_id');
  expect(rows.map(({ id }) => id)).toEqual(cases.slice(1));
});
