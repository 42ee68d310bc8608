/**
 * A shard's journal: its Redis stream `<name>:commands`, field `c`. One stream entry packs all commands that one sender
 * produced in one turn of its event loop:
 *
 *   entry   = header (16 bytes) + commands
 *   header  = u8 version | u8 shard id | u16 commandCount | u32 sender | f64 counter
 *   command = u16 byteLength | u8 op | u8 flags | u32 user | body, padded to 8 bytes
 *
 * A command's place in the journal is (entry id, index within the entry); the entry id's milliseconds are its clock.
 * `sender` and `counter` let the engine drop an entry that was sent twice: a sender's counters only grow.
 * What stands in a command's body is its shard's: spot/commands.ts, perpetual/commands.ts.
 */
import type { ByteWriter } from './layout.ts';
import { paddedLength } from './layout.ts';

export const journalVersion = 1;
export const entryHeaderLength = 16;
/** Every command begins with its length, op, flags and user. */
export const commandHeadLength = 8;
/** Ops from here up are commands of the kernel, the same in every shard; those below are the shard's own. */
export const kernelOpMin = 240;

/** The key of the ticker's lease: of several, one sends the index prices of each second into the perpetual journals. */
export const tickerLease = 'ticker:lease';

/** The only field of an entry of the journal, and of one of the events. */
export const commandField = 'c';
export const eventField = 'e';

/** Starts an entry: writes its header with a count of 0; see `finishEntry`. */
export function startEntry(writer: ByteWriter, shardId: number, sender: number, counter: number): void {
  writer.reset();
  const at = writer.reserve(entryHeaderLength);
  writer.view.setUint8(at, journalVersion);
  writer.view.setUint8(at + 1, shardId);
  writer.view.setUint32(at + 4, sender, true);
  writer.view.setFloat64(at + 8, counter, true);
}

/** Writes the number of commands into a started entry's header. */
export function finishEntry(writer: ByteWriter, commandCount: number): void {
  writer.view.setUint16(2, commandCount, true);
}

/** Reserves a record of `byteCount` bytes, padded, and writes its head; the place where the record starts. */
export function writeHead(writer: ByteWriter, byteCount: number, op: number, flags: number, user: number): number {
  const byteLength = paddedLength(byteCount);
  const at = writer.reserve(byteLength);
  writer.view.setUint16(at, byteLength, true);
  writer.view.setUint8(at + 2, op);
  writer.view.setUint8(at + 3, flags);
  writer.view.setUint32(at + 4, user, true);
  return at;
}

export interface EntryHeader {
  sender: number;
  counter: number;
}

/** Calls `read` with the place of each command of an entry. @throws Error for another version of the journal */
export function forEachCommand(bytes: Uint8Array, read: (view: DataView, at: number) => void): EntryHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint8(0) !== journalVersion)
    throw new Error(`journal version ${view.getUint8(0)} is not ${journalVersion}`);
  const count = view.getUint16(2, true);
  let at = entryHeaderLength;
  for (let i = 0; i < count; i++) {
    read(view, at);
    at += view.getUint16(at, true);
  }
  return { sender: view.getUint32(4, true), counter: view.getFloat64(8, true) };
}
