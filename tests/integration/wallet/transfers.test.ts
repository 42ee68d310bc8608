import { hold, mainAccount, postEntry, transitAccount } from '@pelican/api/src/ledger/index.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { Op, RejectCode } from '@pelican/shared/engine/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { faultsOfBooks } from '../../support/books.ts';
import { credit } from '../../support/ledger-users.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { spotShard } from '../../support/shards.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let shard: ShardProcesses;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ TRANSFERS_PER_MINUTE: '12' });
  shard = startShardProcesses(api);
  const { pool, spot } = api.parts;
  const { engine } = spot.shards[0];
  await inTransaction(pool, publishListings);
  const { rows } = await pool.query('SELECT command FROM outbox_commands ORDER BY id');
  // Engine and settlement may still be starting, and a question waits for them a few seconds only.
  const isAnswered = () =>
    engine.submit(rows[0].command).then(
      () => true,
      () => false,
    );
  await until('the engine answers', isAnswered, 60_000);
  // In one entry, because settlement reads the listings again for each entry that changes them.
  await Promise.all(rows.map(({ command }) => engine.submit(command)));
  await api.parts.spot.shards[0].settled.waitUntilSettled(api.parts.spot.shards[0].live.view.seq, 60_000);
}, 180_000);
afterAll(async () => {
  await shard.stop();
  await api.close();
});

async function person(usdt = '0'): Promise<TestUser> {
  const user = await api.signUp(`person${people++}@test.local`);
  if (usdt !== '0') await credit(api.parts.pool, { userId: user.id, assetId: 2, amount: usdt });
  return user;
}

function transfer(user: TestUser, amount: unknown, from: string, to: string, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return user.post('/v2/profile/transfer', { ticker: 'USDT', amount, from, to }, { headers });
}

async function wallet(user: TestUser): Promise<Record<string, string>> {
  const { status, body } = await user.get<{ result: ({ ticker: string } & Record<string, string>)[] }>(
    '/v3/profile/balance',
  );
  expect(status).toBe(200);
  const usdt = body.result.find((row) => row.ticker === 'USDT');
  return { main: usdt?.main_balance ?? '', trade: usdt?.trade_available ?? '', full: usdt?.full_balance ?? '' };
}

