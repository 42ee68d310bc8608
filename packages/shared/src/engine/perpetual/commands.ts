/**
 * Commands of the perpetual shard: the bodies of its journal's records (see ../journal.ts, ../record.ts). Prices are in
 * ticks, sizes in lots, money in 10^-8 USDT, rates in 10^-8, times in Unix milliseconds.
 */
import { forEachCommand } from '../journal.ts';
import type { ByteWriter } from '../layout.ts';
import { flag, integer, money, type RecordOf, RecordType, text, u8, u16, type ValuesOf } from '../record.ts';
import type {
  AlgoKind,
  CancelWhat,
  MarginMode,
  OrderKind,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
} from './terms.ts';

export const Op = {
  placeOrder: 1,
  placeAlgo: 2,
  amendOrder: 3,
  amendAlgo: 4,
  cancelOrder: 5,
  cancelAlgo: 6,
  cancelMany: 7,
  closePosition: 8,
  setLeverage: 9,
  adjustMargin: 10,
  transferIn: 11,
  transferOut: 12,
  configure: 13,
  tick: 14,
  continueRound: 15,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

/**
 * The take-profit and stop-loss of an order or an algo. Trigger 0: no such leg. Order price -1: a market order. In an
 * amendment trigger 0 keeps the leg and trigger -1 takes it away.
 */
const legs = {
  tpTriggerTicks: integer(),
  tpOrderTicks: integer(),
  tpTriggerBy: u8<PriceSource>(),
  slTriggerTicks: integer(),
  slOrderTicks: integer(),
  slTriggerBy: u8<PriceSource>(),
};

/** Whose position an order opens or closes: (side, position) is one of four legal pairs, see `isClosing`. */
const target = {
  market: u16(),
  mode: u8<MarginMode>(),
  side: u8<Side>(),
  position: u8<PositionSide>(),
};

/** The caller's key and origin, as in the spot shard: up to 36 and 31 ASCII characters. */
const origin = { clientId: text(), source: text() };

export const placeOrder = new RecordType(Op.placeOrder, {
  ...target,
  type: u8<OrderKind>(),
  /** 0 for a market order. */
  priceTicks: integer(),
  lots: integer(),
  /** The caller insists: an order that opens is refused. */
  reduceOnly: flag(),
  selfTrade: u8<SelfTrade>(),
  ...legs,
  ...origin,
});

export const placeAlgo = new RecordType(Op.placeAlgo, {
  ...target,
  type: u8<AlgoKind>(),
  /** 0: the whole position when it fires; a trigger always says how much. */
  lots: integer(),
  reduceOnly: flag(),
  /** For type trigger only: where it fires, and the price of its order (-1: market). */
  triggerTicks: integer(),
  triggerOrderTicks: integer(),
  triggerBy: u8<PriceSource>(),
  ...legs,
  ...origin,
});

export const amendOrder = new RecordType(Op.amendOrder, {
  market: u16(),
  orderId: integer(),
  /** 0 keeps it. */
  priceTicks: integer(),
  /** The new total including what is filled; 0 keeps it. */
  lots: integer(),
  cancelOnFail: flag(),
  ...legs,
});

export const amendAlgo = new RecordType(Op.amendAlgo, {
  market: u16(),
  algoId: integer(),
  /** 0 keeps it. */
  lots: integer(),
  triggerTicks: integer(),
  triggerOrderTicks: integer(),
  triggerBy: u8<PriceSource>(),
  ...legs,
});

/** An unknown object and another user's are not found; a finished one is already done, and the answer names it. */
export const cancelOrder = new RecordType(Op.cancelOrder, { market: u16(), orderId: integer() });
export const cancelAlgo = new RecordType(Op.cancelAlgo, { market: u16(), algoId: integer() });

/**
 * Cancels the ten oldest of the user's orders or algos, of one market or (0) of all; or exactly `ids` (JSON, at most
 * ten). The answer's orderId is how many were cancelled, `available` how many are left.
 */
export const cancelMany = new RecordType(Op.cancelMany, { what: u8<CancelWhat>(), market: u16(), ids: text() });

/** Cancels the position's closing orders and closes it at the market; the answer's orderId is the market order's. */
export const closePosition = new RecordType(Op.closePosition, {
  market: u16(),
  mode: u8<MarginMode>(),
  position: u8<PositionSide>(),
});

/** `positionVersion`: what the caller was shown, -1 when no preview; another one is refused as stale. */
export const setLeverage = new RecordType(Op.setLeverage, {
  market: u16(),
  mode: u8<MarginMode>(),
  /** For isolated margin only. */
  position: u8<PositionSide>(),
  leverage: u16(),
  positionVersion: integer(),
});

/** Margin of an isolated position: added when above zero, taken out when below. */
export const adjustMargin = new RecordType(Op.adjustMargin, {
  market: u16(),
  position: u8<PositionSide>(),
  amount: money(),
});

/** Money that enters or leaves the futures wallet, applied once per transferId and direction. A refusal out is final. */
const transfer = { asset: u16(), transferId: integer(), amount: money() };
export const transferIn = new RecordType(Op.transferIn, transfer);
export const transferOut = new RecordType(Op.transferOut, transfer);

/** Settings are commands, so that a replay runs under the settings of its time. `text` is the JSON of `Settings`. */
export const configure = new RecordType(Op.configure, { settings: text() });

/**
 * The time, `n` in Unix seconds: one not above the last is dropped. `prices` is the JSON of `TickPrice[]`;
 * a market without a price in it has no valid index.
 */
export const tick = new RecordType(Op.tick, { n: integer(), prices: text() });

/** Goes on with work that a tick left: sent while the answers to both have `available` 1. */
export const continueRound = new RecordType(Op.continueRound, {});

export interface TickPrice {
  market: number;
  indexTicks: number;
  /** For the audit: each source's id, price in 10^-8 and age when it was read. */
  sources: { id: string; price: string; ageMs: number }[];
}

export type Settings = InstrumentSettings | AssetSettings | AccountSettings;

/** The one settlement asset. */
export interface AssetSettings {
  kind: 'asset';
  id: number;
  ticker: string;
  scale: number;
}

/** What an operator allows one account. */
export interface AccountSettings {
  kind: 'account';
  /** The user's. */
  id: number;
  /** Opening is refused; closing and cancelling go on. */
  closeOnly: boolean;
}

export interface Tier {
  maxLots: number;
  /** Maintenance margin rate, 10^-8. */
  mmr: number;
  maxLeverage: number;
}

/** An instrument in the engine's integers. Sizes of steps are in 10^-8; `unit` is derived and checked by the listing. */
export interface InstrumentSettings {
  kind: 'instrument';
  id: number;
  name: string;
  settleAsset: number;
  /** Coins per contract, contracts per lot, price of a tick: each times 10^8. */
  contractValue: number;
  lotSize: number;
  tickSize: number;
  minLots: number;
  maxLimitLots: number;
  maxMarketLots: number;
  priceMaxTicks: number;
  makerRate: number;
  takerRate: number;
  /** The price band's X, Y and Z. */
  bandX: number;
  bandY: number;
  bandZ: number;
  fundingCap: number;
  fundingInterest: number;
  fundingDamper: number;
  fundingIntervalMs: number;
  /** 10^-8 USDT. */
  impactNotional: number;
  /** What a cross position is weighed short by while its mark is not trusted, of its notional. */
  staleHaircut: number;
  ordersMax: number;
  algosMax: number;
  tiers: Tier[];
  listedAtMs: number;
  status: 'open' | 'closeOnly' | 'halted';
}

const types = {
  [Op.placeOrder]: placeOrder,
  [Op.placeAlgo]: placeAlgo,
  [Op.amendOrder]: amendOrder,
  [Op.amendAlgo]: amendAlgo,
  [Op.cancelOrder]: cancelOrder,
  [Op.cancelAlgo]: cancelAlgo,
  [Op.cancelMany]: cancelMany,
  [Op.closePosition]: closePosition,
  [Op.setLeverage]: setLeverage,
  [Op.adjustMargin]: adjustMargin,
  [Op.transferIn]: transferIn,
  [Op.transferOut]: transferOut,
  [Op.configure]: configure,
  [Op.tick]: tick,
  [Op.continueRound]: continueRound,
} as const;

type Types = typeof types;
/** A command with its op as `kind`. */
export type Command = { [K in keyof Types]: RecordOf<Types[K]> }[keyof Types];
export type CommandOf<K extends Op> = Extract<Command, { kind: K }>;

export function writeCommand(writer: ByteWriter, command: Command): void {
  const type = types[command.kind] as RecordType<number, Record<string, never>>;
  type.write(writer, command.user, command as unknown as ValuesOf<Record<string, never>>);
}

/** The command at `at`, or undefined for an unknown op. @throws RangeError for a torn one */
export function readCommand(view: DataView, at: number): Command | undefined {
  const type = types[view.getUint8(at + 2) as Op] as Types[Op] | undefined;
  return type?.read(view, at) as Command | undefined;
}

/** Reads a whole entry into objects: for tools and tests. */
export function decodeCommandEntry(bytes: Uint8Array): { sender: number; counter: number; commands: Command[] } {
  const commands: Command[] = [];
  const header = forEachCommand(bytes, (view, at) => {
    const command = readCommand(view, at);
    if (command) commands.push(command);
  });
  return { ...header, commands };
}
