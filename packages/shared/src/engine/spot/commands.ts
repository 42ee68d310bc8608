/**
 * Commands of the spot shard: what stands in the bodies of its journal's records (see ../journal.ts). Integers above
 * 32 bits travel as f64 and are safe integers.
 */
import { forEachCommand, writeHead } from '../journal.ts';
import type { ByteWriter } from '../layout.ts';
import { decodeText, encodeText } from '../layout.ts';

export const Op = {
  placeOrder: 1,
  cancelOrder: 2,
  cancelAll: 3,
  transferIn: 4,
  transferOut: 5,
  configure: 6,
  amendOrder: 7,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

export const Side = { buy: 0, sell: 1 } as const;
export type Side = (typeof Side)[keyof typeof Side];
export const OrderType = { limit: 0, market: 1 } as const;
export type OrderType = (typeof OrderType)[keyof typeof OrderType];
/** Good till cancelled, immediate or cancel, fill or kill. */
export const TimeInForce = { gtc: 0, ioc: 1, fok: 2 } as const;
export type TimeInForce = (typeof TimeInForce)[keyof typeof TimeInForce];

/** Flag bits of placeOrder, also used by the orderPlaced event. */
export const OrderFlag = {
  sell: 1,
  market: 2,
  postOnly: 4,
  timeInForceShift: 3,
  timeInForceMask: 0b11000,
  /** The amount is in the quote asset's smallest units (a market buy's default), not in lots. */
  amountIsQuote: 32,
  /** A market order of the quick swap: a sale by a taxable user is taxed by the market's TDS rate whatever its tax setting. */
  exchange: 64,
} as const;

export interface PlaceOrder {
  op: typeof Op.placeOrder;
  user: number;
  market: number;
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  postOnly: boolean;
  /** Price in ticks; of a market order the worst price that it may trade at, 0 for any. */
  priceTicks: number;
  /** Lots, or quote units when `amountIsQuote`. */
  amount: number;
  amountIsQuote: boolean;
  /** See `OrderFlag.exchange`. */
  exchange?: true;
  /** The caller's idempotency key for this order, up to 36 ASCII characters; '' for none. */
  clientId: string;
  /** Where the order came from ('web', 'api', 'app 1.2'), up to 31 ASCII characters. */
  source: string;
}

export interface CancelOrder {
  op: typeof Op.cancelOrder;
  user: number;
  orderId: number;
  /** 0: any market; otherwise the order must be of this market. */
  market: number;
}

/** Changes price or total of a resting limit order, which keeps its id. */
export interface AmendOrder {
  op: typeof Op.amendOrder;
  user: number;
  orderId: number;
  /** 0: any market; otherwise the order must be of this market. */
  market: number;
  /** 0 keeps the price. */
  priceTicks: number;
  /** The new total, with what is filled already; 0 keeps it. */
  lots: number;
  /** The caller's idempotency key for this change, up to 36 ASCII characters; '' for none. */
  clientId: string;
}

export const CancelScope = { all: 0, market: 1, asset: 2 } as const;
export type CancelScope = (typeof CancelScope)[keyof typeof CancelScope];

export interface CancelAll {
  op: typeof Op.cancelAll;
  user: number;
  scope: CancelScope;
  /** Market or asset id, by scope; 0 for all. An asset matches as base or as quote. */
  target: number;
}

/** Money that enters (in) or leaves (out) the user's trade wallet; applied once per transferId and direction. */
export interface Transfer {
  op: typeof Op.transferIn | typeof Op.transferOut;
  user: number;
  asset: number;
  /** The id of the row of `transfers` in Postgres: the idempotency key. */
  transferId: number;
  /** Smallest units of the asset. */
  amount: number;
}

/** Settings are commands, so that a replay runs under the settings of its time. `user` is 0 but for userSettings. */
export interface Configure {
  op: typeof Op.configure;
  user: number;
  settings: AssetSettings | MarketSettings | UserSettings | ShardSettings;
}

export interface AssetSettings {
  kind: 'asset';
  id: number;
  ticker: string;
  /** Decimals of the smallest unit. */
  scale: number;
}

export interface MarketSettings {
  kind: 'market';
  id: number;
  name: string;
  base: number;
  quote: number;
  /** Base units of one lot: 10^(base scale - amount step's decimals), times the step's digit. */
  lotBaseUnits: number;
  /** Quote units of one lot at a price of one tick. Integer, so price x amount is exact. */
  tickLotQuoteUnits: number;
  amountMinLots: number;
  amountMaxLots: number;
  /** Smallest price x amount, in quote units. */
  totalMin: number;
  priceMaxTicks: number;
  /** A market order may not trade further than this from the best price it finds, in parts per million; 0 = no band. */
  priceBandPpm: number;
  makerFeePpm: number;
  takerFeePpm: number;
  /** Rates when the fee is paid in the service token, for sells and for buys. */
  serviceFeePpm: number;
  serviceFeeBuyPpm: number;
  /** Goods and services tax on the fee. */
  gstPpm: number;
  /** Tax deducted at source from a seller's proceeds, who it is withheld from. */
  tdsPpm: number;
  tax: 'none' | 'sell' | 'both';
  status: 'open' | 'cancelOnly' | 'closed';
  /** What a self-trade does to the order already resting. */
  selfTrade: 'cancelResting' | 'cancelTaker' | 'allow';
}

export interface UserSettings {
  kind: 'user';
  /** Pay fees in the service token. */
  customFee: boolean;
  /** Verified in India: TDS applies on markets whose tax setting says so. */
  taxable: boolean;
  /** The user's own rates, by market id (0 = every market); a user's own rate wins over the market's. */
  fees: { market: number; makerFeePpm: number; takerFeePpm: number }[];
  openOrdersMax: number;
}

export interface ShardSettings {
  kind: 'shard';
  /** The service token's asset id (PLC), 0 = none, and the asset its price is found through (USDT). */
  serviceAsset: number;
  pivotAsset: number;
}

export type Command = PlaceOrder | AmendOrder | CancelOrder | CancelAll | Transfer | Configure;

export const placeOrderFixedLength = 32;
export const amendOrderFixedLength = 40;

export function orderFlags(order: {
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  postOnly: boolean;
  amountIsQuote: boolean;
  exchange?: true;
}): number {
  return (
    (order.side === Side.sell ? OrderFlag.sell : 0) |
    (order.type === OrderType.market ? OrderFlag.market : 0) |
    (order.postOnly ? OrderFlag.postOnly : 0) |
    (order.timeInForce << OrderFlag.timeInForceShift) |
    (order.amountIsQuote ? OrderFlag.amountIsQuote : 0) |
    (order.exchange ? OrderFlag.exchange : 0)
  );
}

export function parseOrderFlags(flags: number): {
  side: Side;
  type: OrderType;
  timeInForce: TimeInForce;
  postOnly: boolean;
  amountIsQuote: boolean;
  exchange?: true;
} {
  return {
    side: flags & OrderFlag.sell ? Side.sell : Side.buy,
    type: flags & OrderFlag.market ? OrderType.market : OrderType.limit,
    timeInForce: ((flags & OrderFlag.timeInForceMask) >> OrderFlag.timeInForceShift) as TimeInForce,
    postOnly: (flags & OrderFlag.postOnly) !== 0,
    amountIsQuote: (flags & OrderFlag.amountIsQuote) !== 0,
    ...(flags & OrderFlag.exchange ? { exchange: true } : {}),
  };
}

/** What the 16 bits of a record's length can say. */
const recordLengthMax = 0xfff8;

/** Appends one command to a started entry. @throws RangeError for settings that are too long */
export function writeCommand(writer: ByteWriter, command: Command): void {
  switch (command.op) {
    case Op.placeOrder:
      writePlaceOrder(writer, command);
      return;
    case Op.amendOrder:
      writeAmendOrder(writer, command);
      return;
    case Op.cancelOrder: {
      const at = writeHead(writer, 24, command.op, 0, command.user);
      writer.view.setUint16(at + 8, command.market, true);
      writer.view.setFloat64(at + 16, command.orderId, true);
      return;
    }
    case Op.cancelAll: {
      const at = writeHead(writer, 16, command.op, command.scope, command.user);
      writer.view.setUint16(at + 8, command.target, true);
      return;
    }
    case Op.transferIn:
    case Op.transferOut: {
      const at = writeHead(writer, 32, command.op, 0, command.user);
      writer.view.setUint16(at + 8, command.asset, true);
      writer.view.setFloat64(at + 16, command.transferId, true);
      writer.view.setFloat64(at + 24, command.amount, true);
      return;
    }
    case Op.configure: {
      const text = encodeText(JSON.stringify(command.settings));
      if (16 + text.length > recordLengthMax) throw new RangeError(`a record of ${16 + text.length} bytes is too long`);
      const at = writeHead(writer, 16 + text.length, command.op, 0, command.user);
      writer.view.setUint16(at + 8, text.length, true);
      writer.bytes.set(text, at + 16);
      return;
    }
  }
}

function writePlaceOrder(writer: ByteWriter, command: PlaceOrder): void {
  const clientId = command.clientId;
  const source = command.source;
  const byteLength = placeOrderFixedLength + clientId.length + source.length;
  const at = writeHead(writer, byteLength, command.op, orderFlags(command), command.user);
  writer.view.setUint16(at + 8, command.market, true);
  writer.view.setUint8(at + 10, clientId.length);
  writer.view.setUint8(at + 11, source.length);
  writer.view.setFloat64(at + 16, command.priceTicks, true);
  writer.view.setFloat64(at + 24, command.amount, true);
  let tail = at + placeOrderFixedLength;
  for (let i = 0; i < clientId.length; i++) writer.bytes[tail++] = clientId.charCodeAt(i);
  for (let i = 0; i < source.length; i++) writer.bytes[tail++] = source.charCodeAt(i);
}

function writeAmendOrder(writer: ByteWriter, command: AmendOrder): void {
  const { clientId } = command;
  const at = writeHead(writer, amendOrderFixedLength + clientId.length, command.op, 0, command.user);
  writer.view.setUint16(at + 8, command.market, true);
  writer.view.setUint8(at + 10, clientId.length);
  writer.view.setFloat64(at + 16, command.orderId, true);
  writer.view.setFloat64(at + 24, command.priceTicks, true);
  writer.view.setFloat64(at + 32, command.lots, true);
  for (let i = 0; i < clientId.length; i++) {
    writer.bytes[at + amendOrderFixedLength + i] = clientId.charCodeAt(i);
  }
}

export interface CommandEntry {
  sender: number;
  counter: number;
  commands: Command[];
}

/** Reads a whole entry into objects: for tools and tests. The engine reads the bytes in place. */
export function decodeCommandEntry(bytes: Uint8Array): CommandEntry {
  const commands: Command[] = [];
  const header = forEachCommand(bytes, (view, at) => {
    const command = decodeCommand(bytes, view, at);
    if (command) commands.push(command);
  });
  return { ...header, commands };
}

/** Undefined for an op that is not the spot shard's. */
function decodeCommand(bytes: Uint8Array, view: DataView, at: number): Command | undefined {
  const op = view.getUint8(at + 2) as Op;
  const flags = view.getUint8(at + 3);
  const user = view.getUint32(at + 4, true);
  switch (op) {
    case Op.placeOrder: {
      const clientIdLength = view.getUint8(at + 10);
      return {
        op,
        user,
        market: view.getUint16(at + 8, true),
        ...parseOrderFlags(flags),
        priceTicks: view.getFloat64(at + 16, true),
        amount: view.getFloat64(at + 24, true),
        clientId: decodeText(bytes, at + placeOrderFixedLength, clientIdLength),
        source: decodeText(bytes, at + placeOrderFixedLength + clientIdLength, view.getUint8(at + 11)),
      };
    }
    case Op.amendOrder:
      return {
        op,
        user,
        market: view.getUint16(at + 8, true),
        orderId: view.getFloat64(at + 16, true),
        priceTicks: view.getFloat64(at + 24, true),
        lots: view.getFloat64(at + 32, true),
        clientId: decodeText(bytes, at + amendOrderFixedLength, view.getUint8(at + 10)),
      };
    case Op.cancelOrder:
      return { op, user, market: view.getUint16(at + 8, true), orderId: view.getFloat64(at + 16, true) };
    case Op.cancelAll:
      return { op, user, scope: flags as CancelScope, target: view.getUint16(at + 8, true) };
    case Op.transferIn:
    case Op.transferOut:
      return {
        op,
        user,
        asset: view.getUint16(at + 8, true),
        transferId: view.getFloat64(at + 16, true),
        amount: view.getFloat64(at + 24, true),
      };
    case Op.configure:
      return { op, user, settings: JSON.parse(decodeText(bytes, at + 16, view.getUint16(at + 8, true))) };
    default:
      return undefined;
  }
}
