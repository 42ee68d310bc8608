/** What lies on an EVM network, as the worker records it: all of one confirmed block, and the same as the ledger says. */
import { readNetworkBalances } from '@pelican/api/src/modules/sweeps/index.ts';
import { recordAllBalances } from '@pelican/api/src/modules/sweeps/jobs.ts';
import { encodeFunctionData, type Hex, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTokenAbi } from '../../support/anvil.ts';
import { type EvmTestNetwork, evmConfirmations, startEvmNetwork } from '../../support/evm-network.ts';
import { evmChain, fundHotAddress } from '../../support/evm-payouts.ts';

const coldAddress = privateKeyToAddress(generatePrivateKey());
let network: EvmTestNetwork;

beforeAll(async () => {
  network = await startEvmNetwork({
    tokens: [
      { ticker: 'USDT', contract: 'HonestToken' },
      { ticker: 'ADA', contract: 'BrokenToken' },
    ],
    coldAddress,
  });
});
afterAll(() => network.close());

async function record(): Promise<string[]> {
  const errors: string[] = [];
  const log = (facts: { err?: Error }, text: string) => void errors.push(`${text} ${facts.err?.stack}`);
  const chain = evmChain(network.anvil.url);
  const chains = { chainOf: ({ kind }: { kind: string }) => (kind === 'evm' ? chain : undefined) };
  await recordAllBalances({
    pool: network.workerPool,
    signer: network.signer,
    chains,
    log: { warn: log, error: log } as never,
  });
  return errors;
}

async function balanceOf(ticker: string) {
  const found = await readNetworkBalances(network.api.parts.pool);
  return found.find((one) => one.ticker === ticker);
}

test('hot, cold and depositors are read after a confirmed block, and are what the ledger says', async () => {
  const [one, other] = [await network.api.signUp('one@test.local'), await network.api.signUp('other@test.local')];
  const token = network.tokens.get('USDT') as Hex;
  const mint = (to: string, amount: string) =>
    network.anvil.send(
      token,
      0n,
      encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [to as Hex, parseUnits(amount, 6)] }),
    );
  await network.anvil.send(await network.addressOf(one), parseEther('1.5'));
  await network.anvil.send(await network.addressOf(other), parseEther('0.25'));
  await mint(await network.addressOf(other), '12.000001');
  await mint(coldAddress, '3');
  await network.mine(evmConfirmations - 1);
  await network.anvil.send(await network.addressOf(one), parseEther('7'));
  await network.mine(1);
  expect(await record()).toEqual([]);
  // What is younger than the confirmations is not there yet, for the ledger neither.
  expect(await balanceOf('ETH')).toMatchObject({
    network: 'ETHEREUM',
    hot: '0',
    deposits: '1.75',
    cold: '0',
    ledger: '1.75',
    hotAddress: await network.hotAddress(),
    coldAddress,
    blockHeight: Number(await network.anvil.client.getBlockNumber()) - evmConfirmations + 1,
  });
  expect(await balanceOf('USDT')).toMatchObject({ hot: '0', deposits: '12.000001', cold: '3', ledger: '12.000001' });
  expect(await balanceOf('ADA')).toMatchObject({ hot: '0', deposits: '0', cold: '0', ledger: '0' });

  await fundHotAddress(network, '2');
  await network.mine(evmConfirmations);
  expect(await record()).toEqual([]);
  expect(await balanceOf('ETH')).toMatchObject({ hot: '2', deposits: '8.75', ledger: '8.75' });
});

test('while a withdrawal is on its way the ledger is not compared', async () => {
  await network.api.parts.pool.query(
    `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address)
     SELECT users.id, method.asset_id, method.id, 1, 0, 1, 14, 'on-its-way', 'x' FROM users, payment_methods method
      WHERE email = 'one@test.local' AND method.id = 1000`,
  );
  await network.mine(1);
  await record();
  expect(await balanceOf('ETH')).toMatchObject({ deposits: '8.75', ledger: null });
  await network.api.parts.pool.query(`DELETE FROM withdrawals WHERE idempotency_key = 'on-its-way'`);
});
