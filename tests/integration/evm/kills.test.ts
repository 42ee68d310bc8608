/** The worker and the signer as processes on an EVM network, killed at each step of a withdrawal, of a deposit, and of its sweep. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import { sweepsAudit } from '@pelican/api/src/modules/sweeps/index.ts';
import { withdrawalsAudit } from '@pelican/api/src/modules/withdrawals/index.ts';
import type { DepositAddress } from '@pelican/shared/contracts/deposits';
import { encodeFunctionData, type Hex, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, until } from '../../../scripts/services/process.ts';
import { type Anvil, startAnvil, testTokenAbi } from '../../support/anvil.ts';
import { evmConfirmations, evmNetworkId, insertEvmNetwork } from '../../support/evm-network.ts';
import { approveWithdrawal, payoutRow } from '../../support/evm-payouts.ts';
import { setSweepRule, sweepRows } from '../../support/evm-sweeps.ts';
import { type PartProcess, runProgram, startPart } from '../../support/processes.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

const waitMs = 240_000;
/** Each test starts both processes seven times and more, beside whatever else runs. */
const testMsMax = 1_200_000;
let api: TestApi;
let anvil: Anvil;
let dataDir: string;
let parts: PartProcess[];

beforeAll(async () => {
  [anvil, api] = await Promise.all([startAnvil(), startTestApi()]);
  await insertEvmNetwork(api, new Map([['USDT', await anvil.deploy('HonestToken')]]));
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-evm-'));
  const port = await freePort();
  const signerEnv = {
    DATABASE_URL: api.databaseUrl,
    SIGNER_PORT: String(port),
    SIGNER_SECRET: 'of-a-test-'.repeat(4),
    SIGNER_PASSPHRASE: 'opens-it-'.repeat(4),
    SIGNER_LIMITS: '*=1000000',
  };
  const keys = await runProgram('apps/api/src/processes/signer.ts', ['extended-public-keys'], {
    ...signerEnv,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: asPart(api.databaseUrl, 'signer'),
  });
  expect(keys).toMatch(/^ETHEREUM=xpub\w{100,}\n$/);
  const workerEnv = {
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    SIGNER_URL: `http://127.0.0.1:${port}`,
    SIGNER_SECRET: signerEnv.SIGNER_SECRET,
    EVM_RPC_URLS: `ETHEREUM=${anvil.url}`,
    EVM_EXTENDED_PUBLIC_KEYS: keys.trim(),
  };
  parts = [
    startPart({ name: 'signer', entry: 'apps/api/src/processes/signer.ts', dataDir, env: signerEnv }),
    startPart({ name: 'worker', entry: 'apps/api/src/processes/worker.ts', dataDir, env: workerEnv }),
  ];
});
afterAll(async () => {
  await Promise.all(parts.map((part) => part.kill()));
  await anvil.close();
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

test(
  'a withdrawal is paid once and a deposit credited once, whichever step both processes are killed at',
  async () => {
    await untilWorker('addresses are made', async () => {
      const row = await find<{ count: number }>('SELECT count(*)::int AS count FROM deposit_addresses');
      return (row?.count ?? 0) >= 200;
    });
    const cursor = await find<{ hot: Hex }>(
      `SELECT hot_address AS hot FROM chain_cursors WHERE network_id = ${evmNetworkId}`,
    );
    const hot = cursor?.hot as Hex;
    await anvil.client.setBalance({ address: hot, value: parseEther('100') });
    const user = await api.signUp('killed@test.local');
    const { address } = (await user.get<DepositAddress>('/v2/profile/address/ETH?network=ETHEREUM')).body;
    const receiver = privateKeyToAddress(generatePrivateKey());
    const id = await approveWithdrawal(api, user, { address: receiver });
    await anvil.send(address, parseEther('2'));

    const isSigned = async () => (await find(`SELECT FROM signed_payouts WHERE withdrawal_id = ${id}`)) !== undefined;
    const isKnown = async () => (await anvil.client.getTransactionCount({ address: hot, blockTag: 'pending' })) === 1;
    const isRead = async () =>
      (await find<{ height: string }>(`SELECT height FROM chain_cursors WHERE network_id = ${evmNetworkId}`))
        ?.height === String(await anvil.client.getBlockNumber());
    const depositStatus = async () => (await find<{ status: number }>('SELECT status FROM deposits'))?.status;

    await untilWorker('it is signed', isSigned);
    await killAll();
    await untilWorker('it is sent', async () => (await payoutRow(api.parts.pool, id)).status === 14);
    await killAll();
    await untilWorker('the network knows it', isKnown);
    await killAll();
    await anvil.mine();
    await untilWorker('the deposit is seen', async () => (await depositStatus()) === 2);
    await killAll();
    await anvil.mine(evmConfirmations - 2);
    await untilWorker('the blocks are read', isRead);
    await killAll();
    await anvil.mine();
    await untilWorker('the deposit is credited', async () => (await depositStatus()) === 3);
    await killAll();
    await untilWorker('it is finished', async () => (await payoutRow(api.parts.pool, id)).status === 3);
    await killAll();
    await anvil.mine(3);
    await untilWorker('the last blocks are read', isRead);

    expect(await anvil.client.getBalance({ address: receiver })).toBe(parseEther('1'));
    expect(await anvil.client.getTransactionCount({ address: hot })).toBe(1);
    const credits = await find<{ count: number }>(
      `SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'crypto_deposit'`,
    );
    expect(credits).toEqual({ count: 1 });
    const checks = [...depositsAudit.checks, ...withdrawalsAudit.checks, ...sweepsAudit.checks];
    const found = await Promise.all(checks.map(({ sql }) => api.parts.pool.query(sql)));
    expect(found.flatMap(({ rows }) => rows)).toEqual([]);
  },
  testMsMax,
);

test(
  'a token and the gas for it move once, whichever step both processes are killed at',
  async () => {
    const method = await find<{ contract: Hex }>(
      `SELECT contract FROM payment_methods WHERE network_id = ${evmNetworkId} AND contract <> ''`,
    );
    const cursor = await find<{ hot: Hex }>(
      `SELECT hot_address AS hot FROM chain_cursors WHERE network_id = ${evmNetworkId}`,
    );
    const [token, hot] = [method?.contract as Hex, cursor?.hot as Hex];
    const held = (owner: Hex) =>
      anvil.client.readContract({ address: token, abi: testTokenAbi, functionName: 'balanceOf', args: [owner] });
    const before = await anvil.client.getTransactionCount({ address: hot });
    const user = await api.signUp('killed-sweep@test.local');
    const holder = (await user.get<DepositAddress>('/v2/profile/address/USDT?network=ETHEREUM')).body.address as Hex;
    await setSweepRule(api, 'USDT', { minimum: '1' });
    const args = [holder, parseUnits('25', 6)] as const;
    await anvil.send(token, 0n, encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args }));
    await anvil.mine(evmConfirmations);

    const rows = () => sweepRows(api.parts.pool);
    const has =
      (kind: string, ...states: string[]) =>
      async () =>
        (await rows()).some((row) => row.kind === kind && states.includes(row.state));
    const isSigned = (kind: string) => async () =>
      (await rows()).some((row) => row.kind === kind && row.nonces.length > 0);
    const isKnown = (address: Hex, count: number) => async () =>
      (await anvil.client.getTransactionCount({ address, blockTag: 'pending' })) === count;
    const isRead = async () =>
      (await find<{ height: string }>(`SELECT height FROM chain_cursors WHERE network_id = ${evmNetworkId}`))
        ?.height === String(await anvil.client.getBlockNumber());

    for (const [kind, sender, count] of [
      ['gas', hot, before + 1],
      ['sweep', holder, 1],
    ] as const) {
      await untilWorker(`${kind} is written`, has(kind, 'waiting', 'sent'));
      await killAll();
      await untilWorker(`${kind} is signed`, isSigned(kind));
      await killAll();
      await untilWorker(`${kind} is sent`, has(kind, 'sent'));
      await killAll();
      await untilWorker(`the network knows ${kind}`, isKnown(sender, count));
      await killAll();
      await anvil.mine();
      await untilWorker('the block is read', isRead);
      await killAll();
      await anvil.mine(evmConfirmations);
      await untilWorker(`${kind} is done`, has(kind, 'done'));
      await killAll();
    }
    await anvil.mine(3);
    await untilWorker('the last blocks are read', isRead);

    expect([await held(holder), await held(hot)]).toEqual([0n, parseUnits('25', 6)]);
    expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
      ['gas', 'done'],
      ['sweep', 'done'],
    ]);
    expect(await anvil.client.getTransactionCount({ address: hot })).toBe(before + 1);
    const credits = await find<{ count: number }>(
      `SELECT count(*)::int AS count FROM deposits WHERE user_id = ${user.id}`,
    );
    expect(credits).toEqual({ count: 1 });
    const checks = [...depositsAudit.checks, ...withdrawalsAudit.checks, ...sweepsAudit.checks];
    const found = await Promise.all(checks.map(({ sql }) => api.parts.pool.query(sql)));
    expect(found.flatMap(({ rows: those }) => those)).toEqual([]);
  },
  testMsMax,
);

