/** A user's lots of digital assets, and what leaves them: disposals take the oldest. The rules are in docs/decisions/0132. */
import type { BookLot, NewDisposal, NewLot } from './book-rows.ts';
import { borrowedKind, undoingKind, undoneKind } from './entry-kinds.ts';
import { LotQueue, type Taken } from './fifo.ts';

/** When something happened, and by what it is known. */
export interface Moment {
  at: string;
  micros: string;
  reference: string;
}

/** In rupees, and what it is known by. */
export interface Value {
  units: bigint;
  by: string;
}

export interface LotState {
  isFiat(assetId: number): boolean;
  /** By asset, of each asset that an event names; events change them. */
  open: Map<number, LotQueue<BookLot>>;
  next: { lot: number; disposal: number };
  /** Rupees that the user has entered for what a reference brought. */
  costs: ReadonlyMap<string, bigint>;
}

/** Of what was never acquired on record: it is taken as a whole at once. */
const missingKind = 'missing';

export class LotBook<State extends LotState> {
  readonly lots: NewLot[] = [];
  /** Lots of before that events have taken from. */
  readonly touched = new Set<BookLot>();
  readonly disposals: NewDisposal[] = [];
  readonly parts: { disposal: number; lot: number; quantity: bigint; cost: bigint }[] = [];

  readonly state: State;
  readonly #firstLot: number;

  constructor(state: State) {
    this.state = state;
    this.#firstLot = state.next.lot;
  }

  /** What came from elsewhere costs what the user has entered; until then nothing. */
  protected acquireOutside(moment: Moment, assetId: number, quantity: bigint, kind: string): void {
    const entered = this.state.costs.get(moment.reference);
    const value = { units: entered ?? 0n, by: entered === undefined ? 'none' : 'user' };
    this.acquire(moment, assetId, quantity, kind, value, entered !== undefined);
  }

  protected acquire(
    moment: Moment,
    assetId: number,
    quantity: bigint,
    kind: string,
    value: Value,
    isKnown: boolean,
  ): void {
    if (quantity === 0n || this.state.isFiat(assetId)) return;
    const lot = this.#lot(moment, { assetId, quantity, kind, value, isKnown: isKnown && value.by !== 'none' });
    this.#openOf(assetId).add(lot);
  }

  #openOf(assetId: number): LotQueue<BookLot> {
    const known = this.state.open.get(assetId);
    if (known) return known;
    const open = new LotQueue<BookLot>();
    this.state.open.set(assetId, open);
    return open;
  }

  #lot(
    { at, reference }: Moment,
    { quantity, value, ...given }: Pick<NewLot, 'assetId' | 'quantity' | 'kind' | 'isKnown'> & { value: Value },
  ): NewLot {
    const cost = value.units;
    const number = this.state.next.lot++;
    const left =
      given.kind === missingKind ? { remaining: 0n, remainingCost: 0n } : { remaining: quantity, remainingCost: cost };
    const lot = { ...given, number, at, reference, quantity, cost, valuedBy: value.by, ...left };
    this.lots.push(lot);
    return lot;
  }

  /** @param value undefined: no transfer in the sense of the tax */
  protected dispose(moment: Moment, assetId: number, quantity: bigint, kind: string, value: Value | undefined): void {
    if (quantity === 0n || this.state.isFiat(assetId)) return;
    const { parts, lots, missing } = this.#take(assetId, quantity, kind);
    for (const lot of lots) if (lot.number < this.#firstLot) this.touched.add(lot);
    let isKnown = lots.every((lot) => lot.isKnown);
    if (missing > 0n) {
      // More than was ever acquired on record: at no cost, and marked.
      const value = { units: 0n, by: 'none' };
      const { number } = this.#lot(moment, { assetId, quantity: missing, kind: missingKind, value, isKnown: false });
      parts.push({ number, quantity: missing, cost: 0n });
      isKnown = false;
    }
    const number = this.state.next.disposal++;
    const cost = parts.reduce((sum, part) => sum + part.cost, 0n);
    for (const { number: lot, ...part } of parts) this.parts.push({ disposal: number, lot, ...part });
    const { at, reference } = moment;
    const proceeds = value ? value.units : null;
    const valuedBy = value?.by ?? 'none';
    this.disposals.push({ number, assetId, at, kind, reference, quantity, proceeds, cost, isKnown, valuedBy });
  }

  /** A debit undoes a credit, and a repayment a loan: it takes what that has brought, the newest first, and only then the oldest lots. */
  #take(assetId: number, quantity: bigint, kind: string): Taken<BookLot> {
    const open = this.#openOf(assetId);
    const undone = kind === undoingKind ? undoneKind : kind === borrowedKind ? borrowedKind : undefined;
    if (undone === undefined) return open.take(quantity);
    const own = open.takeNewest(quantity, (lot) => lot.kind === undone);
    if (own.missing === 0n) return own;
    const { parts, lots, missing } = open.take(own.missing);
    return { parts: [...own.parts, ...parts], lots: [...own.lots, ...lots], missing };
  }
}
