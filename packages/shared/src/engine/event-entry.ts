/**
 * A shard's events: its Redis stream `<name>:events`, field `e`. One event entry answers one command entry and has **the
 * same stream id**, so publishing twice is refused by Redis and the id is the journal position.
 *
 *   entry  = header (32 bytes) + records
 *   header = u8 version | u8 shard id | u16 commandCount | u32 sender | f64 counter | f64 firstSeq | u64 digest
 *   record = u16 byteLength | u8 kind | u8 flags | u32 user | body, padded to 8 bytes
 *
 * The records of one command end with its `commandDone`, the one record that all shards share. `firstSeq` is the shard's
 * count of commands at the entry's first command (1 for the first command ever), so command i of the entry has sequence
 * firstSeq + i; a consumer that sees a gap has lost events and must start again from Postgres. A repeated entry (same
 * sender and counter) is answered by an entry of count 0. The digest (digest.ts) covers every entry up to this one.
 */

export const eventHeaderLength = 32;

/** The kind of a `commandDone` in every shard. */
export const commandDoneKind = 1;
export const commandDoneLength = 40;

/** kind 1: u16 index @8 | u16 code @10 | u8 repeated @12 | u8 op @13 | f64 orderId @16 | f64 required @24 | f64 available @32 */
export interface CommandDone<Code extends number = number> {
  kind: typeof commandDoneKind;
  user: number;
  index: number;
  /** 0 when the command took effect, else one of the shard's reject codes. */
  code: Code;
  /** The command repeated an earlier one with the same key; orderId names the first one's order. */
  repeated: boolean;
  /** The command's op, so that a consumer knows what was refused. */
  op: number;
  /** What the command was about: its order or algo, how many orders a cancel-all cancelled, a transfer's id; else 0. */
  orderId: number;
  /** Figures of a rejection: what was needed and what there was, in the unit of the check (saturated at 2^53-1). */
  required: number;
  available: number;
}

export function decodeCommandDone<Code extends number>(view: DataView, at: number): CommandDone<Code> {
  return {
    kind: commandDoneKind,
    user: view.getUint32(at + 4, true),
    index: view.getUint16(at + 8, true),
    code: view.getUint16(at + 10, true) as Code,
    repeated: view.getUint8(at + 12) === 1,
    op: view.getUint8(at + 13),
    orderId: view.getFloat64(at + 16, true),
    required: view.getFloat64(at + 24, true),
    available: view.getFloat64(at + 32, true),
  };
}

export interface EventEntryHeader {
  commandCount: number;
  sender: number;
  counter: number;
  firstSeq: number;
}

export function readEventHeader(bytes: Uint8Array): EventEntryHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    commandCount: view.getUint16(2, true),
    sender: view.getUint32(4, true),
    counter: view.getFloat64(8, true),
    firstSeq: view.getFloat64(16, true),
  };
}

/** Calls `read` with the place of each record of an event entry, in order. */
export function forEachRecord(bytes: Uint8Array, read: (view: DataView, at: number) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = eventHeaderLength; at < bytes.byteLength; at += view.getUint16(at, true)) read(view, at);
}
