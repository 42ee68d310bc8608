/** Of which mailboxes somebody becomes an operator. */
import { createOperator } from '@pelican/api/src/modules/operations/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEmail } from '../../support/second-factors.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await api.parts.pool.query(`UPDATE deployment SET operator_email_domains = '{exchange.test}'`);
});
afterAll(() => api.close());

const create = (email: string, name: string, existingUserId?: number) =>
  inTransaction(api.parts.pool, (tx) =>
    createOperator.run(
      tx,
      { actor: 'ops:jane', reason: 'test' },
      { email, name, permissions: ['support'], ...(existingUserId === undefined ? {} : { existingUserId }) },
    ),
  );

test.each(['own@gmail.test', 'own@exchange.test.evil.test', 'exchange.test@evil.test', 'own@sub.exchange.test'])(
  '%s is refused, new or there already',
  async (email) => {
    const refused = { code: 'invalid_argument', message: 'operators have mailboxes of exchange.test alone' };
    await expect(create(email, 'own')).rejects.toMatchObject(refused);
    const user = await api.signUp(email);
    await verifyEmail(api, user);
    await expect(create(email, 'own', user.id)).rejects.toMatchObject(refused);
    const { rows } = await api.parts.pool.query('SELECT role FROM users WHERE id = $1', [user.id]);
    expect(rows).toEqual([{ role: 'user' }]);
  },
);

test('one of the domain becomes an operator', async () => {
  expect(await create('ravi@exchange.test', 'ravi')).toMatchObject({ userId: expect.any(Number) });
});
