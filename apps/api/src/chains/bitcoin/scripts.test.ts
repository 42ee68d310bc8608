import { type BitcoinChainName, bitcoinChains } from '@pelican/shared/contracts/payments';
import { expect, test } from 'vitest';
import { isAddressOf } from '../addresses.ts';
import { coinUnits } from './client.ts';
import { addressOfScript, dustUnits, scriptOfAddress } from './scripts.ts';

/** Networks that take the address: test networks of one coin share the prefixes of old addresses. */
test.each<[string, BitcoinChainName[]]>([
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', ['bitcoin']],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', ['bitcoin']],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', ['bitcoin']],
  ['BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', ['bitcoin']],
  ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', ['bitcoin']],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', ['bitcoin-test']],
  ['mtMCdGRobNpc2GkgqMcThMAjJ9X6LznZH9', ['bitcoin-test', 'bitcoin-regtest', 'litecoin-test', 'litecoin-regtest']],
  ['QXmrmrwPkVV4abAr9Srp2PFq7Xy2zEjNbG', ['litecoin-test', 'litecoin-regtest']],
  ['rltc1qcvjsf4laktc0j8hfxa0ted7zq3gdzqxvcwjtlk', ['litecoin-regtest']],
  // What is in no network: an extension block, another checksum, mixed letters, spaces, nothing.
  [
    'tmweb1qqd270x9ccr57algptfdrz52kr2qurw9y5cw73asntlvaf8q6r00t7q4lnchxc4pu6a67vcg4jq9fs6yu05ldgjqfggz8pw33z4cud05p7uuuq2n3',
    [],
  ],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', []],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fYU', []],
  // Version 0 with the checksum of version 1 (BIP-350).
  ['bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', []],
  [' 1BoatSLRHtKNngkdXEeobR76b53LETtpyT', []],
  ['0x52908400098527886E0F7030069857D2E4169EE7', []],
  ['', []],
])('%s is an address of %j alone', (address, chains) => {
  expect(bitcoinChains.filter((chain) => isAddressOf('bitcoin', address, chain))).toEqual(chains);
  expect(isAddressOf('bitcoin', address)).toBe(false);
});

test('the script of an output of ours gives its address back, and other scripts none', () => {
  for (const address of [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ]) {
    const script = Buffer.from(scriptOfAddress('bitcoin', address)).toString('hex');
    expect(addressOfScript('bitcoin', script)).toBe(address);
  }
  expect(addressOfScript('bitcoin', '6a24aa21a9ed')).toBeUndefined();
  expect(addressOfScript('bitcoin', `5120${'f'.repeat(64)}`)).toBeUndefined();
});

test.each([
  ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 546n],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 540n],
  ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 294n],
  ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 330n],
])('less than %s units is dust at an address of its kind', (address, units) => {
  expect(dustUnits(scriptOfAddress('bitcoin', address), 3n)).toBe(units);
});

test.each([
  ['0.00000001', 1n],
  ['1e-8', 1n],
  ['84000000.00000001', 8_400_000_000_000_001n],
  [50, 5_000_000_000n],
])('%s coins are %s units', (amount, units) => {
  expect(coinUnits(amount)).toBe(units);
});

test('parts of a unit are refused', () => {
  expect(() => coinUnits('0.000000001')).toThrow(RangeError);
});
