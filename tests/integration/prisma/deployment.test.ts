/** Whether two operators decide: what a deployment's settings write, and what holds without them. */
import { readDeployment } from '@pelican/api/src/platform/database/index.ts';
import { migrate } from '@pelican/prisma/migrate.ts';
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import pg from 'pg';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { databaseUrl } from '../../support/services.ts';

let url: string;
let owner: pg.Client;

/** Migrated, and never prepared: those of the other tests are prepared with the template. */
beforeEach(async () => {
  const name = `deployment_${Math.random().toString(36).slice(2)}`;
  await ensureDatabase(inject('postgresUrl'), name);
  url = databaseUrl(inject('postgresUrl'), name);
  await migrate(url);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  onTestFinished(() => owner.end());
});

const production = { twoPersons: undefined, production: true, isDemo: false };

/** What was recorded of changes, the oldest first. */
async function records(): Promise<unknown[]> {
  const { rows } = await owner.query(
    `SELECT details->'twoPersons' AS "twoPersons" FROM audit_records WHERE action = 'deployment.set' ORDER BY id`,
  );
  return rows.map(({ twoPersons }) => twoPersons);
}

test('without a row two decide, and nothing is a demo', async () => {
  expect(await readDeployment(owner)).toEqual({ twoPersons: true, isDemo: false, operatorEmailDomains: [] });
});

test.each([
  { production: true, twoPersons: true },
  { production: false, twoPersons: false },
])('the first start without TWO_PERSONS: $production in production gives two $twoPersons', async (first) => {
  await writeDeployment(url, { ...production, production: first.production });
  expect(await readDeployment(owner)).toEqual({
    twoPersons: first.twoPersons,
    isDemo: false,
    operatorEmailDomains: [],
  });
  expect(await records()).toEqual([first.twoPersons]);
});

test.each([true, false])('a start without TWO_PERSONS keeps what was there: %s', async (twoPersons) => {
  await writeDeployment(url, { ...production, twoPersons });
  await writeDeployment(url, production);
  await writeDeployment(url, { ...production, production: false });
  expect(await readDeployment(owner)).toMatchObject({ twoPersons });
  expect(await records()).toEqual([twoPersons]);
});

test('TWO_PERSONS=0 lets one decide, with a record of it, and 1 takes that back', async () => {
  await writeDeployment(url, production);
  await writeDeployment(url, { ...production, twoPersons: false });
  expect(await readDeployment(owner)).toMatchObject({ twoPersons: false });
  await writeDeployment(url, { ...production, twoPersons: true });
  expect(await readDeployment(owner)).toMatchObject({ twoPersons: true });
  expect(await records()).toEqual([true, false, true]);
});

test('the domains of operators stay as they were until a start names others, or any', async () => {
  const domains = async () => (await readDeployment(owner)).operatorEmailDomains;
  await writeDeployment(url, { ...production, operatorEmailDomains: ['exchange.test'] });
  await writeDeployment(url, production);
  expect(await domains()).toEqual(['exchange.test']);
  await writeDeployment(url, { ...production, operatorEmailDomains: [] });
  expect(await domains()).toEqual([]);
  const { rows } = await owner.query(
    `SELECT details->'operatorEmailDomains' AS domains FROM audit_records WHERE action = 'deployment.set' ORDER BY id`,
  );
  expect(rows.map((row) => row.domains)).toEqual([['exchange.test'], []]);
});
