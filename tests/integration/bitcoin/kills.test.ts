/** The worker and the signer as processes on a network of taproot addresses, killed at each step of a withdrawal and of a deposit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import { withdrawalsAudit } from '@pelican/api/src/modules/withdrawals/index.ts';
import type { DepositAddress } from '@pelican/shared/contracts/deposits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, until } from '../../../scripts/services/process.ts';
import { bitcoinConfirmations, bitcoinNetworkId, insertBitcoinNetwork } from '../../support/bitcoin-network.ts';
import { approveWithdrawal } from '../../support/bitcoin-payouts.ts';
import { payoutRow } from '../../support/evm-payouts.ts';
import { type Litecoind, startLitecoind } from '../../support/litecoind.ts';
import { type PartProcess, runProgram, startPart } from '../../support/processes.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

const waitMs = 240_000;
/** Both processes are started many times, beside whatever else runs. */
const testMsMax = 600_000;
let api: TestApi;
let node: Litecoind;
let dataDir: string;
let parts: PartProcess[];

beforeAll(async () => {
  [node, api] = await Promise.all([startLitecoind(), startTestApi()]);
  await insertBitcoinNetwork(api, 'tr');
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-bitcoin-'));
  const port = await freePort();
  const signerEnv = {
    DATABASE_URL: api.databaseUrl,
    SIGNER_PORT: String(port),
    SIGNER_SECRET: 'of-a-test-'.repeat(4),
    SIGNER_PASSPHRASE: 'opens-it-'.repeat(4),
    SIGNER_LIMITS: '*=1000000',
  };
  const keys = await runProgram('apps/api/src/processes/signer.ts', ['bitcoin-extended-public-keys'], {
    ...signerEnv,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: asPart(api.databaseUrl, 'signer'),
  });
  expect(keys).toMatch(/^LITECOIN=tr\(\[[0-9a-f]{8}\/86h\/1h\/3h\]tpub\w{100,}\/0\/\*\)\n$/);
  const workerEnv = {
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    SIGNER_URL: `http://127.0.0.1:${port}`,
    SIGNER_SECRET: signerEnv.SIGNER_SECRET,
    BITCOIN_RPC_URLS: `LITECOIN=${node.url}`,
    BITCOIN_EXTENDED_PUBLIC_KEYS: keys.trim(),
  };
  parts = [
    startPart({ name: 'signer', entry: 'apps/api/src/processes/signer.ts', dataDir, env: signerEnv }),
    startPart({ name: 'worker', entry: 'apps/api/src/processes/worker.ts', dataDir, env: workerEnv }),
  ];
});
afterAll(async () => {
  await Promise.all(parts.map((part) => part.kill()));
  await node.close();
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const find = async <Row extends object>(sql: string): Promise<Row | undefined> =>
  (await api.parts.pool.query<Row>(sql)).rows[0];

async function killAll(): Promise<void> {
  await Promise.all(parts.map((part) => part.kill()));
  for (const part of parts) part.start();
}

/** What the worker alone brings about, with what it has said when it does not. */
async function untilWorker(what: string, check: () => Promise<boolean>): Promise<void> {
  await until(what, check, waitMs, 20).catch((error: Error) => {
    throw new Error(`${error.message}\n${parts.map((part) => part.log().slice(-2_000)).join('\n')}`);
  });
}

test('withdrawals are paid once and a deposit credited once, whichever step both processes are killed at', async () => {
  await untilWorker('addresses are made', async () => {
    const row = await find<{ count: number }>('SELECT count(*)::int AS count FROM deposit_addresses');
    return (row?.count ?? 0) >= 200;
  });
  const cursor = await find<{ hot: string }>(
    `SELECT hot_address AS hot FROM chain_cursors WHERE network_id = ${bitcoinNetworkId}`,
  );
  const hot = cursor?.hot ?? '';
  expect(hot).toMatch(/^rltc1p/);
  const isRead = async () =>
    (await find<{ height: string }>(`SELECT height FROM chain_cursors WHERE network_id = ${bitcoinNetworkId}`))
      ?.height === String(await node.height());
  await node.send(hot, '10');
  await node.mine(bitcoinConfirmations);
  await untilWorker('the hot address has coins', isRead);
  const user = await api.signUp('killed@test.local');
  const { address } = (await user.get<DepositAddress>('/v2/profile/address/LTC?network=LITECOIN')).body;
  const receivers = [await node.newAddress(), await node.newAddress()] as const;
  // Approved while nothing runs: one transaction pays both.
  await Promise.all(parts.map((part) => part.kill()));
  const ids = [
    await approveWithdrawal(api, user, { address: receivers[0] }),
    await approveWithdrawal(api, user, { address: receivers[1] }),
  ] as const;
  for (const part of parts) part.start();
  await node.send(address, '2');

  const isSigned = async () => (await find(`SELECT FROM signed_payouts WHERE withdrawal_id = ${ids[1]}`)) !== undefined;
  const isKnown = async () =>
    (await node.call<string[]>('getrawmempool')).includes((await payoutRow(api.parts.pool, ids[0])).hash);
  const depositStatus = async () => (await find<{ status: number }>('SELECT status FROM deposits'))?.status;
  const are = async (status: number) => {
    const rows = await Promise.all(ids.map((id) => payoutRow(api.parts.pool, id)));
    return rows.every((row) => row.status === status);
  };

  await untilWorker('they are signed', isSigned);
  await killAll();
  await untilWorker('they are sent', () => are(14));
  await killAll();
  await untilWorker('the network knows them', isKnown);
  await killAll();
  await node.mine();
  await untilWorker('the deposit is seen', async () => (await depositStatus()) === 2);
  await killAll();
  await node.mine(bitcoinConfirmations - 2);
  await untilWorker('the blocks are read', isRead);
  await killAll();
  await node.mine();
  await untilWorker('the deposit is credited', async () => (await depositStatus()) === 3);
  await killAll();
  await untilWorker('they are finished', () => are(3));
  await killAll();
  await node.mine(3);
  await untilWorker('the last blocks are read', isRead);

  expect([await node.received(receivers[0]), await node.received(receivers[1])]).toEqual(['1', '1']);
  expect(await find('SELECT count(DISTINCT transaction_hash)::int AS count FROM signed_payouts')).toEqual({ count: 1 });
  const credits = await find<{ count: number }>(
    `SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'crypto_deposit'`,
  );
  expect(credits).toEqual({ count: 1 });
  const checks = [...depositsAudit.checks, ...withdrawalsAudit.checks];
  const found = await Promise.all(checks.map(({ sql }) => api.parts.pool.query(sql)));
  expect(found.flatMap(({ rows }) => rows)).toEqual([]);
});

test(
  'payouts whose transaction is replaced, or loses its block, are paid once, whichever step watcher, worker and signer are killed at',
  async () => {
    await untilWorker(
      'the network is read',
      async () => (await find(`SELECT FROM chain_cursors WHERE network_id = ${bitcoinNetworkId}`)) !== undefined,
    );
    const cursor = await find<{ hot: string }>(
      `SELECT hot_address AS hot FROM chain_cursors WHERE network_id = ${bitcoinNetworkId}`,
    );
    for (let count = 0; count < 8; count += 1) await node.send(cursor?.hot ?? '', '10');
    await node.mine(bitcoinConfirmations);
    const isRead = async () =>
      (await find<{ height: string }>(`SELECT height FROM chain_cursors WHERE network_id = ${bitcoinNetworkId}`))
        ?.height === String(await node.height());
    await untilWorker('the hot address has coins', isRead);
    const user = await api.signUp('killed-replacement@test.local');
    const receivers: string[] = [];
    const approve = async () => {
      const receiver = await node.newAddress();
      receivers.push(receiver);
      return approveWithdrawal(api, user, { address: receiver });
    };
    const statusOf = async (id: number) => (await payoutRow(api.parts.pool, id)).status;
    const newestHash = async (id: number) =>
      (
        await find<{ hash: string }>(
          `SELECT coalesce((SELECT transaction_hash FROM signed_replacements WHERE withdrawal_id = ${id} ORDER BY id DESC LIMIT 1),
             transaction_hash) AS hash FROM signed_payouts WHERE withdrawal_id = ${id}`,
        )
      )?.hash ?? '';
    const isPending = (id: number) => async () =>
      (await node.call<string[]>('getrawmempool')).includes(await newestHash(id));
    let turn = 0;
    const kill = async () => {
      const victims = [parts.slice(1), parts.slice(0, 1), parts][turn % 3] as PartProcess[];
      turn += 1;
      await Promise.all(victims.map((part) => part.kill()));
      for (const part of victims) part.start();
    };

    for (let round = 0; round < 3; round += 1) {
      const id = await approve();
      await untilWorker('it is sent', async () => (await statusOf(id)) === 14);
      await untilWorker('the network knows it', isPending(id));
      const first = await newestHash(id);
      await api.parts.pool.query(
        `UPDATE signed_payouts SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`,
        [id],
      );
      // Between the decision to replace it and the end of that, wherever the process is.
      if (round > 0) await kill();
      await untilWorker('it is replaced', async () => (await newestHash(id)) !== first);
      await kill();
      await untilWorker('the network has the replacement', isPending(id));
      await kill();
      await node.mine(bitcoinConfirmations);
      await untilWorker('it is finished', async () => (await statusOf(id)) === 3);
    }

    for (const depth of [2, bitcoinConfirmations - 1]) {
      const id = await approve();
      await untilWorker('it is sent', async () => (await statusOf(id)) === 14);
      await untilWorker('the network knows it', isPending(id));
      await node.mine(depth);
      await untilWorker('its block is read', isRead);
      await node.reorganise(depth, { isKept: false });
      await kill();
      await untilWorker('the blocks in place of its own are read', isRead);
      await kill();
      await untilWorker('the network knows it', isPending(id));
      await kill();
      await node.mine(bitcoinConfirmations);
      await untilWorker('it is finished', async () => (await statusOf(id)) === 3);
    }

    for (const receiver of receivers) expect(await node.received(receiver)).toBe('1');
    const found = await Promise.all(withdrawalsAudit.checks.map(({ sql }) => api.parts.pool.query(sql)));
    expect(found.flatMap(({ rows }) => rows)).toEqual([]);
  },
  testMsMax,
);
