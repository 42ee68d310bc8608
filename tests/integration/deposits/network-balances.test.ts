/** What lies on the network of the demo, as the worker records it. */
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

test('deposits that are confirmed are what the ledger says', async () => {
  const user = await network.api.signUp('saver@test.local');
  const { address } = (await user.get<DepositAddress>('/v2/profile/address/BTC')).body;
  await network.chain.faucet({ to: address, memo: '', contract: 'BTC', units: '150000000' });
  await network.mine(6);
  await network.chain.faucet({ to: address, memo: '', contract: 'BTC', units: '50000000' });
  await network.mine(1);
  const errors: unknown[] = [];
  await recordAllBalances({
    pool: network.workerPool,
    signer: network.signer,
    chains: openChains({ sandbox: network.chain, evm: new Map() }),
    log: { warn: (facts: unknown) => errors.push(facts), error: (facts: unknown) => errors.push(facts) } as never,
  });
  expect(errors).toEqual([]);
  const found = await readNetworkBalances(network.api.parts.pool);
  expect(found.find(({ ticker }) => ticker === 'BTC')).toMatchObject({
    hot: '0',
    deposits: '1.5',
    cold: '0',
    ledger: '1.5',
  });
});