describe('transfers between wallets', () => {
  test('go into the trade wallet and back, and every answer is seen by the next question', async () => {
    const alice = await person('1000');
    expect(await wallet(alice)).toEqual({ main: '1000', trade: '0', full: '1000' });
    const into = await transfer(alice, '400.5', 'main', 'trade');
    expect(into).toMatchObject({ status: 200, body: { ticker: 'USDT', amount: '400.5', status: 'completed' } });
    expect(await wallet(alice)).toEqual({ main: '599.5', trade: '400.5', full: '1000' });
    const back = await transfer(alice, '0.00000001', 'trade', 'main');
    expect(back).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(await wallet(alice)).toEqual({ main: '599.50000001', trade: '400.49999999', full: '1000' });
    expect(await faultsOfBooks(api.parts.pool)).toEqual({});
  });

  test('a repeated key answers the first transfer, other content under it is refused', async () => {
    const bob = await person('100');
    const first = await transfer(bob, '10', 'main', 'trade', 'key-1');
    expect(await transfer(bob, '10.00', 'main', 'trade', 'key-1')).toMatchObject({ status: 200, body: first.body });
    const other = await transfer(bob, '11', 'main', 'trade', 'key-1');
    expect(other).toMatchObject({ status: 409, body: { code: 'repeated_with_other_content' } });
    expect(await transfer(bob, '10', 'trade', 'main', 'key-2')).toMatchObject({ status: 200 });
    expect(await transfer(bob, '10', 'trade', 'main', 'key-2')).toMatchObject({ status: 200 });
    expect(await wallet(bob)).toMatchObject({ main: '100', trade: '0' });
  });

  test('the same key sent many times at once moves money once', async () => {
    const carol = await person('100');
    const answers = await Promise.all(Array.from({ length: 8 }, () => transfer(carol, '60', 'main', 'trade', 'raced')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await wallet(carol)).toEqual({ main: '40', trade: '60', full: '100' });
  });

  test('take nothing that is held: the answer names what is available, and the wallet shows both figures', async () => {
    const henry = await person('100');
    const account = mainAccount({ userId: henry.id, assetId: 2 });
    const wanted = { account, amount: '70', kind: 'withdrawal', reference: 'test', idempotencyKey: `hold:${henry.id}` };
    await inTransaction(api.parts.pool, (tx) => hold(tx, wanted));
    expect(await transfer(henry, '30.5', 'main', 'trade')).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance' },
    });
    expect(await transfer(henry, '30', 'main', 'trade')).toMatchObject({ status: 200 });
    const { body } = await henry.get<{ result: ({ ticker: string } & Record<string, string>)[] }>(
      '/v3/profile/balance',
    );
    expect(body.result.find(({ ticker }) => ticker === 'USDT')).toMatchObject({
      main_balance: '70',
      main_available: '0',
      trade_available: '30',
      full_balance: '100',
    });
  });

  test('an id that the engine knows with other content moves nothing: the transfer stays pending', async () => {
    const { pool, spot } = api.parts;
    const { engine, live, settled } = spot.shards[0];
    const [grace, frank] = await Promise.all([person('100'), person('100')]);
    const { body } = await transfer(grace, '60', 'main', 'trade');
    await settled.waitUntilSettled(live.view.seq, 30_000);
    // As after a restore of an old database that gives the id again.
    await pool.query(`UPDATE transfers SET user_id = $2, status = 'pending', completed_at = NULL WHERE id = $1`, [
      body.id,
      frank.id,
    ]);
    await inTransaction(pool, (tx) =>
      postEntry(tx, {
        kind: 'transfer_to_trade',
        reference: `transfer:${body.id}`,
        idempotencyKey: `again:${body.id}`,
        legs: [
          { account: mainAccount({ userId: frank.id, assetId: 2 }), amount: '-60' },
          { account: transitAccount(spotShard, { userId: frank.id, assetId: 2 }), amount: '60' },
        ],
      }),
    );
    const command = { op: Op.transferIn, user: frank.id, asset: 2, transferId: Number(body.id), amount: 6_000_000_000 };
    expect(await engine.submit(command)).toMatchObject({ code: RejectCode.transferMismatch, repeated: false });
    await settled.waitUntilSettled(live.view.seq, 30_000);
    const { rows } = await pool.query('SELECT status, reject_code FROM transfers WHERE id = $1', [body.id]);
    expect(rows).toEqual([{ status: 'pending', reject_code: 'transfer_mismatch' }]);
    expect(await wallet(frank)).toMatchObject({ main: '40', trade: '0' });
    expect(await wallet(grace)).toMatchObject({ main: '40', trade: '60' });
    expect(await faultsOfBooks(pool)).toEqual({});
  });

  test('a transfer that the engine applied with other content than its row touches no other wallet', async () => {
    const { pool, spot } = api.parts;
    const { engine, live, settled } = spot.shards[0];
    const [heidi, ivan] = await Promise.all([person('100'), person('100')]);
    const row = { assetId: 2, amount: '60', from: 'main', to: 'trade' } as const;
    const started = await inTransaction(pool, (tx) =>
      requestTransfer(tx, { ...row, userId: heidi.id, idempotencyKey: 'other' }),
    );
    const transferId = Number(started?.transfer.id);
    const content = { user: ivan.id, asset: 2, transferId, amount: 6_000_000_000 };
    const unexplained = async () => {
      await settled.waitUntilSettled(live.view.seq, 30_000);
      const { rows } = await pool.query(
        `SELECT user_id, trim_scale(balance)::text AS balance FROM ledger_accounts
          WHERE kind = 'unexplained' AND user_id = ANY ($1::bigint[])`,
        [[heidi.id, ivan.id]],
      );
      return rows;
    };
    expect(await engine.submit({ op: Op.transferIn, ...content })).toMatchObject({ code: RejectCode.none });
    expect(await unexplained()).toEqual([{ user_id: String(ivan.id), balance: '-60' }]);
    expect(await wallet(ivan)).toMatchObject({ main: '100', trade: '60' });
    expect(await engine.submit({ op: Op.transferOut, ...content })).toMatchObject({ code: RejectCode.none });
    expect(await unexplained()).toEqual([{ user_id: String(ivan.id), balance: '0' }]);
    expect(await wallet(ivan)).toMatchObject({ main: '100', trade: '0' });
    expect(await wallet(heidi)).toMatchObject({ main: '40', trade: '0' });
    const { rows } = await pool.query('SELECT status, reject_code FROM transfers WHERE id = $1', [transferId]);
    expect(rows).toEqual([{ status: 'pending', reject_code: 'transfer_mismatch' }]);
    expect(await faultsOfBooks(pool)).toEqual({});
  });

  test('too much is refused on either side and changes nothing; a refusal stays one', async () => {
    const dave = await person('5');
    const tooMuch = await transfer(dave, '5.00000001', 'main', 'trade');
    expect(tooMuch).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
    const back = await transfer(dave, '1', 'trade', 'main', 'early');
    expect(back).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
    await transfer(dave, '2', 'main', 'trade');
    expect(await transfer(dave, '1', 'trade', 'main', 'early')).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance' },
    });
    expect(await wallet(dave)).toEqual({ main: '3', trade: '2', full: '5' });
  });

  test.each([
    [{ ticker: 'USDT', amount: '-1', from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: '0', from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: 'NaN', from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: '1e400', from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: '1'.repeat(40), from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: '99999999999', from: 'main', to: 'trade' }, 'out_of_range'],
    [{ ticker: 'USDT', amount: '1.000000001', from: 'main', to: 'trade' }, 'wrong_step'],
    [{ ticker: 'USDT', amount: '1.0000000000000000001', from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'NOPE', amount: '1', from: 'main', to: 'trade' }, 'unknown_asset'],
    [{ ticker: '<script>', amount: '1', from: 'main', to: 'trade' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: '1', from: 'main', to: 'main' }, 'invalid_argument'],
    [{ ticker: 'USDT', amount: '1', from: 'trade', to: 'futures' }, 'invalid_argument'],
  ])('%j is refused as %s', async (body, code) => {
    const erin = await person('10');
    const answer = await erin.post('/v2/profile/transfer', body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code });
    expect(await wallet(erin)).toMatchObject({ main: '10', trade: '0' });
  });

  test('nobody moves or sees money without being signed in', async () => {
    expect(await api.call('GET', '/v3/profile/balance')).toMatchObject({ status: 401 });
    const body = { ticker: 'USDT', amount: '1', from: 'main', to: 'trade' };
    expect(await api.call('POST', '/v2/profile/transfer', { body })).toMatchObject({ status: 401 });
  });

  test('who moves money without end is asked to wait; what was refused moved nothing, and others are not held up', async () => {
    const [mallory, heidi] = await Promise.all([person('100'), person('1')]);
    const answers: Awaited<ReturnType<typeof transfer>>[] = [];
    while (answers.length < 28) {
      const some = Array.from({ length: 7 }, () => transfer(mallory, '1', 'main', 'trade'));
      answers.push(...(await Promise.all(some)));
    }
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await wallet(mallory)).toMatchObject({ trade: `${28 - refused.length}`, full: '100' });
    expect(await transfer(heidi, '1', 'main', 'trade')).toMatchObject({ status: 200 });
  });

  test('many people moving money at once leave the books right', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => person('50')));
    const moves = crowd.flatMap((user) => [
      transfer(user, '30', 'main', 'trade'),
      transfer(user, '30', 'main', 'trade'),
      transfer(user, '10', 'trade', 'main'),
      transfer(user, '15.5', 'main', 'trade'),
    ]);
    for (const { status } of await Promise.all(moves)) expect([200, 422]).toContain(status);
    for (const user of crowd) expect((await wallet(user)).full).toBe('50');
    await until(
      'no transfer is pending',
      async () =>
        (await api.parts.pool.query(`SELECT 1 FROM transfers WHERE status = 'pending' AND reject_code IS NULL`)).rows
          .length === 0,
      60_000,
    );
    expect(await faultsOfBooks(api.parts.pool)).toEqual({});
  });
});
