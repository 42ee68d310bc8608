/** Reads the two commands that nearly every entry consists of field by field, and all others by their definitions. */
import {
  type Command,
  type CommandOf,
  cancelOrder,
  type Op,
  placeOrder,
  readCommand as readByDefinition,
} from '@pelican/shared/engine/perpetual/commands.ts';
import type {
  MarginMode,
  OrderKind,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual/terms.ts';
import type { EntryReader } from '../../kernel/entry-reader.ts';

const place = { ...placeOrder.offsets, kind: placeOrder.kind, length: placeOrder.fixedLength };
const cancel = { ...cancelOrder.offsets, kind: cancelOrder.kind, length: cancelOrder.fixedLength };

/** The command of `byteLength` bytes at `at`; undefined when its op is unknown or its body too short. */
export function readCommand(input: EntryReader, at: number, byteLength: number): Command | undefined {
  const op = input.opAt(at);
  if (op === place.kind && byteLength >= place.length + 4) return readPlaceOrder(input, at, byteLength);
  if (op === cancel.kind && byteLength >= cancel.length) return readCancelOrder(input, at);
  try {
    return readByDefinition(input.view, at);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readCancelOrder({ view, f64 }: EntryReader, at: number): CommandOf<typeof Op.cancelOrder> {
  return {
    kind: cancel.kind,
    user: view.getUint32(at + 4, true),
    market: view.getUint16(at + cancel.market, true),
    orderId: f64[(at + cancel.orderId) >> 3] as number,
  };
}

function readPlaceOrder(
  input: EntryReader,
  at: number,
  byteLength: number,
): CommandOf<typeof Op.placeOrder> | undefined {
  const { view, bytes, f64 } = input;
  const clientIdAt = at + place.length;
  const clientIdLength = view.getUint16(clientIdAt, true);
  const sourceAt = clientIdAt + 2 + clientIdLength;
  if (sourceAt + 2 > at + byteLength) return undefined;
  const sourceLength = view.getUint16(sourceAt, true);
  if (sourceAt + 2 + sourceLength > at + byteLength) return undefined;
  // In the order of the definition, so that a digest over the fields is the same however the command was read.
  return {
    kind: place.kind,
    user: view.getUint32(at + 4, true),
    priceTicks: f64[(at + place.priceTicks) >> 3] as number,
    lots: f64[(at + place.lots) >> 3] as number,
    tpTriggerTicks: f64[(at + place.tpTriggerTicks) >> 3] as number,
    tpOrderTicks: f64[(at + place.tpOrderTicks) >> 3] as number,
    slTriggerTicks: f64[(at + place.slTriggerTicks) >> 3] as number,
    slOrderTicks: f64[(at + place.slOrderTicks) >> 3] as number,
    market: view.getUint16(at + place.market, true),
    mode: bytes[at + place.mode] as MarginMode,
    side: bytes[at + place.side] as Side,
    position: bytes[at + place.position] as PositionSide,
    type: bytes[at + place.type] as OrderKind,
    reduceOnly: bytes[at + place.reduceOnly] === 1,
    selfTrade: bytes[at + place.selfTrade] as SelfTrade,
    tpTriggerBy: bytes[at + place.tpTriggerBy] as PriceSource,
    slTriggerBy: bytes[at + place.slTriggerBy] as PriceSource,
    clientId: input.text(clientIdAt + 2, clientIdLength),
    source: input.text(sourceAt + 2, sourceLength),
  };
}
