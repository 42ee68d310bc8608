import { describe, expect, it } from 'vitest';
import type { LoanCommand, LoanContext, LoanDecision } from './commands.ts';
import { decide } from './decide.ts';
import type { Loan } from './loan.ts';
import { priceOf, stalePrice } from './price.ts';
import { requestLoan } from './requests.ts';
import { testContext, testLoan, testStart, testTerms } from './testing/fixtures.ts';

const unit = 100_000_000n;
const terms = testTerms();
const price = priceOf(70_000n * unit, 70_000n * unit);
const approve = { type: 'approve', price, lenderMoney: terms.amount } as const;

function loanOf(decision: LoanDecision): Loan {
  if (decision.refusal) throw new Error(decision.refusal);
  return decision.loan;
}

function request(source: Loan['source'], isStarted = false): LoanDecision {
  return requestLoan({ id: 7, terms, pledge: 2_000_000n, source }, isStarted, testContext({ coins: 2_000_000n }));
}

function refusalOf(loan: Loan, command: LoanCommand, context: Partial<LoanContext> = {}) {
  return decide(loan, command, testContext(context)).refusal;
}

describe('a request', () => {
  it('holds the pledge, and needs it', () => {
    expect(request('main')).toMatchObject({
      loan: { state: 'pending', principal: 0n },
      entries: [{ key: 'p2p:req:7:hold' }],
    });
    const poor = testContext({ coins: 1_999_999n });
    expect(requestLoan({ id: 7, terms, pledge: 2_000_000n, source: 'main' }, false, poor).refusal).toBe(
      'insufficient_balance',
    );
  });

  it('that an offer approves by itself starts in one entry, from the offer', () => {
    const decision = request('p2p_offer', true);
    expect(decision).toMatchObject({
      loan: { state: 'active', startedAt: testStart },
      entries: [{ key: 'p2p:loan:7:start' }],
    });
    const legs = decision.refusal ? [] : decision.entries.flatMap((entry) => entry.legs);
    expect(legs.map(({ account, amount }) => [account, amount])).toEqual([
      ['p2p_offer', -1000n * unit],
      ['main', 994n * unit + unit / 10n],
      ['fee_p2p', 5n * unit],
      ['gst_payable', (9n * unit) / 10n],
      ['main', -2_000_000n],
      ['p2p_pledge', 2_000_000n],
    ]);
  });

  it('is approved at a fresh price, below the warning level, with the money there', () => {
    const pending = loanOf(request('main'));
    expect(refusalOf(pending, { ...approve, price: stalePrice })).toBe('price_unavailable');
    // 72% of 0.02 coins are 1,000 at 69,444.4: by the lower of the two prices.
    const at = (index: bigint, mean: bigint) => refusalOf(pending, { ...approve, price: priceOf(index, mean) });
    expect(at(6_944_444_444_444n, 70_000n * unit)).toBe('pledge_fell');
    expect(at(6_944_444_444_445n, 70_000n * unit)).toBeNull();
    expect(refusalOf(pending, { ...approve, lenderMoney: terms.amount - 1n })).toBe('insufficient_balance');
    const started = decide(pending, approve, testContext());
    expect(started).toMatchObject({ entries: [{ legs: [{ account: 'main', owner: 'lender' }, {}, {}, {}, {}, {}] }] });
  });

  it('can be topped up, and gets all of it back when it ends', () => {
    const pending = loanOf(request('main'));
    const more = loanOf(decide(pending, { type: 'topUp', coins: 5n }, testContext({ coins: 5n })));
    for (const type of ['reject', 'withdraw', 'expire'] as const) {
      const ended = decide(more, { type }, testContext());
      expect(ended).toMatchObject({
        loan: { pledge: 0n, endedAt: testStart },
        entries: [{ legs: [{}, { amount: 2_000_005n }] }],
      });
    }
  });

  it('is decided once', () => {
    const running = loanOf(request('p2p_offer', true));
    for (const loan of [running, testLoan({ state: 'withdrawn' })])
      for (const command of [approve, { type: 'reject' }, { type: 'withdraw' }, { type: 'expire' }] as const)
        expect(refusalOf(loan, command)).toBe('already_decided');
  });

  it('is no loan yet', () => {
    const pending = loanOf(request('main'));
    const commands: LoanCommand[] = [{ type: 'release', coins: 1n, price }, { type: 'dispute' }, { type: 'writeOff' }];
    for (const command of commands) expect(refusalOf(pending, command)).toBe('loan_not_found');
  });
});

describe('the pledge of a running loan', () => {
  const rich = { coins: 10n ** 9n };

  it('grows by what the borrower has', () => {
    expect(refusalOf(testLoan(), { type: 'topUp', coins: 10n ** 9n + 1n }, rich)).toBe('insufficient_balance');
    expect(refusalOf(testLoan(), { type: 'topUp', coins: 0n }, rich)).toBe('invalid_argument');
    expect(decide(testLoan({ state: 'overdue' }), { type: 'topUp', coins: 9n }, testContext(rich))).toMatchObject({
      loan: { pledge: 2_000_009n },
      entries: [{ key: 'p2p:loan:7:pledge:1' }],
    });
  });

  it('shrinks to what a new loan would need: not when overdue, in dispute, or without a price', () => {
    const release = (coins: bigint) =>
      ({ type: 'release', coins, price: priceOf(100_000n * unit, 110_000n * unit) }) as const;
    // 1,001 of 65% at 100,000.
    expect(refusalOf(testLoan(), release(460_001n))).toBe('pledge_needed');
    expect(decide(testLoan(), release(460_000n), testContext())).toMatchObject({ loan: { pledge: 1_540_000n } });
    expect(refusalOf(testLoan({ state: 'overdue', overdueAt: testStart }), release(1n))).toBe('release_blocked');
    expect(refusalOf(testLoan({ isDisputed: true }), release(1n))).toBe('release_blocked');
    expect(refusalOf(testLoan(), { ...release(1n), price: stalePrice })).toBe('price_unavailable');
    expect(refusalOf(testLoan(), release(-1n))).toBe('invalid_argument');
  });

  it('is told of once a level, again after two points of rest, never by a stale price', () => {
    const prices = [71_000n, 69_000n, 68_500n, 70_500n, 69_000n, 72_500n, 69_000n, 64_000n, 50_000n];
    let loan = testLoan();
    const told = prices.map((whole) => {
      const watched = decide(loan, { type: 'watch', price: priceOf(whole * unit, whole * unit) }, testContext());
      if (watched.refusal) throw new Error(watched.refusal);
      ({ loan } = watched);
      return watched.events.map((event) => (event.type === 'level' ? event.level : event.type)).join();
    });
    expect(told).toEqual(['', 'warning', '', '', '', '', 'warning', 'call', 'liquidation']);
    const stale = decide(testLoan(), { type: 'watch', price: stalePrice }, testContext());
    expect(stale).toMatchObject({ events: [], loan: { notified: 'ok' } });
  });
});
