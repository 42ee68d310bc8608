import { expect, test } from 'vitest';
import { addressCheck, isAddressRange } from './address-ranges.ts';

test('addresses and ranges are read, and nothing that only looks like one', () => {
  for (const text of ['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32'])
    expect([text, isAddressRange(text)]).toEqual([text, true]);
  for (const text of [
    '',
    '192.0.2.7/',
    '192.0.2.7/33',
    '192.0.2.7/-1',
    '192.0.2.7/8/8',
    '192.0.2.7/ 8',
    '2001:db8::/129',
    'host',
  ])
    expect([text, isAddressRange(text)]).toEqual([text, false]);
});

test('what is no range lets nobody in', () => {
  const allows = addressCheck(['192.0.2.7/', '10.0.0.0/8']);
  expect([allows('192.0.2.7'), allows('198.51.100.1'), allows('10.9.9.9'), allows('::ffff:10.9.9.9')]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
