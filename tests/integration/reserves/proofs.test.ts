/** Proofs of reserves: made while money moves, published, and verified by each user. */
import { execFile } from 'node:child_process';
import { randomUUID, webcrypto } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { lockUser } from '@pelican/api/src/identity/index.ts';
import { openReservesJobs } from '@pelican/api/src/modules/reserves/index.ts';
import { forgetLeavesOf } from '@pelican/api/src/modules/reserves/make-proof.ts';
import { thinOut } from '@pelican/api/src/modules/reserves/thin-out.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import type { OwnProof, Proof, ProofHead } from '@pelican/shared/contracts/reserves';
import { parseBigUnits } from '@pelican/shared/money';
import { findLeafFault } from '@pelican/shared/reserves';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { credit } from '../../support/ledger-users.ts';
import { signUpOperator } from '../../support/operators.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { assetId } from '../../support/transfer-codes.ts';
import { startWorkerOf } from '../../support/worker.ts';

let api: TestApi;
let jobs: ReturnType<typeof openReservesJobs>;
let worker: { close(): Promise<void> };
let operator: TestUser;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  const log = createLogger('silent');
  jobs = openReservesJobs({ databaseUrl: asPart(api.databaseUrl, 'worker'), log });
  worker = startWorkerOf(api, () => jobs.jobs);
  operator = await signUpOperator(api, 'prover', ['money']);
});
beforeEach(async () => {
  await sql(`DELETE FROM jobs WHERE name = 'reserves.requested'`);
  await sql('DELETE FROM reserve_proofs');
});
afterAll(async () => {
  await worker?.close();
  await jobs?.close();
  await api.close();
});

/** With the rights of the worker. */
async function asWorker(work: (pool: ReturnType<typeof createPool>) => Promise<void>): Promise<void> {
  const pool = createPool(
    { databaseUrl: asPart(api.databaseUrl, 'worker'), databasePoolMax: 1 },
    createLogger('silent'),
  );
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

const run = promisify(execFile);
const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const digest = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.subtle.digest('SHA-256', bytes);
const units = (text: string) => parseBigUnits(text, 18);
const list = async () => (await api.call<{ result: ProofHead[]; total: number }>('GET', '/v3/proofs-of-reserves')).body;
const proofOf = async (id: number) => (await api.call<Proof>('GET', `/v3/proofs-of-reserves/${id}`)).body;
const ownOf = (user: TestUser, id: number) => user.get<OwnProof>(`/v3/proofs-of-reserves/${id}/own`);
const request = () => operator.post('/v2/ops/proofs-of-reserves');

/** As an operator asks for it. @returns its id */
async function prove(): Promise<number> {
  const before = (await list()).result[0]?.id ?? 0;
  const asked = await request();
  expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 200, body: { status: 'done' } });
  await until('the proof is made', async () => ((await list()).result[0]?.id ?? 0) > before, 15_000).catch(async () => {
    throw new Error(
      JSON.stringify(
        await sql(`SELECT state, error FROM jobs WHERE name = 'reserves.requested' ORDER BY id DESC LIMIT 1`),
      ),
    );
  });
  return (await list()).result[0]?.id as number;
}

async function holder(ticker: string, amount: string): Promise<TestUser> {
  const user = await api.signUp(`holder${people++}@reserves.test`);
  await credit(api.parts.pool, { userId: user.id, assetId: await assetId(api, ticker), amount });
  return user;
}

const figuresOfUsers = ['main', 'trade', 'transit', 'futures', 'codes', 'bonus'];
const auditedOf = async (ticker: string) => {
  const { assets } = await audit(api.parts.pool, api.parts.config.shards);
  const figures = assets.find((one) => one.ticker === ticker)?.figures ?? {};
  return figuresOfUsers.reduce((sum, name) => sum + units(figures[name] ?? '0'), 0n);
};

test('each user verifies the own balance against the published root, and nobody gets a leaf of another', async () => {
  const first = await holder('BTC', '1.000000000000000001');
  const second = await holder('BTC', '2.5');
  await credit(api.parts.pool, { userId: second.id, assetId: await assetId(api, 'USDT'), amount: '40' });
  const id = await prove();
  const published = await proofOf(id);
  const bitcoin = published.assets.find(({ ticker }) => ticker === 'BTC');
  expect(units(bitcoin?.liabilities ?? '0')).toBe(await auditedOf('BTC'));
  for (const [user, amounts] of [
    [first, { BTC: '1.000000000000000001' }],
    [second, { BTC: '2.5', USDT: '40' }],
  ] as const) {
    const { body } = await ownOf(user, id);
    expect(Object.fromEntries(body.leaves.map(({ ticker, amount }) => [ticker, amount]))).toEqual(amounts);
    for (const leaf of body.leaves) {
      const asset = published.assets.find(({ ticker }) => ticker === leaf.ticker);
      expect(leaf.account).toBe(String(user.id));
      expect(leaf.tree).toEqual({ root: asset?.root, total: asset?.liabilities, depth: asset?.depth });
      expect(await findLeafFault(leaf, leaf.tree, digest)).toBeNull();
      expect(await findLeafFault({ ...leaf, amount: '0.5' }, leaf.tree, digest)).toBe('other_root');
    }
  }
  const stranger = await api.signUp(`holder${people++}@reserves.test`);
  expect((await ownOf(stranger, id)).body.leaves).toEqual([]);
  expect((await api.call('GET', `/v3/proofs-of-reserves/${id}/own`)).status).toBe(401);
  expect((await ownOf(first, id + 1)).status).toBe(404);
  expect((await api.call('GET', `/v3/proofs-of-reserves/${id + 1}`)).status).toBe(404);
  // What is published says nothing of anybody.
  expect(JSON.stringify([published, await list()])).not.toMatch(/@|nonce|account|position|seed/);
});

