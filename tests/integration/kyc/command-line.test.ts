/** `approve-kyc`: what one operator alone may not do by it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmEmail, sendGlobalCase } from '../../support/kyc.ts';
import { asked, because, type OperatorLines, startOperatorLines } from '../../support/operator-lines.ts';
import type { TestUser } from '../../support/test-api.ts';

let exchange: OperatorLines;
let count = 0;

beforeAll(async () => {
  exchange = await startOperatorLines();
  await exchange.begin();
});
afterAll(() => exchange.api.close());

async function person(): Promise<TestUser> {
  const { api } = exchange;
  return confirmEmail(api, await api.signUp(`person${++count}@test.local`, { kycApproved: false }));
}

async function accountOf({ id }: TestUser): Promise<object> {
  const { rows } = await exchange.api.parts.pool.query<{ status: string; country: string | null }>(
    'SELECT kyc_status AS status, kyc_country AS country FROM users WHERE id = $1',
    [id],
  );
  return rows[0] as object;
}

const approve = (name: string, { email }: TestUser, ...options: string[]) =>
  exchange.as(name)('approve-kyc', email, ...options, ...because);

it('somebody without a case is verified by two operators', async () => {
  const user = await person();
  await exchange.api.parts.pool.query(`UPDATE users SET country = 'DE' WHERE id = $1`, [user.id]);
  for (const country of [[], ['--country', 'DE']]) await asked(approve('clerk', user, ...country));
  const request = await asked(approve('clerk', user, '--country', 'NP'));
  expect(await accountOf(user)).toEqual({ status: 'none', country: null });
  expect(await exchange.as('jane')(...request.approve)).toMatchObject({ code: 0 });
  expect(await accountOf(user)).toEqual({ status: 'approved', country: 'NP' });
});

it('a case that one operator has rejected, and that was begun again, is not approved by one beside it', async () => {
  const user = await person();
  expect((await sendGlobalCase(exchange.api, user, 'N1000001')).status).toBe(200);
  expect(await exchange.as('clerk')('reject-kyc', user.email, ...because)).toMatchObject({ code: 0 });
  await asked(approve('clerk', user, '--country', 'DE'));
  expect((await user.post('/v2/kyc/intl-redoKyc')).status).toBe(200);
  // The last case is an empty draft: no country, no number, no risk.
  await asked(approve('clerk', user, '--country', 'DE'));
  await asked(approve('clerk', user, '--country', 'NP'));
  expect(await accountOf(user)).toMatchObject({ status: 'rejected' });
});

it('a case that waits is approved by one in its own country, and by two in another one', async () => {
  const user = await person();
  await sendGlobalCase(exchange.api, user, 'N1000002');
  await asked(approve('clerk', user, '--country', 'NP'));
  expect(await accountOf(user)).toMatchObject({ status: 'pending' });
  expect((await approve('clerk', user, '--country', 'DE')).lines.join()).toContain('is approved for DE');
  expect(await accountOf(user)).toEqual({ status: 'approved', country: 'DE' });
});
