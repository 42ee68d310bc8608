/** An exchange in which people trade around one price, with the triggers of algos on both sides of it. */
import { EventKind, PriceSource } from '@pelican/shared/engine/perpetual';
import { alice, bob, carol, dollar, Exchange, eventsOf } from './exchange.ts';

export const price = 60_000 * dollar;
export const low = 59_800 * dollar;
export const high = 60_200 * dollar;
export const stop = { slTriggerTicks: low, slOrderTicks: -1, slTriggerBy: PriceSource.mark } as const;
export const profit = { tpTriggerTicks: high, tpOrderTicks: -1, tpTriggerBy: PriceSource.last } as const;

type Events = ReturnType<Exchange['send']>;

/** The algo as the last event of it says. */
export function algoOf(events: Events, algoId: number) {
  return eventsOf(events, EventKind.algoChanged).findLast((algo) => algo.algoId === algoId);
}

/** Alice, Bob and Carol have money. */
export class AlgoExchange extends Exchange {
  constructor() {
    super();
    for (const user of [alice, bob, carol]) this.fund(user, 100_000);
  }

  /** Alice gets a cross long of 1,000 lots against Bob. */
  openLong(): void {
    this.sell(bob, price, 1000);
    this.buy(alice, price, 1000);
  }

  /** Carol and Bob trade one lot at a price. */
  tradeAt(ticks: number): Events {
    this.sell(bob, ticks, 1);
    return this.buy(carol, ticks, 1);
  }

  /** Seconds until the mark is at or beyond a price. */
  moveMarkTo(ticks: number): Events {
    for (let second = 0; second < 400; second++) {
      const events = this.index(ticks);
      if (Math.abs(this.market().markTicks - ticks) < 20 * dollar) return events;
    }
    throw new Error('the mark did not follow');
  }
}
