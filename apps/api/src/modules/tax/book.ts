/** Applies events to a user's lots, in memory: what comes out is written by count.ts. The rules are in docs/decisions/0132. */
import type { NewRecord, Sum } from './book-rows.ts';
import { cashReasonNames } from './cash-reasons.ts';
import { borrowedKind, entryKinds, principalKinds } from './entry-kinds.ts';
import type { CashEvent, ClaimEvent, EntryEvent, TaxEvent, TradeEvent } from './events.ts';
import { LotBook, type LotState, type Moment, type Value } from './lot-book.ts';
import { one, type PriceWanted, priceKey, type RupeePrice, unitsOf } from './prices.ts';
import { gstInside } from './rules.ts';

export interface BookState extends LotState {
  rupeeId: number;
  next: LotState['next'] & { record: number };
  prices: ReadonlyMap<string, RupeePrice>;
  /** Parts per million of the fee, by the time of it. */
  gstPpm(at: string): bigint;
}

/** Which prices an event needs. */
export function pricesOf(event: TaxEvent, rupeeId: number): PriceWanted[] {
  const assets = 'quoteId' in event ? [event.quoteId, event.feeAssetId] : [event.assetId];
  return assets.flatMap((assetId) => (assetId === rupeeId ? [] : [{ assetId, micros: event.micros }]));
}

/** Whose lots an event may take or make. */
export function assetsOf(event: TaxEvent): number[] {
  return 'quoteId' in event ? [event.baseId, event.quoteId, event.feeAssetId] : [event.assetId];
}

/** What events have made, in the order of their numbers. */
export class TaxBook extends LotBook<BookState> {
  readonly records: NewRecord[] = [];
  readonly sums: Sum[] = [];

  apply(event: TaxEvent): void {
    if (event.type === 'entry') this.#entry(event);
    else if (event.type === 'cash') this.#cash(event);
    else if (event.type === 'claim') this.#claim(event);
    else this.#trade(event);
  }

