/** What the signer takes from the rows of networks and methods stays once there was money by them, whatever role writes (decision 173). */

import pg from 'pg';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EvmTestNetwork, startEvmNetwork } from '../../support/evm-network.ts';
import { asPart } from '../../support/roles.ts';

let network: EvmTestNetwork;
let contract: string;

beforeAll(async () => {
  network = await startEvmNetwork({ tokens: [{ ticker: 'USDT', contract: 'HonestToken' }] });
  contract = network.tokens.get('USDT') ?? '';
});
afterAll(() => network.close());

/** What a console that was taken over has. */
async function operator(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: asPart(network.api.databaseUrl, 'operator') });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
const owner = () => network.api.parts.pool;

const stays = { code: '23514' };
const forbidden = { code: '42501' };
const ofUsdt = `WHERE network_id = 2 AND contract <> ''`;

async function depositUsdt(): Promise<void> {
  const user = await network.api.signUp('alice@test.local');
  const data = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 value)']),
    args: [(await network.addressOf(user, 'USDT')) as Hex, 25_000_000n],
  });
  await network.anvil.send(contract, 0n, data);
  await network.mine(1);
  expect(await network.deposits(user, 'USDT')).toMatchObject([{ amount: '25' }]);
}

test('the operator role adds no coin that another method of the network stands for', async () => {
  const client = await operator();
  const insert = (ticker: string, wanted: string, decimals: number) =>
    client.query(
      `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name)
        SELECT 5000, id, 'OTHER', 'crypto', 2, $2, $3, 'x' FROM assets WHERE ticker = $1`,
      [ticker, wanted, decimals],
    );
  const upper = `0x${contract.slice(2).toUpperCase()}`;
  await expect(insert('BTC', upper, 6)).rejects.toMatchObject({ code: '23505' });
  await expect(insert('BTC', '', 18)).rejects.toMatchObject(stays);
  await expect(insert('ETH', '', 36)).rejects.toMatchObject(stays);
  await expect(client.query(`UPDATE networks SET key = 'X' WHERE id = 2`)).rejects.toMatchObject(forbidden);
  await expect(client.query('UPDATE payment_methods SET asset_id = 1')).rejects.toMatchObject(forbidden);
  await expect(client.query(`UPDATE assets SET ticker = 'USDX' WHERE ticker = 'USDT'`)).rejects.toMatchObject(stays);
  await expect(client.query(`UPDATE assets SET scale = scale + 1 WHERE ticker = 'USDT'`)).rejects.toMatchObject(stays);
});

test('a token is corrected until money comes by it, and no change that began before then is written after it', async () => {
  const client = await operator();
  await client.query(`UPDATE payment_methods SET decimals = 9 ${ofUsdt}`);
  await client.query(`UPDATE payment_methods SET decimals = 6 ${ofUsdt}`);
  const early = await operator();
  await early.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await early.query('SELECT 1 FROM payment_methods');
  await depositUsdt();
  await expect(early.query(`UPDATE payment_methods SET decimals = 9 ${ofUsdt}`)).rejects.toMatchObject(stays);
  for (const role of [client, owner()])
    for (const change of ['decimals = 9', `contract = '0x${'1'.repeat(40)}'`, `provider = 'x'`])
      await expect(role.query(`UPDATE payment_methods SET ${change} ${ofUsdt}`), change).rejects.toMatchObject(stays);
  await client.query(`UPDATE payment_methods SET tooltip = 'x', decimals = 6 ${ofUsdt}`);
});

test('money that comes while a change is not written yet waits for it', async () => {
  const [client, other] = [await operator(), new pg.Client({ connectionString: network.api.databaseUrl })];
  await other.connect();
  onTestFinished(() => other.end());
  await client.query(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name)
      SELECT 5001, id, 'ETHEREUM', 'crypto', 2, '0x${'2'.repeat(40)}', 8, 'x' FROM assets WHERE ticker = 'BTC'`,
  );
  await client.query('BEGIN');
  await client.query('UPDATE payment_methods SET decimals = 9 WHERE id = 5001');
  await other.query(`SET lock_timeout = '300ms'`);
  const deposit = `INSERT INTO deposits (user_id, asset_id, method_id, amount, status, reference)
    SELECT users.id, assets.id, 5001, 1, 1, 'x' FROM users, assets WHERE ticker = 'BTC' LIMIT 1`;
  await expect(other.query(deposit)).rejects.toMatchObject({ code: '55P03' });
  await client.query('COMMIT');
  await other.query(deposit);
  await expect(client.query('UPDATE payment_methods SET decimals = 8 WHERE id = 5001')).rejects.toMatchObject(stays);
});

test('the provider of a method stays once somebody has saved a receiver, whose token is of that provider', async () => {
  const client = await operator();
  const change = `UPDATE payment_methods SET provider = 'another' WHERE key = 'PAYSOFT'`;
  await client.query(change);
  await client.query(`UPDATE payment_methods SET provider = 'sandbox' WHERE key = 'PAYSOFT'`);
  await owner().query(
    `INSERT INTO saved_addresses (user_id, method_id, address, memo, name, usable_at)
      SELECT users.id, method.id, 'receiver', 'token', 'mine', now() FROM users, payment_methods method WHERE method.key = 'PAYSOFT' LIMIT 1`,
  );
  await expect(client.query(change)).rejects.toMatchObject(stays);
});

test('the chain of a network that was read stays, and so do the decimals of its own coin', async () => {
  await network.watch();
  for (const role of [await operator(), owner()]) {
    for (const change of ['chain_id = 5', `chain_name = 'x'`, `address_type = 'wpkh'`])
      await expect(role.query(`UPDATE networks SET ${change} WHERE id = 2`), change).rejects.toMatchObject(stays);
    await expect(
      role.query(`UPDATE payment_methods SET decimals = 36 WHERE network_id = 2 AND contract = ''`),
    ).rejects.toMatchObject(stays);
    await role.query('UPDATE networks SET confirmations = 3, chain_id = chain_id WHERE id = 2');
  }
});

test('whether a method is counted is found by indexes alone', async () => {
  const client = await operator();
  await client.query('SET enable_seqscan = off');
  for (const where of [
    'saved_addresses WHERE method_id = 1',
    `unclaimed_transfers WHERE network_id = 1 AND lower(contract) = 'x'`,
    'deposits WHERE method_id = 1',
    'withdrawals WHERE method_id = 1',
  ]) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT FROM ${where}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
    expect(plan, where).toMatch(/Index/);
    expect(plan, where).not.toMatch(/Filter/);
  }
});
