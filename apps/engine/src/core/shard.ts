/**
 * The spot shard as a state machine: the same journal gives the same events, byte for byte. No clock but the journal's,
 * no randomness, nothing that depends on where in memory something lies.
 */
import { entryHeaderLength, Op } from '@pelican/shared/engine/commands.ts';
import { houseUserMin } from '@pelican/shared/engine/events.ts';
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { RejectCode } from '@pelican/shared/engine/reject-codes.ts';
import { safeMax } from './limits.ts';
import { cancelAll, cancelOrder } from './spot/cancel.ts';
import { configure } from './spot/configure.ts';
import { placeOrder } from './spot/place.ts';
import { applyTransfer } from './spot/transfer.ts';
import { Counter, nextStamp, productionCapacity, Shard, type ShardCapacity } from './state.ts';

export type { Shard, ShardCapacity } from './state.ts';

/** A new shard without assets, markets or money. `capacity` says how much room it starts with; it grows by itself. */
export function createShard(options: { capacity?: ShardCapacity } = {}): Shard {
  return new Shard(options.capacity ?? productionCapacity);
}

/**
 * Applies one entry of the journal and writes the answering event entry into `out`, whose content is replaced.
 * `timeMs` is the entry id's time. Any bytes may be given: an entry that is none, or that the sender sent before, is
 * answered by an entry of count 0, a command that is none by a rejection, and whatever stands after a torn command is
 * not there.
 */
export function applyEntry(shard: Shard, bytes: Uint8Array, timeMs: number, out: ByteWriter): void {
  const { input, events } = shard;
  events.begin(out);
  const isEntry = input.load(bytes);
  const sender = isEntry ? (input.u32[1] as number) : 0;
  const counter = isEntry ? (input.f64[1] as number) : 0;
  const firstSeq = shard.seq + 1;
  if (!isEntry || !takeCounter(shard, sender, counter)) {
    events.finish(0, sender, counter >= 0 && counter <= safeMax ? counter : 0, firstSeq);
    return;
  }
  if (timeMs > shard.timeMs) shard.counters[Counter.timeMs] = timeMs;
  const count = applyCommands(shard, input.u16[1] as number);
  events.finish(count, sender, counter, firstSeq);
}

/** False when the counter is not one, or was seen before. */
function takeCounter(shard: Shard, sender: number, counter: number): boolean {
  if (!(counter >= 0 && counter <= safeMax && Math.floor(counter) === counter)) return false;
  if (counter <= (shard.senders.get(sender) ?? -1)) return false;
  shard.senders.set(sender, counter);
  return true;
}

/** Applies up to `countMax` commands; returns how many whole ones there were. */
function applyCommands(shard: Shard, countMax: number): number {
  const { input, counters } = shard;
  let at = entryHeaderLength;
  let count = 0;
  shard.houseTouchedCount = 0;
  let byteLength = countMax === 0 ? 0 : input.commandLength(at);
  while (byteLength !== 0) {
    counters[Counter.seq] = (counters[Counter.seq] as number) + 1;
    applyCommand(shard, at, byteLength);
    const user = input.u32[(at >> 2) + 1] as number;
    const op = input.bytes[at + 2] as number;
    at += byteLength;
    byteLength = count + 1 < countMax ? input.commandLength(at) : 0;
    writeBalances(shard, shard.touched, shard.touchedCount);
    if (byteLength === 0) writeBalances(shard, shard.houseTouched, shard.houseTouchedCount);
    writeReply(shard, user, op, count);
    count++;
  }
  return count;
}

function applyCommand(shard: Shard, at: number, byteLength: number): void {
  nextStamp(shard);
  shard.reply.clear();
  switch (shard.input.bytes[at + 2]) {
    case Op.placeOrder:
      placeOrder(shard, at, byteLength);
      break;
    case Op.cancelOrder:
      cancelOrder(shard, at, byteLength);
      break;
    case Op.cancelAll:
      cancelAll(shard, at, byteLength);
      break;
    case Op.transferIn:
    case Op.transferOut:
      applyTransfer(shard, at, byteLength);
      break;
    case Op.configure:
      configure(shard, at, byteLength);
      break;
    default:
      shard.reply.code = RejectCode.outOfRange;
  }
}

function writeBalances(shard: Shard, touched: Int32Array, touchedCount: number): void {
  const { f64, u32, u16 } = shard.cells;
  for (let i = 0; i < touchedCount; i++) {
    const cell = touched[i] as number;
    shard.events.balanceChanged(
      u32[cell * 8 + 4] as number,
      u16[cell * 16 + 14] as number,
      f64[cell * 4] as number,
      u16[cell * 16 + 12] as number,
      f64[cell * 4 + 1] as number,
      u16[cell * 16 + 13] as number,
    );
  }
}

function writeReply(shard: Shard, user: number, op: number, index: number): void {
  const { reply, events } = shard;
  events.commandDone(user, index, op, reply.code, reply.repeated, reply.orderId, reply.required, reply.available);
}

/** True for the accounts of fees and taxes, which belong to no person. */
export function isHouseUser(user: number): boolean {
  return user >= houseUserMin;
}
