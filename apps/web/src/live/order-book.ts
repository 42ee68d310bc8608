import { crc32 } from './crc32.ts';
import type { DepthBook, PriceLevel } from './wire.ts';

export interface BookLevel {
  readonly price: string;
  readonly amount: string;
  /** For sorting and drawing only: money is computed from the strings. */
  readonly priceNumber: number;
  readonly amountNumber: number;
}

export interface BookSnapshot {
  readonly market: string;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** False until the first complete book has come. */
  readonly ready: boolean;
  readonly seq: number;
}

export type ApplyResult = 'applied' | 'ignored' | 'gap' | 'checksum';

function toLevel([price, amount]: PriceLevel): BookLevel {
  return { price, amount, priceNumber: Number(price), amountNumber: Number(amount) };
}

/** Index of the first level that is not better than `price`. */
function findIndex(levels: readonly BookLevel[], price: number, ascending: boolean): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = (levels[middle] as BookLevel).priceNumber;
    if (ascending ? candidate < price : candidate > price) low = middle + 1;
    else high = middle;
  }
  return low;
}

function applyLevels(levels: BookLevel[], changes: readonly PriceLevel[], ascending: boolean, limit: number): void {
  for (const change of changes) {
    const next = toLevel(change);
    const index = findIndex(levels, next.priceNumber, ascending);
    const exists = levels[index]?.priceNumber === next.priceNumber;
    if (next.amountNumber === 0) {
      if (exists) levels.splice(index, 1);
    } else {
      levels.splice(index, exists ? 1 : 0, next);
    }
  }
  if (levels.length > limit) levels.length = limit;
}

/** The text under the checksum: all bids, then all asks, best first, price and amount joined by colons. */
export function checksumText(bids: readonly BookLevel[], asks: readonly BookLevel[]): string {
  const parts: string[] = [];
  for (const level of bids) parts.push(level.price, level.amount);
  for (const level of asks) parts.push(level.price, level.amount);
  return parts.join(':');
}

/** One market's book, kept equal to the server's window by complete books and differences. */
export class OrderBook {
  readonly market: string;
  readonly limit: number;
  #bids: BookLevel[] = [];
  #asks: BookLevel[] = [];
  #seq = -1;
  #ready = false;
  #snapshot: BookSnapshot | null = null;

  constructor(market: string, limit: number) {
    this.market = market;
    this.limit = limit;
  }

  /**
   * Takes one push. `gap`: a push is missing before this one; `checksum`: the book differs from the server's. After
   * either the book must be subscribed again; until then differences are ignored.
   */
  apply(clean: boolean, message: DepthBook): ApplyResult {
    if (!clean && !this.#ready) return 'ignored';
    if (!clean && message.prev_seq != null && message.prev_seq !== this.#seq) {
      this.#ready = false;
      this.#snapshot = null;
      return 'gap';
    }
    if (clean) {
      this.#bids = [];
      this.#asks = [];
    }
    applyLevels(this.#bids, message.bids ?? [], false, this.limit);
    applyLevels(this.#asks, message.asks ?? [], true, this.limit);
    this.#seq = message.seq ?? this.#seq;
    this.#snapshot = null;
    this.#ready = true;
    if (message.checksum !== undefined && crc32(checksumText(this.#bids, this.#asks)) !== message.checksum) {
      this.#ready = false;
      this.#snapshot = null;
      return 'checksum';
    }
    return 'applied';
  }

  /** The book as it stands; the same object until the next change. */
  snapshot(): BookSnapshot {
    this.#snapshot ??= {
      market: this.market,
      bids: [...this.#bids],
      asks: [...this.#asks],
      ready: this.#ready,
      seq: this.#seq,
    };
    return this.#snapshot;
  }
}

export const emptyBook: BookSnapshot = { market: '', bids: [], asks: [], ready: false, seq: -1 };
