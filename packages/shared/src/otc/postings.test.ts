import fc from 'fast-check';
import { expect, it } from 'vitest';
import { otcCharges } from './charges.ts';
import { cancelLegs, type OtcDeal, type OtcLeg, openLegs, settleLegs } from './postings.ts';
import { payments, rates, sides } from './testing/arbitraries.ts';

const deals = fc
  .tuple(sides, payments, rates, fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, 10n ** 12n))
  .map(([side, payment, given, total, amount]): OtcDeal => {
    return { side, payment, amount, charges: otcCharges(side, total, given) };
  });

function balances(legs: readonly OtcLeg[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { account, asset, amount } of legs)
    sums[`${account} ${asset}`] = (sums[`${account} ${asset}`] ?? 0n) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

function sumOf(legs: readonly OtcLeg[], asset: 'crypto' | 'fiat'): bigint {
  return legs.reduce((sum, leg) => (leg.asset === asset ? sum + leg.amount : sum), 0n);
}

it('each entry sums to 0 in each asset', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      for (const legs of [openLegs(deal), settleLegs(deal), cancelLegs(deal)])
        expect([sumOf(legs, 'crypto'), sumOf(legs, 'fiat')]).toEqual([0n, 0n]);
    }),
  );
});

it('a cancelled order leaves nothing behind, a settled one no hold', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      expect(balances([...openLegs(deal), ...cancelLegs(deal)])).toEqual({});
      const settled = balances([...openLegs(deal), ...settleLegs(deal)]);
      expect(Object.keys(settled).filter((account) => account.includes('Hold'))).toEqual([]);
      const house = ['houseFee fiat', 'houseGst fiat', 'houseTds fiat'].map((account) => settled[account] ?? 0n);
      expect(house.reduce((sum, one) => sum + one, 0n)).toBe(deal.charges.house);
      for (const one of house) expect(one).toBeGreaterThanOrEqual(0n);
    }),
  );
});

it('nobody gets more out of a hold than was put in', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const held = balances(openLegs(deal));
      for (const { account, asset, amount } of settleLegs(deal)) {
        if (amount >= 0n) continue;
        const key = `${account} ${asset}`;
        held[key] = (held[key] ?? 0n) + amount;
        expect(held[key]).toBeGreaterThanOrEqual(0n);
      }
    }),
  );
});

it('both payments cost and bring each party the same', () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const { userPays, userReceives } = deal.charges;
      const transfer = userPays ?? -(userReceives ?? 0n);
      const [wallet, bank] = (['wallet', 'bank'] as const).map((payment) => {
        const one = { ...deal, payment };
        const settled = balances([...openLegs(one), ...settleLegs(one)]);
        const outside = payment === 'bank' ? transfer : 0n;
        return {
          user: (settled['userMain fiat'] ?? 0n) - outside,
          maker: (settled['makerDesk fiat'] ?? 0n) + outside,
          crypto: settled['userMain crypto'],
        };
      });
      expect(bank).toEqual(wallet);
    }),
  );
});

it('a seller never pays to sell', () => {
  fc.assert(
    fc.property(rates, fc.bigInt(0n, 1000n), (given, total) => {
      expect(otcCharges('sell', total, given).userReceives).toBeGreaterThanOrEqual(0n);
    }),
  );
});
