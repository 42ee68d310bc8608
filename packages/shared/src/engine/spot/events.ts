/** Events of the spot shard: the records of its event entries (see ../event-entry.ts). */
import {
  type CommandDone as AnyCommandDone,
  commandDoneKind,
  commandDoneLength,
  decodeCommandDone,
  forEachRecord,
} from '../event-entry.ts';
import { decodeText } from '../layout.ts';
import type { OrderType, Side, TimeInForce } from './commands.ts';
import { parseOrderFlags } from './commands.ts';
import type { RejectCode } from './reject-codes.ts';

export const EventKind = {
  commandDone: commandDoneKind,
  orderPlaced: 2,
  orderFilled: 3,
  orderRested: 4,
  orderClosed: 5,
  balanceChanged: 6,
  transferApplied: 7,
  settingsChanged: 8,
  orderAmended: 9,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

/** Byte lengths of the fixed records; orderPlaced and settingsChanged have tails after theirs. */
export const recordLength = {
  commandDone: commandDoneLength,
  orderPlaced: 48,
  orderFilled: 128,
  orderRested: 24,
  orderClosed: 32,
  balanceChanged: 48,
  transferApplied: 32,
  settingsChanged: 16,
  orderAmended: 56,
} as const;

export const CloseReason = {
  filled: 1,
  cancelledByUser: 2,
  selfTrade: 3,
  immediateOrCancel: 4,
  /** A market order that met the end of the book, the band, or the last whole lot its money buys. */
  marketEnd: 5,
  marketClosed: 6,
} as const;
export type CloseReason = (typeof CloseReason)[keyof typeof CloseReason];

/** Accounts of the house inside the shard: fees, taxes. No person has such an id. */
export const houseUserMin = 0xffffff00;
export const HouseUser = { fees: 0xffffff01, gst: 0xffffff02, tds: 0xffffff03 } as const;

/** Balances may pass 2^53: they are high * 2^48 + low, 0 <= low < 2^48. */
export const balanceLimb = 2 ** 48;

export type CommandDone = AnyCommandDone<RejectCode>;

/**
 * kind 2: flags = OrderFlag | u16 market @8 | u8 clientIdLength @10 | u8 sourceLength @11 | f64 orderId @16 |
 * f64 priceTicks @24 | f64 amount @32 | u32 makerFeePpm @40 | u32 takerFeePpm @44 | clientId, source @48
 */
export interface OrderPlaced {
  kind: typeof EventKind.orderPlaced;
  user: number;
  market: number;
  orderId: number;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  postOnly: boolean;
  amountIsQuote: boolean;
  exchange?: true;
  priceTicks: number;
  amount: number;
  makerFeePpm: number;
  takerFeePpm: number;
  clientId: string;
  source: string;
}

/**
 * kind 3: flags bit0 = taker sells | user = taker | u16 market @8 | u16 makerFeeAsset @10 | u16 takerFeeAsset @12 |
 * u16 0 | u32 makerUser @16 | u32 0 | f64 tradeId @24 | f64 makerOrderId @32 | f64 takerOrderId @40 | f64 priceTicks @48 |
 * f64 lots @56 | f64 makerFee @64 | f64 makerGst @72 | f64 makerTds @80 | f64 takerFee @88 | f64 takerGst @96 |
 * f64 takerTds @104 | f64 makerRemainingLots @112 | f64 takerRemaining @120
 * Fees and GST are in the fee asset's units; TDS always in the quote asset's.
 */
export interface OrderFilled {
  kind: typeof EventKind.orderFilled;
  user: number;
  market: number;
  takerSide: Side;
  makerUser: number;
  makerFeeAsset: number;
  takerFeeAsset: number;
  /** Grows by one a market, from 1. */
  tradeId: number;
  makerOrderId: number;
  takerOrderId: number;
  priceTicks: number;
  lots: number;
  makerFee: number;
  makerGst: number;
  makerTds: number;
  takerFee: number;
  takerGst: number;
  takerTds: number;
  makerRemainingLots: number;
  /** Lots, or quote units for an order whose amount is in quote. */
  takerRemaining: number;
}

/** kind 4: u16 market @8 | f64 orderId @16. The order now rests on the book with what its fills have left. */
export interface OrderRested {
  kind: typeof EventKind.orderRested;
  user: number;
  market: number;
  orderId: number;
}

/** kind 5: flags = CloseReason | u16 market @8 | f64 orderId @16 | f64 remaining @24 (lots, or quote units) */
export interface OrderClosed {
  kind: typeof EventKind.orderClosed;
  user: number;
  market: number;
  orderId: number;
  reason: CloseReason;
  remaining: number;
}

/**
 * kind 6: u16 asset @8 | f64 availableLow @16 | f64 availableHigh @24 | f64 frozenLow @32 | f64 frozenHigh @40.
 * Values after the command; one record a (user, asset) a command, house accounts once an entry (before its last commandDone).
 */
export interface BalanceChanged {
  kind: typeof EventKind.balanceChanged;
  user: number;
  asset: number;
  availableLow: number;
  availableHigh: number;
  frozenLow: number;
  frozenHigh: number;
}

/** kind 7: flags bit0 = out of the shard | u16 asset @8 | f64 transferId @16 | f64 amount @24 */
export interface TransferApplied {
  kind: typeof EventKind.transferApplied;
  user: number;
  asset: number;
  transferId: number;
  amount: number;
  out: boolean;
}

/** kind 8: u16 textLength @8 | text @16: the JSON of the Configure command's settings */
export interface SettingsChanged {
  kind: typeof EventKind.settingsChanged;
  user: number;
  text: string;
}

/**
 * kind 9: flags bit0 = keeps its place in the queue | u16 market @8 | f64 orderId @16 | f64 priceTicks @24 | f64 lots @32 |
 * f64 remaining @40 | u32 makerFeePpm @48 | u32 takerFeePpm @52
 * An order that does not keep its place has left the book: its fills follow, and then orderRested or orderClosed.
 */
export interface OrderAmended {
  kind: typeof EventKind.orderAmended;
  user: number;
  market: number;
  orderId: number;
  keepsPlace: boolean;
  priceTicks: number;
  /** The new total, with what was filled before. */
  lots: number;
  /** Lots that are left of it. */
  remaining: number;
  makerFeePpm: number;
  takerFeePpm: number;
}

export type EngineEvent =
  | CommandDone
  | OrderPlaced
  | OrderAmended
  | OrderFilled
  | OrderRested
  | OrderClosed
  | BalanceChanged
  | TransferApplied
  | SettingsChanged;

/** Calls `handle` with each record of an event entry in order. Unknown kinds (of a newer engine) are skipped. */
export function forEachEvent(bytes: Uint8Array, handle: (event: EngineEvent) => void): void {
  forEachRecord(bytes, (view, at) => {
    const event = decodeEvent(bytes, view, at);
    if (event) handle(event);
  });
}

function decodeEvent(bytes: Uint8Array, view: DataView, at: number): EngineEvent | undefined {
  const user = view.getUint32(at + 4, true);
  const kind = view.getUint8(at + 2) as EventKind;
  switch (kind) {
    case EventKind.commandDone:
      return decodeCommandDone(view, at);
    case EventKind.orderPlaced:
      return decodeOrderPlaced(bytes, view, at, user);
    case EventKind.orderAmended:
      return decodeOrderAmended(view, at, user);
    case EventKind.orderFilled:
      return decodeOrderFilled(view, at, user);
    case EventKind.orderRested:
      return { kind, user, market: view.getUint16(at + 8, true), orderId: view.getFloat64(at + 16, true) };
    case EventKind.orderClosed:
      return {
        kind,
        user,
        market: view.getUint16(at + 8, true),
        orderId: view.getFloat64(at + 16, true),
        reason: view.getUint8(at + 3) as CloseReason,
        remaining: view.getFloat64(at + 24, true),
      };
    case EventKind.balanceChanged:
      return {
        kind,
        user,
        asset: view.getUint16(at + 8, true),
        availableLow: view.getFloat64(at + 16, true),
        availableHigh: view.getFloat64(at + 24, true),
        frozenLow: view.getFloat64(at + 32, true),
        frozenHigh: view.getFloat64(at + 40, true),
      };
    case EventKind.transferApplied:
      return {
        kind,
        user,
        asset: view.getUint16(at + 8, true),
        transferId: view.getFloat64(at + 16, true),
        amount: view.getFloat64(at + 24, true),
        out: (view.getUint8(at + 3) & 1) === 1,
      };
    case EventKind.settingsChanged:
      return { kind, user, text: decodeText(bytes, at + 16, view.getUint16(at + 8, true)) };
    default:
      return undefined;
  }
}

function decodeOrderPlaced(bytes: Uint8Array, view: DataView, at: number, user: number): OrderPlaced {
  const clientIdLength = view.getUint8(at + 10);
  return {
    kind: EventKind.orderPlaced,
    user,
    market: view.getUint16(at + 8, true),
    ...parseOrderFlags(view.getUint8(at + 3)),
    orderId: view.getFloat64(at + 16, true),
    priceTicks: view.getFloat64(at + 24, true),
    amount: view.getFloat64(at + 32, true),
    makerFeePpm: view.getUint32(at + 40, true),
    takerFeePpm: view.getUint32(at + 44, true),
    clientId: decodeText(bytes, at + 48, clientIdLength),
    source: decodeText(bytes, at + 48 + clientIdLength, view.getUint8(at + 11)),
  };
}

function decodeOrderAmended(view: DataView, at: number, user: number): OrderAmended {
  return {
    kind: EventKind.orderAmended,
    user,
    market: view.getUint16(at + 8, true),
    orderId: view.getFloat64(at + 16, true),
    keepsPlace: (view.getUint8(at + 3) & 1) === 1,
    priceTicks: view.getFloat64(at + 24, true),
    lots: view.getFloat64(at + 32, true),
    remaining: view.getFloat64(at + 40, true),
    makerFeePpm: view.getUint32(at + 48, true),
    takerFeePpm: view.getUint32(at + 52, true),
  };
}

function decodeOrderFilled(view: DataView, at: number, user: number): OrderFilled {
  return {
    kind: EventKind.orderFilled,
    user,
    market: view.getUint16(at + 8, true),
    takerSide: (view.getUint8(at + 3) & 1) as Side,
    makerFeeAsset: view.getUint16(at + 10, true),
    takerFeeAsset: view.getUint16(at + 12, true),
    makerUser: view.getUint32(at + 16, true),
    tradeId: view.getFloat64(at + 24, true),
    makerOrderId: view.getFloat64(at + 32, true),
    takerOrderId: view.getFloat64(at + 40, true),
    priceTicks: view.getFloat64(at + 48, true),
    lots: view.getFloat64(at + 56, true),
    makerFee: view.getFloat64(at + 64, true),
    makerGst: view.getFloat64(at + 72, true),
    makerTds: view.getFloat64(at + 80, true),
    takerFee: view.getFloat64(at + 88, true),
    takerGst: view.getFloat64(at + 96, true),
    takerTds: view.getFloat64(at + 104, true),
    makerRemainingLots: view.getFloat64(at + 112, true),
    takerRemaining: view.getFloat64(at + 120, true),
  };
}
