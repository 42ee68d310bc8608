/** A loan on a ledger, moved by random commands: what every order of events must keep is asserted by the test that drives it. */
import fc from 'fast-check';
import { minOf } from '../../money/rounding.ts';
import type { LoanCommand, LoanContext, LoanDecision } from '../commands.ts';
import { decide } from '../decide.ts';
import { payoffAt } from '../interest.ts';
import { dayMs, type Loan, type LoanState } from '../loan.ts';
import { priceOf, stalePrice } from '../price.ts';
import { requestLoan } from '../requests.ts';
import { testContext, testStart, testTerms } from './fixtures.ts';
import { LoanLedger } from './ledger.ts';

const unit = 100_000_000n;

/** Commands and decisions by the name of their type, and what goes on around the loan. */
const names = [
  ...(['approve', 'reject', 'withdraw', 'expire', 'run', 'repay', 'repayAll', 'topUp', 'release', 'watch'] as const),
  ...(['sellByLevel', 'sellAfterGrace', 'sellByWish', 'sellByOperator', 'fillSale', 'settleSale', 'writeOff'] as const),
  ...(['dispute', 'dismiss', 'waive', 'compensate', 'sell', 'handOver', 'extend', 'deposit', 'spend'] as const),
];
const usual = ['run', 'run', 'repay', 'fillSale'] as const;

/** One thing that happens, with what of it is drawn; which fields count depends on `what`. */
export const happenings = fc.record({
  what: fc.constantFrom(...names, ...usual),
  halfDays: fc.integer({ min: 0, max: 9 }),
  money: fc.bigInt(0n, 1500n * unit),
  coins: fc.bigInt(0n, 3_000_000n),
  /** Money for one coin. */
  price: fc.bigInt(10_000n, 150_000n).map((whole) => whole * unit),
  isStale: fc.constantFrom(false, false, false, true),
});
export type Happening = typeof happenings extends fc.Arbitrary<infer T> ? T : never;

export const beginnings = fc.record({
  isStarted: fc.boolean(),
  pledge: fc.bigInt(1_500_000n, 3_000_000n),
  days: fc.integer({ min: 3, max: 12 }),
  taxRate: fc.constantFrom(0n, 10_000_000n),
  relends: fc.boolean(),
});
export type Beginning = typeof beginnings extends fc.Arbitrary<infer T> ? T : never;

const borrower = { money: 'main:borrower:money', coins: 'main:borrower:crypto' };
const desk = {
  transit: 'transit_spot:p2p-desk:crypto',
  coins: 'trade_spot:p2p-desk:crypto',
  money: 'trade_spot:p2p-desk:money',
};

export class RandomLife {
  readonly ledger = new LoanLedger();
  loan: Loan;
  #now = testStart;
  #tax: LoanContext['tax'];
  readonly #principalTo: LoanContext['principalTo'];

  constructor({ isStarted, pledge, days, taxRate, relends }: Beginning) {
    const terms = testTerms({ days });
    this.#tax = { rate: taxRate, threshold: 2n * unit, paid: 0n, withheld: 0n };
    this.#principalTo = relends ? 'p2p_offer' : 'main';
    this.ledger.move('outside:money', 'p2p_offer:lender:money', terms.amount);
    this.ledger.move('outside:crypto', borrower.coins, 5_000_000n);
    const decision = requestLoan({ id: 1, terms, pledge, source: 'p2p_offer' }, isStarted, this.#context());
    if (decision.refusal) throw new Error(decision.refusal);
    this.loan = decision.loan;
    this.#take(decision);
  }

  /** @returns the states before and after, and what was answered */
  step(happening: Happening): { before: LoanState; decision: LoanDecision | null } {
    const before = this.loan.state;
    this.#now += (happening.halfDays * dayMs) / 2;
    if (happening.what === 'deposit') this.ledger.move('outside:money', borrower.money, happening.money);
    if (happening.what === 'spend') this.#spend(happening.money);
    const command = this.#commandOf(happening);
    if (!command) return { before, decision: null };
    const decision = decide(frozen(this.loan), command, this.#context());
    if (!decision.refusal) this.#take(decision);
    return { before, decision };
  }

  get payoff(): bigint {
    return payoffAt(this.loan, this.#now);
  }

  #spend(money: bigint): void {
    const held = this.ledger.balance(borrower.money);
    this.ledger.move(borrower.money, 'outside:money', minOf(money, held));
  }

  #context(): LoanContext {
    return testContext({
      now: this.#now,
      money: this.ledger.balance(borrower.money),
      coins: this.ledger.balance(borrower.coins),
      tax: this.#tax,
      principalTo: this.#principalTo,
    });
  }

  #take(decision: Extract<LoanDecision, { refusal: null }>): void {
    this.ledger.postAll(decision);
    this.ledger.move(desk.transit, desk.coins, this.ledger.balance(desk.transit));
    for (const event of decision.events)
      if (event.type === 'sale_order') {
        this.ledger.move(desk.coins, 'market:crypto', event.sold);
        this.ledger.move('market:money', desk.money, event.proceeds);
      }
    this.loan = decision.loan;
    this.#tax = decision.tax;
  }

  #commandOf(happening: Happening): LoanCommand | null {
    const { what, money, coins } = happening;
    const price = happening.isStale ? stalePrice : priceOf(happening.price, happening.price);
    const sale = { price, takerRate: 200_000n, taxRate: 1_000_000n };
    const { pledge, sale: begun } = this.loan;
    switch (what) {
      case 'approve':
        return { type: what, price, lenderMoney: this.loan.terms.amount };
      case 'repay':
        return { type: what, amount: money };
      case 'repayAll':
        return { type: 'repay', amount: null };
      case 'topUp':
        return { type: what, coins };
      case 'release':
        return { type: what, coins, price };
      case 'watch':
        return { type: what, price };
      case 'sellByLevel':
        return { type: 'beginSale', cause: 'level', ...sale };
      case 'sellAfterGrace':
        return { type: 'beginSale', cause: 'grace', ...sale };
      case 'sellByWish':
        return { type: 'beginSale', cause: 'borrower', ...sale };
      case 'sellByOperator':
        return { type: 'beginSale', cause: 'operator', ...sale };
      case 'fillSale': {
        const left = pledge - (begun?.sold ?? 0n);
        const sold = minOf(coins, left);
        return { type: what, order: (begun?.orders ?? 0) + 1, sold, proceeds: (sold * happening.price) / unit };
      }
      case 'dismiss':
      case 'waive':
        return { type: 'decideDispute', decision: { type: what } };
      case 'compensate':
        return { type: 'decideDispute', decision: { type: what, to: 'lender', amount: money } };
      case 'sell':
        return { type: 'decideDispute', decision: { type: what, price, taxRate: 0n } };
      case 'handOver':
        return { type: 'decideDispute', decision: { type: what, lastIndex: happening.price } };
      case 'extend':
        return { type: 'decideDispute', decision: { type: what, days: happening.halfDays } };
      case 'deposit':
      case 'spend':
        return null;
      case 'dispute':
      case 'expire':
      case 'reject':
      case 'run':
      case 'settleSale':
      case 'withdraw':
      case 'writeOff':
        return { type: what };
    }
  }
}

/** A decision that writes to the loan it is given throws. */
function frozen(loan: Loan): Loan {
  for (const row of loan.rows) Object.freeze(row);
  for (const part of [loan.rows, loan.terms, loan.sale]) Object.freeze(part);
  return Object.freeze(loan);
}
