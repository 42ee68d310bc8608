/**
 * Random commands for the perpetual shard, biased to trouble: few users, few prices, high leverages, tiny sizes with
 * remainders in every division, jumps of the index, sources that fail, fundings every other minute, orders that just fit.
 */
import {
  CancelWhat,
  type Command,
  type CommandOf,
  HouseUser,
  MarginMode,
  Op,
  PositionSide,
  type TickPrice,
} from '@pelican/shared/engine/perpetual';
import type { PerpetualShard } from '../../core/perpetual/state.ts';
import type { Random } from '../random.ts';
import { makers, OrderGenerator, users } from './generate-orders.ts';
import { Sight } from './sight.ts';
import { asset, marketIds, smallInstrument } from './small-instrument.ts';

const firstSecond = 1_800_000_000;
const fundingIntervals = [120_000, 120_000, 600_000];

/** Where the generator looks before it aims; it keeps prices and clock itself. */
export class CommandGenerator {
  /** The second of the newest tick. */
  n = firstSecond;
  readonly #random: Random;
  readonly #shard: PerpetualShard;
  readonly #sight: Sight;
  readonly #orders: OrderGenerator;
  readonly #index = new Map<number, number>(marketIds.map((id) => [id, 1000]));
  /** Until which second a market has no index. */
  readonly #outages = new Map<number, number>();
  /** How long no tick has come, beyond the second that one is for. */
  #silenceMs = 0;
  #transferId = 0;

  constructor(random: Random, shard: PerpetualShard) {
    this.#random = random;
    this.#shard = shard;
    this.#sight = new Sight(random, shard);
    this.#orders = new OrderGenerator(random, this.#sight);
  }

  get timeMs(): number {
    return this.n * 1000 + 137 + this.#silenceMs;
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
      ...marketIds.map((id, at) =>
        configure(smallInstrument(id, { makerRate, fundingIntervalMs: fundingIntervals[at] as number })),
      ),
      ...users.map((user) => this.#transferIn(user, random.pick([100_000, 1_000_000, 5_000_000, 50_000_000]))),
      ...makers.map((user) => this.#transferIn(user, 5_000_000_000)),
      this.#transferIn(HouseUser.fund, random.pick([1, 500, 50_000, 2_000_000])),
      ...this.#leverages(),
      this.tick(),
    ];
  }

  next(): Command {
    const choice = this.#random.fraction();
    if (this.#random.chance(0.002)) this.#silenceMs += 16_000;
    if (choice < 0.22) return this.tick();
    if (choice < 0.36) return this.#orders.quote();
    if (choice < 0.74) return this.#orders.placeOrder();
    if (choice < 0.8) return this.#orders.placeAlgo();
    if (choice < 0.84) return this.#orders.amend();
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
    if (random.chance(0.01))
      return { kind: Op.tick, user: 0, n: this.n + random.pick([0, -1, 60, 3600]), prices: '[]' };
    this.n += Math.floor(this.#silenceMs / 1000);
    this.#silenceMs = 0;
    this.n += random.pick([1, 1, 1, 1, 2, 5, 9, ...(random.chance(0.03) ? [70] : [])]);
    const prices: TickPrice[] = [];
    for (const id of marketIds) {
      this.#move(id);
      if (random.chance(0.004)) this.#outages.set(id, this.n + random.integer(5, 40));
      const isMissing = random.chance(0.04) || this.n < (this.#outages.get(id) ?? 0);
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

  #cancel(): Command {
    const random = this.#random;
    const choice = random.fraction();
    const order = this.#sight.anyOf([...this.#shard.orders.values()]);
    const algo = this.#sight.anyOf([...this.#shard.algos.values()]);
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
    const held = this.#sight.position();
    const { user = 1, mode = MarginMode.cross, position = PositionSide.long } = held ?? {};
    return { kind: Op.closePosition, user, market: held?.market.id ?? marketIds[0], mode, position };
  }

  #setLeverage(): Command {
    const random = this.#random;
    const held = random.chance(0.6) ? this.#sight.position() : undefined;
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
    const held = this.#sight.anyOf(isolated);
    const amount = BigInt(random.pick([1, 500, 20_000])) * (random.chance(0.5) ? 1n : -1n);
    const { user = 1, position = PositionSide.long } = held ?? {};
    return { kind: Op.adjustMargin, user, market: held?.market.id ?? marketIds[0], position, amount };
  }

  #transfer(): Command {
    const random = this.#random;
    if (random.chance(0.05)) return this.#transferIn(HouseUser.fund, random.pick([300, 20_000]));
    const user = random.pick(users);
    if (random.chance(0.35)) return this.#transferIn(user, random.pick([1, 5_000, 100_000]));
    const cash = BigInt(this.#shard.accounts.get(user)?.cash ?? 0);
    const amount = random.pick([1n, 2_000n, cash / 2n, cash, cash + 1n]);
    const transferId = random.chance(0.1) ? random.integer(1, this.#transferId) : ++this.#transferId;
    return {
      kind: Op.transferOut,
      user,
      asset: random.chance(0.05) ? asset + 1 : asset,
      transferId,
      amount: amount > 0n ? amount : 1n,
    };
  }

  #transferIn(user: number, amount: number): Command {
    return { kind: Op.transferIn, user, asset, transferId: ++this.#transferId, amount: BigInt(amount) };
  }

  #configure(): Command {
    const random = this.#random;
    const isOpen = (id: number) => this.#shard.markets.get(id)?.settings.status === 'open';
    const closed = marketIds.find((id) => !isOpen(id));
    const id = closed !== undefined && random.chance(0.7) ? closed : random.pick(marketIds);
    const status = isOpen(id) && random.chance(0.15) ? random.pick(['closeOnly', 'halted'] as const) : 'open';
    const fundingIntervalMs = random.pick(fundingIntervals);
    const staleHaircut = random.pick([0, 1_000_000, 10_000_000]);
    const account = { kind: 'account', id: random.pick(users), closeOnly: random.chance(0.3) };
    const tiers = random.chance(0.05) ? [{ maxLots: 400, mmr: 1, maxLeverage: 100 }] : undefined;
    const instrument = smallInstrument(id, { status, fundingIntervalMs, staleHaircut, ...(tiers && { tiers }) });
    return { kind: Op.configure, user: 0, settings: JSON.stringify(random.chance(0.2) ? account : instrument) };
  }
}
