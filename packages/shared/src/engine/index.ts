/** The journal and its events: what both kinds of shards write alike. */
export { digestAfter, digestAt, digestOf, digestStart, digestText, rollDigest } from './digest.ts';
export { readDurability, redisSetting } from './durability.ts';
export {
  type CommandDone,
  commandDoneKind,
  commandDoneLength,
  decodeCommandDone,
  type EventEntryHeader,
  eventHeaderLength,
  forEachRecord,
  readEventHeader,
} from './event-entry.ts';
export {
  commandField,
  commandHeadLength,
  entryHeaderLength,
  eventField,
  finishEntry,
  journalVersion,
  kernelOpMin,
  startEntry,
  tickerLease,
} from './journal.ts';
export {
  endHalts,
  type Halt,
  halt,
  haltFields,
  haltKey,
  journalHolds,
  type KnownEntry,
  lostEntry,
  readHalt,
  readHaltOf,
  readHalts,
} from './journal-halt.ts';
export {
  type CommandPlace,
  KernelOp,
  placeText,
  quarantineLength,
  readQuarantine,
  readSetRules,
  setRulesLength,
  writeQuarantine,
  writeSetRules,
} from './kernel-commands.ts';
export { KernelRejectCode } from './kernel-reject-codes.ts';
export { ByteWriter, decodeText, encodeText, paddedLength } from './layout.ts';
export { Lease } from './lease.ts';
export { newestIdLua } from './newest-id.ts';
export { nextReadCount, readCountMin } from './read-size.ts';
export { RecordType, text } from './record.ts';
export { RegenerationField, regeneratedEntriesMax, requestRegeneration } from './regeneration.ts';
export { startingCounter, takeSender } from './sender.ts';
export type { ShardWire } from './shard-wire.ts';
export {
  firstOfKind,
  objectIdBase,
  parseShards,
  type Shard,
  type ShardKeys,
  type ShardKind,
  type ShardOf,
  shardKeys,
  shardOfObject,
  shardParts,
  shardsDefault,
  shardsOfKind,
} from './shards.ts';
export { comparePositions, positionNumber, positionStart, positionTimeMs } from './stream-position.ts';
export { unlessAborted } from './unless-aborted.ts';
