/** Long exports, and workers that are killed while they write them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endOf, fileOf } from '../../support/exports.ts';
import { type PartProcess, startPart } from '../../support/processes.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

const rows = 50_000;
/** Megabytes of the heap of a worker: a table of 50,000 rows in memory does not fit beside the program. */
const heapMb = 128;

let api: TestApi;
let alice: TestUser;
let dataDir: string;
const workers: PartProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-exports-'));
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  await api.parts.pool.query(
    `INSERT INTO deposits (user_id, asset_id, method_id, amount, status, reference, address, memo, transaction_hash, created_at, changed_at)
     SELECT $1, assets.id, method.id, 0.5, 3, gen_random_uuid()::text, repeat(md5(place::text), 3), md5(place::text), repeat(md5(place::text), 4),
         '2026-01-01'::timestamptz + place * interval '1 second', now()
       FROM generate_series(1, ${rows}) place, assets JOIN payment_methods method ON method.asset_id = assets.id AND method.key = 'SANDBOX'
       WHERE ticker = 'BTC'`,
    [alice.id],
  );
}, 180_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) if (worker.isRunning()) await worker.kill();
});
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});

function startWorker(name: string): PartProcess {
  const env = {
    DATABASE_URL: asPart(api.databaseUrl, 'worker'),
    REDIS_URL: api.redisUrl,
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  };
  const worker = startPart({ name, entry: 'tests/support/export-worker.ts', dataDir, env });
  workers.push(worker);
  return worker;
}

const begin = async () =>
  (await alice.post<OwnExport>('/v2/export_transactions', { type: 'deposit', format: 'csv' })).body;

async function expectWhole(id: string): Promise<void> {
  const { status, content } = await fileOf(api, alice, id);
  expect(status).toBe(200);
  const numbers = content
    .toString()
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(line.lastIndexOf(',') + 1));
  expect(numbers).toHaveLength(rows);
  expect(new Set(numbers).size).toBe(rows);
}

test('two workers write one export once, in pieces, and a table that is longer than their memory', async () => {
  startWorker('first');
  startWorker('second');
  const { id } = await begin();
  expect(await endOf(alice, id)).toMatchObject({ state: 'ready', rows });
  const { rows: pieces } = await api.parts.pool.query(
    'SELECT number FROM export_pieces WHERE export_id = $1 ORDER BY 1',
    [id],
  );
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.map(({ number }) => number)).toEqual(pieces.map((_, at) => at));
  await expectWhole(id);
  const notices = await api.parts.pool.query(`SELECT FROM notices WHERE kind = 'export_ready'`);
  expect(notices.rowCount).toBe(1);
});

test('a worker that is killed midway leaves the export to another, which writes it from the beginning', async () => {
  const { id } = await begin();
  const first = startWorker('killed');
  const written = async () =>
    (await api.parts.pool.query('SELECT FROM export_pieces WHERE export_id = $1', [id])).rowCount ?? 0;
  await expect.poll(written, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1);
  await first.kill();
  const left = await written();
  expect((await alice.get<OwnExport>(`/v2/exports/${id}`)).body.state).toBe('running');
  expect((await fileOf(api, alice, id)).status).toBe(409);
  startWorker('next');
  expect(await endOf(alice, id)).toMatchObject({ state: 'ready', rows });
  expect(await written()).toBeGreaterThan(left);
  await expectWhole(id);
});
