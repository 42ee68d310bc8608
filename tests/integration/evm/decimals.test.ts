/** Tokens whose contract names other decimals than their payment method: nothing of them is credited or paid, and nothing is lost. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { addExchangeMetrics } from '@pelican/api/src/processes/worker/exchange-metrics.ts';
import type { NetworkDeposit } from '@pelican/shared/contracts/deposits';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type EvmTestNetwork, evmConfirmations, startEvmNetwork } from '../../support/evm-network.ts';
import { approveWithdrawal, evmChain, fundHotAddress, payoutRow, runPayouts } from '../../support/evm-payouts.ts';
import { signUpOperator } from '../../support/operators.ts';
import type { TestUser } from '../../support/test-api.ts';

// Of the package that has it.
const { Registry } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('prom-client');
let network: EvmTestNetwork;
let mara: TestUser;
let alice: TestUser;
/** Of Alice, for each token. */
let address: Hex;

beforeAll(async () => {
  network = await startEvmNetwork({
    tokens: [
      { ticker: 'USDT', contract: 'HonestToken' },
      { ticker: 'USDC', contract: 'HonestToken' },
    ],
  });
  mara = await signUpOperator(network.api, 'mara', ['money']);
  alice = await network.api.signUp('alice@test.local');
  address = (await network.addressOf(alice, 'USDT')) as Hex;
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
  const data = encodeFunctionData({ abi, args: [address, units] });
  await network.anvil.send(network.tokens.get(ticker) as Hex, 0n, data);
}
async function alerted(): Promise<number> {
  const registry = new Registry();
  addExchangeMetrics(registry, network.workerPool);
  return Number(/^methods_differing (\S+)$/m.exec(await registry.metrics())?.[1]);
}
const shown = async (ticker: string) =>
  (await network.deposits(alice, ticker)).map(({ status, reason }) => ({ status, reason }));
const credited = () =>
  sql<{ ticker: string; balance: string }>(
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
  expect(await alerted()).toBe(1);
  expect(await sql(`SELECT payload ->> 'ticker' AS ticker FROM notices WHERE kind = 'deposit_seen'`)).toEqual([
    { ticker: 'USDC' },
  ]);

  // The owner, by docs/runbooks/DecimalsDiffer.md.
  await sql('ALTER TABLE payment_methods DISABLE TRIGGER payment_methods_keep_coin');
  await setDecimals('USDT', 6);
  await sql('ALTER TABLE payment_methods ENABLE TRIGGER payment_methods_keep_coin');
  await network.mine(1);
  // Counted again from the units of the network.
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

/** The owner corrects them, by docs/runbooks/DecimalsDiffer.md. */
async function correct(ticker: string, decimals: number): Promise<void> {
  await sql('ALTER TABLE payment_methods DISABLE TRIGGER payment_methods_keep_coin');
  await setDecimals(ticker, decimals);
  await sql('ALTER TABLE payment_methods ENABLE TRIGGER payment_methods_keep_coin');
}
const balanceOf = async (ticker: string) =>
  Number((await credited()).find((one) => one.ticker === ticker)?.balance ?? 0);

test('no digit of an amount is lost by wrong decimals, and what is below the minimum is not credited when they are right', async () => {
  const before = await balanceOf('USDT');
  await correct('USDT', 18);
  await sends('USDT', 15_234_567_891n);
  await network.mine(evmConfirmations + 1);
  expect((await shown('USDT'))[0]).toEqual(differs);
  await correct('USDT', 3);
  await sends('USDT', 500n);
  await network.mine(1);
  expect((await shown('USDT'))[0]).toEqual(differs);
  await correct('USDT', 6);
  await network.mine(evmConfirmations);
  expect((await shown('USDT'))[0]).toEqual({
    status: paymentStatus.canceledByValidation,
    reason: 'Below the minimum of 0.001 USDT',
  });
  expect(await balanceOf('USDT')).toBe(before + 15_234.567891);
});

test('what is frozen because its way is closed is examined too, and what has no units waits where decimals were changed', async () => {
  const before = await balanceOf('USDC');
  const setOpen = (isOpen: boolean) =>
    sql(
      `UPDATE payment_terms SET enabled = $1 FROM payment_methods method WHERE method.id = method_id AND action = 'deposit' AND contract = $2`,
      isOpen,
      network.tokens.get('USDC'),
    );
  await setOpen(false);
  await sends('USDC', 2_000_000n);
  await network.mine(1);
  expect((await shown('USDC'))[0]).toEqual({ status: paymentStatus.frozen, reason: 'Deposit for USDC is disabled' });
  await correct('USDC', 3);
  await network.mine(evmConfirmations);
  expect((await shown('USDC'))[0]).toEqual(differs);
  await setOpen(true);
  // As an older release has written it.
  await sql(`UPDATE deposits SET units = NULL, held_decimals = 3, amount = 2000 WHERE reason = $1`, differs.reason);
  await correct('USDC', 6);
  await network.mine(1);
  expect((await shown('USDC'))[0], 'its amount is of other decimals').toEqual(differs);
  // However many of them wait, they hold up nothing behind them.
  await sql(
    `INSERT INTO deposits SELECT (jsonb_populate_record(held, jsonb_build_object('id', -number, 'reference', 'held:' || number))).*
      FROM deposits held, generate_series(1, 1000) AS number WHERE reason = $1`,
    differs.reason,
  );
  // By the runbook. Where a contract only failed to answer, the decimals are those of before.
  await sql('UPDATE deposits SET amount = 2, held_decimals = 6 WHERE reason = $1 AND id > 0', differs.reason);
  await network.mine(1);
  expect(await balanceOf('USDC')).toBe(before + 2);
  await sql('DELETE FROM deposits WHERE id < 0');
});

test('nothing is paid out by other decimals than those of the contract, and no way by them is opened, without any deposit', async () => {
  await fundHotAddress(network);
  const token = network.tokens.get('USDT') as Hex;
  const mint = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 value)']),
    args: [await network.hotAddress(), 50_000_000_000n],
  });
  await network.anvil.send(token, 0n, mint);
  await correct('USDT', 8);
  await network.mine(1);
  expect(await alerted()).toBe(1);
  const receiver = privateKeyToAddress(generatePrivateKey());
  const id = await approveWithdrawal(network.api, alice, { address: receiver, ticker: 'USDT' });
  await runPayouts(network);
  expect(await payoutRow(network.api.parts.pool, id)).toMatchObject({ status: 11, problem: null, hash: '' });
  const wanted = { scope: 'method', object: 'USDT:ETHEREUM', action: 'withdraw', reason: 'test' };
  const closed = await mara.post('/v2/ops/payments/switch', { ...wanted, enabled: false });
  expect(closed, JSON.stringify(closed.body)).toMatchObject({ status: 200 });
  const open = () => mara.post('/v2/ops/payments/switch', { ...wanted, enabled: true });
  expect(await open()).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  await correct('USDT', 6);
  expect((await open()).status).toBeLessThan(300);
  await runPayouts(network);
  expect((await payoutRow(network.api.parts.pool, id)).status).toBe(14);
});

