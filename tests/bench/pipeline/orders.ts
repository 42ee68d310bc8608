/** The orders of one user: 60% limit orders that mostly rest, 30% cancels of a recent one, 10% that take. */
import { Random } from '@pelican/engine/src/testing/random.ts';
import { clientIdOf } from '../shared/client-ids.ts';

const markets = [
  { name: 'LTC_USDT', priceCents: 9_650 },
  { name: 'ETH_USDT', priceCents: 315_000 },
  { name: 'SOL_USDT', priceCents: 14_820 },
  { name: 'BTC_USDT', priceCents: 9_240_000 },
] as const;
const recentMax = 64;

export type Order =
  | {
      kind: 'limit';
      market: string;
      side: 1 | 2;
      amount: string;
      price: string;
      takes: boolean;
      /** Unique among the orders of one flow, which is one user's. */
      clientId: string;
    }
  | { kind: 'cancel'; market: string; orderId: number };

export class OrderFlow {
  private readonly random: Random;
  private readonly market: (typeof markets)[number];
  private readonly recent: number[] = [];
  private lastOrdinal = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.market = markets[seed % markets.length] as (typeof markets)[number];
  }

  next(): Order {
    const { random, market } = this;
    const choice = random.fraction();
    if (choice < 0.3 && this.recent.length > 0) {
      const at = random.integer(0, this.recent.length - 1);
      const orderId = this.recent[at] as number;
      this.recent[at] = this.recent.at(-1) as number;
      this.recent.pop();
      return { kind: 'cancel', market: market.name, orderId };
    }
    const takes = choice > 0.9;
    const isBuy = random.chance(0.5);
    // Makers stay on their side of the middle, takers reach over it.
    const distance = takes ? -20 : random.integer(1, 400);
    const cents = market.priceCents + (isBuy ? -distance : distance);
    const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    return {
      kind: 'limit',
      market: market.name,
      side: isBuy ? 2 : 1,
      amount: `0.${random.integer(1, 9)}`,
      price,
      takes,
      clientId: clientIdOf(++this.lastOrdinal),
    };
  }

  /** An order of this flow is known to the exchange. */
  placed(orderId: number): void {
    if (this.recent.length < recentMax) this.recent.push(orderId);
    else this.recent[this.random.integer(0, recentMax - 1)] = orderId;
  }
}
