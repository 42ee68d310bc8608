/** Deposits from an EVM network: a real node, the watcher, and what must not be credited. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import { encodeFunctionData, type Hex, parseEther, parseUnits } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forceChain } from '../../support/another-chain.ts';
import { testTokenAbi } from '../../support/anvil.ts';
import { type EvmTestNetwork, evmConfirmations, startEvmNetwork } from '../../support/evm-network.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: EvmTestNetwork;
let user: TestUser;
let address: string;
let people = 0;

beforeAll(async () => {
  network = await startEvmNetwork({
    tokens: [
      { ticker: 'USDT', contract: 'HonestToken' },
      { ticker: 'USDC', contract: 'EventOnlyToken' },
      { ticker: 'LINK', contract: 'FeeToken' },
      { ticker: 'ADA', contract: 'BrokenToken' },
    ],
  });
  for (const token of network.tokens.values()) await mint(token, network.anvil.account, '1000000');
  await network.mine(1);
});
afterAll(() => network.close());
beforeEach(async () => {
  people += 1;
  user = await network.api.signUp(`evm${people}@test.local`);
  address = await network.addressOf(user);
});

const tokenOf = (ticker: string) => network.tokens.get(ticker) as Hex;
const units = (amount: string) => parseUnits(amount, 6);

function call(
  contract: Hex,
  functionName: 'mint' | 'transfer' | 'claim' | 'forward' | 'split' | 'send',
  args: unknown[],
  value = 0n,
) {
  const data = encodeFunctionData({ abi: testTokenAbi, functionName, args } as never);
  return network.anvil.send(contract, value, data);
}
const mint = (contract: Hex, to: string, amount: string) => call(contract, 'mint', [to, units(amount)]);
const pay = (ticker: string, to: string, amount: string) => call(tokenOf(ticker), 'transfer', [to, units(amount)]);

const shown = async (ticker = 'ETH') =>
  (await network.deposits(user, ticker)).map(({ amount, status, confirmations }) => [amount, status, confirmations]);

async function balanceOf(ticker = 'ETH'): Promise<string> {
  const { rows } = await network.api.parts.pool.query<{ balance: string }>(
    `SELECT trim_scale(balance)::text AS balance FROM ledger_accounts account
       JOIN assets ON assets.id = asset_id WHERE account.kind = 'main' AND user_id = $1 AND ticker = $2`,
    [user.id, ticker],
  );
  return rows[0]?.balance ?? '0';
}

async function auditFindings(): Promise<unknown[]> {
  const found = await Promise.all(depositsAudit.checks.map(({ sql }) => network.api.parts.pool.query(sql)));
  return found.flatMap(({ rows }) => rows);
}

test('coins and a token are credited once after their confirmations, to an address with its checksum', async () => {
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await network.anvil.send(address.toLowerCase(), parseEther('1.5'));
  await pay('USDT', address, '25.000001');
  await network.mine(1);
  expect([await shown(), await shown('USDT')]).toEqual([[['1.5', 2, 1]], [['25.000001', 2, 1]]]);
  await network.mine(evmConfirmations - 2);
  expect(await balanceOf()).toBe('0');
  await network.mine(1);
  await Promise.all([network.watch(), network.watch(), network.watch()]);
  expect([await balanceOf(), await balanceOf('USDT')]).toEqual(['1.5', '25.000001']);
  expect(await auditFindings()).toEqual([]);
});

test('an address of yesterday stays with its user', async () => {
  await network.anvil.send(address, parseEther('1'));
  await network.mine(1);
  const { body } = await user.post<{ address: string }>('/v2/profile/address', { ticker: 'ETH', network: 'ETHEREUM' });
  expect(body.address).not.toBe(address);
  await network.anvil.send(address, parseEther('2'));
  await network.anvil.send(body.address, parseEther('4'));
  await network.mine(evmConfirmations);
  expect(await balanceOf()).toBe('7');
});

test.each(Array.from({ length: 10 }, (_, index) => index + 1))(
  'a re-organisation of depth %i counts confirmations anew and credits once',
  async (depth) => {
    const hashes = [await network.anvil.send(address, parseEther('1')), await pay('USDT', address, '5')];
    await network.mine(depth);
    expect([await shown(), await shown('USDT')]).toEqual([[['1', 2, depth]], [['5', 2, depth]]]);
    await network.anvil.reorganise(depth, hashes);
    await network.watch();
    expect([await shown(), await shown('USDT')]).toEqual([[['1', 2, depth + 1]], [['5', 2, depth + 1]]]);
    await network.mine(evmConfirmations);
    expect([await balanceOf(), await balanceOf('USDT')]).toEqual(['1', '5']);
    expect(await auditFindings()).toEqual([]);
  },
);

/** A contract sends 100 of a token in the next block, and `rest` in any later one. @returns its transaction */
async function sendByHeight(rest: string): Promise<Hex> {
  const sender = await network.anvil.deploy('HeightSender');
  await mint(tokenOf('USDT'), sender, '100');
  await network.mine(1);
  const next = (await network.anvil.client.getBlockNumber({ cacheTime: 0 })) + 1n;
  return call(sender, 'send', [tokenOf('USDT'), address, next, units(rest)]);
}

