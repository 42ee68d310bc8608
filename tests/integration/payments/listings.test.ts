/** Networks and methods that operators add and change by two: what is checked, what stays, and that the worker reads them without a restart. */
import type { MethodDetail, NetworkDetail } from '@pelican/shared/contracts/payments';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { anvilChainId } from '../../support/anvil.ts';
import { type EvmTestNetwork, startEvmNetwork } from '../../support/evm-network.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: EvmTestNetwork;
let [mara, ravi, clerk]: TestUser[] = [];
let contract: string;

beforeAll(async () => {
  network = await startEvmNetwork();
  await demandTwoPersons(network.api.databaseUrl, { isDemo: true });
  [mara, ravi] = await Promise.all(['mara', 'ravi'].map((name) => signUpOperator(network.api, name)));
  clerk = await signUpOperator(network.api, 'clerk', ['listings', 'support']);
  contract = await network.anvil.deploy('HonestToken');
});
afterAll(() => network.close());

const reason = 'test';
const sql = (text: string, ...values: unknown[]) => network.api.parts.pool.query(text, values);

const compared = () =>
  sql(`SELECT method.key FROM payout_comparisons JOIN payment_methods method ON place = 'method:' || method.id`);

interface Answer extends Asked {
  errors?: Record<string, string[]>;
}
const ask = (path: string, body: object, by = mara) => (by as TestUser).post<Answer>(path, { ...body, reason });

async function byTwo(path: string, body: object): Promise<void> {
  const asked = await ask(path, body);
  expect([asked.status, asked.body.status], JSON.stringify(asked.body)).toEqual([202, 'requested']);
  expect((await approveRequest(mara, asked.body.request)).status).toBe(403);
  expect(await approveRequest(ravi, asked.body.request)).toMatchObject({ status: 200 });
}
const refusedFields = async (path: string, body: object) => {
  const { status, body: answer } = await ask(path, body);
  expect([status, answer.code]).toEqual([422, 'invalid_argument']);
  return Object.keys(answer.errors ?? {})
    .filter((name) => name !== 'message')
    .sort();
};

const polygon = {
  key: 'POLYGON',
  name: 'Polygon',
  kind: 'evm',
  native: 'ETH',
  chainId: 137,
  chainName: null,
  addressType: null,
  confirmations: 64,
  blockSeconds: 2,
  explorerTransaction: 'https://explorer.test/tx/{hash}',
  explorerAddress: '',
};
const free = {
  amountMin: '0',
  amountMax: '0',
  amountDay: '0',
  amountReview: '0',
  feeFixed: '0',
  feePercent: '0',
  feeMin: '0',
  feeMax: '0',
  twoPersonAmount: '0',
  operatorDayAmount: '0',
};
const token = () => ({
  ticker: 'USDT',
  kind: 'crypto',
  network: 'ETHEREUM',
  name: 'Ethereum',
  description: '',
  tooltip: '',
  contract,
  decimals: 6,
  provider: '',
  deposit: { ...free, amountMin: '1' },
  withdraw: { ...free, amountMin: '5', feeFixed: '1' },
});
const networks = async () =>
  (await (mara as TestUser).get<{ result: NetworkDetail[] }>('/v2/ops/payment-networks')).body.result;
const methodOf = async (key: string) =>
  (await (mara as TestUser).get<{ result: MethodDetail[] }>(`/v2/ops/payments?search=USDT&limit=50`)).body.result.find(
    (one) => one.ticker === 'USDT' && one.key === key,
  );
const changeOf = async (key: string, change: object) =>
  [`/v2/ops/payments/${(await methodOf(key))?.id}/method`, { change }] as const;

