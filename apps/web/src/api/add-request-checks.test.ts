import { spotOrderEndpoints } from '@pelican/shared/contracts/spot';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { setFieldTexts } from '../platform/field-text.ts';
import { startNetwork } from '../testing/network.ts';
import { addRequestChecks } from './add-request-checks.ts';
import { call } from './call.ts';
import { placeLimit } from './spot.ts';

afterEach(() => {
  setFieldTexts((text) => text);
  vi.unstubAllGlobals();
});

const limit = { pair: 'BTC_USDT', direction: 'buy', price: '100', amount: '1' } as const;

test('a body that its contract refuses is not sent, and is refused as the server does', async () => {
  const network = startNetwork({ 'POST /v2/order': () => ({ body: { id: 1 } }) });
  addRequestChecks(spotOrderEndpoints);
  setFieldTexts((text) => `in Hindi: ${text}`);
  await expect(placeLimit({ ...limit, amount: '0', price: '1e3' }, 'a-key')).rejects.toMatchObject({
    status: 422,
    code: 'invalid_argument',
    fields: {
      price: ['in Hindi: Must be a plain decimal number'],
      amount: ['in Hindi: Must be greater than zero'],
    },
  });
  expect(network.sent).toEqual([]);
  await placeLimit(limit, 'a-key');
  expect(network.sentTo('/v2/order')).toHaveLength(1);
});

test('fields have the names that the server gives them', async () => {
  const network = startNetwork({});
  const change = z.object({ price: z.string().check(z.minLength(1)) });
  addRequestChecks({
    'POST /v2/ops/markets/:pair/change': { body: z.object({ change, ids: z.array(z.number()), reason: z.string() }) },
  });
  const body = { change: { price: '' }, ids: ['a'], reason: '' } as never;
  await expect(call('POST /v2/ops/markets/:pair/change', { params: { pair: 'A_B' }, body })).rejects.toMatchObject({
    fields: { 'change.price': ['Field is required'], ids: ['Numbers only'] },
  });
  expect(network.sent).toEqual([]);
});