test.each([
  ['7', [['7', 3, 12]], '7'],
  ['0.0005', [['0.0005', 13, 0]], '0'],
])(
  'a transaction that sends another amount in the new branch (%s) is a deposit of that amount',
  async (rest, now, credited) => {
    const hash = await sendByHeight(rest);
    await network.mine(2);
    expect(await shown('USDT')).toEqual([['100', 2, 2]]);
    await network.anvil.reorganise(2, [hash], 1);
    await network.mine(evmConfirmations);
    expect(await shown('USDT')).toEqual(now);
    expect(await balanceOf('USDT')).toBe(credited);
    expect(await auditFindings()).toEqual([]);
  },
);

test('a credited deposit whose transaction sends another amount in a new branch is an error for operators', async () => {
  const hash = await sendByHeight('7');
  await network.mine(evmConfirmations);
  expect(await balanceOf('USDT')).toBe('100');
  await network.anvil.reorganise(evmConfirmations, [hash], 1);
  await network.watch();
  const [{ id } = { id: 0 }] = await network.deposits(user, 'USDT');
  expect(network.logged).toContainEqual({
    level: 'error',
    facts: { network: 'ETHEREUM', deposits: [id] },
    text: expect.stringContaining('have another amount'),
  });
  expect(await balanceOf('USDT')).toBe('100');
  expect(await auditFindings()).toMatchObject([{ what: `deposit ${id}` }]);
  await network.api.parts.pool.query('UPDATE deposits SET seen_amount = NULL WHERE id = $1', [id]);
});

test('a deposit that the new branch does not have waits without a block, and is not credited', async () => {
  await network.anvil.send(address, parseEther('1'));
  await network.mine(3);
  await network.anvil.reorganise(3);
  await network.mine(evmConfirmations + 1);
  expect(await shown()).toEqual([['1', 2, 0]]);
  expect(await balanceOf()).toBe('0');
});

test('the place of a transfer in its block may change with the branch: it stays the same deposit', async () => {
  const { client } = network.anvil;
  const [, other] = await client.getAddresses();
  const args = [other as Hex, 1n] as const;
  const data = encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args });
  await client.sendTransaction({ account: other as Hex, chain: null, to: tokenOf('USDT'), gas: 300_000n, data });
  const hash = await pay('USDT', address, '2');
  await network.mine(1);
  expect(await shown('USDT')).toEqual([['2', 2, 1]]);
  expect((await client.getTransactionReceipt({ hash })).logs[0]?.logIndex).toBe(1);
  await network.anvil.reorganise(1, [hash]);
  await network.watch();
  expect((await client.getTransactionReceipt({ hash })).logs[0]?.logIndex).toBe(0);
  expect(await shown('USDT')).toEqual([['2', 2, 2]]);
});

test('two transfers of one transaction are two deposits', async () => {
  const forwarder = await network.anvil.deploy('Forwarder');
  await pay('USDT', forwarder, '10');
  await call(forwarder, 'split', [tokenOf('USDT'), address, units('5')]);
  await network.mine(evmConfirmations);
  expect((await shown('USDT')).map(([amount]) => amount)).toEqual(['5', '5']);
  expect(await balanceOf('USDT')).toBe('10');
});

