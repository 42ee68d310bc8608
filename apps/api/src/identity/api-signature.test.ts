import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isSignatureRight, signRequest } from './api-signature.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
const secret = '6f1c2a9e5b7d4c3f8a0e1d2c3b4a59687766554433221100ffeeddccbbaa9988';
const timestampMs = 1_795_219_200_000;
const order = '{"pair":"LTC_USDT","direction":"buy","price":"96.50","amount":"0.25","client_id":"bot-1"}';
const requests = [
  { timestampMs, method: 'POST', path: '/v2/order', body: order },
  { timestampMs, method: 'GET', path: '/v2/order?pair=LTC_USDT&limit=50', body: '' },
  { timestampMs, method: 'GET', path: '/socket', body: '' },
];

test('the examples of the guide are signed as the code signs', () => {
  expect(guide).toContain(secret);
  for (const request of requests) expect(guide).toContain(signRequest(secret, request));
});

test('a signature is right for its own request alone', () => {
  const [request] = requests as [(typeof requests)[0]];
  const signature = signRequest(secret, request);
  expect(isSignatureRight(secret, request, signature)).toBe(true);
  expect(isSignatureRight(secret, request, signature.toUpperCase())).toBe(true);
  expect(isSignatureRight(secret, { ...request, body: `${request.body} ` }, signature)).toBe(false);
  expect(isSignatureRight(secret, request, '')).toBe(false);
});