test('the script of the documents verifies the downloaded file, and finds what was changed in it', async () => {
  const user = await holder('BTC', '3');
  const id = await prove();
  const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
  try {
    const own = (await ownOf(user, id)).body;
    const verify = async (file: OwnProof) => {
      const names = ['own.json', 'published.json'].map((name) => path.join(folder, name)) as [string, string];
      await writeFile(names[0], JSON.stringify(file));
      await writeFile(names[1], JSON.stringify(await proofOf(id)));
      return run(process.execPath, ['docs/examples/verify-proof-of-reserves.mjs', ...names]).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => `failed: ${stdout}`,
      );
    };
    expect(await verify(own)).toBe(`3 BTC of account ${user.id}: counted in the published total\n`);
    const [leaf] = own.leaves;
    if (!leaf) throw new Error('no leaf');
    expect(await verify({ ...own, leaves: [{ ...leaf, amount: '4' }] })).toMatch(/^failed: .*another root/);
    const path0 = leaf.path.map((one, at) => (at === 0 ? { ...one, sum: '-1' } : one));
    expect(await verify({ ...own, leaves: [{ ...leaf, path: path0 }] })).toMatch(
      /^failed: .*no amount of zero or more/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('while money moves, each proof has exactly what the audit has', async () => {
  const user = await holder('USDT', '1000');
  const asset = await assetId(api, 'USDT');
  const expected = await auditedOf('USDT');
  let isMoving = true;
  const moving = (async () => {
    while (isMoving)
      await inTransaction(api.parts.pool, async (tx) => {
        const movement = { userId: user.id, assetId: asset, amount: '0.01', from: 'main', to: 'trade' } as const;
        await requestTransfer(tx, { ...movement, idempotencyKey: randomUUID() });
      });
  })();
  try {
    for (let n = 0; n < 4; n++) {
      const { assets } = await proofOf(await prove());
      expect(units(assets.find(({ ticker }) => ticker === 'USDT')?.liabilities ?? '0')).toBe(expected);
    }
  } finally {
    isMoving = false;
    await moving;
  }
  expect(await auditedOf('USDT')).toBe(expected);
});

test('an account below zero counts as nothing, and what it owes is stated', async () => {
  const user = await holder('USDT', '2');
  const other = await holder('USDT', '5');
  const usdtOf = async (id: number) => (await proofOf(id)).assets.find(({ ticker }) => ticker === 'USDT');
  const before = await usdtOf(await prove());
  await sql(
    `INSERT INTO ledger_account_kinds (kind, shard_id, owner, is_per_object, assets, may_be_negative, figure)
      VALUES ('debt', 0, 'user', false, 'every', true, 'main')`,
  );
  await sql(
    `INSERT INTO ledger_accounts (kind, shard_id, may_be_negative, user_id, asset_id, balance) VALUES ('debt', 0, true, $1, $2, -3)`,
    user.id,
    await assetId(api, 'USDT'),
  );
  const id = await prove();
  const after = await usdtOf(id);
  expect(after?.negative).toBe('1');
  expect(units(before?.liabilities ?? '0') - units(after?.liabilities ?? '0')).toBe(units('2'));
  expect((await ownOf(user, id)).body.leaves).toEqual([]);
  expect((await ownOf(other, id)).body.leaves).toMatchObject([{ amount: '5' }]);
  await sql(`DELETE FROM ledger_accounts WHERE kind = 'debt'`);
});

test('what lies on networks and at banks is compared with what is owed', async () => {
  await holder('INR', '100');
  const asset = await assetId(api, 'INR');
  await sql(
    `INSERT INTO ledger_account_kinds (kind, shard_id, owner, is_per_object, assets, may_be_negative, figure) VALUES ('bank', 0, 'outside', true, 'fiat', true, 'outside') ON CONFLICT DO NOTHING`,
  );
  await sql(
    `INSERT INTO ledger_accounts (kind, shard_id, may_be_negative, user_id, object_id, asset_id, balance)
      SELECT 'bank', 0, true, 0, id, $1, -33.335 FROM payment_methods WHERE kind = 'bank' LIMIT 1`,
    asset,
  );
  const { assets } = await proofOf(await prove());
  expect(assets.find(({ ticker }) => ticker === 'INR')).toMatchObject({
    liabilities: '100',
    reserves: '33.335',
    percent: '33.33',
    places: [{ kind: 'bank', amount: '33.335', source: 'ledger', block: null }],
  });
  expect((await list()).result[0]).toMatchObject({ below: expect.any(Number) });
  await sql(`DELETE FROM ledger_accounts WHERE kind = 'bank'`);
});

test('a run that dies on its way leaves no proof, and the next one makes one', async () => {
  await holder('BTC', '1');
  await sql('ALTER TABLE reserve_leaves ADD CONSTRAINT broken CHECK (amount < 0) NOT VALID');
  await request();
  const failed = async () => {
    const [job] = await sql(`SELECT attempts, error FROM jobs WHERE name = 'reserves.requested' AND state = 'waiting'`);
    return job?.error !== null && job !== undefined;
  };
  await until('the run has failed', failed, 20_000);
  expect(await sql('SELECT FROM reserve_proofs')).toEqual([]);
  expect(await sql('SELECT FROM reserve_proof_assets')).toEqual([]);
  expect((await request()).body).toMatchObject({ code: 'request_closed' });
  await sql('ALTER TABLE reserve_leaves DROP CONSTRAINT broken');
  await sql(`UPDATE jobs SET due_at = now() WHERE name = 'reserves.requested' AND state = 'waiting'`);
  await until('the proof is made', async () => (await list()).total === 1, 20_000);
});

test('of each day one proof is kept, for a year', async () => {
  await holder('BTC', '1');
  const day = `date_trunc('day', now(), 'UTC') - interval '5 days'`;
  for (const time of [`now() - interval '366 days'`, day, `${day} + interval '1 hour'`, `now() - interval '1 hour'`])
    await sql(`INSERT INTO reserve_proofs (taken_at, seed) VALUES (${time}, '\\x00')`);
  const newest = await prove();
  await asWorker(thinOut);
  expect((await list()).total).toBe(3);
  expect((await list()).result[0]?.id).toBe(newest);
  expect(await sql('SELECT FROM reserve_proofs WHERE retired_at IS NOT NULL')).toEqual([]);
});

test('an old proof that cannot be deleted holds up no new one, and is out of sight while its leaves go', async () => {
  const user = await holder('BTC', '1');
  const old = await prove();
  await sql(`UPDATE reserve_proofs SET taken_at = now() - interval '400 days'`);
  const client = await api.parts.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM reserve_leaves WHERE proof_id = $1 AND user_id = $2 FOR UPDATE', [old, user.id]);
    await prove();
    await asWorker(async (pool) => {
      const thinning = thinOut(pool);
      await until('the proof is retired', async () => (await list()).total === 1, 5_000);
      expect((await ownOf(user, old)).status).toBe(404);
      await client.query('ROLLBACK');
      await thinning;
    });
  } finally {
    client.release();
  }
  expect(await sql('SELECT FROM reserve_leaves WHERE proof_id = $1', old)).toEqual([]);
  expect(await sql('SELECT FROM reserve_proofs')).toHaveLength(1);
});

test('whoever locks an account does not wait for a proof that is being written', async () => {
  const { email } = await holder('BTC', '1');
  const id = await prove();
  const client = await api.parts.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO reserve_leaves (proof_id, asset_id, position, user_id, amount, hash)
        SELECT proof_id, asset_id, position + 1000000, user_id, amount, hash FROM reserve_leaves WHERE proof_id = $1`,
      [id],
    );
    await inTransaction(api.parts.pool, async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '500ms'`);
      await lockUser(tx, email);
    });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('an account that is erased leaves its amount to its neighbours, and nobody knows whose it was', async () => {
  const gone = await holder('BTC', '7');
  const stays = await holder('BTC', '8');
  const id = await prove();
  await inTransaction(api.parts.pool, (tx) => forgetLeavesOf(tx, gone.id));
  expect(await sql('SELECT FROM reserve_leaves WHERE user_id = $1', gone.id)).toEqual([]);
  const leaf = (await ownOf(stays, id)).body.leaves[0];
  expect(leaf && (await findLeafFault(leaf, leaf.tree, digest))).toBeNull();
});

test('only operators of money ask for a proof', async () => {
  const user = await holder('BTC', '1');
  expect((await user.post('/v2/ops/proofs-of-reserves')).status).toBe(403);
  const clerk = await signUpOperator(api, 'clerk', ['users']);
  expect((await clerk.post('/v2/ops/proofs-of-reserves')).status).toBe(403);
});
