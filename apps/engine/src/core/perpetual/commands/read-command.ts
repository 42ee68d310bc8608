/**
 * Reads the two commands that nearly every entry consists of field by field, each into one object that is used again, and
 * all others by their definitions.
 */
import {
  type Command,
  type CommandOf,
  cancelOrder,
  MarginMode,
  Op,
  OrderKind,
  PositionSide,
  PriceSource,
  placeOrder,
  readCommand as readByDefinition,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import type { EntryReader } from '../../kernel/entry-reader.ts';
import { type Origin, readOrigin } from '../orders/origin.ts';

/** Its texts are in the shard's `origin`. */
export type PlaceOrder = Omit<CommandOf<typeof Op.placeOrder>, 'clientId' | 'source'>;
export type ReadableCommand = PlaceOrder | Exclude<Command, { kind: typeof Op.placeOrder }>;

const place = { ...placeOrder.offsets, kind: placeOrder.kind, length: placeOrder.fixedLength };
const cancel = { ...cancelOrder.offsets, kind: cancelOrder.kind, length: cancelOrder.fixedLength };
if (place.length % 4 !== 2) throw new Error('the client id of a placeOrder does not begin at a whole word');

type Writable<Content> = { -readonly [Name in keyof Content]: Content[Name] };

const placed: Writable<PlaceOrder> = {
  kind: Op.placeOrder,
  user: 0,
  priceTicks: 0,
  lots: 0,
  tpTriggerTicks: 0,
  tpOrderTicks: 0,
  slTriggerTicks: 0,
  slOrderTicks: 0,
  market: 0,
  mode: MarginMode.cross,
  side: Side.buy,
  position: PositionSide.long,
  type: OrderKind.limit,
  reduceOnly: false,
  selfTrade: SelfTrade.cancelMaker,
  tpTriggerBy: PriceSource.last,
  slTriggerBy: PriceSource.last,
};
const cancelled: Writable<CommandOf<typeof Op.cancelOrder>> = { kind: Op.cancelOrder, user: 0, market: 0, orderId: 0 };

/**
 * The command of `byteLength` bytes at `at`, good until the next one is read; undefined when its op is unknown or its body
 * too short. The texts of a placeOrder are read into `origin`.
 */
export function readCommand(
  input: EntryReader,
  at: number,
  byteLength: number,
  origin: Origin,
): ReadableCommand | undefined {
  const op = input.opAt(at);
  if (op === place.kind) return readPlaceOrder(input, at, byteLength, origin);
  if (op === cancel.kind && byteLength >= cancel.length) return readCancelOrder(input, at);
  try {
    return readByDefinition(input.view, at) as ReadableCommand | undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readCancelOrder({ view, f64 }: EntryReader, at: number): typeof cancelled {
  cancelled.user = view.getUint32(at + 4, true);
  cancelled.market = view.getUint16(at + cancel.market, true);
  cancelled.orderId = f64[(at + cancel.orderId) >> 3] as number;
  return cancelled;
}

function readPlaceOrder(input: EntryReader, at: number, byteLength: number, origin: Origin): PlaceOrder | undefined {
  const { view, bytes, f64 } = input;
  if (byteLength < place.length + 4) return undefined;
  const clientIdAt = at + place.length;
  const clientIdLength = view.getUint16(clientIdAt, true);
  const sourceAt = clientIdAt + 2 + clientIdLength;
  if (sourceAt + 2 > at + byteLength) return undefined;
  const sourceLength = view.getUint16(sourceAt, true);
  if (sourceAt + 2 + sourceLength > at + byteLength) return undefined;
  readOrigin(origin, input, clientIdAt + 2, clientIdLength, sourceAt + 2, sourceLength);
  placed.user = view.getUint32(at + 4, true);
  placed.priceTicks = f64[(at + place.priceTicks) >> 3] as number;
  placed.lots = f64[(at + place.lots) >> 3] as number;
  placed.tpTriggerTicks = f64[(at + place.tpTriggerTicks) >> 3] as number;
  placed.tpOrderTicks = f64[(at + place.tpOrderTicks) >> 3] as number;
  placed.slTriggerTicks = f64[(at + place.slTriggerTicks) >> 3] as number;
  placed.slOrderTicks = f64[(at + place.slOrderTicks) >> 3] as number;
  placed.market = view.getUint16(at + place.market, true);
  placed.mode = bytes[at + place.mode] as MarginMode;
  placed.side = bytes[at + place.side] as Side;
  placed.position = bytes[at + place.position] as PositionSide;
  placed.type = bytes[at + place.type] as OrderKind;
  placed.reduceOnly = bytes[at + place.reduceOnly] === 1;
  placed.selfTrade = bytes[at + place.selfTrade] as SelfTrade;
  placed.tpTriggerBy = bytes[at + place.tpTriggerBy] as PriceSource;
  placed.slTriggerBy = bytes[at + place.slTriggerBy] as PriceSource;
  return placed;
}
