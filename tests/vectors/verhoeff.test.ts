import { isVerhoeff, verhoeffDigit } from '@pelican/shared/contracts/kyc';
import { describe, expect, it } from 'vitest';

/** Published examples of the Verhoeff scheme: digits and their check digit. */
const vectors = [
  ['236', '3'],
  ['12345', '1'],
  ['142857', '0'],
  ['123456789012', '0'],
  ['8473643095483728456789', '2'],
] as const;

describe('the check digit of Verhoeff', () => {
  it.each(vectors)('of %s is %s', (digits, check) => {
    expect(verhoeffDigit(digits)).toBe(check);
    expect(isVerhoeff(digits + check)).toBe(true);
  });

  it.each(vectors)('of %s finds every wrong digit and every swap of neighbours', (digits, check) => {
    const whole = digits + check;
    for (let place = 0; place < whole.length; place++)
      for (const digit of '0123456789')
        if (digit !== whole[place])
          expect(isVerhoeff(whole.slice(0, place) + digit + whole.slice(place + 1))).toBe(false);
    for (let place = 0; place + 1 < whole.length; place++) {
      const swapped = whole.slice(0, place) + whole[place + 1] + whole[place] + whole.slice(place + 2);
      expect(isVerhoeff(swapped)).toBe(swapped === whole);
    }
  });

  it('is refused where something else than digits is', () => {
    for (const text of ['', '3', '23 63', '236x', '２３６３']) expect(isVerhoeff(text)).toBe(false);
  });
});
