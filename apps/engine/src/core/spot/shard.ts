/**
 * The spot shard as a state machine: the same journal gives the same events, byte for byte. No clock but the journal's,
 * no randomness, nothing that depends on where in memory something lies.
 */

import { entryHeaderLength } from '@pelican/shared/engine/journal.ts';
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { Op } from '@pelican/shared/engine/spot/commands.ts';
import { EventKind, recordLength } from '@pelican/shared/engine/spot/events.ts';
import { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { safeMax } from '../kernel/limits.ts';
import { CellField } from './accounts/cells.ts';
import { applyTransfer } from './accounts/transfer.ts';
import { KeyField } from './arena/directory.ts';
import { ensureRoom } from './arena/memory.ts';
import { configure } from './configure.ts';
import { cancelAll, cancelOrder } from './orders/cancel.ts';
import { placeOrder } from './orders/place.ts';
import { Counter, nextStamp, productionCapacity, Shard, type ShardCapacity } from './state.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { availableHigh: cellAvailableHigh } = CellField;
const { seq: counterSeq, timeMs: counterTimeMs } = Counter;
const { balanceChanged: eventBalanceChanged, commandDone: eventCommandDone } = EventKind;
const { tag: keyTag, user: keyUser } = KeyField;
const {
  cancelAll: opCancelAll,
  cancelOrder: opCancelOrder,
  configure: opConfigure,
  placeOrder: opPlaceOrder,
  transferIn: opTransferIn,
  transferOut: opTransferOut,
} = Op;
const { none: rejectNone, outOfRange: rejectOutOfRange } = RejectCode;
const { balanceChanged: lengthOfBalanceChanged, commandDone: lengthOfCommandDone } = recordLength;
const safeMaxOwn = safeMax;

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
  const sender = isEntry ? input.sender : 0;
  const counter = isEntry ? input.counter : 0;
  const firstSeq = shard.seq + 1;
  if (!isEntry || !takeCounter(shard, sender, counter)) {
    events.finish(0, sender, counter >= 0 && counter <= safeMaxOwn ? counter : 0, firstSeq);
    return;
  }
  if (timeMs > shard.timeMs) shard.counters[counterTimeMs] = timeMs;
  const count = applyCommands(shard, input.commandCount);
  shard.counters[counterSeq] = firstSeq - 1 + count;
  events.finish(count, sender, counter, firstSeq);
}

/** False when the counter is not one, or was seen before. */
function takeCounter(shard: Shard, sender: number, counter: number): boolean {
  if (!(counter >= 0 && counter <= safeMaxOwn && Math.floor(counter) === counter)) return false;
  if (counter <= (shard.senders.get(sender) ?? -1)) return false;
  shard.senders.set(sender, counter);
  return true;
}

/** Applies up to `countMax` commands; returns how many whole ones there were. */
function applyCommands(shard: Shard, countMax: number): number {
  const { input } = shard;
  let at = entryHeaderLength;
  let count = 0;
  shard.houseTouchedCount = 0;
  let byteLength = countMax === 0 ? 0 : input.commandLength(at);
  while (byteLength !== 0) {
    applyCommand(shard, at, byteLength);
    const next = at + byteLength;
    byteLength = count + 1 < countMax ? input.commandLength(next) : 0;
    shard.events.room((shard.touchedCount + shard.houseTouchedCount) * lengthOfBalanceChanged + 64);
    writeBalances(shard, shard.touched, shard.touchedCount);
    if (byteLength === 0) writeBalances(shard, shard.houseTouched, shard.houseTouchedCount);
    writeReply(shard, at, count);
    at = next;
    count++;
  }
  return count;
}

/** More than all records of one command take, but for its fills, its balances and its settings. */
const commandRoom = 512;
/** More records than any command but configure makes. */
const commandRecords = 128;

function applyCommand(shard: Shard, at: number, byteLength: number): void {
  const { reply } = shard;
  shard.events.room(commandRoom);
  ensureRoom(shard.memory, commandRecords);
  nextStamp(shard);
  reply.code = rejectNone;
  reply.repeated = false;
  reply.orderId = 0;
  reply.required = 0;
  reply.available = 0;
  switch (((shard.input.i32[at >> 2] as number) >>> 16) & 0xff) {
    case opPlaceOrder:
      placeOrder(shard, at, byteLength);
      break;
    case opCancelOrder:
      cancelOrder(shard, at, byteLength);
      break;
    case opCancelAll:
      cancelAll(shard, at, byteLength);
      break;
    case opTransferIn:
    case opTransferOut:
      applyTransfer(shard, at, byteLength);
      break;
    case opConfigure:
      configure(shard, at, byteLength);
      break;
    default:
      reply.code = rejectOutOfRange;
  }
}

function writeBalances(shard: Shard, touched: Int32Array, touchedCount: number): void {
  const { events } = shard;
  const { f64, i32 } = shard.memory;
  for (let i = 0; i < touchedCount; i++) {
    const cell = touched[i] as number;
    const user = i32[cell * 8 + keyUser] as number;
    const at = events.start(lengthOfBalanceChanged, eventBalanceChanged, 0, user);
    const highs = i32[cell * 8 + cellAvailableHigh / 2] as number;
    events.i32[at * 2 + 2] = (i32[cell * 8 + keyTag] as number) & 0xffff;
    events.i32[at * 2 + 3] = 0;
    events.f64[at + 2] = f64[cell * 4] as number;
    events.f64[at + 3] = highs & 0xffff;
    events.f64[at + 4] = f64[cell * 4 + 1] as number;
    events.f64[at + 5] = highs >>> 16;
  }
}

function writeReply(shard: Shard, commandAt: number, index: number): void {
  const { reply, events, input } = shard;
  const word = input.i32[commandAt >> 2] as number;
  const user = input.i32[(commandAt >> 2) + 1] as number;
  const at = events.start(lengthOfCommandDone, eventCommandDone, 0, user);
  events.i32[at * 2 + 2] = index | (reply.code << 16);
  events.i32[at * 2 + 3] = (reply.repeated ? 1 : 0) | (((word >>> 16) & 0xff) << 8);
  events.f64[at + 2] = reply.orderId;
  events.f64[at + 3] = reply.required;
  events.f64[at + 4] = reply.available;
}
