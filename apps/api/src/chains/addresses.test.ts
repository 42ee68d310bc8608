import { expect, test } from 'vitest';
import { isAddressOf, sandboxAddress } from './addresses.ts';

const address = sandboxAddress(new Uint8Array(20).fill(7));

test('an address of the sandbox network is one', () => {
  expect(address).toMatch(/^sbx1[a-z0-9]{38}$/);
  expect(isAddressOf('sandbox', address)).toBe(true);
});

test.each([
  ['another letter', address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
  ['another network', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['a bitcoin address', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['capitals within small letters', address.replace('sbx1', 'sbX1')],
  ['nothing', ''],
])('%s is none of the sandbox network', (_name, other) => {
  expect(isAddressOf('sandbox', other)).toBe(false);
});

/** The vectors of EIP-55. */
test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
])('%s is an address of an EVM network', (given) => {
  expect(isAddressOf('evm', given)).toBe(true);
});

test.each([
  ['another letter in the checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
  ['capitals alone, whose checksum is another one', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
  ['a digit less', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
  ['a digit more', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd'],
  ['no 0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['spaces around', ' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed '],
  ['address zero', '0x0000000000000000000000000000000000000000'],
  ['an address of the sandbox network', address],
  ['a bitcoin address', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  ['a name', 'vitalik.eth'],
  ['nothing', ''],
])('%s is none of an EVM network', (_name, other) => {
  expect(isAddressOf('evm', other)).toBe(false);
});
