/** p2p_offer: an offer and the requests and loans on it, all without interest and fees. */
import {
  decide,
  decideOffer,
  isApprovedAtOnce,
  isInSearch,
  type Loan,
  type LoanCommand,
  type Offer,
  type OfferCommand,
  type OfferTerms,
  openOffer,
  priceOf,
  principalGoesTo,
  requestLoan,
} from '@pelican/shared/loans';
import { LoanLedger, testContext, testTerms } from '@pelican/shared/loans/testing';
import type { Decimal } from '../vector-file.ts';
import { LoanScales, percentOf } from './loan-input.ts';

type Operation =
  | { op: 'take'; id: string; amount: Decimal; pay_percent: Decimal }
  | { op: 'approve' | 'reject' | 'withdraw'; id: string }
  /** Without an id the offer itself expires. */
  | { op: 'expire'; id?: string }
  | { op: 'repaid'; id: string; principal?: Decimal }
  | { op: 'edit'; amount: Decimal }
  | { op: 'finish' };

interface OfferInput {
  main: Decimal;
  amount: Decimal;
  amount_from: Decimal;
  amount_to: Decimal;
  auto_approve: boolean;
  auto_percent: Decimal | null;
  relend: boolean;
  ops: Operation[];
}

// The case names no unit of money.
const scales = new LoanScales({ money_scale: 8 });
const lenderMain = 'main:lender:money';
/** Coins that are pledged for each loan, and what there is of them: the case does not look at them. */
const pledge = 1n;
const highPrice = priceOf(10n ** 30n, 10n ** 30n);

export function runLoanOffer(input: OfferInput): object {
  const book = new OfferBook(input);
  const results = input.ops.map((operation) => book.run(operation));
  const { offer, ledger, credits } = book;
  return {
    results,
    free_amount: scales.moneyText(offer.free),
    reserved: scales.moneyText(offer.reserved),
    lent: scales.moneyText(offer.lent),
    main: scales.moneyText(ledger.balance(lenderMain)),
    state: offer.state,
    credits: Object.fromEntries([...credits].map(([id, { state }]) => [id, state])),
    in_search: isInSearch(offer),
  };
}

class OfferBook {
  offer: Offer;
  readonly ledger = new LoanLedger();
  readonly credits = new Map<string, Loan>();

  constructor(input: OfferInput) {
    const terms: OfferTerms = {
      amountFrom: scales.money(input.amount_from),
      amountTo: scales.money(input.amount_to),
      autoApprove: input.auto_approve,
      autoRate: percentOf(input.auto_percent ?? 0),
      relend: input.relend,
    };
    this.ledger.move('outside:money', lenderMain, scales.money(input.main));
    const opened = openOffer(1, terms, scales.money(input.amount), this.ledger.balance(lenderMain));
    if (opened.refusal) throw new Error(opened.refusal);
    this.offer = opened.offer;
    if (opened.entry) this.ledger.post(opened.entry);
  }

  run(operation: Operation): string | null {
    switch (operation.op) {
      case 'take':
        return this.#take(operation.id, scales.money(operation.amount), percentOf(operation.pay_percent));
      case 'approve':
        return this.#decideLoan(operation.id, { type: 'approve', price: highPrice, lenderMoney: this.offer.reserved });
      case 'reject':
      case 'withdraw':
        return this.#decideLoan(operation.id, { type: operation.op });
      case 'expire':
        return operation.id === undefined ? this.#finish() : this.#decideLoan(operation.id, { type: 'expire' });
      case 'repaid': {
        const amount = operation.principal === undefined ? null : scales.money(operation.principal);
        return this.#decideLoan(operation.id, { type: 'repay', amount });
      }
      case 'edit': {
        const { version, terms } = this.offer;
        const main = this.ledger.balance(lenderMain);
        return this.#decideOffer({ type: 'edit', version, amount: scales.money(operation.amount), terms, main });
      }
      case 'finish':
        return this.#finish();
    }
  }

  #take(id: string, amount: bigint, dayRate: bigint): string | null {
    const isStarted = isApprovedAtOnce(this.offer, dayRate);
    const refusal = this.#decideOffer({ type: 'take', amount, dayRate });
    if (refusal) return refusal;
    const terms = testTerms({ units: scales.units, amount, feeRate: 0n, dayRate: 0n, repayMin: 0n });
    const request = { id: this.credits.size + 1, terms, pledge, source: 'p2p_offer' } as const;
    const decision = requestLoan(request, isStarted, testContext({ coins: pledge }));
    if (decision.refusal) return decision.refusal;
    this.ledger.postAll(decision);
    this.credits.set(id, decision.loan);
    return null;
  }

  /** The loan decides first; what becomes of its money is then the offer's. */
  #decideLoan(id: string, command: LoanCommand): string | null {
    const loan = this.credits.get(id);
    if (!loan) return 'loan_not_found';
    const principalTo = principalGoesTo(this.offer);
    const decision = decide(loan, command, testContext({ money: loan.principal, principalTo }));
    if (decision.refusal) return decision.refusal;
    this.ledger.postAll(decision);
    this.credits.set(id, decision.loan);
    const { amount } = loan.terms;
    if (command.type === 'approve') return this.#decideOffer({ type: 'approve', amount });
    if (command.type !== 'repay') return this.#decideOffer({ type: 'giveBack', amount });
    const principal = loan.principal - decision.loan.principal;
    return this.#decideOffer({ type: 'reduce', principal, isToOffer: principalTo === 'p2p_offer' });
  }

  #finish(): string | null {
    const refusal = this.#decideOffer({ type: 'finish' });
    if (refusal) return refusal;
    for (const [id, loan] of this.credits) {
      const decision = decide(loan, { type: 'reject' }, testContext({}));
      if (decision.refusal) continue;
      this.ledger.postAll(decision);
      this.credits.set(id, decision.loan);
    }
    return null;
  }

  #decideOffer(command: OfferCommand): string | null {
    const decision = decideOffer(this.offer, command);
    if (decision.refusal) return decision.refusal;
    this.offer = decision.offer;
    if (decision.entry) this.ledger.post(decision.entry);
    return null;
  }
}