/** Kills one of the two processes, or both, as often as it is called, in turn. */
function killTurns(): () => Promise<void> {
  let turn = 0;
  return async () => {
    const victims = [parts.slice(1), parts.slice(0, 1), parts][turn % 3] as PartProcess[];
    turn += 1;
    await Promise.all(victims.map((part) => part.kill()));
    for (const part of victims) part.start();
  };
}

test(
  'payouts whose transactions are replaced, or lose their block, are paid once, whichever step watcher, worker and signer are killed at',
  async () => {
    await untilWorker(
      'the network is read',
      async () => (await find(`SELECT FROM chain_cursors WHERE network_id = ${evmNetworkId}`)) !== undefined,
    );
    const cursor = await find<{ hot: Hex }>(
      `SELECT hot_address AS hot FROM chain_cursors WHERE network_id = ${evmNetworkId}`,
    );
    const hot = cursor?.hot as Hex;
    await anvil.client.setBalance({ address: hot, value: parseEther('100') });
    const before = await anvil.client.getTransactionCount({ address: hot });
    const user = await api.signUp('killed-replacement@test.local');
    const receivers: Hex[] = [];
    const approve = async () => {
      const receiver = privateKeyToAddress(generatePrivateKey());
      receivers.push(receiver);
      return approveWithdrawal(api, user, { address: receiver });
    };
    const statusOf = async (id: number) => (await payoutRow(api.parts.pool, id)).status;
    const isRead = async () =>
      (await find<{ height: string }>(`SELECT height FROM chain_cursors WHERE network_id = ${evmNetworkId}`))
        ?.height === String(await anvil.client.getBlockNumber());
    const isPending = async () =>
      (await anvil.client.getTransactionCount({ address: hot, blockTag: 'pending' })) === before + receivers.length;
    const kill = killTurns();

    for (let turn = 0; turn < 3; turn += 1) {
      const id = await approve();
      await untilWorker('it is sent', async () => (await statusOf(id)) === 14);
      await untilWorker('the network knows it', isPending);
      await api.parts.pool.query(
        `UPDATE signed_payouts SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`,
        [id],
      );
      // Between the decision to replace it and the end of that, wherever the process is.
      if (turn > 0) await kill();
      const replacement = () =>
        find<{ hash: Hex }>(
          `SELECT transaction_hash AS hash FROM signed_replacements WHERE withdrawal_id = ${id} ORDER BY id DESC LIMIT 1`,
        );
      await untilWorker('it is replaced', async () => (await replacement()) !== undefined);
      await kill();
      const isHandedIn = async () => {
        const hash = (await replacement())?.hash as Hex;
        return anvil.client.getTransaction({ hash }).then(
          () => true,
          () => false,
        );
      };
      await untilWorker('the network has the replacement', isHandedIn);
      await kill();
      await anvil.mine(evmConfirmations);
      await untilWorker('it is finished', async () => (await statusOf(id)) === 3);
    }

    for (const depth of [2, evmConfirmations - 2]) {
      const id = await approve();
      await untilWorker('it is sent', async () => (await statusOf(id)) === 14);
      await untilWorker('the network knows it', isPending);
      await anvil.mine(depth);
      await untilWorker('its block is read', isRead);
      await anvil.reorganise(depth);
      await kill();
      await untilWorker('the blocks in place of its own are read', isRead);
      await kill();
      await untilWorker('the network knows it again', isPending);
      await kill();
      await anvil.mine(evmConfirmations);
      await untilWorker('it is finished', async () => (await statusOf(id)) === 3);
    }

    for (const address of receivers) expect(await anvil.client.getBalance({ address })).toBe(parseEther('1'));
    expect(await anvil.client.getTransactionCount({ address: hot })).toBe(before + receivers.length);
    const found = await Promise.all(withdrawalsAudit.checks.map(({ sql }) => api.parts.pool.query(sql)));
    expect(found.flatMap(({ rows }) => rows)).toEqual([]);
  },
  testMsMax,
);
