/**
 * The loop that every core runs: an entry of the journal, checked, deduplicated and applied command by command, and the
 * event entry that answers it.
 */
import { entryHeaderLength, kernelOpMin } from '@pelican/shared/engine';
import type { EventWriter } from './event-writer.ts';
import { applyKernelCommand, passOver } from './kernel-commands.ts';
import { readAheadCount, safeMax } from './limits.ts';
import { writeReply } from './reply.ts';
import type { QuarantinedCommands } from './shard-core.ts';
import type { ShardState } from './shard-state.ts';

// An imported constant is looked up at each use; a module's own is folded into the code.
const headerLength = entryHeaderLength;
const kernelOp = kernelOpMin;
const counterMax = safeMax;
const aheadCount = readAheadCount;

/** What a core does with commands; everything else about an entry is the kernel's. */
export interface CommandRules<State extends ShardState> {
  /** Applies the command at byte `at` of `state.input` and sets `state.reply`, which is clear; writes its events. */
  applyCommand(state: State, at: number, byteLength: number): void;
  /** Writes the records of what the command changed; `isLast`: no other command of the entry follows. */
  writeChanges(state: State, isLast: boolean): void;
  /**
   * Reads what the next `count` commands, from byte `at` of `state.input` on, will need first, so that the processor waits
   * for all of it at once. It changes nothing, whatever the bytes are. `count` is at most `readAheadCount`.
   */
  readAhead?(state: State, at: number, count: number): void;
}

/**
 * Applies one entry of the journal and writes the answering event entry into `out`, whose content is replaced.
 * `timeMs` is the entry id's time. Any bytes may be given: bytes that are not an entry of this shard, and an entry that
 * its sender sent before, are answered by an entry of count 0; an unknown or malformed command by a rejection; what
 * follows a torn command is ignored.
 */
export function applyEntry<State extends ShardState>(
  rules: CommandRules<State>,
  state: State,
  bytes: Uint8Array,
  timeMs: number,
  out: EventWriter,
  quarantined?: QuarantinedCommands,
): void {
  const { input } = state;
  state.events = out;
  out.begin();
  const isEntry = input.load(bytes);
  const sender = isEntry ? input.sender : 0;
  const counter = isEntry && isCounter(input.counter) ? input.counter : 0;
  const firstSeq = state.seq + 1;
  let count = 0;
  if (isEntry && takeCounter(state, sender, input.counter)) {
    if (timeMs > state.timeMs) state.timeMs = timeMs;
    count = applyCommands(rules, state, input.commandCount, quarantined);
  }
  out.finish(state.shardId, count, sender, counter, firstSeq, state.digest);
}

function isCounter(counter: number): boolean {
  return counter >= 0 && counter <= counterMax && Math.floor(counter) === counter;
}

/** False when the counter is not one, or is not above the sender's last. */
function takeCounter(state: ShardState, sender: number, counter: number): boolean {
  if (!isCounter(counter) || counter <= (state.senders.get(sender) ?? -1)) return false;
  state.senders.set(sender, counter);
  return true;
}

/** Applies up to `countMax` commands; returns how many whole ones there were. */
function applyCommands<State extends ShardState>(
  rules: CommandRules<State>,
  state: State,
  countMax: number,
  quarantined: QuarantinedCommands | undefined,
): number {
  const { input, reply } = state;
  let at = headerLength;
  let count = 0;
  let byteLength = countMax === 0 ? 0 : input.commandLength(at);
  while (byteLength !== 0) {
    if (count % aheadCount === 0 && count + 1 < countMax) {
      rules.readAhead?.(state, at, Math.min(aheadCount, countMax - count));
    }
    const next = at + byteLength;
    const nextLength = count + 1 < countMax ? input.commandLength(next) : 0;
    state.seq++;
    reply.clear();
    state.commandIndex = count;
    if (quarantined?.indexes.has(count)) passOver(state, { position: quarantined.position, index: count });
    else if (input.opAt(at) >= kernelOp) applyKernelCommand(state, at, byteLength);
    else rules.applyCommand(state, at, byteLength);
    rules.writeChanges(state, nextLength === 0);
    writeReply(state.events, reply, input, at, count);
    at = next;
    byteLength = nextLength;
    count++;
  }
  return count;
}
