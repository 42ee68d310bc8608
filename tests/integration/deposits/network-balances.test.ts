/** What lies on the network of the demo, and on one of outputs, as the worker records it. */
import { openChains } from '@pelican/api/src/chains/index.ts';
import { readNetworkBalances } from '@pelican/api/src/modules/sweeps/index.ts';
import { recordAllBalances } from '@pelican/api/src/modules/sweeps/jobs.ts';
import type { DepositAddress } from '@pelican/shared/contracts/deposits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';

let network: TestNetwork;

beforeAll(async () => {
  network = await startTestNetwork();
  await network.watch();
});
afterAll(() => network.close());

/** One run. @returns what has failed */
async function record(): Promise<unknown[]> {
  const errors: unknown[] = [];
  const note = (facts: unknown) => void errors.push(facts);
  await recordAllBalances({
    pool: network.workerPool,
    signer: network.signer,
    chains: openChains({ sandbox: network.chain, evm: new Map() }),
    log: { warn: note, error: note } as never,
  });
  return errors;
}

test('deposits that are confirmed are what the ledger says', async () => {
  const user = await network.api.signUp('saver@test.local');
  const { address } = (await user.get<DepositAddress>('/v2/profile/address/BTC')).body;
  await network.chain.faucet({ to: address, memo: '', contract: 'BTC', units: '150000000' });
  await network.mine(6);
  await network.chain.faucet({ to: address, memo: '', contract: 'BTC', units: '50000000' });
  await network.mine(1);
  expect(await record()).toEqual([]);
  const found = await readNetworkBalances(network.api.parts.pool);
  expect(found.find(({ ticker }) => ticker === 'BTC')).toMatchObject({
    hot: '0',
    deposits: '1.5',
    cold: '0',
    ledger: '1.5',
  });
});

test('of a network of outputs those count that were there at the confirmed block', async () => {
  const { pool } = network.api.parts;
  await pool.query(
    `INSERT INTO networks (id, key, name, kind, chain_name, address_type, native_asset_id, confirmations, block_seconds)
     SELECT 9, 'LITECOIN', 'Litecoin', 'bitcoin', 'litecoin', 'wpkh', id, 3, 150 FROM assets WHERE ticker = 'LTC'`,
  );
  await pool.query(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name)
     SELECT 9000, id, 'LITECOIN', 'crypto', 9, '', 8, 'Litecoin' FROM assets WHERE ticker = 'LTC'`,
  );
  await pool.query(
    `INSERT INTO chain_cursors (network_id, height, hash, head_height, hot_address) VALUES (9, 12, 'c', 12, 'hot')`,
  );
  await pool.query(`INSERT INTO chain_blocks VALUES (9, 10, 'a'), (9, 11, 'b'), (9, 12, 'c')`);
  await pool.query(
    `INSERT INTO utxos (network_id, outpoint, address, derivation_index, units, height, spent_by, spent_height) VALUES
      (9, 'hot:0', 'hot', 0, 100000000, 5, NULL, NULL), (9, 'one:0', 'one', 1, 250000000, 10, NULL, NULL),
      (9, 'young:0', 'one', 1, 900000000, 11, NULL, NULL), (9, 'gone:0', 'two', 2, 400000000, 6, 'x', 10),
      (9, 'going:0', 'two', 2, 50000000, 6, 'y', 11)`,
  );
  expect(await record()).toEqual([]);
  const found = await readNetworkBalances(pool);
  expect(found.find((one) => one.network === 'LITECOIN')).toMatchObject({
    ticker: 'LTC',
    hot: '4',
    deposits: '0',
    blockHeight: 10,
    blockHash: 'a',
  });
});
