/** Re-organisations of the network under the watcher. */

import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import type { CryptoDeposit, DepositAddress } from '@pelican/shared/contracts/deposits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: TestNetwork;
let user: TestUser;
let address: string;
let people = 0;

beforeAll(async () => {
  network = await startTestNetwork();
  await network.watch();
  await network.mine(20);
});
afterAll(() => network.close());
beforeEach(async () => {
  people += 1;
  user = await network.api.signUp(`depositor${people}@test.local`);
  address = (await user.get<DepositAddress>('/v2/profile/address/BTC')).body.address;
});

const send = (units = 100_000_000) =>
  network.chain.faucet({ to: address, memo: '', contract: 'BTC', units: String(units) });
const deposits = async () =>
  (await user.get<{ result: CryptoDeposit[] }>('/v2/profile/deposits/BTC')).body.result.map(
    ({ status, confirmations }) => ({
      status,
      confirmations,
    }),
  );
/** The watcher until it has read all blocks. */
async function catchUp(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await network.watch();
}
async function credited(): Promise<number> {
  const { rows } = await network.api.parts.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'crypto_deposit' AND reference IN (
       SELECT 'deposit:' || id FROM deposits WHERE user_id = $1)`,
    [user.id],
  );
  return rows[0]?.count ?? 0;
}
async function auditFindings(): Promise<unknown[]> {
  const found = await Promise.all(depositsAudit.checks.map(({ sql }) => network.api.parts.pool.query(sql)));
  return found.flatMap(({ rows }) => rows);
}

test.each(Array.from({ length: 10 }, (_, index) => index + 1))(
  'a re-organisation of depth %i after the deposit is seen counts its confirmations anew and credits it once',
  async (depth) => {
    await network.api.parts.pool.query('UPDATE networks SET confirmations = 12');
    await send();
    await network.mine(depth);
    expect(await deposits()).toEqual([{ status: 2, confirmations: depth }]);
    await network.chain.fork(depth, { isKept: true });
    await catchUp();
    // It is in the first block of the new branch.
    expect(await deposits()).toEqual([{ status: 2, confirmations: depth + 1 }]);
    await network.mine(12);
    expect(await deposits()).toEqual([{ status: 3, confirmations: 12 }]);
    await network.api.parts.pool.query('UPDATE networks SET confirmations = 3');
    await network.mine(3);
    expect(await credited()).toBe(1);
  },
);

test('a deposit whose transaction is lost waits, and is canceled when it does not come back', async () => {
  await send();
  await network.mine(2);
  await network.chain.fork(2, { isKept: false });
  await catchUp();
  expect(await deposits()).toEqual([{ status: 2, confirmations: 0 }]);
  await network.mine(120);
  await catchUp();
  expect(await deposits()).toEqual([{ status: 9, confirmations: 0 }]);
  expect(await credited()).toBe(0);
});

test('a re-organisation below a credited deposit takes nothing away, and the audit says it until the deposit is back', async () => {
  await send();
  await network.mine(4);
  expect(await deposits()).toEqual([{ status: 3, confirmations: 3 }]);
  await network.chain.fork(6, { isKept: false });
  network.logged.length = 0;
  await catchUp();
  expect(await credited()).toBe(1);
  expect((await deposits())[0]?.status).toBe(3);
  expect(await auditFindings()).toMatchObject([{ what: expect.stringMatching(/^deposit \d+$/) }]);
  expect(network.logged).toContainEqual(
    expect.objectContaining({ level: 'error', text: expect.stringContaining('lost their block') }),
  );
  await network.api.parts.pool.query('UPDATE deposits SET missing_since = NULL');
});

test('a credited deposit that is in a block of the new branch is in order', async () => {
  await send();
  await network.mine(4);
  await network.chain.fork(6, { isKept: true });
  await catchUp();
  await network.mine(5);
  expect(await credited()).toBe(1);
  expect(await auditFindings()).toEqual([]);
});

test.each([false, true])(
  'a server that is behind is no re-organisation (another one has told the head: %s)',
  async (isHeadNew) => {
    await send();
    await network.mine(2);
    const { height, hash } = await network.chain.head();
    await network.mine(1);
    const behind = {
      ...network.chain,
      head: async () => (isHeadNew ? network.chain.head() : { height, hash }),
      blockHash: async (at: number) => (at > height ? undefined : network.chain.blockHash(at)),
    };
    const { watchNetwork } = await import('@pelican/api/src/modules/deposits/watch.ts');
    const sandbox = { id: 1, key: 'SANDBOX', kind: 'sandbox', chainId: null, confirmations: 3 } as const;
    await watchNetwork(
      { pool: network.workerPool, log: { warn: () => undefined, error: () => undefined } },
      sandbox,
      behind,
    );
    expect(await deposits()).toEqual([{ status: 3, confirmations: 3 }]);
    expect(await auditFindings()).toEqual([]);
  },
);

test('the audit names what is credited too early, deposits that wait for hours, and a network that is not read', async () => {
  const { pool } = network.api.parts;
  await send();
  await network.mine(4);
  expect(await auditFindings()).toEqual([]);
  const sql = (text: string) => pool.query(text, [user.id]);
  await sql('UPDATE deposits SET credited_at = NULL WHERE user_id = $1');
  expect(await auditFindings()).toMatchObject([{ expected: '0', found: '1.000000000000000000' }]);
  await sql('UPDATE deposits SET credited_at = now() WHERE user_id = $1');
  await send();
  await network.mine(1);
  await sql(`UPDATE deposits SET created_at = now() - interval '2 hours' WHERE user_id = $1`);
  expect(await auditFindings()).toMatchObject([{ what: expect.stringMatching(/^seconds that deposit \d+ waits$/) }]);
  await network.mine(3);
  await pool.query(`UPDATE chain_cursors SET asked_at = now() - interval '11 minutes'`);
  expect(await auditFindings()).toMatchObject([{ what: 'seconds since the network SANDBOX was read' }]);
  await network.watch();
  expect(await auditFindings()).toEqual([]);
});

test('what arrives for an erased account is unclaimed; what it was credited before is known again after a re-organisation', async () => {
  const { pool } = network.api.parts;
  const unclaimed = async () =>
    (await pool.query('SELECT units FROM unclaimed_transfers WHERE address = $1', [address])).rows;
  await send();
  await network.mine(4);
  await pool.query(`UPDATE users SET status = 'blocked', deleted_at = now() WHERE id = $1`, [user.id]);
  await network.chain.fork(6, { isKept: true });
  await catchUp();
  await network.mine(3);
  expect(await unclaimed()).toEqual([]);
  expect(await auditFindings()).toEqual([]);
  await send(700);
  await network.mine(4);
  expect(await unclaimed()).toEqual([{ units: '700' }]);
  expect(await credited()).toBe(1);
});
