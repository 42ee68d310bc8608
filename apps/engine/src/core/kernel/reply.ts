/** The answer to the command at work, which the kernel writes as its commandDone. */
import { commandDoneKind, commandDoneLength } from '@pelican/shared/engine';
import type { EntryReader } from './entry-reader.ts';
import type { EventWriter } from './event-writer.ts';

/** Fields as in `CommandDone`. */
export class Reply {
  /** 0, or one of the shard's reject codes. */
  code = 0;
  repeated = false;
  // Doubles from the start, so that V8 keeps them so.
  orderId = Number.NaN;
  required = Number.NaN;
  available = Number.NaN;

  clear(): void {
    this.code = 0;
    this.repeated = false;
    this.orderId = 0;
    this.required = 0;
    this.available = 0;
  }
}

// An imported constant is looked up at each use; a module's own is folded into the code.
const kind = commandDoneKind;
const length = commandDoneLength;

/** Writes the answer to the command at byte `at`, the entry's command number `index`. */
export function writeReply(events: EventWriter, reply: Reply, input: EntryReader, at: number, index: number): void {
  events.room(length);
  const word = events.start(length, kind, 0, input.userAt(at));
  events.i32[word * 2 + 2] = index | (reply.code << 16);
  events.i32[word * 2 + 3] = (reply.repeated ? 1 : 0) | (input.opAt(at) << 8);
  events.f64[word + 2] = reply.orderId;
  events.f64[word + 3] = reply.required;
  events.f64[word + 4] = reply.available;
}
