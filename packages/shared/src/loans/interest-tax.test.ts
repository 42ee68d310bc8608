import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InterestTax, withholdInterestTax } from './interest-tax.ts';

const year: InterestTax = { rate: 10_000_000n, threshold: 1000n, paid: 0n, withheld: 0n };

describe('tax on interest', () => {
  it('begins with the payment that passes the threshold, on all of the year', () => {
    const first = withholdInterestTax(year, 1000n);
    expect(first.tds).toBe(0n);
    expect(withholdInterestTax(first.tax, 200n)).toMatchObject({ tds: 120n, tax: { paid: 1200n, withheld: 120n } });
  });

  it('takes no more than the payment; the rest comes out of the next ones', () => {
    const late = { ...year, paid: 1000n };
    const first = withholdInterestTax(late, 50n);
    expect(first.tds).toBe(50n);
    expect(withholdInterestTax(first.tax, 500n).tds).toBe(105n);
  });

  it('gives nothing back when the rate has fallen, and is off at 0', () => {
    expect(withholdInterestTax({ ...year, paid: 5000n, withheld: 900n }, 100n).tds).toBe(0n);
    expect(withholdInterestTax({ ...year, rate: 0n, paid: 5000n }, 100n).tds).toBe(0n);
  });

  it('however a year is split into payments, no more is withheld than the rate of all of it', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 2000n), { maxLength: 30 }), (payments) => {
        let tax = year;
        for (const payment of payments) {
          const withheld = withholdInterestTax(tax, payment);
          expect(withheld.tds >= 0n && withheld.tds <= payment).toBe(true);
          tax = withheld.tax;
          expect(tax.withheld <= (tax.paid * year.rate) / 100_000_000n).toBe(true);
          if (tax.paid <= year.threshold) expect(tax.withheld).toBe(0n);
        }
      }),
    );
  });
});
