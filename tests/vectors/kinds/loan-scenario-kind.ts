/** p2p_scenario: steps of one loan on one ledger, and what is left at the end. */
import {
  debtOf,
  decide,
  decideOffer,
  graceEndsAt,
  type InterestTax,
  isApprovedAtOnce,
  type Loan,
  type LoanCommand,
  type LoanDecision,
  type LoanPrice,
  type LoanTerms,
  lendableShare,
  levelAt,
  type Offer,
  openOffer,
  priceOf,
  principalGoesTo,
  requestLoan,
  type SaleMarket,
  unpaidInterest,
} from '@pelican/shared/loans';
import { LoanLedger, testContext } from '@pelican/shared/loans/testing';
import type { Decimal } from '../vector-file.ts';
import { type LevelsInput, levelsOf, type TaxInput, taxOf } from './loan-formula-kinds.ts';
import { dayRows, LoanScales, percentOf, rateOf, type ScalesInput } from './loan-input.ts';
import { type AttemptInput, type MarketInput, marketOf, sellPledge } from './loan-sale.ts';

type Owner = 'lender' | 'borrower';
type Prices = { index: Decimal; mean: Decimal };
type Step =
  | { do: 'deposit' | 'withdraw'; who: Owner; asset: 'money' | 'crypto'; amount: Decimal }
  | { do: 'offer'; amount: Decimal }
  | { do: 'take'; at: number; amount: Decimal; pledge: Decimal; percent: Decimal; days: number }
  | { do: 'run'; at: number; attempts?: AttemptInput[] }
  | { do: 'repay'; at: number; amount: Decimal | null }
  | { do: 'top_up'; at: number; amount: Decimal }
  | ({ do: 'release'; at: number; amount: Decimal } & Prices)
  | ({ do: 'watch'; at: number; attempts?: AttemptInput[] } & Prices);

interface ScenarioInput extends ScalesInput {
  config: {
    fee_rate: Decimal;
    gst_rate: Decimal;
    late_factor: Decimal;
    grace_days: number;
    liquidation_fee_rate: Decimal;
    sale_tds_rate: Decimal;
    repay_min: Decimal;
    interest_tds: TaxInput;
    levels: LevelsInput;
  };
  market: MarketInput;
  steps: Step[];
}

export function runLoanScenario(input: ScenarioInput): object {
  const scenario = new Scenario(input);
  const codes = input.steps.map((step) => scenario.run(step));
  const { scales, ledger, loan } = scenario;
  const textOf = (place: string, amount: bigint) =>
    place.endsWith(':crypto') ? scales.cryptoText(amount) : scales.moneyText(amount);
  return {
    codes,
    balances: Object.fromEntries(ledger.balances.map(([place, amount]) => [place, textOf(place, amount)])),
    rows: loan ? dayRows(scales, loan) : [],
    principal: scales.moneyText(loan?.principal ?? 0n),
    unpaid: scales.moneyText(unpaidInterest(loan?.rows ?? [])),
    pledge: scales.cryptoText(loan?.pledge ?? 0n),
    state: loan?.state ?? null,
  };
}

/** Prices of a scenario are fresh and can be sold by. */
function freshPrice({ index, mean }: Prices): LoanPrice {
  return priceOf(rateOf(index), rateOf(mean));
}

class Scenario {
  readonly scales: LoanScales;
  readonly ledger = new LoanLedger();
  loan: Loan | null = null;
  #offer: Offer | null = null;
  #tax: InterestTax;
  readonly #config: ScenarioInput['config'];
  readonly #market: SaleMarket;

  constructor(input: ScenarioInput) {
    this.scales = new LoanScales(input);
    this.#config = input.config;
    this.#market = marketOf(this.scales, input.market);
    this.#tax = taxOf(this.scales, input.config.interest_tds);
  }

