/** A market with many positions, each with a take-profit and a stop-loss. */
import {
  AlgoKind,
  MarginMode,
  marketPriceTicks,
  Op,
  PositionSide,
  PriceSource,
  Side,
} from '@pelican/shared/engine/perpetual';
import { noLegs } from '../../core/perpetual/algos/algos.ts';
import type { Algo } from '../../core/perpetual/state.ts';
import { Crowd, market, otherMarket, startTicks } from './crowd.ts';

export class GuardedCrowd extends Crowd {
  /** The stops of the longs lie at 950, 949 and so on, those of the shorts at 1050, 1051, in both cases over `spread` prices. */
  constructor(pairs: number, by: PriceSource, spread = 10) {
    super(pairs);
    for (let pair = 0; pair < pairs; pair++) {
      const away = 50 + Math.floor((pair * spread) / pairs);
      this.#guard(2 * pair + 1, PositionSide.short, startTicks + away, startTicks - 300, by);
      this.#guard(2 * pair + 2, PositionSide.long, startTicks - away, startTicks + 300, by);
    }
    this.tick(startTicks);
    this.finish();
  }

  /** Returns the algos of the longs that have not ended, highest stop first. */
  stopsOfLongs(): Algo[] {
    return [...this.shard.algos.values()]
      .filter(({ position }) => position === PositionSide.long)
      .sort((a, b) => b.slTriggerTicks - a.slTriggerTicks || a.id - b.id);
  }

  /** Buy orders of others, of 100 lots each. */
  bid(lots: number, priceTicks: number): void {
    for (let user = 9001; user <= 9000 + lots / 100; user++) {
      this.deposit(user, 1_000_000_000n);
      this.place(user, Side.buy, PositionSide.long, 100, priceTicks);
    }
  }

  /** Moves a stop by the mark. */
  amendStop(user: number, algoId: number, slTriggerTicks: number): void {
    const trigger = { triggerTicks: 0, triggerOrderTicks: 0, triggerBy: PriceSource.last };
    const profit = { tpTriggerTicks: 0, tpOrderTicks: 0, tpTriggerBy: PriceSource.mark };
    const stop = { slTriggerTicks, slOrderTicks: marketPriceTicks, slTriggerBy: PriceSource.mark };
    this.send({ kind: Op.amendAlgo, user, market, algoId, lots: 0, ...trigger, ...profit, ...stop });
  }

  /** An order of the other market that opens a long once its index is at a price. */
  placeTrigger(user: number, triggerTicks: number): void {
    this.deposit(user, 1_000_000_000n);
    const target = { market: otherMarket, mode: MarginMode.isolated, position: PositionSide.long, side: Side.buy };
    const trigger = { triggerTicks, triggerOrderTicks: marketPriceTicks, triggerBy: PriceSource.index, lots: 5 };
    const order = { ...target, ...trigger, ...noLegs, type: AlgoKind.trigger, reduceOnly: false };
    this.send({ kind: Op.placeAlgo, user, ...order, clientId: '', source: '' });
  }

  #guard(user: number, position: PositionSide, stop: number, profit: number, by: PriceSource): void {
    const side = (1 - position) as Side;
    const target = { user, market, mode: MarginMode.isolated, position, side, type: AlgoKind.oco, lots: 0 };
    const trigger = { triggerTicks: 0, triggerOrderTicks: 0, triggerBy: PriceSource.last, reduceOnly: false };
    const legs = {
      tpTriggerTicks: profit,
      tpOrderTicks: marketPriceTicks,
      tpTriggerBy: by,
      slTriggerTicks: stop,
      slOrderTicks: marketPriceTicks,
      slTriggerBy: by,
    };
    this.send({ kind: Op.placeAlgo, ...target, ...trigger, ...legs, clientId: '', source: '' });
  }
}
