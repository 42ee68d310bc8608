/** Deposits from a network of the Bitcoin family: a real node, the watcher, and what must not be credited. */
import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import { recordAllBalances } from '@pelican/api/src/modules/sweeps/jobs.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forceChain } from '../../support/another-chain.ts';
import {
  type BitcoinTestNetwork,
  bitcoinConfirmations,
  bitcoinNetworkId,
  startBitcoinNetwork,
} from '../../support/bitcoin-network.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: BitcoinTestNetwork;
let user: TestUser;
let address: string;
let people = 0;

beforeAll(async () => {
  network = await startBitcoinNetwork();
});
afterAll(() => network.close());
beforeEach(async () => {
  people += 1;
  user = await network.api.signUp(`bitcoin${people}@test.local`);
  address = await network.addressOf(user);
});

const shown = async () =>
  (await network.deposits(user)).map(({ amount, status, confirmations }) => [amount, status, confirmations]);

async function balance(): Promise<string> {
  const { rows } = await network.api.parts.pool.query<{ balance: string }>(
    `SELECT trim_scale(balance)::text AS balance FROM ledger_accounts account
       JOIN assets ON assets.id = asset_id WHERE account.kind = 'main' AND user_id = $1 AND ticker = 'LTC'`,
    [user.id],
  );
  return rows[0]?.balance ?? '0';
}

async function auditFindings(): Promise<unknown[]> {
  const found = await Promise.all(depositsAudit.checks.map(({ sql }) => network.api.parts.pool.query(sql)));
  return found.flatMap(({ rows }) => rows);
}

/** Units of outputs of ours to the address, by whether they are spent. */
async function outputsOf(to: string): Promise<unknown[]> {
  const { rows } = await network.api.parts.pool.query(
    `SELECT units::text, spent_by IS NULL AS "isUnspent" FROM utxos WHERE network_id = $1 AND address = $2 ORDER BY outpoint`,
    [bitcoinNetworkId, to],
  );
  return rows;
}

test('coins are credited once after their confirmations, each output by itself', async () => {
  expect(address).toMatch(/^rltc1q[0-9a-z]{38}$/);
  const hash = await network.node.send(address, '1.50000001');
  await network.mine(1);
  expect(await shown()).toEqual([['1.50000001', 2, 1]]);
  await network.mine(bitcoinConfirmations - 2);
  expect(await balance()).toBe('0');
  await network.mine(1);
  await Promise.all([network.watch(), network.watch(), network.watch()]);
  expect(await balance()).toBe('1.50000001');
  expect(await outputsOf(address)).toEqual([{ units: '150000001', isUnspent: true }]);
  const [deposit] = await network.deposits(user);
  expect(deposit).toMatchObject({ txHash: hash, confirmations_needed: bitcoinConfirmations });
  expect(await auditFindings()).toEqual([]);
});

test('one transaction may pay several users, and one user twice', async () => {
  const other = await network.api.signUp(`also${people}@test.local`);
  const second = await network.addressOf(other);
  await network.node.call('sendmany', '', { [address]: '1', [second]: '2' });
  await network.node.send(address, '3');
  await network.mine(bitcoinConfirmations);
  expect(await balance()).toBe('4');
  expect((await network.deposits(other)).map(({ amount, status }) => [amount, status])).toEqual([['2', 3]]);
});

test('an address of yesterday stays with its user', async () => {
  await network.node.send(address, '1');
  await network.mine(1);
  const { body } = await user.post<{ address: string }>('/v2/profile/address', { ticker: 'LTC', network: 'LITECOIN' });
  expect(body.address).not.toBe(address);
  await network.node.send(address, '2');
  await network.node.send(body.address, '4');
  await network.mine(bitcoinConfirmations);
  expect(await balance()).toBe('7');
});

test.each(Array.from({ length: 10 }, (_, index) => index + 1))(
  'a re-organisation of depth %i counts confirmations anew and credits once',
  async (depth) => {
    await network.node.send(address, '1');
    await network.mine(depth);
    const isCredited = depth >= bitcoinConfirmations;
    expect(await shown()).toEqual([['1', isCredited ? 3 : 2, Math.min(depth, bitcoinConfirmations)]]);
    await network.node.reorganise(depth, { isKept: true });
    await network.watch();
    if (!isCredited) expect(await shown()).toEqual([['1', depth + 1 >= bitcoinConfirmations ? 3 : 2, depth + 1]]);
    await network.mine(bitcoinConfirmations);
    expect(await balance()).toBe('1');
    expect(await outputsOf(address)).toEqual([{ units: '100000000', isUnspent: true }]);
    expect(await auditFindings()).toEqual([]);
  },
);

