import { expect, test } from 'vitest';
import { plainId } from './common.ts';
import { loansEndpoints, loansOperatorEndpoints } from './loans/index.ts';
import { paymentsOperatorEndpoints } from './payments/index.ts';

test('an id is written in one way', () => {
  for (const [text, id] of [
    ['1', 1],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    [17, 17],
  ] as const)
    expect(plainId.parse(text)).toBe(id);
  for (const other of [
    '1.0',
    '0x1',
    '1e0',
    '+1',
    '-1',
    ' 1',
    '01',
    '0',
    '',
    '9007199254740992',
    '99999999999999999',
    1.5,
    null,
  ])
    expect(plainId.safeParse(other).success, String(other)).toBe(false);
});

test('the paths of loans and of payment methods take no other spelling of an id', () => {
  const calls = { ...loansEndpoints, ...loansOperatorEndpoints, ...paymentsOperatorEndpoints };
  const withId = Object.entries(calls).filter(([name]) => /\/:id($|\/)/.test(name));
  expect(withId.length).toBeGreaterThan(20);
  for (const [name, call] of withId) {
    if (!('params' in call)) throw new Error(`${name} declares no id`);
    expect(call.params.safeParse({ id: '7', file: 'a' }).success || /file/.test(name), name).toBe(true);
    for (const id of ['1.0', '0x1', '1e1', '01'])
      expect(call.params.safeParse({ id, file: 'a' }).success, `${name} ${id}`).toBe(false);
  }
});