  run(step: Step): string | null {
    const { scales } = this;
    switch (step.do) {
      case 'deposit':
      case 'withdraw':
        return this.#move(step.do, `main:${step.who}:${step.asset}`, step.asset, step.amount);
      case 'offer':
        return this.#openOffer(scales.money(step.amount));
      case 'take':
        return this.#take(step);
      case 'run':
        return this.#runJobs(step.at, step.attempts ?? []);
      case 'repay':
        return this.#decide(step.at, {
          type: 'repay',
          amount: step.amount === null ? null : scales.money(step.amount),
        });
      case 'top_up':
        return this.#decide(step.at, { type: 'topUp', coins: scales.crypto(step.amount) });
      case 'release':
        return this.#decide(step.at, {
          type: 'release',
          coins: scales.crypto(step.amount),
          price: freshPrice(step),
        });
      case 'watch':
        return this.#watch(step.at, freshPrice(step), step.attempts ?? []);
    }
  }

  #move(direction: 'deposit' | 'withdraw', main: string, asset: 'money' | 'crypto', text: Decimal): string | null {
    const amount = asset === 'money' ? this.scales.money(text) : this.scales.crypto(text);
    if (direction === 'withdraw' && amount > this.ledger.balance(main)) return 'insufficient_balance';
    this.ledger.move(`outside:${asset}`, main, direction === 'deposit' ? amount : -amount);
    return null;
  }

  #openOffer(amount: bigint): string | null {
    // Its ranges are no matter of the case.
    const terms = { amountFrom: 0n, amountTo: 10n ** 30n, autoApprove: true, autoRate: 0n, relend: false };
    const opened = openOffer(1, terms, amount, this.ledger.main('lender', 'money'));
    if (opened.refusal) return opened.refusal;
    this.#offer = opened.offer;
    if (opened.entry) this.ledger.post(opened.entry);
    return null;
  }

  #take(step: Extract<Step, { do: 'take' }>): string | null {
    if (!this.#offer) return 'offer_not_found';
    const amount = this.scales.money(step.amount);
    const dayRate = percentOf(step.percent);
    const taken = decideOffer(this.#offer, { type: 'take', amount, dayRate });
    if (taken.refusal) return taken.refusal;
    const terms: LoanTerms = {
      units: this.scales.units,
      amount,
      dayRate,
      days: step.days,
      feeRate: rateOf(this.#config.fee_rate),
      gstRate: rateOf(this.#config.gst_rate),
      lateFactor: rateOf(this.#config.late_factor),
      graceDays: this.#config.grace_days,
      repayMin: this.scales.money(this.#config.repay_min),
      liquidationFeeRate: rateOf(this.#config.liquidation_fee_rate),
      levels: levelsOf(this.#config.levels),
      share: lendableShare(percentOf(this.#config.levels.ltv), null),
    };
    const request = { id: 1, terms, pledge: this.scales.crypto(step.pledge), source: 'p2p_offer' } as const;
    const decision = requestLoan(request, isApprovedAtOnce(this.#offer, dayRate), this.#context(step.at));
    if (!decision.refusal) this.#offer = taken.offer;
    return this.#accept(decision);
  }

  /** Days, the due time, and the sale after grace. */
  #runJobs(at: number, attempts: AttemptInput[]): string | null {
    this.#decide(at, { type: 'run' });
    const graceEnd = this.loan?.state === 'overdue' ? graceEndsAt(this.loan) : null;
    if (graceEnd !== null && at >= graceEnd) this.#beginSale(at, 'grace', priceOf(1n, 1n));
    this.#sell(at, attempts);
    return null;
  }

  #watch(at: number, price: LoanPrice, attempts: AttemptInput[]): string | null {
    const { loan } = this;
    if (!loan || !price.isFresh || (loan.state !== 'active' && loan.state !== 'overdue')) return null;
    const level = levelAt(debtOf(loan, at), price.watch);
    this.#decide(at, { type: 'watch', price });
    if (level === 'liquidation') this.#beginSale(at, 'level', price);
    this.#sell(at, attempts);
    return level;
  }

  #beginSale(at: number, cause: 'level' | 'grace', price: LoanPrice): void {
    const taxRate = rateOf(this.#config.sale_tds_rate);
    this.#decide(at, { type: 'beginSale', cause, price, takerRate: 0n, taxRate });
  }

  /** Goes on with a sale that has begun. */
  #sell(at: number, attempts: AttemptInput[]): void {
    if (this.loan?.state !== 'liquidating') return;
    const desk = { scales: this.scales, ledger: this.ledger, market: this.#market };
    const { loan, tax } = sellPledge(desk, this.loan, attempts, this.#context(at));
    this.loan = loan;
    this.#tax = tax;
  }

  #decide(at: number, command: LoanCommand): string | null {
    return this.loan ? this.#accept(decide(this.loan, command, this.#context(at))) : 'loan_not_found';
  }

  #accept(decision: LoanDecision): string | null {
    if (decision.refusal) return decision.refusal;
    this.ledger.postAll(decision);
    this.loan = decision.loan;
    this.#tax = decision.tax;
    return null;
  }

  #context(now: number) {
    return testContext({
      now,
      money: this.ledger.main('borrower', 'money'),
      coins: this.ledger.main('borrower', 'crypto'),
      tax: this.#tax,
      principalTo: this.#offer ? principalGoesTo(this.#offer) : 'main',
    });
  }
}
