import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minOf } from '../money/rounding.ts';
import { decideOffer, isInSearch, type Offer, type OfferCommand, openOffer, principalGoesTo } from './offer.ts';
import { LoanLedger } from './testing/ledger.ts';

const terms = { amountFrom: 50n, amountTo: 200n, autoApprove: true, autoRate: 10n, relend: true };

function opened(amount: bigint, main: bigint): Offer {
  const decision = openOffer(1, terms, amount, main);
  if (decision.refusal) throw new Error(decision.refusal);
  return decision.offer;
}

function refusalOf(offer: Offer, command: OfferCommand) {
  return decideOffer(offer, command).refusal;
}

const steps = fc.record({
  what: fc.constantFrom('take', 'take', 'approve', 'giveBack', 'reduce', 'reduce', 'edit', 'finish'),
  amount: fc.bigInt(0n, 400n),
  rate: fc.bigInt(0n, 20n),
  relend: fc.boolean(),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

function commandOf(offer: Offer, { what, amount, rate, relend }: Step, main: bigint): OfferCommand {
  const upTo = (most: bigint) => minOf(amount, most);
  switch (what) {
    case 'take':
      return { type: 'take', amount, dayRate: rate };
    case 'approve':
    case 'giveBack':
      return { type: what, amount: upTo(offer.reserved) };
    case 'reduce':
      return { type: 'reduce', principal: upTo(offer.lent), isToOffer: principalGoesTo(offer) === 'p2p_offer' };
    case 'edit':
      return { type: 'edit', version: offer.version, amount: amount * 3n, terms: { ...terms, relend }, main };
    case 'finish':
      return { type: 'finish' };
  }
}

describe('offer', () => {
  it('its account holds what is free and reserved, whatever happens; closed, it holds nothing', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (all) => {
        const ledger = new LoanLedger();
        const [main, account] = ['main:lender:money', 'p2p_offer:lender:money'];
        ledger.move('outside:money', main, 1000n);
        const first = openOffer(1, terms, 600n, 1000n);
        if (first.refusal || !first.entry) throw new Error('an offer that can be paid is refused');
        ledger.post(first.entry);
        let { offer } = first;
        for (const step of all) {
          const command = commandOf(offer, step, ledger.balance(main));
          const decision = decideOffer(offer, command);
          if (decision.refusal) continue;
          // What loans move by their own entries: principal out with a start, and back with a repayment.
          const lentMore = decision.offer.lent - offer.lent;
          if (lentMore > 0n) ledger.move(account, 'borrowers', lentMore);
          if (command.type === 'reduce')
            ledger.move('borrowers', command.isToOffer ? account : main, command.principal);
          if (decision.entry) ledger.post(decision.entry);
          ({ offer } = decision);
          expect(ledger.balance(account)).toBe(offer.free + offer.reserved);
          expect(ledger.balance('borrowers')).toBe(offer.lent);
          expect(offer.free >= 0n && offer.reserved >= 0n && offer.lent >= 0n && ledger.balance(main) >= 0n).toBe(true);
          if (offer.state === 'closed') expect(offer).toMatchObject({ free: 0n, reserved: 0n, lent: 0n });
          if (offer.state === 'finishing') expect(offer.lent > 0n).toBe(true);
        }
      }),
    );
  });

  it('of two takes of the last amount one wins', () => {
    const take = { type: 'take', amount: 200n, dayRate: 10n } as const;
    const decision = decideOffer(opened(200n, 200n), take);
    if (decision.refusal) throw new Error(decision.refusal);
    expect(refusalOf(decision.offer, take)).toBe('offer_taken');
    expect(isInSearch(decision.offer)).toBe(false);
  });

  it('a bid below the automatic rate waits, outside of the amounts it is refused before anything else', () => {
    const offer = opened(300n, 300n);
    const take = (amount: bigint, dayRate: bigint) => decideOffer(offer, { type: 'take', amount, dayRate });
    expect(take(100n, 10n)).toMatchObject({ offer: { lent: 100n, reserved: 0n } });
    expect(take(100n, 9n)).toMatchObject({ offer: { lent: 0n, reserved: 100n } });
    expect(take(49n, 10n).refusal).toBe('invalid_argument');
    expect(take(201n, 10n).refusal).toBe('invalid_argument');
    const byHand = { ...offer, terms: { ...terms, autoApprove: false } };
    expect(decideOffer(byHand, { type: 'take', amount: 50n, dayRate: 99n })).toMatchObject({
      offer: { reserved: 50n },
    });
  });

  it('an edit keeps to its version, to what is in use and to what the lender has', () => {
    const offer = { ...opened(300n, 300n), free: 100n, reserved: 120n, lent: 80n };
    const edit = (amount: bigint, version = 1) => ({ type: 'edit', version, amount, terms, main: 40n }) as const;
    expect(refusalOf(offer, edit(300n, 2))).toBe('stale_version');
    expect(refusalOf(offer, edit(199n))).toBe('amount_in_use');
    expect(refusalOf(offer, edit(341n))).toBe('insufficient_balance');
    expect(decideOffer(offer, edit(340n))).toMatchObject({
      offer: { free: 140n, version: 2 },
      entry: { key: 'p2p:offer:1:v2' },
    });
    expect(decideOffer(offer, edit(300n))).toMatchObject({ offer: { free: 100n, version: 2 }, entry: null });
    expect(openOffer(1, terms, 301n, 300n).refusal).toBe('insufficient_balance');
  });

  it('finished, it takes nobody, relends nothing, and closes with its last loan', () => {
    const running = { ...opened(300n, 300n), free: 100n, reserved: 120n, lent: 80n };
    const decision = decideOffer(running, { type: 'finish' });
    if (decision.refusal) throw new Error(decision.refusal);
    const { offer, entry } = decision;
    expect(offer).toMatchObject({ state: 'finishing', free: 0n, reserved: 0n, lent: 80n });
    expect(entry?.legs.map(({ amount }) => amount)).toEqual([-220n, 220n]);
    expect(refusalOf(offer, { type: 'finish' })).toBe('offer_closed');
    expect(refusalOf(offer, { type: 'take', amount: 60n, dayRate: 10n })).toBe('offer_closed');
    expect(refusalOf(offer, { type: 'edit', version: 1, amount: 900n, terms, main: 900n })).toBe('offer_closed');
    expect([principalGoesTo(running), principalGoesTo(offer)]).toEqual(['p2p_offer', 'main']);
    const reduce = (principal: bigint) => decideOffer(offer, { type: 'reduce', principal, isToOffer: false });
    expect(reduce(79n)).toMatchObject({ offer: { state: 'finishing' } });
    expect(reduce(80n)).toMatchObject({ offer: { state: 'closed' } });
    expect(decideOffer(opened(9n, 9n), { type: 'finish' })).toMatchObject({ offer: { state: 'closed' } });
  });

  it('a caller that takes more than there is has a fault', () => {
    expect(() => decideOffer(opened(9n, 9n), { type: 'approve', amount: 1n })).toThrow(RangeError);
    expect(() => decideOffer(opened(9n, 9n), { type: 'reduce', principal: 1n, isToOffer: false })).toThrow(RangeError);
  });
});
