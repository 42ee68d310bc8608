import { type NewNotice, writeNotices } from '@pelican/api/src/notices/write-notices.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { NoticeChoices, NoticesResponse } from '@pelican/shared/contracts/notices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [alice, bob] = [await api.signUp('alice@test.local'), await api.signUp('bob@test.local')];
});
afterAll(() => api.close());

const credit = (userId: number, amount: string, key?: string): NewNotice => ({
  userId,
  kind: 'wallet_credited',
  payload: { amount, ticker: 'USDT' },
  ...(key ? { key } : {}),
});

function write(...notices: NewNotice[]): Promise<void> {
  return inTransaction(api.parts.pool, (transaction) => writeNotices(transaction, notices));
}

async function listOf(user: TestUser, query = ''): Promise<NoticesResponse> {
  return (await user.get<NoticesResponse>(`/v3/notices${query}`)).body;
}

describe('the list of notices', () => {
  test('pages from the newest to the oldest, each notice once', async () => {
    await write(...['1', '2', '3', '4', '5'].map((amount) => credit(alice.id, amount)));
    const first = await listOf(alice, '?limit=2');
    const second = await listOf(alice, `?limit=2&before=${first.next}`);
    const third = await listOf(alice, `?limit=2&before=${second.next}`);
    const titles = [first, second, third].map(({ result }) => result.map(({ title }) => title.split(' ')[0]));
    expect(titles).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect([first.unread, third.next]).toEqual([5, null]);
    expect(first.result[0]).toMatchObject({
      kind: 'wallet_credited',
      category: 'wallet',
      tone: 'success',
      read: false,
    });
  });

  test('one category is listed alone, page by page', async () => {
    const carla = await api.signUp('carla@test.local');
    await write(...['1', '2'].map((amount) => credit(carla.id, amount)), {
      userId: carla.id,
      kind: 'anti_phishing_code_changed',
      payload: {},
    });
    const kinds = async (query: string) => (await listOf(carla, query)).result.map(({ kind }) => kind);
    const first = await listOf(carla, '?category=wallet&limit=1');
    expect(first.result.map(({ title }) => title.split(' ')[0])).toEqual(['2']);
    const second = await listOf(carla, `?category=wallet&limit=1&before=${first.next}`);
    expect([second.result.length, second.next]).toEqual([1, null]);
    expect(await kinds('?category=trading')).toEqual([]);
    expect(await kinds('?category=security')).toContain('anti_phishing_code_changed');
    expect((await carla.get('/v3/notices?category=other')).status).toBe(422);
  });

  test('what came after the list was read stays unread', async () => {
    const seen = await listOf(alice);
    await write(credit(alice.id, '6'));
    const { body } = await alice.post('/v3/notices/read-all', { up_to: seen.result[0]?.id });
    expect(body).toEqual({ unread: 1 });
    expect((await listOf(alice)).result.map(({ read }) => read)).toEqual([false, true, true, true, true, true]);
  });

  test('one notice is marked as read, a second time too', async () => {
    const { result } = await listOf(alice);
    for (let round = 0; round < 2; round++) {
      expect(await alice.post(`/v3/notices/${result[0]?.id}/read`)).toMatchObject({ status: 200, body: { unread: 0 } });
    }
  });

  test('nobody reads or marks the notices of another user', async () => {
    await write(credit(bob.id, '9'));
    const [own] = (await listOf(bob)).result;
    expect((await listOf(alice)).result.map(({ id }) => id)).not.toContain(own?.id);
    expect(await alice.post(`/v3/notices/${own?.id}/read`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    await alice.post('/v3/notices/read-all', { up_to: 1_000_000_000 });
    expect((await bob.get('/v3/notices/unread')).body).toEqual({ unread: 1 });
    expect(await api.call('GET', '/v3/notices')).toMatchObject({ status: 401 });
  });

  test('a notice of a kind that this release does not know hides none of the others, nor the next page', async () => {
    const frank = await api.signUp('frank@test.local');
    await write(credit(frank.id, '1'));
    await api.parts.pool.query(
      `INSERT INTO notices (user_id, kind, payload, in_app) VALUES ($1, 'of_the_future', '{}', true)`,
      [frank.id],
    );
    const first = await listOf(frank, '?limit=1');
    expect(first.result).toEqual([]);
    expect((await listOf(frank, `?before=${first.next}`)).result.map(({ title }) => title)).toEqual([
      '1 USDT credited',
    ]);
  });

  test('a page of nonsense is refused', async () => {
    for (const query of ['limit=0', 'limit=201', 'before=0', 'before=x', 'before=1.5']) {
      expect(await alice.get(`/v3/notices?${query}`), query).toMatchObject({ status: 422 });
    }
  });
});

describe('writing', () => {
  test('a key is written once for a user, also by two at once', async () => {
    const carol = await api.signUp('carol@test.local');
    const notice = (userId: number) => credit(userId, '1', 'credit:7');
    await Promise.all([write(notice(carol.id)), write(notice(carol.id)), write(notice(bob.id))]);
    await write(notice(carol.id));
    expect((await listOf(carol)).result).toHaveLength(1);
  });

  test('a notice lives and dies with the transaction that causes it', async () => {
    const dave = await api.signUp('dave@test.local');
    const failing = api.parts.prisma.$transaction(async (transaction) => {
      await writeNotices(transaction, [credit(dave.id, '1')]);
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect((await listOf(dave)).result).toEqual([]);
  });

  test('a user that the database does not know stops nobody', async () => {
    await write(credit(4_000_000, '1'), credit(bob.id, '77'));
    expect((await listOf(bob)).result[0]?.title).toBe('77 USDT credited');
  });
});

describe('choices', () => {
  test('a category that is turned off in the list writes no in-app message from then on', async () => {
    const erin = await api.signUp('erin@test.local');
    await write(credit(erin.id, '1'));
    const answer = await erin.post<NoticeChoices>('/v3/notices/choices', {
      category: 'wallet',
      channel: 'in_app',
      enabled: false,
    });
    const wallet = answer.body.result.find(({ category }) => category === 'wallet');
    expect(wallet?.channels.in_app).toEqual({ enabled: false, forced: false });
    await write(credit(erin.id, '2'));
    expect((await listOf(erin)).result.map(({ title }) => title)).toEqual(['1 USDT credited']);
  });

  test('notices of security cannot be turned off', async () => {
    for (const channel of ['in_app', 'mail']) {
      const answer = await bob.post('/v3/notices/choices', { category: 'security', channel, enabled: false });
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
    }
    await api.parts.pool.query(`INSERT INTO notice_choices VALUES ($1, 'security', 'in_app', false)`, [bob.id]);
    await write({ userId: bob.id, kind: 'password_changed', payload: {} });
    expect((await listOf(bob)).result[0]).toMatchObject({ kind: 'password_changed', tone: 'warning' });
  });
});