test('a network is added by two, is shown as unread, and its chain is corrected while nothing was read', async () => {
  const path = '/v2/ops/payment-networks';
  expect(
    await refusedFields(path, { ...polygon, key: 'a b', name: '', confirmations: 0, explorerTransaction: 'http://x' }),
  ).toEqual(['confirmations', 'explorerTransaction', 'key', 'name']);
  expect(await refusedFields(path, { ...polygon, key: 'ETHEREUM', native: 'NOPE' })).toEqual(['key', 'native']);
  expect(await refusedFields(path, { ...polygon, chainId: anvilChainId })).toEqual(['chainId']);
  await byTwo(path, polygon);
  expect((await networks()).find(({ key }) => key === 'POLYGON')).toMatchObject({
    chainId: 137,
    confirmations: 64,
    isRead: false,
    readAt: null,
    isFixed: false,
    coins: [],
  });
  expect(await refusedFields(path, polygon)).toEqual(['key']);
  const change = `${path}/POLYGON/change`;
  await byTwo(change, { change: { chainId: 80_002, explorerAddress: 'https://explorer.test/a/{address}' } });
  expect((await networks()).find(({ key }) => key === 'POLYGON')).toMatchObject({ chainId: 80_002 });
  expect(await refusedFields(`${path}/ETHEREUM/change`, { change: { chainId: 5 } })).toEqual(['chainId']);
  // By the database's own rule: a payment of a coin of it fixes its chain, before the watcher has read anything.
  await sql(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name)
      SELECT 6000, asset.id, 'POLYGON', 'crypto', network.id, '0x${'4'.repeat(40)}', 6, 'x' FROM assets asset, networks network
       WHERE asset.ticker = 'USDT' AND network.key = 'POLYGON'`,
  );
  await sql(`INSERT INTO deposits (user_id, asset_id, method_id, amount, status, reference)
    SELECT users.id, assets.id, 6000, 1, 1, 'x' FROM users, assets WHERE ticker = 'USDT' LIMIT 1`);
  expect(await refusedFields(change, { change: { chainId: 5 } })).toEqual(['chainId']);
  expect((await networks()).find(({ key }) => key === 'POLYGON')).toMatchObject({ isFixed: true });
  const { rows } = await sql(
    `SELECT actor, subject, details FROM audit_records WHERE action LIKE 'network.%' ORDER BY id`,
  );
  expect(rows).toMatchObject([
    { actor: 'ops:mara', subject: 'network:POLYGON', details: { chainId: 137, native: 'ETH' } },
    { subject: 'network:POLYGON', details: { before: { chainId: 137 }, after: { chainId: 80_002 } } },
  ]);
});

test('a chain of the Bitcoin family has one network for each form of its addresses', async () => {
  const path = '/v2/ops/payment-networks';
  const bitcoin = (key: string, addressType: string) => ({
    ...polygon,
    key,
    name: key,
    kind: 'bitcoin',
    native: 'BTC',
    chainId: null,
    chainName: 'bitcoin',
    addressType,
  });
  await byTwo(path, bitcoin('BITCOINA', 'wpkh'));
  expect(await refusedFields(path, bitcoin('BITCOINB', 'wpkh'))).toEqual(['addressType']);
  await byTwo(path, bitcoin('BITCOINB', 'tr'));
  expect(await refusedFields(`${path}/BITCOINB/change`, { change: { addressType: 'wpkh' } })).toEqual(['addressType']);
});

test('a token is added closed, read by the worker at once, and what it is counted by stays after the first deposit', async () => {
  const path = '/v2/ops/payments';
  expect(await refusedFields(path, { ...token(), contract: '0x12', decimals: 40, name: '' })).toEqual([
    'contract',
    'decimals',
    'name',
  ]);
  // Capitals and small letters are a checksum, which this one has not.
  expect(await refusedFields(path, { ...token(), contract: '0xA111111111111111111111111111111111111aAA' })).toEqual([
    'contract',
  ]);
  expect(await refusedFields(path, { ...token(), ticker: 'NOPE' })).toEqual(['ticker']);
  expect(await refusedFields(path, { ...token(), network: null })).toContain('network');
  expect(await refusedFields(path, { ...token(), withdraw: { ...free, amountMin: '1', feeFixed: '2' } })).toEqual([
    'withdraw.amountMin',
  ]);
  await byTwo(path, token());
  expect(await refusedFields(path, { ...token(), ticker: 'BTC', contract: contract.toLowerCase() })).toEqual([
    'contract',
  ]);
  const added = await methodOf('ETHEREUM');
  expect(added).toMatchObject({ contract, decimals: 6, isCounted: false });
  expect(added?.ways.every(({ state }) => state === 'suspended')).toBe(true);

  await byTwo(...(await changeOf('ETHEREUM', { decimals: 8, name: 'Ethereum (ERC-20)' })));
  // Anybody saves an address of it, which is no payment.
  const saver = await network.api.signUp('saver@test.local');
  await sql(
    `INSERT INTO saved_addresses (user_id, method_id, address, name, usable_at) VALUES ($1, $2, $3, 'mine', now())`,
    saver.id,
    added?.id,
    `0x${'3'.repeat(40)}`,
  );
  await byTwo(...(await changeOf('ETHEREUM', { decimals: 6 })));
  for (const action of ['deposit', 'withdraw'])
    await byTwo('/v2/ops/payments/switch', { scope: 'method', object: 'USDT:ETHEREUM', action, enabled: true });
  const alice = await network.api.signUp('alice@test.local');
  const address = await network.addressOf(alice, 'USDT');
  const data = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 value)']),
    args: [address as Hex, 25_000_000n],
  });
  await network.anvil.send(contract, 0n, data);
  await network.mine(1);
  expect(await network.deposits(alice, 'USDT')).toMatchObject([{ amount: '25' }]);
  const [changePath, body] = await changeOf('ETHEREUM', { decimals: 8, contract: `0x${'1'.repeat(40)}` });
  expect(await refusedFields(changePath, body)).toEqual(['contract', 'decimals']);
  await byTwo(...(await changeOf('ETHEREUM', { tooltip: 'ERC-20 alone' })));
});

test('a request is refused once somebody else has changed what it changes', async () => {
  const [path, body] = await changeOf('ETHEREUM', { description: 'one' });
  const first = await ask(path, body);
  await byTwo(path, { change: { description: 'two' } });
  expect(await approveRequest(ravi, first.body.request)).toMatchObject({ body: { code: 'request_closed' } });
  expect((await methodOf('ETHEREUM'))?.description).toBe('two');
});

test('a way by a provider has a key and a provider, and nobody without the permission for money adds one', async () => {
  const card = {
    ...token(),
    ticker: 'USDT',
    kind: 'provider',
    network: null,
    contract: '',
    decimals: null,
    key: 'CARDPAY',
    name: 'Card',
  };
  expect(await refusedFields('/v2/ops/payments', card)).toEqual(['provider']);
  expect(await refusedFields('/v2/ops/payments', { ...card, provider: 'sandbx' }), 'there is no such adapter').toEqual([
    'provider',
  ]);
  await byTwo('/v2/ops/payments', { ...card, provider: 'sandbox' });
  expect(await methodOf('CARDPAY')).toMatchObject({ type: 'provider', provider: 'sandbox', network: null });
  expect(await refusedFields(...(await changeOf('CARDPAY', { provider: 'another' })))).toEqual(['provider']);
  expect((await compared()).rows).toEqual([]);
  const { rows } = await sql('SELECT first_withdrawal FROM address_floors');
  // As after a restore or a promotion, with which the method may have been lost.
  await sql('UPDATE address_floors SET first_withdrawal = 1');
  onTestFinished(() => void sql('UPDATE address_floors SET first_withdrawal = $1', rows[0].first_withdrawal));
  await byTwo('/v2/ops/payments', { ...card, provider: 'sandbox', key: 'CARDPAY2' });
  expect((await compared()).rows).toEqual([]);
  // Of one that is added a month later nothing can have been paid before.
  await sql(`UPDATE address_floors SET created_at = created_at - interval '31 days'`);
  await byTwo('/v2/ops/payments', { ...card, provider: 'sandbox', key: 'CARDPAY3' });
  expect((await compared()).rows).toEqual([{ key: 'CARDPAY3' }]);
  for (const path of ['/v2/ops/payments', '/v2/ops/payment-networks'])
    expect((await ask(path, path.endsWith('networks') ? polygon : card, clerk)).status).toBe(403);
});