test('dust is shown with its reason and not credited', async () => {
  await network.anvil.send(address, parseEther('0.0009'));
  await network.anvil.send(address, 1n);
  await pay('USDT', address, '0.000999');
  await network.mine(evmConfirmations);
  expect([await shown(), await shown('USDT')]).toEqual([[['0.0009', 13, 0]], [['0.000999', 13, 0]]]);
  expect([await balanceOf(), await balanceOf('USDT')]).toEqual(['0', '0']);
});

test('coins of a reverted transaction, and those that a contract sends on, are not credited', async () => {
  const [forwarder, refuser] = [await network.anvil.deploy('Forwarder'), await network.anvil.deploy('Refuser')];
  await call(forwarder, 'forward', [refuser], parseEther('1'));
  // An internal transfer: it arrives, and is in no block.
  await call(forwarder, 'forward', [address], parseEther('1'));
  // As if the address had code that refuses.
  await network.anvil.client.setCode({ address: address as Hex, bytecode: '0x60006000fd' });
  const hash = await network.anvil.send(address, parseEther('1'));
  await network.anvil.mine();
  expect((await network.anvil.client.getTransactionReceipt({ hash })).status).toBe('reverted');
  await network.mine(evmConfirmations);
  expect(await shown()).toEqual([]);
});

test('a token that says more than it does is credited by what was measured', async () => {
  await pay('USDC', address, '100');
  await call(tokenOf('USDC'), 'claim', [network.anvil.account, address, units('100')]);
  await pay('LINK', address, '100');
  await pay('LINK', address, '10');
  await mint(tokenOf('ADA'), address, '100');
  await network.mine(evmConfirmations);
  expect(await shown('USDC')).toEqual([]);
  expect(await shown('ADA')).toEqual([]);
  expect([await balanceOf('USDC'), await balanceOf('LINK'), await balanceOf('ADA')]).toEqual(['0', '99', '0']);
});

test('a token that is not listed is passed over, whatever it calls itself', async () => {
  const unlisted = await network.anvil.deploy('HonestToken');
  await mint(unlisted, address, '100');
  await network.mine(evmConfirmations);
  expect(await balanceOf('USDT')).toBe('0');
});

test('a watcher that was off for long reads what it has missed in turns', async () => {
  for (let round = 0; round < 5; round += 1) {
    await network.anvil.send(address, parseEther('1'));
    await network.anvil.mine(60);
    await network.anvil.mine(60);
  }
  await network.watch();
  await network.mine(1);
  expect(await balanceOf()).toBe('5');
});

/** The node behind a server that refuses every third question twice before it passes it on. */
async function startLimitedEndpoint(): Promise<{ url: string; server: Server; refused: () => number }> {
  const asked = new Map<string, number>();
  let refused = 0;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method, params } = JSON.parse(body.toString()) as { method: string; params: unknown };
    const question = JSON.stringify([method, params]);
    const times = (asked.get(question) ?? 0) + 1;
    asked.set(question, times);
    if (times <= 2 && [...asked.keys()].indexOf(question) % 3 === 0) {
      refused += 1;
      response.writeHead(times === 1 ? 429 : 503, { 'retry-after': '0' }).end('{}');
      return;
    }
    const headers = { 'content-type': 'application/json' };
    const node = await fetch(network.anvil.url, { method: 'POST', headers, body });
    response.writeHead(node.status, headers).end(await node.text());
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, refused: () => refused };
}

test('an endpoint that limits its callers and fails now and then is asked again', async () => {
  const { url, server, refused } = await startLimitedEndpoint();
  await network.anvil.send(address, parseEther('1'));
  await network.anvil.mine(evmConfirmations);
  await network.watch(url);
  server.close();
  expect(refused()).toBeGreaterThan(5);
  expect(await balanceOf()).toBe('1');
});

test('an endpoint of another chain is refused, and nothing of it is read', async () => {
  await forceChain(network.api.parts.pool, 2, 'chain_id', 1);
  await expect(network.watch()).rejects.toThrow('the endpoint is of the chain 31337, not 1');
  network.logged.length = 0;
  await forceChain(network.api.parts.pool, 2, 'chain_id', 31_337);
});
