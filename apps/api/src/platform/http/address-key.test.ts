import { expect, test } from 'vitest';
import { addressKey, addressKeys } from './address-key.ts';

test('an IPv4 address is its own key, also when it comes mapped into IPv6', () => {
  for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7']) {
    expect(addressKey(ip), ip).toBe('192.0.2.7');
  }
  expect(addressKey('::ffff:255.255.255.255')).toBe('255.255.255.255');
});

test('all addresses of an IPv6 /64 have one key, however they are written', () => {
  const written = [
    '2001:db8:1:2::',
    '2001:db8:1:2::7',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:2:0:0:192.0.2.7',
    '2001:db8:1:2::7%eth0',
  ];
  for (const ip of written) expect(addressKey(ip), ip).toBe('2001:db8:1:2::/64');
});

test('neighbouring networks have keys of their own', () => {
  const keys = ['2001:db8:1:3::7', '2001:db8:2::', '2001:db8::1:2:0:0', '::1', 'fe80::1%eth0', '::192.0.2.7'].map(
    addressKey,
  );
  expect(keys).toEqual([
    '2001:db8:1:3::/64',
    '2001:db8:2:0::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '0:0:0:0::/64',
  ]);
});

test('the site of an address is its /48, of IPv4 the address itself', () => {
  expect(addressKeys('2001:db8:1:2::7').site).toBe('2001:db8:1::/48');
  expect(addressKeys('2001:0db8:0001:ffff::').site).toBe('2001:db8:1::/48');
  expect(addressKeys('::ffff:192.0.2.7').site).toBe('192.0.2.7');
});

test('what is no address counts as it is', () => {
  expect(addressKey('unknown')).toBe('unknown');
});
