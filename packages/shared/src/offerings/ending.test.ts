import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOffering, type Purchase, releasesOf } from './ending.ts';
import { type OfferingRecord, offeringStatus, runningSession } from './status.ts';

const purchases: fc.Arbitrary<Purchase[]> = fc.array(
  fc.record({
    user: fc.nat(),
    currency: fc.constantFrom('USDT', 'BTC'),
    cost: fc.bigInt(0n, 10n ** 9n),
    tokens: fc.bigInt(0n, 10n ** 9n),
    bonus: fc.bigInt(0n, 10n ** 6n),
  }),
);

function escrowOf(all: readonly Purchase[]): Map<string, bigint> {
  const escrow = new Map<string, bigint>();
  for (const { currency, cost } of all) escrow.set(currency, (escrow.get(currency) ?? 0n) + cost);
  return escrow;
}

function sumOf(sums: Iterable<bigint>): bigint {
  return [...sums].reduce((sum, one) => sum + one, 0n);
}

it('all money goes to issuer and house, or all of it back; all tokens to buyers and issuer', () => {
  const rates = fc.bigInt(0n, 100_000_000n);
  fc.assert(
    fc.property(purchases, rates, fc.boolean(), fc.boolean(), (all, feeRate, isCanceled, isEnough) => {
      const escrow = escrowOf(all);
      const tokenEscrow = 10n ** 12n;
      const offering = { raised: isEnough ? 10n : 9n, softCap: 10n, isCanceled, feeRate, escrow, tokenEscrow };
      const end = endOffering(offering, all);
      const isSuccess = isEnough && !isCanceled;
      expect(end.result).toBe(isCanceled ? 'canceled' : isEnough ? 'success' : 'soft_cap_missed');
      const paid = sumOf(escrow.values());
      const back = sumOf(end.refunds.map(({ amount }) => amount));
      expect(back).toBe(isSuccess ? 0n : paid);
      expect(sumOf(end.issuer.values()) + sumOf(end.fees.values())).toBe(isSuccess ? paid : 0n);
      for (const share of [...end.issuer.values(), ...end.fees.values()]) expect(share).toBeGreaterThanOrEqual(0n);
      expect(end.tokensLocked + end.tokensToIssuer).toBe(tokenEscrow);
    }),
  );
});

describe('releases', () => {
  const vestings = fc.constantFrom(
    [{ days: 0, rate: 100_000_000n }],
    [0, 30, 60].map((days) => ({ days, rate: days === 60 ? 33_340_000n : 33_330_000n })),
    [0, 1, 2, 3, 4, 5, 6].map((days) => ({ days, rate: days === 6 ? 99_999_994n : 1n })),
  );

  it('sum to what was bought, none of them below nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), vestings, (tokens, vesting) => {
        const amounts = releasesOf(tokens, 0, vesting).map(({ amount }) => amount);
        expect(sumOf(amounts)).toBe(tokens);
        for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

describe('status', () => {
  const record: OfferingRecord = {
    isPublished: true,
    sessions: [
      { start: 100, end: 200 },
      { start: 300, end: 400 },
    ],
    result: null,
    tokensLocked: 0n,
  };

  it('is active from the first start to the result, the pause included', () => {
    const statuses = [99, 100, 250, 500].map((now) => offeringStatus(record, now));
    expect(statuses).toEqual(['upcoming', 'active', 'active', 'active']);
    const running = [99, 100, 199, 200, 300, 400].map((now) => runningSession(record.sessions, now)?.start);
    expect(running).toEqual([undefined, 100, 100, undefined, 300, undefined]);
    expect(offeringStatus({ ...record, isPublished: false }, 250)).toBe('draft');
  });

  it('with a result is finished, a success once its tokens are released, and goes back to nothing else', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom('soft_cap_missed' as const, 'canceled' as const), (now, result) => {
        expect(offeringStatus({ ...record, result, tokensLocked: 5n }, now)).toBe('finished');
        expect(offeringStatus({ ...record, result: 'success', tokensLocked: 5n }, now)).toBe('success');
        expect(offeringStatus({ ...record, result: 'success' }, now)).toBe('finished');
      }),
    );
  });
});
