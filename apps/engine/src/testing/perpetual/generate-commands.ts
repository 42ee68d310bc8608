/**
 * Random commands for the perpetual shard, biased to trouble: few users, few prices, high leverages, tiny sizes with
 * remainders in every division, jumps of the index, sources that fail, fundings every other minute, orders that just fit.
 */
import {
  type Command,
  type CommandOf,
  type InstrumentSettings,
  Op,
  type TickPrice,
} from '@pelican/shared/engine/perpetual/commands.ts';
import {
  AlgoKind,
  CancelWhat,
  HouseUser,
  MarginMode,
  marketPriceTicks,
  OrderKind,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual/terms.ts';
import type { Market, PerpetualShard, Position } from '../../core/perpetual/state.ts';
import type { Random } from '../random.ts';

export const asset = 3;
export const marketIds = [1001, 1002, 1003] as const;
const users = [1, 2, 3, 4, 5, 6, 7] as const;
/** They have plenty and quote both sides. */
const makers = [8, 9] as const;
const firstSecond = 1_800_000_000;

export const noLegs = {
  tpTriggerTicks: 0,
  tpOrderTicks: 0,
  tpTriggerBy: PriceSource.last,
  slTriggerTicks: 0,
  slOrderTicks: 0,
  slTriggerBy: PriceSource.mark,
};

/** A tick times a lot is 7 to 999 of the smallest unit: nothing divides evenly. */
export function smallInstrument(id: number, changes: Partial<InstrumentSettings> = {}): InstrumentSettings {
  return {
    kind: 'instrument',
    id,
    name: `M${id}_USDT`,
    settleAsset: asset,
    contractValue: 100_000_000,
    lotSize: 100_000_000,
    tickSize: [7, 100, 999][id % 3] as number,
    minLots: 1,
    maxLimitLots: 400,
    maxMarketLots: 300,
    priceMaxTicks: 1_000_000,
    makerRate: 20_000,
    takerRate: 50_000,
    bandX: 20_000_000,
    bandY: 20_000_000,
    bandZ: 30_000_000,
    fundingCap: 375_000,
    fundingInterest: 10_000,
    fundingDamper: 50_000,
    fundingIntervalMs: 120_000,
    impactNotional: 100_000,
    ordersMax: 12,
    algosMax: 6,
    tiers: [
      { maxLots: 20, mmr: 400_000, maxLeverage: 100 },
      { maxLots: 60, mmr: 500_000, maxLeverage: 50 },
      { maxLots: 200, mmr: 1_000_000, maxLeverage: 25 },
      { maxLots: 400, mmr: 2_000_000, maxLeverage: 10 },
    ],
    listedAtMs: 0,
    status: 'open',
    ...changes,
  };
}

/** Where the generator looks before it aims; it keeps the world's prices and clock itself. */
export class CommandGenerator {
  /** The second of the newest tick. */
  n = firstSecond;
  readonly #random: Random;
  readonly #shard: PerpetualShard;
  readonly #index = new Map<number, number>(marketIds.map((id) => [id, 1000]));
  #transferId = 0;

  constructor(random: Random, shard: PerpetualShard) {
    this.#random = random;
    this.#shard = shard;
  }

  get timeMs(): number {
    return this.n * 1000 + 137;
  }

  setup(): Command[] {
    const random = this.#random;
    const configure = (settings: object): Command => ({
      kind: Op.configure,
      user: 0,
      settings: JSON.stringify(settings),
    });
    const makerRate = random.pick([20_000, 20_000, 0, -5_000]);
    return [
      configure({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 }),
      ...marketIds.map((id) => configure(smallInstrument(id, { makerRate }))),
      ...users.map((user) => this.#transferIn(user, random.pick([100_000, 1_000_000, 5_000_000, 50_000_000]))),
      ...makers.map((user) => this.#transferIn(user, 5_000_000_000)),
      this.#transferIn(HouseUser.fund, random.pick([1, 500, 50_000, 2_000_000])),
      ...this.#leverages(),
      this.tick(),
    ];
  }

  next(): Command {
    const choice = this.#random.fraction();
    if (choice < 0.22) return this.tick();
    if (choice < 0.36) return this.#quote();
    if (choice < 0.74) return this.#placeOrder();
    if (choice < 0.8) return this.#placeAlgo();
    if (choice < 0.84) return this.#amend();
    if (choice < 0.89) return this.#cancel();
    if (choice < 0.92) return this.#closePosition();
    if (choice < 0.95) return this.#setLeverage();
    if (choice < 0.975) return this.#adjustMargin();
    if (choice < 0.99) return this.#transfer();
    return this.#configure();
  }

  /** The next second, or a later one; now and then an old one, a market without a price, or a jump. */
  tick(): CommandOf<typeof Op.tick> {
    const random = this.#random;
    if (random.chance(0.01)) return { kind: Op.tick, user: 0, n: this.n, prices: '[]' };
    this.n += random.pick([1, 1, 1, 1, 2, 5, 9, ...(random.chance(0.03) ? [70] : [])]);
    const prices: TickPrice[] = [];
    for (const id of marketIds) {
      this.#move(id);
      const isMissing = random.chance(0.04);
      if (!isMissing) prices.push({ market: id, indexTicks: this.#index.get(id) as number, sources: [] });
    }
    return { kind: Op.tick, user: 0, n: this.n, prices: JSON.stringify(prices) };
  }

  #move(id: number): void {
    const random = this.#random;
    const before = this.#index.get(id) as number;
    const step = random.chance(0.05)
      ? random.pick([-0.2, -0.08, -0.03, 0.03, 0.08, 0.2])
      : random.integer(-4, 4) / 1000;
    // Back towards 1,000 in the end, so that prices stay where sizes are interesting.
    const pull = (1000 - before) * 0.01;
    this.#index.set(id, Math.max(300, Math.min(3000, Math.round(before * (1 + step) + pull))));
  }

  #placeOrder(): CommandOf<typeof Op.placeOrder> {
    const random = this.#random;
    const held = random.chance(0.35) ? this.#somePosition() : undefined;
    const market = held?.market ?? this.#someMarket();
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
      lots: random.chance(0.01) ? random.pick([0, -1, 2 ** 53, 1.5]) : lots,
      reduceOnly: random.chance(0.01),
      selfTrade: random.pick([0, 0, 0, SelfTrade.cancelTaker, SelfTrade.cancelBoth] as const),
      ...(random.chance(0.15) && !held ? this.#legs(position, priceTicks || market.lastTicks || 1000) : noLegs),
      clientId: random.chance(0.05) ? `key-${random.integer(1, 20)}` : '',
      source: random.pick(['', 'web']),
    };
  }

  #quote(): CommandOf<typeof Op.placeOrder> {
    const random = this.#random;
    const market = this.#someMarket();
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

  #leverages(): Command[] {
    return users.flatMap((user) =>
      marketIds.map((market) => ({
        kind: Op.setLeverage,
        user,
        market,
        mode: this.#random.pick([0, 1]) as MarginMode,
        position: this.#random.pick([0, 1]) as PositionSide,
        leverage: this.#random.pick([5, 20, 50, 50, 100]),
        positionVersion: -1,
      })),
    );
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

  #placeAlgo(): CommandOf<typeof Op.placeAlgo> {
    const random = this.#random;
    const held = random.chance(0.7) ? this.#somePosition() : undefined;
    const market = held?.market ?? this.#someMarket();
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

  #amend(): Command {
    const random = this.#random;
    const order = this.#someOf([...this.#shard.orders.values()]);
    const algo = this.#someOf([...this.#shard.algos.values()]);
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
      orderId: order?.id ?? random.integer(1, 1 + this.#shard.lastOrderId),
      priceTicks: random.pick([0, order ? this.#price(order.market) : 1000]),
      lots: random.pick([0, 1, order?.filledLots ?? 0, (order?.lots ?? 1) + 3, Math.ceil((order?.lots ?? 1) / 2)]),
      cancelOnFail: random.chance(0.2),
      ...noLegs,
    };
  }

  #cancel(): Command {
    const random = this.#random;
    const choice = random.fraction();
    const order = this.#someOf([...this.#shard.orders.values()]);
    const algo = this.#someOf([...this.#shard.algos.values()]);
    const market = order?.market.id ?? marketIds[0];
    if (choice < 0.1) {
      const what = random.pick([CancelWhat.orders, CancelWhat.algos]);
      return { kind: Op.cancelMany, user: random.pick(users), what, market: random.pick([0, market]), ids: '' };
    }
    if (choice < 0.35 && algo) return { kind: Op.cancelAlgo, user: algo.user, market: algo.market.id, algoId: algo.id };
    const orderId = order?.id ?? random.integer(1, 1 + this.#shard.lastOrderId);
    const user = random.chance(0.03) ? random.pick(users) : (order?.user ?? 1);
    return { kind: Op.cancelOrder, user, market, orderId };
  }

  #closePosition(): Command {
    const held = this.#somePosition();
    const { user = 1, mode = MarginMode.cross, position = PositionSide.long } = held ?? {};
    return { kind: Op.closePosition, user, market: held?.market.id ?? marketIds[0], mode, position };
  }

  #setLeverage(): Command {
    const random = this.#random;
    const held = random.chance(0.6) ? this.#somePosition() : undefined;
    return {
      kind: Op.setLeverage,
      user: held?.user ?? random.pick(users),
      market: held?.market.id ?? random.pick(marketIds),
      mode: held?.mode ?? (random.pick([0, 1]) as MarginMode),
      position: held?.position ?? (random.pick([0, 1]) as PositionSide),
      leverage: random.pick([1, 3, 10, 25, 50, 50, 100, 100, 101, 0]),
      positionVersion: random.chance(0.9) ? -1 : random.pick([held?.version ?? 0, 99]),
    };
  }

  #adjustMargin(): Command {
    const random = this.#random;
    const isolated = [...this.#shard.positions.values()].filter(({ mode }) => mode === MarginMode.isolated);
    const held = this.#someOf(isolated);
    const amount = BigInt(random.pick([1, 500, 20_000])) * (random.chance(0.5) ? 1n : -1n);
    const { user = 1, position = PositionSide.long } = held ?? {};
    return { kind: Op.adjustMargin, user, market: held?.market.id ?? marketIds[0], position, amount };
  }

  #transfer(): Command {
    const random = this.#random;
    if (random.chance(0.05)) return this.#transferIn(HouseUser.fund, random.pick([300, 20_000]));
    const user = random.pick(users);
    if (random.chance(0.35)) return this.#transferIn(user, random.pick([1, 5_000, 100_000]));
    const cash = this.#shard.accounts.get(user)?.cash ?? 0n;
    const amount = random.pick([1n, 2_000n, cash / 2n, cash, cash + 1n]);
    return { kind: Op.transferOut, user, asset, transferId: ++this.#transferId, amount: amount > 0n ? amount : 1n };
  }

  #transferIn(user: number, amount: number): Command {
    return { kind: Op.transferIn, user, asset, transferId: ++this.#transferId, amount: BigInt(amount) };
  }

  #configure(): Command {
    const random = this.#random;
    const id = random.pick(marketIds);
    const isOpen = this.#shard.markets.get(id)?.settings.status === 'open';
    const status = isOpen && random.chance(0.1) ? random.pick(['closeOnly', 'halted'] as const) : 'open';
    const settings = smallInstrument(id, { status });
    return { kind: Op.configure, user: 0, settings: JSON.stringify(settings) };
  }

  #somePosition(): Position | undefined {
    return this.#someOf([...this.#shard.positions.values()]);
  }

  #someMarket(): Market {
    const id = this.#random.pick([marketIds[0], marketIds[0], ...marketIds]);
    return this.#shard.markets.get(id) as Market;
  }

  #someOf<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : this.#random.pick(items);
  }
}
