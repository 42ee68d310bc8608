/**
 * A small perpetual exchange for worked examples: BTC_USDT as in production (0.01 coins a contract, 0.01 contracts a lot,
 * a tick of 0.1 USDT: a lot at one tick is 0.00001 USDT = 1,000 units), index and mark at 60,000 USDT.
 */
import { ByteWriter, finishEntry, startEntry } from '@pelican/shared/engine';
import {
  AlgoKind,
  type Command,
  type CommandDone,
  type CommandOf,
  type EngineEvent,
  EventKind,
  type EventOf,
  forEachEvent,
  type InstrumentSettings,
  MarginMode,
  Op,
  OrderKind,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
  writeCommand,
} from '@pelican/shared/engine/perpetual';
import { EventWriter } from '../../core/kernel/event-writer.ts';
import { applyEntry } from '../../core/perpetual/apply.ts';
import type { FundLot } from '../../core/perpetual/fund.ts';
import { checkInvariants } from '../../core/perpetual/invariants.ts';
import { accountOf } from '../../core/perpetual/positions/accounts.ts';
import {
  type Account,
  type Algo,
  type Market,
  type Order,
  PerpetualShard,
  type Position,
  positionKey,
} from '../../core/perpetual/state.ts';
import { perpetualShardId } from '../shard-ids.ts';

export const alice = 101;
export const bob = 102;
export const carol = 103;
export const usdt = 2;
export const btc = 1001;
export const eth = 1002;
/** One USDT in units of money. */
export const unit = 100_000_000n;
/** One USDT in ticks of BTC_USDT. */
export const dollar = 10;

export const btcUsdt: InstrumentSettings = {
  kind: 'instrument',
  id: btc,
  name: 'BTC_USDT',
  settleAsset: usdt,
  contractValue: 1_000_000,
  lotSize: 1_000_000,
  tickSize: 10_000_000,
  minLots: 1,
  maxLimitLots: 1_000_000,
  maxMarketLots: 200_000,
  priceMaxTicks: 100_000_000,
  makerRate: 20_000,
  takerRate: 50_000,
  bandX: 2_000_000,
  bandY: 2_000_000,
  bandZ: 5_000_000,
  fundingCap: 375_000,
  fundingInterest: 10_000,
  fundingDamper: 50_000,
  fundingIntervalMs: 28_800_000,
  impactNotional: 2_000_000_000_000,
  staleHaircut: 1_000_000,
  ordersMax: 500,
  algosMax: 100,
  tiers: [
    { maxLots: 100_000, mmr: 400_000, maxLeverage: 100 },
    { maxLots: 500_000, mmr: 500_000, maxLeverage: 50 },
    { maxLots: 1_000_000, mmr: 1_000_000, maxLeverage: 25 },
    { maxLots: 2_500_000, mmr: 2_000_000, maxLeverage: 20 },
    { maxLots: 5_000_000, mmr: 3_000_000, maxLeverage: 10 },
  ],
  listedAtMs: 0,
  status: 'open',
};

type PlaceOrder = CommandOf<typeof Op.placeOrder>;
type PlaceAlgo = CommandOf<typeof Op.placeAlgo>;

const noLegs = {
  tpTriggerTicks: 0,
  tpOrderTicks: 0,
  tpTriggerBy: PriceSource.last,
  slTriggerTicks: 0,
  slOrderTicks: 0,
  slTriggerBy: PriceSource.mark,
} as const;

/** An order with what differs from a cross limit order that buys long, at `priceTicks`, `lots`. */
export function orderCommand(user: number, changes: Partial<PlaceOrder>): PlaceOrder {
  return {
    kind: Op.placeOrder,
    user,
    market: btc,
    mode: MarginMode.cross,
    side: Side.buy,
    position: PositionSide.long,
    type: OrderKind.limit,
    priceTicks: 0,
    lots: 0,
    reduceOnly: false,
    selfTrade: SelfTrade.cancelMaker,
    ...noLegs,
    clientId: '',
    source: '',
    ...changes,
  };
}

