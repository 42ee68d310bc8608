/**
 * The perpetual shard as a state machine: the same journal gives the same events, byte for byte. No clock but the
 * journal's, no randomness.
 */
import { commandHeadLength, entryHeaderLength, journalVersion, shardCodes } from '@pelican/shared/engine/journal.ts';
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { type Command, Op, readCommand } from '@pelican/shared/engine/perpetual/commands.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import { safeMax } from '../kernel/limits.ts';
import { runTriggers } from './algos/triggers.ts';
import { Changes } from './changes.ts';
import { adjustMargin } from './commands/adjust-margin.ts';
import { amendAlgo } from './commands/amend-algo.ts';
import { amendOrder } from './commands/amend-order.ts';
import { cancelMany, cancelOneAlgo, cancelOneOrder } from './commands/cancel-commands.ts';
import { closePosition } from './commands/close-position.ts';
import { configure } from './commands/configure.ts';
import { placeAlgo } from './commands/place-algo.ts';
import { placeOrder } from './commands/place-order.ts';
import { setLeverage } from './commands/set-leverage.ts';
import { applyTransfer } from './commands/transfer.ts';
import type { Refusal } from './orders/check-order.ts';
import { checkAccounts } from './risk/rounds.ts';
import { heedSilence } from './risk/silence.ts';
import { applyTick } from './risk/tick.ts';
import type { PerpetualShard } from './state.ts';

/**
 * Applies one entry of the journal and writes the answering event entry into `out`, whose content is replaced.
 * `timeMs` is the entry id's time. Any bytes may be given: an entry that is none, or that the sender sent before, is
 * answered by an entry of count 0, a command that is none by a rejection, and whatever stands after a torn command is
 * not there.
 */
export function applyEntry(shard: PerpetualShard, bytes: Uint8Array, timeMs: number, out: ByteWriter): void {
  const changes = new Changes(shard, out);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isEntry = isEntryHere(view);
  const sender = isEntry ? view.getUint32(4, true) : 0;
  const counter = isEntry ? view.getFloat64(8, true) : 0;
  const firstSeq = shard.seq + 1;
  if (!isEntry || !takeCounter(shard, sender, counter)) {
    changes.finishEntry(0, sender, isCounter(counter) ? counter : 0, firstSeq);
    return;
  }
  if (timeMs > shard.timeMs) shard.timeMs = timeMs;
  const count = applyCommands(shard, changes, view);
  changes.finishEntry(count, sender, counter, firstSeq);
}

function isEntryHere(view: DataView): boolean {
  return (
    view.byteLength >= entryHeaderLength &&
    view.getUint8(0) === journalVersion &&
    view.getUint8(1) === shardCodes.perpetual
  );
}

function isCounter(counter: number): boolean {
  return counter >= 0 && counter <= safeMax && Math.floor(counter) === counter;
}

/** False when the counter is not one, or was seen before. */
function takeCounter(shard: PerpetualShard, sender: number, counter: number): boolean {
  if (!isCounter(counter) || counter <= (shard.senders.get(sender) ?? -1)) return false;
  shard.senders.set(sender, counter);
  return true;
}

/** Applies as many commands as the header promises and whole ones stand there; returns how many. */
function applyCommands(shard: PerpetualShard, changes: Changes, view: DataView): number {
  const countMax = view.getUint16(2, true);
  let at = entryHeaderLength;
  let count = 0;
  for (; count < countMax; count++) {
    const byteLength = commandLength(view, at);
    if (byteLength === 0) break;
    const command = commandAt(view, at);
    shard.seq++;
    if (command) applyCommand(changes, command);
    else changes.reject(RejectCode.outOfRange);
    changes.finishCommand(count, view.getUint8(at + 2), view.getUint32(at + 4, true));
    at += byteLength;
  }
  return count;
}

/** The length of the command that starts at `at`, or 0 when no whole command stands there. */
function commandLength(view: DataView, at: number): number {
  if (at + commandHeadLength > view.byteLength) return 0;
  const byteLength = view.getUint16(at, true);
  const isWhole = byteLength >= commandHeadLength && byteLength % 8 === 0 && at + byteLength <= view.byteLength;
  return isWhole ? byteLength : 0;
}

/** The command, or undefined when its op is none or its body is too short. */
function commandAt(view: DataView, at: number): Command | undefined {
  try {
    return readCommand(view, at);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function applyCommand(changes: Changes, command: Command): void {
  if (command.kind === Op.tick) {
    applyTick(changes, command);
    return;
  }
  heedSilence(changes);
  const refusal = applyToState(changes, command);
  if (refusal) changes.reject(refusal.code, refusal.required, refusal.available);
  settle(changes);
}

function applyToState(changes: Changes, command: Exclude<Command, { kind: typeof Op.tick }>): Refusal | undefined {
  switch (command.kind) {
    case Op.placeOrder:
      return placeOrder(changes, command);
    case Op.placeAlgo:
      return placeAlgo(changes, command);
    case Op.amendOrder:
      return amendOrder(changes, command);
    case Op.amendAlgo:
      return amendAlgo(changes, command);
    case Op.cancelOrder:
      return cancelOneOrder(changes, command);
    case Op.cancelAlgo:
      return cancelOneAlgo(changes, command);
    case Op.cancelMany:
      return cancelMany(changes, command);
    case Op.closePosition:
      return closePosition(changes, command);
    case Op.setLeverage:
      return setLeverage(changes, command);
    case Op.adjustMargin:
      return adjustMargin(changes, command);
    case Op.transferIn:
    case Op.transferOut:
      return applyTransfer(changes, command);
    case Op.configure:
      return configure(changes, command);
  }
}

/** After a user's command: what its trades fire, then who they endanger. */
function settle(changes: Changes): void {
  runTradeTriggers(changes);
  if (changes.usersAtRisk.size > 0) checkAccounts(changes, changes.usersAtRisk);
}

function runTradeTriggers(changes: Changes): void {
  for (const market of changes.marketsTraded) runTriggers(changes, market, PriceSource.last);
}
