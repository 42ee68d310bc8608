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
])('%s is none', (_name, other) => {
  expect(isAddressOf('sandbox', other)).toBe(false);
});