/** The commands that list USDT and BTC_USDT. */
export function listingCommands(): Command[] {
  const asset = { kind: 'asset', id: usdt, ticker: 'USDT', scale: 8 } as const;
  return [asset, btcUsdt].map((settings) => ({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) }));
}

/** The tick of second `n` with an index for each market given; 0 is no index. */
export function tickCommand(n: number, indexes: Record<number, number>): Command {
  const prices = Object.entries(indexes)
    .filter(([, indexTicks]) => indexTicks > 0)
    .map(([market, indexTicks]) => ({ market: Number(market), indexTicks, sources: [] }));
  return { kind: Op.tick, user: 0, n, prices: JSON.stringify(prices) };
}

export class Exchange {
  readonly shard = new PerpetualShard(perpetualShardId);
  /** A minute after a funding boundary, so that no example meets one by chance. */
  timeMs = 1_800_000_000_000 + 60_000;
  readonly #out = new EventWriter(64);
  #counter = 0;
  #transferId = 0;

  constructor() {
    this.send(...listingCommands());
    this.index(60_000 * dollar);
  }

  /** Sends commands as one entry; checks all promises after it; returns its events. */
  send(...commands: Command[]): EngineEvent[] {
    const entry = new ByteWriter();
    startEntry(entry, perpetualShardId, 1, ++this.#counter);
    for (const command of commands) writeCommand(entry, command);
    finishEntry(entry, commands.length);
    return this.sendBytes(entry.copy());
  }

  /** As `send`, of any bytes. */
  sendBytes(bytes: Uint8Array): EngineEvent[] {
    applyEntry(this.shard, bytes, this.timeMs, this.#out);
    checkInvariants(this.shard);
    const events: EngineEvent[] = [];
    forEachEvent(this.#out.copy(), (event) => events.push(event));
    return events;
  }

  answer(command: Command): CommandDone {
    return doneOf(this.send(command));
  }

  /** (Re)lists an instrument with what differs from BTC_USDT. */
  list(changes: Partial<InstrumentSettings> = {}): CommandDone {
    const settings = JSON.stringify({ ...btcUsdt, ...changes });
    return this.answer({ kind: Op.configure, user: 0, settings });
  }

  /** The next second's tick with an index for each market given; a number: for BTC_USDT. 0 is no index. */
  index(ticks: number | Record<number, number>): EngineEvent[] {
    this.timeMs += 1000;
    const indexes = typeof ticks === 'number' ? { [btc]: ticks } : ticks;
    return this.send(tickCommand(Math.floor(this.timeMs / 1000), indexes));
  }

  /** Puts money into a user's futures wallet: whole USDT, or units of money. */
  fund(user: number, amount: number | bigint): void {
    const units = typeof amount === 'bigint' ? amount : BigInt(amount) * unit;
    this.send({ kind: Op.transferIn, user, asset: usdt, transferId: ++this.#transferId, amount: units });
  }

  place(user: number, changes: Partial<PlaceOrder>): EngineEvent[] {
    return this.send(orderCommand(user, changes));
  }

  /** Opens a long by a limit order. */
  buy(user: number, priceTicks: number, lots: number, changes: Partial<PlaceOrder> = {}): EngineEvent[] {
    return this.place(user, { priceTicks, lots, ...changes });
  }

  /** Opens a short by a limit order. */
  sell(user: number, priceTicks: number, lots: number, changes: Partial<PlaceOrder> = {}): EngineEvent[] {
    return this.place(user, { side: Side.sell, position: PositionSide.short, priceTicks, lots, ...changes });
  }

  /** Reduces a long by a limit order. */
  closeLong(user: number, priceTicks: number, lots: number, changes: Partial<PlaceOrder> = {}): EngineEvent[] {
    return this.place(user, { side: Side.sell, position: PositionSide.long, priceTicks, lots, ...changes });
  }

  /** Reduces a short by a limit order. */
  closeShort(user: number, priceTicks: number, lots: number, changes: Partial<PlaceOrder> = {}): EngineEvent[] {
    return this.place(user, { side: Side.buy, position: PositionSide.short, priceTicks, lots, ...changes });
  }

  /** An algo with what differs from a conditional one that closes the whole of a cross long. */
  algo(user: number, changes: Partial<PlaceAlgo>): EngineEvent[] {
    return this.send({
      kind: Op.placeAlgo,
      user,
      market: btc,
      mode: MarginMode.cross,
      side: Side.sell,
      position: PositionSide.long,
      type: AlgoKind.conditional,
      lots: 0,
      reduceOnly: false,
      triggerTicks: 0,
      triggerOrderTicks: 0,
      triggerBy: PriceSource.last,
      ...noLegs,
      clientId: '',
      source: '',
      ...changes,
    });
  }

  amend(user: number, orderId: number, changes: Partial<CommandOf<typeof Op.amendOrder>>): EngineEvent[] {
    const kept = { market: btc, priceTicks: 0, lots: 0, cancelOnFail: false, ...noLegs };
    return this.send({ kind: Op.amendOrder, user, orderId, ...kept, ...changes });
  }

  cancel(user: number, orderId: number): CommandDone {
    return this.answer({ kind: Op.cancelOrder, user, market: btc, orderId });
  }

  leverage(
    user: number,
    leverage: number,
    mode: MarginMode = MarginMode.cross,
    position: PositionSide = PositionSide.long,
  ): CommandDone {
    return this.answer({ kind: Op.setLeverage, user, market: btc, mode, position, leverage, positionVersion: -1 });
  }

  market(id = btc): Market {
    return this.shard.markets.get(id) as Market;
  }

  account(user: number): Exact<Account> {
    return exact(accountOf(this.shard, user));
  }

  get fundLots(): Exact<FundLot>[] {
    return [...this.shard.fund.lots.values()].map(exact);
  }

  /** The insurance fund's cash. */
  get fundCash(): bigint {
    return BigInt(this.shard.fund.cash);
  }

  position(
    user: number,
    mode: MarginMode = MarginMode.cross,
    position: PositionSide = PositionSide.long,
    market = btc,
  ): Exact<Position> | undefined {
    const held = this.account(user).positions.get(positionKey(market, mode, position));
    return held && exact(held);
  }

  orders(user: number): Exact<Order>[] {
    return [...this.account(user).orders.values()].map(exact);
  }

  algos(user: number): Exact<Algo>[] {
    return [...this.account(user).algos.values()].map(exact);
  }
}

/** An object of the state with its money in bigints. */
export type Exact<Content> = { [Name in keyof Content]: bigint extends Content[Name] ? bigint : Content[Name] };

const moneyNames = new Set([
  ...['cash', 'crossFreeze', 'isolatedFreeze', 'filledNotional', 'fee', 'pnl', 'freeze', 'actualNotional', 'cost'],
  ...['margin', 'fees', 'funding', 'liquidationLoss', 'openedNotional', 'closedNotional'],
]);

function exact<Content extends object>(content: Content): Exact<Content> {
  const entries = Object.entries(content).map(([name, value]) =>
    moneyNames.has(name) ? [name, BigInt(value as number | bigint)] : [name, value],
  );
  return Object.fromEntries(entries) as Exact<Content>;
}

/** The answer to the entry's last command. */
export function doneOf(events: EngineEvent[]): CommandDone {
  return events.findLast((event) => event.kind === EventKind.commandDone) as CommandDone;
}

export function codeOf(events: EngineEvent[]): number {
  return doneOf(events).code;
}

/** The events of a kind, in order. */
export function eventsOf<K extends Exclude<EventKind, typeof EventKind.commandDone>>(
  events: EngineEvent[],
  kind: K,
): EventOf<K>[] {
  return events.filter((event): event is Extract<EngineEvent, { kind: K }> => event.kind === kind) as EventOf<K>[];
}
