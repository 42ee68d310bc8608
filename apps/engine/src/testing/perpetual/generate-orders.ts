/** Random orders, algos and amendments: small, at prices that matter, now and then out of all bounds. */
import {
  AlgoKind,
  type Command,
  type CommandOf,
  MarginMode,
  marketPriceTicks,
  Op,
  OrderKind,
  PositionSide,
  type PriceSource,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import { noLegs } from '../../core/perpetual/algos/algos.ts';
import type { Market, Position } from '../../core/perpetual/state.ts';
import type { Random } from '../random.ts';
import type { Sight } from './sight.ts';
import { marketIds } from './small-instrument.ts';

export const users = [1, 2, 3, 4, 5, 6, 7] as const;
/** They have plenty and quote both sides. */
export const makers = [8, 9] as const;

export class OrderGenerator {
  readonly #random: Random;
  readonly #sight: Sight;

  constructor(random: Random, sight: Sight) {
    this.#random = random;
    this.#sight = sight;
  }

  placeOrder(): CommandOf<typeof Op.placeOrder> {
    const random = this.#random;
    const held = random.chance(0.35) ? this.#sight.position() : undefined;
    const market = held?.market ?? this.#sight.market();
    const position = held?.position ?? (random.pick([0, 1]) as PositionSide);
    const closingSide = position === PositionSide.long ? Side.sell : Side.buy;
    const openingSide = position === PositionSide.long ? Side.buy : Side.sell;
    const type = random.pick([0, 0, 0, 0, OrderKind.market, OrderKind.postOnly, OrderKind.ioc, OrderKind.fok] as const);
    const side = held ? closingSide : openingSide;
    const lots = held ? this.#closingLots(held) : random.pick([1, 2, 3, 7, 19, 21, 60, 61, 150]);
    const priceTicks = type === OrderKind.market ? 0 : this.#price(market);
    return {
      kind: Op.placeOrder,
      user: held?.user ?? random.pick(users),
      market: random.chance(0.005) ? 999 : market.id,
      mode: held?.mode ?? (random.pick([0, 1]) as MarginMode),
      side,
      position,
      type,
      priceTicks,
      lots: random.chance(0.02) ? random.pick([0, -1, 2 ** 53, 1.5, 301, 401]) : lots,
      reduceOnly: random.chance(0.01),
      selfTrade: random.pick([0, 0, 0, SelfTrade.cancelTaker, SelfTrade.cancelBoth] as const),
      ...(random.chance(0.15) && !held ? this.#legs(position, priceTicks || market.lastTicks || 1000) : noLegs),
      clientId: random.chance(0.05) ? `key-${random.integer(1, 20)}` : '',
      source: random.pick(['', 'web']),
    };
  }

  quote(): CommandOf<typeof Op.placeOrder> {
    const random = this.#random;
    const market = this.#sight.market();
    const side = random.pick([Side.buy, Side.sell]);
    const away = random.integer(1, 15) * (side === Side.buy ? -1 : 1);
    return {
      kind: Op.placeOrder,
      user: random.pick(makers),
      market: market.id,
      mode: MarginMode.cross,
      side,
      position: side as number as PositionSide,
      type: OrderKind.limit,
      priceTicks: Math.max(1, (market.markTicks || 1000) + away),
      lots: random.integer(5, 40),
      reduceOnly: false,
      selfTrade: SelfTrade.cancelMaker,
      ...noLegs,
      clientId: '',
      source: '',
    };
  }

  #closingLots({ lots }: Position): number {
    return this.#random.pick([lots, lots, 1, Math.ceil(lots / 3), lots + 1]);
  }

  #price(market: Market): number {
    const random = this.#random;
    const around = market.markTicks || 1000;
    if (random.chance(0.02)) return random.pick([0, -5, 1, 1_000_001]);
    return Math.max(1, around + random.integer(-12, 12) * random.pick([1, 1, 1, 8]));
  }

  #legs(position: PositionSide, around: number) {
    const random = this.#random;
    const up = around + random.integer(1, 40);
    const down = Math.max(1, around - random.integer(1, 40));
    const [tp, sl] = position === PositionSide.long ? [up, down] : [down, up];
    const source = () => random.pick([0, 1, 2]) as PriceSource;
    return {
      tpTriggerTicks: random.chance(0.7) ? tp : 0,
      tpOrderTicks: random.chance(0.6) ? marketPriceTicks : tp,
      tpTriggerBy: source(),
      slTriggerTicks: random.chance(0.7) ? sl : 0,
      slOrderTicks: random.chance(0.7) ? marketPriceTicks : sl,
      slTriggerBy: source(),
    };
  }

  placeAlgo(): CommandOf<typeof Op.placeAlgo> {
    const random = this.#random;
    const held = random.chance(0.7) ? this.#sight.position() : undefined;
    const market = held?.market ?? this.#sight.market();
    const position = held?.position ?? (random.pick([0, 1]) as PositionSide);
    const around = market.markTicks || 1000;
    const isTrigger = !held || random.chance(0.2);
    const isOpening = isTrigger && !held;
    const legs = { ...this.#legs(position, around) };
    const type = isTrigger ? AlgoKind.trigger : random.pick([AlgoKind.conditional, AlgoKind.oco]);
    if (type === AlgoKind.conditional && legs.tpTriggerTicks > 0) legs.slTriggerTicks = 0;
    return {
      kind: Op.placeAlgo,
      user: held?.user ?? random.pick(users),
      market: market.id,
      mode: held?.mode ?? (random.pick([0, 1]) as MarginMode),
      side: ((position as number) ^ (isOpening ? 0 : 1)) as Side,
      position,
      type,
      lots: isTrigger || random.chance(0.5) ? random.integer(1, 25) : 0,
      reduceOnly: false,
      triggerTicks: isTrigger ? Math.max(1, around + random.integer(-30, 30)) : 0,
      triggerOrderTicks: random.chance(0.5) ? marketPriceTicks : around,
      triggerBy: random.pick([0, 1, 2]) as PriceSource,
      ...(isTrigger ? noLegs : legs),
      clientId: '',
      source: '',
    };
  }

  amend(): Command {
    const random = this.#random;
    const order = this.#sight.anyOf([...this.#sight.shard.orders.values()]);
    const algo = this.#sight.anyOf([...this.#sight.shard.algos.values()]);
    if (algo && (!order || random.chance(0.25))) {
      const around = algo.market.markTicks || 1000;
      const keep = { tpTriggerTicks: 0, slTriggerTicks: 0 };
      return {
        kind: Op.amendAlgo,
        user: algo.user,
        market: algo.market.id,
        algoId: algo.id,
        lots: random.pick([0, 1, 9]),
        triggerTicks: random.pick([0, around + random.integer(-30, 30)]),
        triggerOrderTicks: 0,
        triggerBy: algo.triggerBy,
        ...(random.chance(0.5) ? { ...noLegs, ...keep } : this.#legs(algo.position, around)),
      };
    }
    return {
      kind: Op.amendOrder,
      user: order?.user ?? 1,
      market: order?.market.id ?? marketIds[0],
      orderId: order?.id ?? random.integer(1, 1 + this.#sight.shard.lastOrderId),
      priceTicks: random.pick([0, order ? this.#price(order.market) : 1000]),
      lots: random.pick([0, 1, order?.filledLots ?? 0, (order?.lots ?? 1) + 3, Math.ceil((order?.lots ?? 1) / 2)]),
      cancelOnFail: random.chance(0.2),
      ...noLegs,
    };
  }
}