  #trade(event: TradeEvent): void {
    const { baseId, quoteId, feeAssetId } = event;
    const amount = unitsOf(event.amount);
    const gross = unitsOf(event.gross);
    const [fee, gst, tds] = [unitsOf(event.fee), unitsOf(event.gst), unitsOf(event.tds)];
    const value = this.#value(event, quoteId, gross, 'trade');
    const kind = this.state.isFiat(quoteId) ? 'sale' : 'exchange';
    if (event.type === 'bought') {
      this.dispose(event, quoteId, gross, 'exchange', value);
      this.acquire(event, baseId, amount, 'trade', value, true);
    } else {
      this.dispose(event, baseId, amount, kind, value);
      this.acquire(event, quoteId, gross, 'trade', value, true);
    }
    this.#charge(event, feeAssetId, fee + gst);
    this.#charge(event, quoteId, tds);
    this.#fee(event, 'spot', feeAssetId, fee, gst);
    if (tds === 0n) return;
    const inMoney = feeAssetId === quoteId ? fee + gst : 0n;
    const base = event.type === 'sold' ? gross - inMoney : gross;
    this.#record(event, { kind: 'deduction', source: 'trade', rule: 'vda_tds', assetId: quoteId, gross, base }, tds);
  }

  /** Fees and tax that are paid in a digital asset are a disposal of it. */
  #charge(moment: Moment, assetId: number, quantity: bigint): void {
    this.dispose(moment, assetId, quantity, 'charge', this.#value(moment, assetId, quantity));
  }

  #entry(event: EntryEvent): void {
    const { assetId, kind } = event;
    const amount = unitsOf(event.amount);
    if (kind === 'sign_up_bonus_released') {
      this.#income(event, 'bonus', assetId, amount);
      this.acquire(event, assetId, amount, 'reward', this.#value(event, assetId, amount), true);
    } else if (kind === 'invoice_paid') {
      const value = this.#value(event, assetId, amount < 0n ? -amount : amount);
      if (amount < 0n) this.dispose(event, assetId, -amount, 'invoice', value);
      else this.acquire(event, assetId, amount, 'invoice', value, true);
    } else if (principalKinds.has(kind)) this.#principal(event, amount);
    else if (kind === 'p2p_interest') this.#interest(event, amount);
    else if (amount < 0n) this.dispose(event, assetId, -amount, entryKinds[kind]?.disposal ?? 'other', undefined);
    else this.acquireOutside(event, assetId, amount, entryKinds[kind]?.lot ?? 'other');
  }

  /**
   * What a lender has lent stays the lender's: its lots wait for its return. What a borrower has borrowed is a lot at its value of then, so that its
   * sale has a cost; giving it back is no transfer, and takes that lot first.
   */
  #principal(event: EntryEvent, amount: bigint): void {
    const isLenders = (event.kind === 'p2p_repayment') === amount > 0n;
    if (isLenders) return;
    const { assetId } = event;
    if (amount < 0n) this.dispose(event, assetId, -amount, borrowedKind, undefined);
    else this.acquire(event, assetId, amount, borrowedKind, this.#value(event, assetId, amount), true);
  }

  /** Income of the lender at its value, which is the cost of its lot; paid by the borrower as a fee is. */
  #interest(event: EntryEvent, amount: bigint): void {
    const { assetId } = event;
    const size = amount < 0n ? -amount : amount;
    const value = this.#value(event, assetId, size);
    if (amount > 0n) {
      this.#income(event, 'interest', assetId, size);
      this.acquire(event, assetId, size, 'interest', value, true);
    } else this.dispose(event, assetId, size, 'interest', value);
  }

  #claim(event: ClaimEvent): void {
    const { assetId } = event;
    const [amount, tds] = [unitsOf(event.amount), unitsOf(event.tds)];
    this.#income(event, 'referral', assetId, amount);
    this.acquire(event, assetId, amount - tds, 'reward', this.#value(event, assetId, amount - tds), true);
    const about = { kind: 'deduction', source: 'referral', rule: 'reward_tds', assetId, gross: amount } as const;
    if (tds > 0n) this.#record(event, { ...about, base: amount }, tds);
  }

  /** Business income: what a position earns is acquired at its value, what it costs leaves without being a transfer. */
  #cash(event: CashEvent): void {
    const { assetId, reason } = event;
    const amount = unitsOf(event.amount);
    const size = amount < 0n ? -amount : amount;
    const value = this.#value(event, assetId, size);
    const source = cashReasonNames[reason] ?? 'other';
    const signed = amount < 0n ? -value.units : value.units;
    this.sums.push({
      kind: 'futures',
      at: event.at,
      source,
      assetId,
      amount,
      gst: 0n,
      value: signed,
      gstValue: 0n,
      unpriced: 0n,
    });
    if (amount < 0n) this.dispose(event, assetId, size, 'futures', undefined);
    else this.acquire(event, assetId, size, 'futures', value, true);
    if (source !== 'fee' || amount > 0n) return;
    // The rates of perpetuals have GST inside.
    const gst = gstInside(size, this.state.gstPpm(event.at));
    this.#fee(event, 'perpetual', assetId, size - gst, gst);
  }

  #fee(moment: Moment, source: string, assetId: number, fee: bigint, gst: bigint): void {
    if (fee === 0n && gst === 0n) return;
    const { units: value, by } = this.#value(moment, assetId, fee);
    const unpriced = by === 'none' ? fee + gst : 0n;
    const gstValue = this.#value(moment, assetId, gst).units;
    this.sums.push({ kind: 'fee', at: moment.at, source, assetId, amount: fee, gst, value, gstValue, unpriced });
  }

  #income(moment: Moment, source: 'referral' | 'bonus' | 'interest', assetId: number, amount: bigint): void {
    this.#record(moment, { kind: 'income', source, rule: 'income', assetId, gross: amount, base: amount }, amount);
  }

  #record(
    { at, ...moment }: Moment,
    about: Pick<NewRecord, 'kind' | 'source' | 'rule' | 'assetId' | 'gross' | 'base'>,
    amount: bigint,
  ): void {
    const value = this.#value({ at, ...moment }, about.assetId, amount);
    const { reference } = moment;
    const number = this.state.next.record++;
    this.records.push({ ...about, number, at, reference, amount, value: value.units, valuedBy: value.by });
  }

  #value({ micros }: Moment, assetId: number, quantity: bigint, ofRupees = 'trade'): Value {
    if (assetId === this.state.rupeeId) return { units: quantity, by: ofRupees };
    const price = this.state.prices.get(priceKey({ assetId, micros }));
    return price ? { units: (quantity * price.units) / one, by: price.source } : { units: 0n, by: 'none' };
  }
}
