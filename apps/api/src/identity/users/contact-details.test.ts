import { expect, test } from 'vitest';
import { canonicalPhone, maskEmail, maskPhone } from './contact-details.ts';

test('one telephone has one form, however it is written', () => {
  for (const text of ['+919876543210', '+91987654321\u0660', '+91 98765 43210', ' +91 (98765)-43210 '])
    expect(canonicalPhone(text)).toBe('+919876543210');
});

test.each(['+1', '+911234', '9876543210', '+999 123456789', '+91 98765 43210 ext. 5', 'abc'])(
  '%s is no telephone',
  (text) => {
    expect(canonicalPhone(text)).toBeUndefined();
  },
);

test.each([
  ['premium rate', '+449098790123'],
  ['premium rate', '+19002345678'],
  ['shared cost', '+448431234567'],
  ['of no country', '+881612345678'],
])('a number whose owner earns by messages, or of no country, is refused: %s %s', (_, text) => {
  expect(canonicalPhone(text)).toBeUndefined();
});

test('what is shown names its owner to nobody else', () => {
  expect(maskPhone('+919876543221')).toBe('+91******21');
  expect(maskEmail('alice@demo.local')).toBe('a***e@demo.local');
  expect(maskEmail('ab@demo.local')).toBe('a***@demo.local');
});
