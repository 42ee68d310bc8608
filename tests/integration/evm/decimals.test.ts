/** Tokens whose contract names other decimals than their payment method: nothing of them is credited, and nothing is lost. */
import { createRequire } from 'node:module';
import { addExchangeMetrics } from '@pelican/api/src/processes/worker/exchange-metrics.ts';
import type { NetworkDeposit } from '@pelican/shared/contracts/deposits';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EvmTestNetwork, evmConfirmations, startEvmNetwork } from '../../support/evm-network.ts';
import { signUpOperator } from '../../support/operators.ts';
import type { TestUser } from '../../support/test-api.ts';

// Of the package that has it.
const { Registry } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('prom-client');
let network: EvmTestNetwork;
let mara: TestUser;
let alice: TestUser;

beforeAll(async () => {
  network = await startEvmNetwork({
    tokens: [
      { ticker: 'USDT', contract: 'HonestToken' },
      { ticker: 'USDC', contract: 'HonestToken' },
    ],
  });
  mara = await signUpOperator(network.api, 'mara', ['money']);
  alice = await network.api.signUp('alice@test.local');
});
afterAll(() => network.close());

const sql = <Row extends object>(text: string, ...values: unknown[]) =>
  network.api.parts.pool.query<Row>(text, values).then(({ rows }) => rows);
const setDecimals = (ticker: string, decimals: number) =>
  sql(
    `UPDATE payment_methods SET decimals = $2 FROM assets WHERE assets.id = asset_id AND ticker = $1 AND network_id = 2`,
    ticker,
    decimals,
  );

async function sends(ticker: string, units: bigint): Promise<void> {
  const abi = parseAbi(['function mint(address to, uint256 value)']);
  const data = encodeFunctionData({ abi, args: [(await network.addressOf(alice, ticker)) as Hex, units] });
  await network.anvil.send(network.tokens.get(ticker) as Hex, 0n, data);
}
async function alerted(): Promise<number> {
  const registry = new Registry();
  addExchangeMetrics(registry, network.workerPool);
  return Number(/^deposits_differing (\S+)$/m.exec(await registry.metrics())?.[1]);
}
const shown = async (ticker: string) =>
  (await network.deposits(alice, ticker)).map(({ status, reason }) => ({ status, reason }));
const credited = () =>
  sql(
    `SELECT ticker, trim_scale(balance)::text AS balance FROM ledger_accounts JOIN assets ON assets.id = asset_id
    WHERE kind = 'main' AND user_id = $1 AND balance <> 0`,
    alice.id,
  );
const differs = { status: paymentStatus.frozen, reason: 'Its amount is being examined' };

test('with decimals that its contract does not name a token is frozen, shown to operators, and credited once it is corrected', async () => {
  await setDecimals('USDT', 8);
  await sends('USDT', 25_000_000n);
  // Below the minimum by the wrong decimals alone.
  await sends('USDT', 50_000n);
  await sends('USDC', 7_000_000n);
  await network.mine(evmConfirmations + 1);
  expect(await shown('USDT')).toEqual([differs, differs]);
  expect(await credited()).toEqual([{ ticker: 'USDC', balance: '7' }]);
  const facts = { network: 'ETHEREUM', ticker: 'USDT', contract: network.tokens.get('USDT'), decimals: 8, named: 6 };
  const errors = network.logged.filter(({ level }) => level === 'error');
  expect(errors).toEqual([{ level: 'error', facts, text: expect.stringContaining('other decimals') }]);
  const { body } = await mara.get<{ result: NetworkDeposit[] }>('/v2/ops/deposits?state=frozen');
  expect(body.result).toMatchObject([{ reason: differs.reason }, { reason: differs.reason }]);
  expect(await alerted()).toBe(2);
  expect(await sql(`SELECT payload ->> 'ticker' AS ticker FROM notices WHERE kind = 'deposit_seen'`)).toEqual([
    { ticker: 'USDC' },
  ]);

  // The owner, by docs/runbooks/DecimalsDiffer.md.
  await sql('ALTER TABLE payment_methods DISABLE TRIGGER payment_methods_keep_coin');
  await setDecimals('USDT', 6);
  await sql('ALTER TABLE payment_methods ENABLE TRIGGER payment_methods_keep_coin');
  await sql(`UPDATE deposits SET amount = amount * 100 WHERE reason = $1`, differs.reason);
  await network.mine(1);
  expect(await credited()).toContainEqual({ ticker: 'USDT', balance: '25.05' });
  expect(await alerted()).toBe(0);
});

test('what waited before its contract was asked is frozen, too', async () => {
  await sends('USDC', 3_000_000n);
  await network.mine(1);
  expect((await shown('USDC'))[0]).toEqual({ status: 2, reason: '' });
  await sql('ALTER TABLE payment_methods DISABLE TRIGGER payment_methods_keep_coin');
  await setDecimals('USDC', 3);
  await network.mine(evmConfirmations);
  expect((await shown('USDC'))[0]).toEqual(differs);
  expect(await credited()).toContainEqual({ ticker: 'USDC', balance: '7' });
  await setDecimals('USDC', 6);
  await sql('ALTER TABLE payment_methods ENABLE TRIGGER payment_methods_keep_coin');
  await network.mine(1);
  expect(await credited()).toContainEqual({ ticker: 'USDC', balance: '10' });
});
