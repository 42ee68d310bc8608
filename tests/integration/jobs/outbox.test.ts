import { changeUserSettings } from '@pelican/api/src/modules/settings/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { transferCommand } from '@pelican/api/src/shards/index.ts';
import { type Command, EventKind, Op } from '@pelican/shared/engine/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { faultsOfBooks } from '../../support/books.ts';
import { commandLine } from '../../support/command-line.ts';
import { type PartProcess, startPart } from '../../support/processes.ts';
import { type SettledShard, startSettledShard } from '../../support/settled-shard.ts';

const usdt = 2;

let shard: SettledShard;
let keys = 0;

beforeAll(async () => {
  shard = await startSettledShard();
});
afterAll(() => shard.stop());

/** Everything of a transfer but the sending, as if the API had died right after its commit. */
async function leave(userId: number, amount: string, from: 'main' | 'trade', assetId = usdt): Promise<Command> {
  const to = from === 'main' ? 'trade' : 'main';
  const begun = await inTransaction(shard.pool, (tx) =>
    requestTransfer(tx, { userId, assetId, amount, from, to, idempotencyKey: `left:${keys++}` }),
  );
  if (!begun) throw new Error('the key was used before');
  const [{ transfer }] = begun.steps;
  return transferCommand('spot', transfer);
}

