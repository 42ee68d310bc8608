/** Payouts on an EVM network that are not signed: what no transaction can pay, and what the hot wallet cannot. None holds up another one. */
import type { Chain } from '@pelican/api/src/chains/index.ts';
import { listWithdrawalCases } from '@pelican/api/src/modules/withdrawals/operator-view.ts';
import { encodeFunctionData, type Hex, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTokenAbi } from '../../support/anvil.ts';
import { type EvmTestNetwork, startEvmNetwork } from '../../support/evm-network.ts';
import { approveWithdrawal, evmChain, fundHotAddress, payoutRow, runPayouts } from '../../support/evm-payouts.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: EvmTestNetwork;
let user: TestUser;

beforeAll(async () => {
  network = await startEvmNetwork({ tokens: [{ ticker: 'USDT', contract: 'HonestToken' }] });
  user = await network.api.signUp('payee@test.local');
  await fundHotAddress(network);
});
afterAll(() => network.close());

const pool = () => network.api.parts.pool;
const newReceiver = () => privateKeyToAddress(generatePrivateKey());
const approve = (address: string, ticker = 'ETH') => approveWithdrawal(network.api, user, { address, ticker });
const row = (id: number) => payoutRow(pool(), id);
const due = () => pool().query('UPDATE withdrawals SET payout_next_at = now() WHERE payout_next_at IS NOT NULL');

test('receivers that break off without a revert are for an operator, and hold up no other', async () => {
  const breaker = await network.anvil.deploy('Breaker');
  const [first, second] = [await approve(breaker), await approve(breaker)];
  const id = await approve(newReceiver());
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 14 });
  for (const one of [first, second]) expect(await row(one)).toMatchObject({ status: 11, problem: 'unpayable' });
});

test.each([
  ['of the sandbox network', 'sbx1qyqszqgpqyqszqgpqyqszqgpqyqszqgp5m6nwl'],
  ['of Bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['with a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
])('an address %s is for an operator, and the signer does not sign for it either', async (_name, address) => {
  const [id, other] = [await approve(address), await approve(newReceiver())];
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 11, problem: 'unpayable' });
  expect(await row(other)).toMatchObject({ status: 14 });
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  const fee = { gas: '21000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1' };
  await expect(network.signer.payout(id, fee)).rejects.toMatchObject({ reason: 'unpayable' });
  await pool().query('UPDATE withdrawals SET taken_at = NULL WHERE id = $1', [id]);
});

/** The node fails for payments to one address, and for everything once it is away. */
function failingChain(address: string, { isAway }: { isAway: boolean }): Chain {
  const chain = evmChain(network.anvil.url);
  const fail = () => Promise.reject(new Error('the server has failed'));
  return {
    ...chain,
    quote: (from, payment, waiting) => (payment.address === address ? fail() : chain.quote(from, payment, waiting)),
    ...(isAway ? { head: fail } : {}),
  };
}

/** Seconds until it is tried again; null: not by itself. */
async function waitOf(id: number): Promise<number | null> {
  const { rows } = await pool().query<{ seconds: number | null }>(
    'SELECT round(extract(epoch FROM payout_next_at - changed_at))::int AS seconds FROM withdrawals WHERE id = $1',
    [id],
  );
  return rows[0]?.seconds ?? null;
}

test('one that fails by itself holds up no other, waits longer each time, and is for an operator after an hour', async () => {
  const receiver = newReceiver();
  const [id, other] = [await approve(receiver), await approve(newReceiver())];
  const chain = failingChain(receiver, { isAway: false });
  const logged = await runPayouts(network, { chain });
  expect(logged.join()).toContain('"reason":"failing"');
  expect(await row(other)).toMatchObject({ status: 14 });
  const waits = [await waitOf(id)];
  while (waits.at(-1) !== null && waits.length < 20) {
    await due();
    logged.push(...(await runPayouts(network, { chain })));
    waits.push(await waitOf(id));
  }
  expect(waits).toEqual([10, 60, 600, 600, 600, 600, 600, 600, null]);
  expect(await row(id)).toMatchObject({ status: 11, problem: 'failing' });
  expect(logged.filter((line) => line.includes('an operator decides'))).toHaveLength(1);
});

