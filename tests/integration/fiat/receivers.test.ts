/** A receiver is registered at the provider only after the second factor is checked; a withdrawal that is refused before uses up neither. */
import { createReceivers, createSandboxProvider } from '@pelican/api/src/modules/fiat/index.ts';
import type { PaymentProvider, PayoutsOfProvider } from '@pelican/api/src/modules/fiat/provider.ts';
import { createPaymentsService } from '@pelican/api/src/modules/payments/index.ts';
import {
  createConfirmations,
  createSavedAddressService,
  createWithdrawalService,
} from '@pelican/api/src/modules/withdrawals/index.ts';
import { type Access, createAccess } from '@pelican/api/src/processes/api/access.ts';
import { livePriceOf } from '@pelican/api/src/processes/api/price-sources.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tradeRupees } from '../../support/inr.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { credit } from '../../support/ledger-users.ts';
import { providerSecret } from '../../support/provider.ts';
import { toAccount } from '../../support/provider-payouts.ts';
import { codeOf, enableTotp, forgetSteps, settleFactors, wrongCodeOf } from '../../support/second-factors.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let access: Access;
/** Account numbers of the receivers that were registered at the provider. */
const told: (string | undefined)[] = [];
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  tradeRupees(api);
  access = await createAccess({ ...api.parts, now: Date.now });
});
afterAll(async () => {
  access?.authenticator.stop();
  await api?.close();
});
beforeEach(() => {
  told.length = 0;
});

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);

/** Whose provider counts. */
function countedReceivers() {
  const { redis } = api.parts;
  const sandbox = createSandboxProvider({ secret: providerSecret, redis });
  const real = sandbox.payouts as PayoutsOfProvider;
  const payouts: PayoutsOfProvider = {
    ...real,
    register(receiver) {
      told.push(receiver.details.account);
      return real.register(receiver);
    },
  };
  const counting: PaymentProvider = { ...sandbox, payouts };
  return createReceivers(new Map([[counting.name, counting]]), silent as never);
}

/** The services of the API. */
function services() {
  const { pool, spot, perpetual, config } = api.parts;
  const receivers = countedReceivers();
  const payments = createPaymentsService({
    pool,
    catalog: () => spot.catalog(),
    knownAsset: (ticker) => spot.catalog().assetByTicker(ticker),
  });
  const { codes, checks: factorChecks } = access.signIn;
  return {
    addresses: createSavedAddressService({ pool, payments, receivers, waitHours: 24 }),
    withdrawals: createWithdrawalService({
      pool,
      payments,
      receivers,
      confirmations: createConfirmations({ pool, codes, factorChecks }),
      require: access.authenticator.require,
      factorChecks,
      priceOf: livePriceOf(spot, perpetual.live, config.withdrawals.priceVolumeUsd),
      rules: config.withdrawals,
    }),
  };
}

async function payee() {
  const user = await api.signUp(`receiver${people++}@fiat.test`);
  const { secret } = await enableTotp(api, user);
  await sql('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', user.id);
  await settleFactors(api.parts.pool, user.id);
  await credit(api.parts.pool, { userId: user.id, assetId: 1, amount: '1000000' });
  await forgetSteps(api, user);
  const principal = await access.authenticator.verifyAccessToken(user.accessToken);
  const { withdrawals } = services();
  const request = (code: string) =>
    withdrawals.request(
      { principal, ip: '127.0.0.1' },
      { ticker: 'INR', paymentKey: 'PAYSOFT', amount: '1000', factor: 'totp', code },
      { receiver: toAccount.receiver },
      undefined,
    );
  return { user, secret, request };
}

test('a withdrawal tells the provider of its receiver after the factor', async () => {
  const { secret, request } = await payee();
  await expect(request(wrongCodeOf(secret))).rejects.toMatchObject({ code: 'factor_wrong' });
  expect(told).toEqual([]);
  expect(await request(codeOf(secret))).toMatchObject({ address: 'asha.patel' });
  expect(told).toEqual(['asha.patel']);
});

test('a receiver that is not saved is refused before the factor is used up and the provider asked', async () => {
  const { user, secret, request } = await payee();
  const code = codeOf(secret);
  await sql('INSERT INTO address_allow_lists (user_id) VALUES ($1)', user.id);
  await expect(request(code)).rejects.toMatchObject({ code: 'address_not_saved' });
  expect(told).toEqual([]);
  await sql('DELETE FROM address_allow_lists WHERE user_id = $1', user.id);
  await expect(request(code)).resolves.toMatchObject({ address: 'asha.patel' });
});

test('what may be saved is judged without the provider, and a form that lacks a field names it', async () => {
  const { addresses } = services();
  const wanted = { ticker: 'INR', payment_method: 'PAYSOFT', name: 'Asha' };
  await addresses.demandSavable(1, { ...wanted, receiver: toAccount.receiver });
  await expect(addresses.demandSavable(1, wanted)).rejects.toMatchObject({ code: 'invalid_argument' });
  expect(told).toEqual([]);
});

test('a person tells the provider of some new receivers an hour, and of those of before as often as they are paid', async () => {
  const receivers = countedReceivers();
  const method = { key: 'PAYSOFT', provider: 'sandbox' };
  const register = (userId: number, account: string) => receivers.register(userId, method, { account });
  for (let time = 0; time < 50; time++) await register(1, 'asha.patel');
  for (let other = 1; other < 30; other++) await register(1, `asha.patel.${other}`);
  told.length = 0;
  await expect(register(1, 'asha.patel.30')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(told).toEqual([]);
  await expect(register(2, 'asha.patel.30')).resolves.toMatchObject({ address: 'asha.patel.30' });
});
