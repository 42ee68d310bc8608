/** Deposits from networks as operators find them: by state, asset, network, user, transaction and time, page by page. */
import type { NetworkDeposit, NetworkDepositDetail } from '@pelican/shared/contracts/deposits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';
import { signUpOperator } from '../../support/operators.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: TestNetwork;
let mara: TestUser;
let alice: TestUser;
let bob: TestUser;

interface Page {
  result: NetworkDeposit[];
  next: number | null;
}

beforeAll(async () => {
  network = await startTestNetwork();
  mara = await signUpOperator(network.api, 'mara', ['money']);
  [alice, bob] = await Promise.all([network.api.signUp('alice@test.local'), network.api.signUp('bob@test.local')]);
  await network.watch();
});
afterAll(() => network.close());

async function page(query: string): Promise<Page> {
  const { status, body } = await mara.get<Page>(`/v2/ops/deposits?${query}`);
  expect([status, body]).toEqual([200, body]);
  return body;
}
const amounts = async (query: string) => (await page(query)).result.map(({ amount }) => amount);

interface Place {
  address: string;
  memo: string;
}
const placeOf = async (user: TestUser) => (await user.get<Place>('/v2/profile/address/XRP?network=SANDBOX')).body;
const arrive = ({ address, memo }: Place, units: number) =>
  network.chain.faucet({ to: address, memo, contract: 'XRP', units: String(units) });
const sends = async (user: TestUser, units: number) => arrive(await placeOf(user), units);
const open = (isOpen: boolean) => network.api.parts.pool.query('UPDATE networks SET deposits_enabled = $1', [isOpen]);

test('they are found by what is known of them, and a look at one is on record', async () => {
  const hash = await sends(alice, 5_000_000_000);
  await network.mine(1);
  await sends(bob, 6_000_000_000);
  await network.mine(1);
  expect(await amounts('')).toEqual(['60', '50']);
  expect(await amounts('limit=1')).toEqual(['60']);
  expect(await amounts(`limit=1&before=${(await page('limit=1')).next}`)).toEqual(['50']);
  expect(await amounts(`user=${alice.id}`)).toEqual(['50']);
  expect(await amounts(`hash=${hash}`)).toEqual(['50']);
  expect(await amounts('ticker=XRP&network=SANDBOX')).toHaveLength(2);
  expect(await amounts('ticker=BTC')).toEqual([]);
  expect(await amounts('network=OTHER')).toEqual([]);
  const seconds = Date.now() / 1_000;
  expect(await amounts(`since=${seconds - 600}&until=${seconds + 60}`)).toHaveLength(2);
  expect(await amounts(`until=${seconds - 600}`)).toEqual([]);
  expect(await amounts('state=credited')).toEqual([]);
  await network.mine(10);
  expect(await amounts('state=credited')).toEqual(['60', '50']);
  expect(await amounts('')).toEqual([]);

  const [first] = (await page(`state=credited&user=${alice.id}`)).result;
  const { body } = await mara.get<NetworkDepositDetail>(`/v2/ops/deposits/${first?.id}`);
  expect(body).toMatchObject({ ...first, tx_hash: hash, user: { id: alice.id, email: 'alice@test.local' } });
  expect(body.credited_at).not.toBeNull();
  const { rows } = await network.api.parts.pool.query(
    `SELECT actor, subject, details FROM audit_records WHERE action = 'deposit.looked_at'`,
  );
  expect(rows).toEqual([{ actor: 'ops:mara', subject: `user:${alice.id}`, details: { deposit: first?.id } }]);
  const searches = await network.api.parts.pool.query(
    `SELECT subject, details FROM audit_records WHERE action = 'deposit.searched' ORDER BY id`,
  );
  expect(searches.rows).toEqual([
    { subject: `user:${alice.id}`, details: { state: 'waiting', limit: 50 } },
    { subject: `transaction:${hash}`, details: { state: 'waiting', limit: 50 } },
    { subject: 'deposits', details: { state: 'credited', limit: 50 } },
    { subject: 'deposits', details: { state: 'credited', limit: 50 } },
    { subject: `user:${alice.id}`, details: { state: 'credited', limit: 50 } },
  ]);
  const ledger = await mara.get<{ result: object[] }>(`/v2/ops/ledger?reference=deposit:${first?.id}`);
  expect(ledger.body.result).toMatchObject([{ kind: 'crypto_deposit' }]);
});

test('a frozen one waits in its queue, and a transfer of nobody is among the unclaimed ones', async () => {
  const place = await placeOf(alice);
  await open(false);
  await arrive(place, 7_000_000_000);
  const { rows } = await network.api.parts.pool.query<{ hot: string }>('SELECT hot_address AS hot FROM chain_cursors');
  await arrive({ address: rows[0]?.hot ?? '', memo: '' }, 8_000_000_000);
  await network.mine(1);
  expect((await page('state=frozen')).result).toMatchObject([{ amount: '70', state: 'frozen' }]);
  const queues = await mara.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
  expect(queues.body.result).toContainEqual(expect.objectContaining({ queue: 'frozen_deposits', count: 1 }));
  const [unclaimed] = (await page('state=unclaimed')).result;
  expect(unclaimed).toMatchObject({ amount: '80', user: null, confirmations: 1 });
  expect(await amounts(`state=unclaimed&hash=${unclaimed?.tx_hash}`)).toEqual(['80']);
  expect(await amounts('state=unclaimed&hash=other')).toEqual([]);
  expect(await amounts(`state=unclaimed&user=${alice.id}`)).toEqual([]);
  await open(true);
  await network.mine(1);
  expect(await amounts('state=frozen')).toEqual([]);
});

test('nobody without the permission for money reads them', async () => {
  const clerk = await signUpOperator(network.api, 'clerk', ['users', 'accounts']);
  for (const path of ['/v2/ops/deposits', '/v2/ops/deposits/1']) {
    expect((await clerk.get(path)).status).toBe(403);
    expect((await alice.get(path)).status).toBe(403);
    expect((await network.api.call('GET', path)).status).toBe(401);
  }
  expect((await mara.get('/v2/ops/deposits/999999')).status).toBe(404);
});