test('a deposit that the new branch does not have waits without a block, and is not credited', async () => {
  await network.node.send(address, '1');
  await network.mine(3);
  await network.node.reorganise(3, { isKept: false });
  await network.watch();
  await network.node.mine(bitcoinConfirmations, { isEmpty: true });
  await network.watch();
  expect(await shown()).toEqual([['1', 2, 0]]);
  expect([await balance(), await outputsOf(address)]).toEqual(['0', []]);
  await network.mine(bitcoinConfirmations);
  expect([await balance(), await auditFindings()]).toEqual(['1', []]);
});

test('dust is shown with its reason and not credited', async () => {
  await network.node.send(address, '0.00099999');
  await network.mine(bitcoinConfirmations);
  expect(await shown()).toEqual([['0.00099999', 13, 0]]);
  expect(await balance()).toBe('0');
});

test('coins of the first transaction of a block are credited when they can be spent', async () => {
  await network.node.call('generatetoaddress', 1, address);
  await network.mine(bitcoinConfirmations + 10);
  const [deposit] = await network.deposits(user);
  expect(deposit).toMatchObject({ status: 2, confirmations: bitcoinConfirmations + 11, confirmations_needed: 100 });
  await network.mine(100 - bitcoinConfirmations - 12);
  expect(await balance()).toBe('0');
  await network.mine(1);
  expect(await balance()).not.toBe('0');
  expect(await auditFindings()).toEqual([]);
});

test('a watcher that was off for long reads what it has missed in turns', async () => {
  for (let round = 0; round < 5; round += 1) {
    await network.node.send(address, '1');
    await network.node.mine(60);
  }
  await network.watch();
  expect(await balance()).toBe('5');
});

test('what lies on the network is all outputs of ours', async () => {
  const { pool } = network.api.parts;
  const parts = { pool: network.workerPool, signer: network.signer, chains: { chainOf: () => undefined } };
  await recordAllBalances({ ...parts, log: { warn: fail, error: fail } } as never);
  const { rows } = await pool.query<{ hot: string; deposits: string }>(
    `SELECT hot, deposits FROM network_balances WHERE network_id = $1`,
    [bitcoinNetworkId],
  );
  const { rows: own } = await pool.query<{ sum: string }>(
    `SELECT (sum(units) / 10::numeric ^ 8)::numeric(38, 18)::text AS sum FROM utxos WHERE network_id = $1
      AND height <= (SELECT height FROM chain_cursors WHERE network_id = $1) - $2::int + 1`,
    [bitcoinNetworkId, bitcoinConfirmations],
  );
  expect(Number(rows[0]?.hot)).toBe(Number(own[0]?.sum));
  expect(Number(rows[0]?.hot)).toBeGreaterThan(40);
  expect(Number(rows[0]?.deposits)).toBe(0);
});

function fail(facts: object): void {
  throw new Error(JSON.stringify(facts));
}

test('a node of another network is refused, and neither its address nor its password is in what is logged', async () => {
  const { pool } = network.api.parts;
  await forceChain(pool, bitcoinNetworkId, 'chain_name', 'bitcoin');
  const { openChains } = await import('@pelican/api/src/chains/index.ts');
  const { bitcoinNetworksAt } = await import('../../support/bitcoin-network.ts');
  const chains = openChains({ evm: new Map(), bitcoin: bitcoinNetworksAt(network.node.url, 'wpkh') });
  const place = { id: bitcoinNetworkId, key: 'LITECOIN', kind: 'bitcoin', chainId: null } as const;
  expect(() => chains.outputChainOf({ ...place, chainName: 'bitcoin', addressType: 'wpkh' })).toThrow();
  const { createBitcoinChain } = await import('@pelican/api/src/chains/bitcoin/chain.ts');
  const { bitcoinAccount } = await import('@pelican/api/src/chains/bitcoin/keys.ts');
  const account = bitcoinAccount(new Uint8Array(32), { chain: 'bitcoin', script: 'wpkh', account: 1 });
  await expect(createBitcoinChain(network.node.url, account).head()).rejects.toThrow('is not of the network bitcoin');
  const wrong = network.node.url.replace(network.node.password, 'another-password');
  const errors = await Promise.all(
    [wrong, wrong.replace(/:\d+$/, ':1')].map((url) =>
      createBitcoinChain(url, account)
        .head()
        .catch((error: Error) => error),
    ),
  );
  for (const error of errors as Error[]) {
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(
      /another-password|of-a-test|127\.0\.0\.1/,
    );
  }
  await forceChain(pool, bitcoinNetworkId, 'chain_name', 'litecoin-regtest');
});
