import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { type BitcoinKeyPlace, bitcoinAccount, bitcoinAddress, bitcoinDescriptor, readDescriptor } from './keys.ts';

/** BIP-39: 'abandon abandon ... about', whose addresses BIP-84 and BIP-86 show. */
const seed = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);
const bip84: BitcoinKeyPlace = { chain: 'bitcoin', script: 'wpkh', account: 0 };
const bip86: BitcoinKeyPlace = { chain: 'bitcoin', script: 'tr', account: 0 };

test.each([
  [bip84, ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g']],
  [
    bip86,
    [
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
    ],
  ],
])('addresses are those of the BIP, from the private key and from the descriptor', (place, addresses) => {
  const account = bitcoinAccount(seed, place);
  const watchOnly = readDescriptor(place.chain, bitcoinDescriptor(seed, place));
  expect(watchOnly.key.privateKey).toBeNull();
  for (const [index, address] of addresses.entries()) {
    expect(bitcoinAddress(account, index)).toBe(address);
    expect(bitcoinAddress(watchOnly, index)).toBe(address);
  }
});

test('a descriptor names where its key comes from, as wallets read it', () => {
  const text = bitcoinDescriptor(seed, { chain: 'litecoin-regtest', script: 'wpkh', account: 3 });
  expect(text).toMatch(/^wpkh\(\[73c5da0a\/84h\/1h\/3h\]tpub\w{100,}\/0\/\*\)$/);
  expect(bitcoinDescriptor(seed, { chain: 'litecoin', script: 'tr', account: 3 })).toMatch(
    /^tr\(\[73c5da0a\/86h\/2h\/3h\]xpub\w{100,}\/0\/\*\)$/,
  );
});

test('an index above the numbers of children has a key of its own, from the public key too', () => {
  const account = bitcoinAccount(seed, bip84);
  const watchOnly = readDescriptor('bitcoin', bitcoinDescriptor(seed, bip84));
  const indexes = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32, 1_795_474_178_000_000];
  const made = indexes.map((index) => bitcoinAddress(watchOnly, index));
  expect(made).toEqual(indexes.map((index) => bitcoinAddress(account, index)));
  expect(new Set(made).size).toBe(indexes.length);
});

const descriptor = bitcoinDescriptor(seed, bip84);

test.each([
  ['with a private key', descriptor.replace(/xpub\w+/, bitcoinAccount(seed, bip84).key.privateExtendedKey)],
  ['of a test network', bitcoinDescriptor(seed, { ...bip84, chain: 'bitcoin-test' })],
  ['of another kind', descriptor.replace('wpkh', 'pkh')],
  ['of one address', descriptor.replace('/*', '/1')],
  ['with another letter', descriptor.replace(/(.)\/0\/\*/, (_all, last) => `${last === '1' ? '2' : '1'}/0/*`)],
  ['of nothing', ''],
])('a descriptor %s is refused', (_name, text) => {
  expect(() => readDescriptor('bitcoin', text)).toThrow();
});
