/**
 * The spot shard as a state machine: the same journal gives the same events, byte for byte. No clock but the journal's,
 * no randomness, nothing that depends on where in memory something lies.
 */

import { EventKind, Op, RejectCode, recordLength } from '@pelican/shared/engine/spot';
import { applyEntry as applyEntryBy, type CommandRules } from '../kernel/apply-entry.ts';
import type { EventWriter } from '../kernel/event-writer.ts';
import type { QuarantinedCommands } from '../kernel/shard-core.ts';
import { CellField } from './accounts/cells.ts';
import { applyTransfer } from './accounts/transfer.ts';
import { KeyField } from './arena/directory.ts';
import { ensureRoom } from './arena/memory.ts';
import { configure } from './configure.ts';
import { amendOrder } from './orders/amend.ts';
import { cancelAll, cancelOrder } from './orders/cancel.ts';
import { placeOrder } from './orders/place.ts';
import { readAhead } from './orders/read-ahead.ts';
import { nextStamp, productionCapacity, Shard, type ShardCapacity } from './state.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { availableHigh: cellAvailableHigh } = CellField;
const { balanceChanged: eventBalanceChanged } = EventKind;
const { tag: keyTag, user: keyUser } = KeyField;
const {
  amendOrder: opAmendOrder,
  cancelAll: opCancelAll,
  cancelOrder: opCancelOrder,
  configure: opConfigure,
  placeOrder: opPlaceOrder,
  transferIn: opTransferIn,
  transferOut: opTransferOut,
} = Op;
const { outOfRange: rejectOutOfRange } = RejectCode;
const { balanceChanged: lengthOfBalanceChanged } = recordLength;

export type { Shard, ShardCapacity } from './state.ts';

/** A new shard without assets, markets or money. `capacity` is the room it starts with; it grows by itself. */
export function createShard(shardId: number, capacity: ShardCapacity = productionCapacity): Shard {
  return new Shard(shardId, capacity);
}

/** See `applyEntry` of the kernel. */
export function applyEntry(
  shard: Shard,
  bytes: Uint8Array,
  timeMs: number,
  out: EventWriter,
  quarantined?: QuarantinedCommands,
): void {
  applyEntryBy(spotRules, shard, bytes, timeMs, out, quarantined);
}

const spotRules: CommandRules<Shard> = { applyCommand, writeChanges, readAhead };

/** More than all records of one command take, but for its fills, its balances and its settings. */
const commandRoom = 512;
/** More records than any command but configure makes. */
const commandRecords = 128;

function applyCommand(shard: Shard, at: number, byteLength: number): void {
  shard.events.room(commandRoom);
  ensureRoom(shard.memory, commandRecords);
  nextStamp(shard);
  switch (shard.input.opAt(at)) {
    case opPlaceOrder:
      placeOrder(shard, at, byteLength);
      break;
    case opCancelOrder:
      cancelOrder(shard, at, byteLength);
      break;
    case opAmendOrder:
      amendOrder(shard, at, byteLength);
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
      shard.reply.code = rejectOutOfRange;
  }
}

/** Users' balances after each command; the house's once an entry. */
function writeChanges(shard: Shard, isLast: boolean): void {
  shard.events.room((shard.touchedCount + shard.houseTouchedCount) * lengthOfBalanceChanged);
  writeBalances(shard, shard.touched, shard.touchedCount);
  shard.touchedCount = 0;
  if (!isLast) return;
  writeBalances(shard, shard.houseTouched, shard.houseTouchedCount);
  shard.houseTouchedCount = 0;
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