/** The node, whose answers about decimals are another's. */
async function relay(answer: () => object | undefined): Promise<string> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const isAsked = body.includes('0x313ce567');
    const own = isAsked ? answer() : undefined;
    response.setHeader('content-type', 'application/json');
    if (own && 'status' in own) response.writeHead(Number(own.status)).end();
    else if (own) response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, ...own }));
    else {
      const headers = { 'content-type': 'application/json' };
      response.end(await (await fetch(network.anvil.url, { method: 'POST', body, headers })).text());
    }
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server that cannot ask a contract holds up neither its network nor what was known of the token', async () => {
  const url = await relay(() => ({ error: { code: -32601, message: 'the method eth_call does not exist' } }));
  const before = await balanceOf('USDC');
  await sends('USDC', 4_000_000n);
  await network.anvil.mine(evmConfirmations + 1);
  await network.watch(url);
  expect(await balanceOf('USDC')).toBe(before + 4);
  expect(network.logged.filter(({ text }) => text.includes('could not be asked'))).not.toEqual([]);
});

test('a server that is asked in vain is not asked again within one look', async () => {
  let asked = 0;
  const url = await relay(() => {
    asked += 1;
    return { status: 503 };
  });
  await network.anvil.mine(1);
  await expect(evmChain(url).decimals?.(network.tokens.get('USDC') as Hex, 6)).rejects.toThrow();
  expect(asked).toBe(1);
});

test('a wrong answer counts until the next look', async () => {
  const wrong = { result: `0x${'8'.padStart(64, '0')}` };
  const answers = [wrong, { result: '0x' }];
  const chain = evmChain(await relay(() => answers.shift()));
  const contract = network.tokens.get('USDC') as Hex;
  expect([await chain.decimals?.(contract, 6), await chain.decimals?.(contract, 6)]).toEqual([8, undefined]);
  expect(await chain.decimals?.(contract, 6)).toBe(6);
  // From now on it is not asked.
  answers.push(wrong);
  expect(await chain.decimals?.(contract, 6)).toBe(6);
  expect(answers).toHaveLength(1);
});
