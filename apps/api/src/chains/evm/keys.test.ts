import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { evmAccount, evmAddress, readExtendedPublicKey } from './keys.ts';

/** BIP-39: 'test test test test test test test test test test test junk', whose addresses every development node shows. */
const seed = Buffer.from(
  '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0',
  'hex',
);
const addresses = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
];

test('addresses of an account are those of BIP-44, from its private and from its extended public key', () => {
  const account = evmAccount(seed, 0);
  const watchOnly = readExtendedPublicKey(account.publicExtendedKey);
  expect(watchOnly.privateKey).toBeNull();
  for (const [index, address] of addresses.entries()) {
    expect(evmAddress(account, index)).toBe(address);
    expect(evmAddress(watchOnly, index)).toBe(address);
  }
});

test('the extended public key of BIP-32, test vector 1, chain m/0H', () => {
  const text =
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw';
  expect(readExtendedPublicKey(text).publicExtendedKey).toBe(text);
});

test('an index above the numbers of children has a key of its own, from the public key too', () => {
  const account = evmAccount(seed, 0);
  const watchOnly = readExtendedPublicKey(account.publicExtendedKey);
  const indexes = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 1_795_474_178_000_000];
  const made = indexes.map((index) => evmAddress(watchOnly, index));
  expect(made).toEqual(indexes.map((index) => evmAddress(account, index)));
  expect(new Set(made).size).toBe(indexes.length);
});

test('networks share no address', () => {
  expect(evmAddress(evmAccount(seed, 1), 5)).not.toBe(evmAddress(evmAccount(seed, 2), 5));
});

test.each([
  ['a private one', evmAccount(seed, 0).privateExtendedKey],
  ['another letter', evmAccount(seed, 0).publicExtendedKey.replace(/.$/, (last) => (last === '1' ? '2' : '1'))],
  ['nothing', ''],
])('an extended public key that is %s is refused', (_name, text) => {
  expect(() => readExtendedPublicKey(text)).toThrow();
});
