/** The ledger as operators read it: entries by what they touch, page by page, one with its legs, and what is on record of a look. */
import { listEntries } from '@pelican/api/src/modules/operations/console/ledger/find-entries.ts';
import type { LedgerEntryDetail, LedgerLine } from '@pelican/shared/contracts/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credit } from '../../support/ledger-users.ts';
import { signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { assetId } from '../../support/transfer-codes.ts';

let api: TestApi;
let alice: TestUser;
let bob: TestUser;
let mara: TestUser;

interface Page {
  result: LedgerLine[];
  next: number | null;
}

beforeAll(async () => {
  api = await startTestApi();
  [alice, bob] = await Promise.all([api.signUp('alice@test.local'), api.signUp('bob@test.local')]);
  mara = await signUpOperator(api, 'mara', ['money']);
  for (const [user, ticker, amount] of [
    [alice, 'USDT', '100'],
    [bob, 'USDT', '50.5'],
    [alice, 'BTC', '2'],
    [alice, 'USDT', '7'],
  ] as const)
    await credit(api.parts.pool, { userId: user.id, assetId: await assetId(api, ticker), amount });
});
afterAll(() => api.close());

async function page(query: string): Promise<Page> {
  const { status, body } = await mara.get<Page>(`/v2/ops/ledger?${query}`);
  expect([status, body]).toEqual([200, body]);
  return body;
}
const amounts = async (query: string) =>
  (await page(query)).result.map(({ amounts: [first] }) => `${first?.amount} ${first?.ticker}`);
const looks = async (action: string) =>
  (
    await api.parts.pool.query(`SELECT actor, subject, details FROM audit_records WHERE action = $1 ORDER BY id`, [
      action,
    ])
  ).rows;

test('entries are found by owner, asset, account, kind, reference and time, the newest first', async () => {
  expect(await amounts(`user=${alice.id}`)).toEqual(['7 USDT', '2 BTC', '100 USDT']);
  expect(await amounts(`user=${alice.id}&ticker=BTC&account=main`)).toEqual(['2 BTC']);
  expect(await amounts('ticker=USDT&account=main')).toEqual(['7 USDT', '50.5 USDT', '100 USDT']);
  expect(await amounts(`user=${alice.id}&account=transit`)).toEqual([]);
  const { result: all } = await page('');
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((one, other) => other - one));
  const [newest] = all;
  expect(await page(`reference=${newest?.reference}&kind=${newest?.kind}&limit=1`)).toMatchObject({
    result: [{ id: newest?.id }],
  });
  expect(await amounts('kind=no_such_kind')).toEqual([]);
  expect(await amounts('reference=nothing:1')).toEqual([]);
  const seconds = Date.now() / 1_000;
  expect(await amounts(`user=${alice.id}&since=${seconds - 600}&until=${seconds + 60}`)).toHaveLength(3);
  expect(await amounts(`user=${alice.id}&until=${seconds - 86_400}`)).toEqual([]);
  expect(await amounts(`since=${seconds + 86_400}`)).toEqual([]);
  expect((await mara.get('/v2/ops/ledger?ticker=NOPE')).body).toMatchObject({ code: 'unknown_asset' });
});

test('a page goes on where the one before ended', async () => {
  const seen: string[] = [];
  let before = '';
  for (let pages = 0; pages < 10; pages += 1) {
    const { result, next } = await page(`user=${alice.id}&limit=1${before}`);
    seen.push(...result.flatMap((line) => line.amounts.map(({ amount, ticker }) => `${amount} ${ticker}`)));
    if (next === null) break;
    before = `&before=${next}`;
  }
  expect(seen).toEqual(['7 USDT', '2 BTC', '100 USDT']);
});

test('an entry has its legs, whose sum is zero, and the look is on record of its user', async () => {
  const [line] = (await page(`user=${bob.id}`)).result;
  const { status, body } = await mara.get<LedgerEntryDetail>(`/v2/ops/ledger/${line?.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...line, sums: [{ ticker: 'USDT', sum: '0' }] });
  expect(body.legs).toHaveLength(2);
  expect(body.legs).toContainEqual({
    account: 'main',
    owner: 'user',
    user: { id: bob.id, email: 'bob@test.local' },
    object: null,
    shard: null,
    ticker: 'USDT',
    amount: '50.5',
  });
  expect(await looks('ledger.looked_at')).toEqual([
    { actor: 'ops:mara', subject: `user:${bob.id}`, details: { entry: line?.id } },
  ]);
  expect(await looks('ledger.searched')).toContainEqual({
    actor: 'ops:mara',
    subject: `user:${alice.id}`,
    details: { ticker: 'BTC', account: 'main', limit: 50 },
  });
  await page(`reference=${line?.reference}&kind=${line?.kind}`);
  expect(await looks('ledger.searched')).toContainEqual({
    actor: 'ops:mara',
    subject: `reference:${line?.reference}`,
    details: { kind: line?.kind, limit: 50 },
  });
  expect((await mara.get('/v2/ops/ledger/999999999')).status).toBe(404);
});

test.each([
  ['each account by itself', 200],
  ['the entries', 1],
])(
  'what is rare in a long history is found on later pages, which examine %s as far as they are bound',
  async (_, accountsMax) => {
    const bounds = { accountsMax, examinedMax: 1 };
    async function allPages(kind: string | undefined) {
      const seen: string[] = [];
      let pages = 0;
      for (let before: number | undefined | null; before !== null; pages += 1) {
        const wanted = { user: alice.id, kind, before, limit: 1 };
        const { result, next }: Awaited<ReturnType<typeof listEntries>> = await listEntries(
          api.parts.pool,
          wanted,
          bounds,
        );
        seen.push(...result.flatMap((line) => line.amounts.map(({ amount, ticker }) => `${amount} ${ticker}`)));
        expect(next === null || before === undefined || next < before).toBe(true);
        before = next;
      }
      return { seen, pages };
    }
    const all = await allPages(undefined);
    expect(all.seen).toEqual(['7 USDT', '2 BTC', '100 USDT']);
    expect(all.pages).toBeGreaterThan(2);
    expect((await allPages('no_such_kind')).seen).toEqual([]);
  },
);

test('nobody without the permission for money reads it', async () => {
  const clerk = await signUpOperator(api, 'clerk', ['users', 'accounts', 'records']);
  for (const path of ['/v2/ops/ledger', '/v2/ops/ledger/1']) {
    expect((await clerk.get(path)).status).toBe(403);
    expect((await alice.get(path)).status).toBe(403);
    expect((await api.call('GET', path)).status).toBe(401);
  }
});
