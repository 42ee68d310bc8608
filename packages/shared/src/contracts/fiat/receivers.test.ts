import { expect, test } from 'vitest';
import { receiverFormSchema } from './receiver-schemas.ts';
import { isCardNumber, receiverName } from './receivers.ts';

test.each([
  ['4111111111111111', true],
  ['5555555555554444', true],
  ['378282246310005', true],
  ['4111111111111112', false],
  ['1411111111111111', false],
  ['411111111111', false],
  ['41111111111111111111', false],
  ['', false],
])('%s is the number of a card: %s', (digits, is) => expect(isCardNumber(digits)).toBe(is));

test('of the number of a card six digits and four are shown', () =>
  expect(receiverName('KITVISA', { card_number: '4111 1111-1111 1111' })).toBe('411111******1111'));

test.each([
  ['4111111111111111', '************1111'],
  ['4111-1111-1111-1111', '***************1111'],
  ['000123456', '*****3456'],
  ['TR330006100519786457841326', '**********************1326'],
  ['123456', '**3456'],
  ['4111111111111111@', '*************111@'],
  ['asha.1', 'asha.1'],
  ['9876543210@upi', '9876543210@upi'],
  ['asha1990123@pay.test', 'asha1990123@pay.test'],
])('an account that is typed as %s is shown as %s', (account, shown) =>
  expect(receiverName('PAYSOFT', { account })).toBe(shown),
);

test('a form asks what its method needs, and the number of a card comes out as its digits', () => {
  const form = receiverFormSchema('MERCURYO');
  expect(form.parse({ card_number: '4111 1111 1111 1111', holder: ' ASHA PATEL ', city: 'x' })).toEqual({
    card_number: '4111111111111111',
    holder: 'ASHA PATEL',
  });
  expect(form.safeParse({ card_number: '4111 1111 1111 1112', holder: 'ASHA' }).success).toBe(false);
  expect(form.safeParse({ card_number: '4111111111111111' }).success).toBe(false);
});
