import { expect, test } from 'vitest';
import { isUnavailable } from './unavailable.ts';

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P01', '53100', '53200', '53300', '58030'])(
  'an error with code %s passes',
  (code) => {
    expect(isUnavailable(Object.assign(new Error('no connection'), { code }))).toBe(true);
  },
);

test('errors of pg and ioredis without a code are known by their texts', () => {
  expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
});

test('a mistake of ours does not pass', () => {
  expect(isUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false);
  expect(isUnavailable(new TypeError('x is undefined'))).toBe(false);
  expect(isUnavailable(undefined)).toBe(false);
});