test('while the network is away nothing is tried after the first one, and no wait grows', async () => {
  const receiver = newReceiver();
  const [id, other] = [await approve(receiver), await approve(newReceiver())];
  for (let turn = 0; turn < 3; turn += 1) {
    await runPayouts(network, { chain: failingChain(receiver, { isAway: true }) });
    expect([await row(id), await waitOf(id)]).toMatchObject([{ problem: 'unanswered' }, 10]);
    expect(await row(other)).toMatchObject({ status: 11, problem: null });
    await due();
  }
  await runPayouts(network);
  expect([await row(id), await row(other)]).toMatchObject([{ status: 14 }, { status: 14 }]);
});

/** Until nothing is on its way. */
async function settle(): Promise<void> {
  const isOnItsWay = async () => (await pool().query('SELECT FROM withdrawals WHERE status = 14')).rowCount !== 0;
  for (let turn = 0; turn < 30 && (await isOnItsWay()); turn += 1) {
    await runPayouts(network);
    await network.anvil.mine(3);
  }
}

test('of several in one run the hot wallet pays those that it has coins for, and the others once it has more', async () => {
  await settle();
  await fundHotAddress(network, '2.5');
  const ids = [await approve(newReceiver()), await approve(newReceiver()), await approve(newReceiver())];
  const [first, second, third] = ids as [number, number, number];
  await runPayouts(network);
  const waits = { status: 11, problem: 'no_funds' };
  expect([await row(first), await row(second), await row(third)]).toMatchObject([
    { status: 14 },
    { status: 14 },
    waits,
  ]);
  // Two are in a block and not confirmed: they are spent, once.
  await network.anvil.mine();
  await fundHotAddress(network, '1.5');
  await due();
  await runPayouts(network);
  expect(await row(third)).toMatchObject({ status: 14 });
  await settle();
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 3 });
});

test('of several in one run the hot wallet pays those that it has tokens for', async () => {
  await fundHotAddress(network);
  const token = network.tokens.get('USDT') as Hex;
  const args = [await network.hotAddress(), parseUnits('1.5', 6)] as const;
  await network.anvil.send(token, 0n, encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args }));
  await network.anvil.mine();
  const [first, second] = [await approve(newReceiver(), 'USDT'), await approve(newReceiver(), 'USDT')];
  await runPayouts(network);
  expect([await row(first), await row(second)]).toMatchObject([{ status: 14 }, { status: 11, problem: 'no_funds' }]);
  await settle();
  expect(await row(first)).toMatchObject({ status: 3 });
});

test('a signed one that the network refuses for long is shown to operators, until the network takes it', async () => {
  await fundHotAddress(network);
  const [id, next] = [await approve(newReceiver()), await approve(newReceiver())];
  await runPayouts(network);
  for (const one of [next, id]) await network.anvil.client.dropTransaction({ hash: (await row(one)).hash as Hex });
  await fundHotAddress(network, '0.1');
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 14, problem: null });
  await pool().query(`UPDATE signed_payouts SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`, [
    id,
  ]);
  expect((await runPayouts(network)).join()).toContain('the network refuses a signed payout');
  expect(await row(id)).toMatchObject({ status: 14, problem: 'not_taken' });
  const { result } = await listWithdrawalCases(pool(), { state: 'stuck', offset: 0, limit: 100 });
  expect(result.find((one) => one.id === id)).toMatchObject({ payout_next: null, payout_actions: ['retry'] });
  await fundHotAddress(network);
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 14, problem: null });
  await settle();
  expect([await row(id), await row(next)]).toMatchObject([{ status: 3 }, { status: 3 }]);
});

test('coins to a contract that has the house pay for its work are for an operator, those to a wallet are paid', async () => {
  const [spender, counter] = [await network.anvil.deploy('Spender'), await network.anvil.deploy('Counter')];
  const [dear, plain] = [await approve(spender), await approve(counter)];
  await runPayouts(network);
  expect(await row(dear)).toMatchObject({ status: 11, problem: 'unpayable' });
  await settle();
  expect(await row(plain)).toMatchObject({ status: 3 });
  expect(await network.anvil.client.getBalance({ address: counter })).toBe(parseUnits('1', 18));
});