async function statuses(userId: number): Promise<string[]> {
  const { rows } = await shard.pool.query<{ status: string }>(
    'SELECT status FROM transfers WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows.map((row) => row.status);
}

async function noneWaits(): Promise<void> {
  const isEmpty = async () =>
    (await shard.pool.query('SELECT 1 FROM outbox_commands WHERE done_at IS NULL')).rows.length === 0;
  await until('the outbox is empty', isEmpty, 60_000);
}

async function wallets(userId: number): Promise<{ main: number; trade: number }> {
  const { rows } = await shard.pool.query(
    `SELECT (SELECT balance FROM ledger_accounts WHERE kind = 'main' AND user_id = $1 AND asset_id = $2) AS main,
      (SELECT available + frozen FROM trade_balances WHERE user_id = $1 AND asset_id = $2) AS trade`,
    [userId, usdt],
  );
  return { main: Number(rows[0]?.main ?? 0), trade: Number(rows[0]?.trade ?? 0) };
}

function startWorker(name: string): PartProcess {
  return startPart({
    name,
    entry: 'apps/api/src/processes/worker.ts',
    dataDir: shard.dataDir,
    env: { DATABASE_URL: shard.databaseUrl, REDIS_URL: shard.redisUrl },
  });
}

describe('the worker', () => {
  test('completes what a dead process left, in both directions, although every part is killed between the steps', async () => {
    const worker = startWorker('worker');
    try {
      const alice = await shard.person('alice@test.local');
      await shard.credit(alice, 'USDT', '100');
      await leave(alice, '70', 'main');
      expect(await wallets(alice)).toEqual({ main: 30, trade: 0 });
      await noneWaits();
      expect(await wallets(alice)).toEqual({ main: 30, trade: 70 });

      await leave(alice, '20', 'trade');
      await worker.kill();
      await shard.engine.kill();
      worker.start();
      await shard.settlement.kill();
      shard.engine.start();
      await leave(alice, '5', 'main');
      shard.settlement.start();
      await noneWaits();
      expect(await wallets(alice)).toEqual({ main: 45, trade: 55 });
      expect(await statuses(alice)).toEqual(['completed', 'completed', 'completed']);
      expect(await faultsOfBooks(shard.pool)).toEqual({});
    } finally {
      await worker.stop();
    }
  });

  test('stops cleanly when asked to', async () => {
    const worker = startWorker('worker-2');
    await until('it has started', () => worker.log().includes('worker started'), 60_000);
    expect(await worker.stop()).toBe(0);
  });
});

describe('the outbox', () => {
  test('a command sent many times by several senders moves money once', async () => {
    const bob = await shard.person('bob@test.local');
    await shard.credit(bob, 'USDT', '10');
    const into = await leave(bob, '6', 'main');
    await Promise.all([shard.submit(into), shard.submit(into), shard.submit(into)]);
    const out = await leave(bob, '2', 'trade');
    await Promise.all([shard.submit(out), shard.submit(out)]);
    await shard.settled();
    expect(await wallets(bob)).toEqual({ main: 6, trade: 4 });
    expect(await faultsOfBooks(shard.pool)).toEqual({});
  });

  test('money that the engine refuses goes back to the main wallet', async () => {
    await shard.pool.query(
      `INSERT INTO assets (id, ticker, label, scale, display_scale) VALUES (900, 'NEW', 'Not told to the engine', 8, 8)`,
    );
    const carol = await shard.person('carol@test.local');
    await shard.credit(carol, 'NEW', '3');
    const done = await shard.submit(await leave(carol, '2', 'main', 900));
    expect(done.code).not.toBe(0);
    await shard.settled();
    expect(await statuses(carol)).toEqual(['rejected']);
    const { rows } = await shard.pool.query(
      `SELECT kind, trim_scale(balance)::text AS balance FROM ledger_accounts WHERE user_id = $1 ORDER BY kind`,
      [carol],
    );
    expect(rows).toEqual([
      { kind: 'main', balance: '3' },
      { kind: 'transit_spot', balance: '0' },
    ]);
    await noneWaits();
  });

  test('what the trade wallet does not have is refused for good and credits nothing', async () => {
    const dave = await shard.person('dave@test.local', { USDT: '5' });
    const done = await shard.submit(await leave(dave, '5.00000001', 'trade'));
    expect(done.code).not.toBe(0);
    await shard.settled();
    expect(await statuses(dave)).toEqual(['completed', 'rejected']);
    expect(await wallets(dave)).toEqual({ main: 0, trade: 5 });
  });

  test('the newest setting wins, although an older one arrives after it', async () => {
    const erin = await shard.person('erin@test.local');
    const change = (customFee: boolean) =>
      inTransaction(shard.pool, (tx) => changeUserSettings(tx, erin, { customFee }));
    const older = await change(true);
    const newer = await change(false);
    await shard.submit(newer);
    await shard.settled();
    await shard.pool.query(
      `UPDATE outbox_commands SET created_at = now() - interval '30 days', sent_at = now() - interval '1 day'
        WHERE key LIKE 'user:' || $1 || ':%'`,
      [erin],
    );
    await shard.submit(older);
    await shard.settled();
    const { rows } = await shard.pool.query(
      `SELECT done_at IS NOT NULL AS done FROM outbox_commands WHERE key LIKE 'user:' || $1 || ':%' ORDER BY id`,
      [erin],
    );
    expect(rows).toEqual([{ done: true }, { done: false }]);
    await until('the relay has sent it again', async () => (await shard.relay()) === 0 && (await doneOf(erin)), 60_000);
    const told = shard.client.entries
      .flatMap((entry) => entry.events)
      .findLast((event) => event.kind === EventKind.settingsChanged && event.user === erin);
    expect(told?.kind === EventKind.settingsChanged && JSON.parse(told.text)).toMatchObject({ customFee: false });
  });

  test('what is no command of an outbox, or cannot be encoded, is set aside and shown, and holds up none behind it', async () => {
    const frank = await shard.person('frank@test.local');
    const market = { kind: 'market', name: 'x'.repeat(70_000) };
    const wrong = [
      {},
      { op: Op.cancelAll, user: 1, scope: 0, target: 0 },
      { op: Op.transferIn, user: 1, asset: usdt, transferId: 1, amount: 'much' },
      { op: Op.configure, user: 0, settings: market },
    ];
    await shard.pool.query(
      `INSERT INTO outbox_commands (shard_id, key, command)
        SELECT 1, 'wrong:' || n || ':x', command FROM unnest($1::jsonb[]) WITH ORDINALITY AS given(command, n)`,
      [wrong.map((command) => JSON.stringify(command))],
    );
    await inTransaction(shard.pool, (tx) => changeUserSettings(tx, frank, { customFee: true }));
    const isSent = async () => {
      await shard.relay();
      return doneOf(frank);
    };
    await until('the relay has sent what is behind them', isSent, 60_000);
    const { rows } = await shard.pool.query<{ error: string }>(
      `SELECT error FROM outbox_commands WHERE key LIKE 'wrong:%' ORDER BY id`,
    );
    expect(rows.map(({ error }) => error)).toEqual([
      ...Array(3).fill(expect.stringContaining('no command of an outbox')),
      expect.stringContaining('too long'),
    ]);
    expect(shard.warnings).toEqual(
      expect.arrayContaining([1, 2, 3, 4].map((n) => expect.stringContaining(`the command wrong:${n}:x`))),
    );
    const ops = commandLine({ DATABASE_URL: shard.databaseUrl, REDIS_URL: shard.redisUrl });
    expect((await ops('status')).lines.join()).toMatch(/wrong:1:x CANNOT BE SENT/);
    await shard.pool.query(`DELETE FROM outbox_commands WHERE key LIKE 'wrong:%'`);
  });

  async function doneOf(userId: number): Promise<boolean> {
    const { rows } = await shard.pool.query(
      `SELECT 1 FROM outbox_commands WHERE key LIKE 'user:' || $1 || ':%' AND done_at IS NULL`,
      [userId],
    );
    return rows.length === 0;
  }
});
