import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isSignatureRight, isUnambiguous, signRequest } from './api-signature.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
const secret = '6f1c2a9e5b7d4c3f8a0e1d2c3b4a59687766554433221100ffeeddccbbaa9988';
const timestampMs = 1_795_219_200_000;
const order = '{"pair":"LTC_USDT","direction":"buy","price":"96.50","amount":"0.25","client_id":"bot-1"}';
const requests = [
  { timestampMs, method: 'POST', path: '/v2/order', body: order },
  { timestampMs, method: 'GET', path: '/v2/order?pair=LTC_USDT&limit=50', body: '' },
  { timestampMs, method: 'GET', path: '/socket', body: '' },
  { timestampMs, method: 'POST', path: '/v2/order', body: order, nonce: 'b6f1c0d2-0001' },
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

test('of the first form nothing is accepted whose text another request may have', () => {
  const request = { timestampMs, method: 'POST', path: '/v2/order', body: order };
  expect(isUnambiguous(request)).toBe(true);
  expect(isUnambiguous({ ...request, body: '' })).toBe(true);
  expect(isUnambiguous({ ...request, body: '7' })).toBe(false);
  expect(isUnambiguous({ ...request, path: '/v2/order?{' })).toBe(false);
  expect(isUnambiguous({ ...request, method: 'DELETE' })).toBe(false);
});

test('the canonical form has a nonce of 8 to 64 plain characters, and no body where the method has none', () => {
  const request = { timestampMs, method: 'POST', path: '/v2/order', body: order, nonce: 'b6f1c0d2-0001' };
  expect(isUnambiguous(request)).toBe(true);
  expect(isUnambiguous({ ...request, method: 'DELETE' })).toBe(false);
  for (const nonce of ['', 'short', 'x'.repeat(65), 'with space', 'line\nbreak'])
    expect(isUnambiguous({ ...request, nonce })).toBe(false);
});
