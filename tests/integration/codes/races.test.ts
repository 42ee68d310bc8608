/** Transfer codes that many reach for at once. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { forgetCounts } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { apply, demandAudited, madeCode, mailCodeOf, makerOf, moneyOf, remove } from '../../support/transfer-codes.ts';

let api: TestApi;
let crowd: { user: TestUser; ip: string }[];

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '0.0.0.0' });
  crowd = [];
  for (let at = 0; at < 200; at++)
    crowd.push({ user: await api.signUp(`crowd${at}@codes.test`), ip: `127.0.${at + 1}.1` });
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const statusesOf = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Over a connection of its own, from the address of the user. */
function applyOverHttp(user: TestUser, code: string, localAddress: string): Promise<{ status: number }> {
  const { port } = api.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' };
  const options = { host: '127.0.0.1', port, localAddress, agent: false, method: 'POST', headers };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, path: '/v2/profile/code/apply' }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ code }));
  });
}
const sumOf = async () => {
  const all = await Promise.all(crowd.map(({ user }) => moneyOf(api, user)));
  return all.reduce((sum, { main }) => sum + Number(main), 0);
};

test('of a thousand activations at once by two hundred users one is paid', async () => {
  const maker = await makerOf(api, 'popular@codes.test');
  const { code } = await madeCode(maker, { amount: '42' });
  const everybody = Array.from({ length: 5 }, () => crowd).flat();
  const answers = await Promise.all(everybody.map(({ user, ip }) => applyOverHttp(user, code, ip)));
  expect(statusesOf(answers)).toEqual({ 200: 1, 422: 999 });
  expect(await sumOf()).toBe(42);
  expect(await moneyOf(api, maker.user)).toEqual({ main: '58', codes: '0' });
});

test('a code that is deleted while others activate it is paid to one side', async () => {
  const before = await sumOf();
  const maker = await makerOf(api, 'undecided@codes.test');
  for (let round = 0; round < 10; round++) {
    const { id, code } = await madeCode(maker, { amount: '1' });
    const takers = crowd.slice(round * 4, round * 4 + 4);
    const [removed, ...applied] = await Promise.all([
      remove(maker.user, id),
      ...takers.map(({ user, ip }) => apply(user, code, ip)),
    ]);
    const winners = [removed, ...applied].filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
  }
  const { main, codes } = await moneyOf(api, maker.user);
  expect(codes).toBe('0');
  expect(Number(main) + (await sumOf()) - before).toBe(100);
});

test('creations at once take no more than there is, and one key makes one code', async () => {
  const maker = await makerOf(api, 'hasty@codes.test');
  const create = (code: string | undefined, amount: string, key: string) =>
    maker.user.post<{ id: number; code: string; repeated: boolean }>(
      '/v2/profile/code/create',
      { ticker: 'USDT', amount, factor: 'recovery_code', code },
      { headers: { 'idempotency-key': key } },
    );
  const [first, second, third, fourth, fifth, sixth] = maker.recoveryCodes;
  const racing = await Promise.all([first, second, third].map((code, at) => create(code, '60', `of-its-own-${at}`)));
  expect(statusesOf(racing)).toEqual({ 200: 1, 422: 2 });
  expect(racing.filter(({ status }) => status === 422).map(({ body }) => body.code)).toEqual(
    Array(2).fill('insufficient_balance'),
  );
  const same = await Promise.all([fourth, fifth, sixth].map((code) => create(code, '10', 'the-same')));
  expect(statusesOf(same)).toEqual({ 200: 3 });
  expect(new Set(same.map(({ body }) => body.id)).size).toBe(1);
  expect(same.filter(({ body }) => !body.repeated)).toHaveLength(1);
  expect(await moneyOf(api, maker.user)).toEqual({ main: '30', codes: '70' });
});

test('requests with one key and one code by mail at once are all answered with the code that the first has made', async () => {
  const maker = await makerOf(api, 'twice@codes.test');
  const mailCode = await mailCodeOf(api, maker, '10');
  await forgetCounts(api);
  const body = { ticker: 'USDT', amount: '10', factor: 'recovery_code', mail_code: mailCode };
  const headers = { 'idempotency-key': 'of-one-mail' };
  const answers = await Promise.all(
    maker.recoveryCodes
      .slice(0, 4)
      .map((code) =>
        maker.user.post<{ id: number; repeated: boolean }>('/v2/profile/code/create', { ...body, code }, { headers }),
      ),
  );
  expect(statusesOf(answers), JSON.stringify(answers.map(({ body }) => body))).toEqual({ 200: 4 });
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
  expect(await api.parts.redis.keys('login-attempts:*'), 'no wrong guess is counted').toEqual([]);
  expect(await moneyOf(api, maker.user)).toEqual({ main: '90', codes: '10' });
});
