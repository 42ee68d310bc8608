/**
 * A small exchange for worked examples: LTC (8 decimals), USDT (8), PLC (8) and INR (8), and markets on which an amount
 * of 1 lot is 0.0001 LTC and a price of 1 tick 0.01 USDT, so that one lot at one tick is 0.000001 USDT = 100 units.
 */

import {
  CancelScope,
  type Command,
  type CommandDone,
  type EngineEvent,
  EventKind,
  forEachEvent,
  type MarketSettings,
  Op,
  type OrderClosed,
  type OrderFilled,
  OrderType,
  type PlaceOrder,
  Side,
  TimeInForce,
  type UserSettings,
} from '@pelican/shared/engine/spot';
import { EventWriter } from '../../core/kernel/event-writer.ts';
import { balanceOf } from '../../core/spot/inspect.ts';
import { checkInvariants } from '../../core/spot/invariants.ts';
import { applyEntry, createShard, type Shard } from '../../core/spot/shard.ts';
import { testingCapacity } from '../../core/spot/state.ts';
import { spotShardId } from '../shard-ids.ts';
import { encodeEntry } from './comparison.ts';

export const Asset = { ltc: 1, usdt: 2, plc: 3, inr: 4 } as const;
export const MarketId = { ltcUsdt: 1, plcUsdt: 2, usdtInr: 3, ltcInr: 4 } as const;
export const alice = 101;
export const bob = 102;
export const carol = 103;

const plain: Omit<MarketSettings, 'id' | 'name' | 'base' | 'quote'> = {
  kind: 'market',
  lotBaseUnits: 10_000,
  tickLotQuoteUnits: 100,
  amountMinLots: 1,
  amountMaxLots: 100_000_000,
  totalMin: 0,
  priceMaxTicks: 100_000,
  priceBandPpm: 0,
  makerFeePpm: 1000,
  takerFeePpm: 2000,
  serviceFeePpm: 1000,
  serviceFeeBuyPpm: 500,
  gstPpm: 180_000,
  tdsPpm: 10_000,
  tax: 'none',
  status: 'open',
  selfTrade: 'cancelResting',
};

const pairs = {
  [MarketId.ltcUsdt]: [Asset.ltc, Asset.usdt],
  [MarketId.plcUsdt]: [Asset.plc, Asset.usdt],
  [MarketId.usdtInr]: [Asset.usdt, Asset.inr],
  [MarketId.ltcInr]: [Asset.ltc, Asset.inr],
} as const;

export class Exchange {
  readonly shard: Shard = createShard(spotShardId, testingCapacity);
  timeMs = 1_700_000_000_000;
  private readonly out = new EventWriter(64);
  private counter = 0;
  private transferId = 0;

  constructor() {
    for (const [ticker, id] of Object.entries(Asset)) {
      this.send({ op: Op.configure, user: 0, settings: { kind: 'asset', id, ticker: ticker.toUpperCase(), scale: 8 } });
    }
    for (const id of Object.values(MarketId)) this.listMarket(id);
    const settings = { kind: 'shard', serviceAsset: Asset.plc, pivotAsset: Asset.usdt } as const;
    this.send({ op: Op.configure, user: 0, settings });
  }

  /** Sends commands as one entry; checks all promises after it; returns its events. */
  send(...commands: Command[]): EngineEvent[] {
    applyEntry(this.shard, encodeEntry(1, ++this.counter, commands), this.timeMs, this.out);
    checkInvariants(this.shard);
    const events: EngineEvent[] = [];
    forEachEvent(this.out.copy(), (event) => events.push(event));
    return events;
  }

  /** (Re)lists a market with what differs from the plain one. */
  listMarket(id: keyof typeof pairs, changes: Partial<MarketSettings> = {}): CommandDone {
    const [base, quote] = pairs[id];
    return this.answer({
      op: Op.configure,
      user: 0,
      settings: { ...plain, id, name: `M${id}`, base, quote, ...changes },
    });
  }

  setUser(user: number, changes: Partial<UserSettings>): void {
    const settings: UserSettings = {
      kind: 'user',
      customFee: false,
      taxable: false,
      fees: [],
      openOrdersMax: 10_000,
      ...changes,
    };
    this.send({ op: Op.configure, user, settings });
  }

  /** Puts money into a user's trade wallet, smallest units. */
  fund(user: number, asset: number, amount: number): void {
    this.send({ op: Op.transferIn, user, asset, transferId: ++this.transferId, amount });
  }

  answer(command: Command): CommandDone {
    return doneOf(this.send(command));
  }

  limit(
    user: number,
    side: Side,
    priceTicks: number,
    amount: number,
    changes: Partial<PlaceOrder> = {},
  ): EngineEvent[] {
    return this.send(this.order({ user, side, priceTicks, amount, ...changes }));
  }

  market(user: number, side: Side, amount: number, changes: Partial<PlaceOrder> = {}): EngineEvent[] {
    const amountIsQuote = side === Side.buy;
    return this.send(this.order({ user, side, amount, type: OrderType.market, amountIsQuote, ...changes }));
  }

  order(changes: Partial<PlaceOrder>): PlaceOrder {
    return {
      op: Op.placeOrder,
      user: alice,
      market: MarketId.ltcUsdt,
      side: Side.buy,
      type: OrderType.limit,
      timeInForce: TimeInForce.gtc,
      postOnly: false,
      priceTicks: 0,
      amount: 0,
      amountIsQuote: false,
      clientId: '',
      source: '',
      ...changes,
    };
  }

  cancel(user: number, orderId: number): CommandDone {
    return this.answer({ op: Op.cancelOrder, user, orderId, market: 0 });
  }

  cancelAll(user: number, scope: CancelScope = CancelScope.all, target = 0): CommandDone {
    return this.answer({ op: Op.cancelAll, user, scope, target });
  }

  available(user: number, asset: number): number {
    return Number(balanceOf(this.shard, user, asset).available);
  }

  frozen(user: number, asset: number): number {
    return Number(balanceOf(this.shard, user, asset).frozen);
  }
}

/** The answer to the entry's last command. */
export function doneOf(events: EngineEvent[]): CommandDone {
  return events.findLast((event) => event.kind === EventKind.commandDone) as CommandDone;
}

export function fillsOf(events: EngineEvent[]): OrderFilled[] {
  return events.filter((event) => event.kind === EventKind.orderFilled);
}

export function closesOf(events: EngineEvent[]): OrderClosed[] {
  return events.filter((event) => event.kind === EventKind.orderClosed);
}
