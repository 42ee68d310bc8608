/**
 * Finds a user's records: itself, its balances, its seats. Open addressing over (user, tag), where the tag is the kind
 * and, in its low 16 bits, the asset or market. Ids of users follow one another, so sixteen neighbours share a cache
 * line of the table and only the lines are scattered. Nothing is ever removed.
 *
 * A full table is replaced by one of twice the length, into which each further record copies a slice, so that no command
 * waits for the whole copy. Until it is complete, records that are not in the longer table are found in the shorter one.
 *
 * A user's first four records are neighbours: placing an order usually touches one block of 128 bytes.
 *
 * The balance of an asset that is the base of a market has room beside it, in the same cache line, for the user's seat on
 * that market: one search finds both. A seat is in a table of its own only where that room is taken by another market of
 * the same base, or where the balance is older than the market.
 */
import { SeatField } from '../accounts/seats.ts';
import { allocateBlock, type Memory, recordMax } from './memory.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.

export const Kind = { user: 1 << 16, cell: 2 << 16, seat: 3 << 16 } as const;
const { userRecord: seatUserRecord } = SeatField;
const { cell: tagCell, seat: tagSeat, user: tagUser } = Kind;
/** The tag of a record beside a balance that has no seat yet, only the number of the user's record: no market has the number 0. */
const tagRoom = tagSeat;

/** Where every record of the directory keeps its key. */
export const KeyField = { user: 6, tag: 7 } as const;
const { tag: keyTag, user: keyUser } = KeyField;

/** Coprime to the table's length, so that a search comes to every entry. */
const probeStep = 17;

/**
 * The bits of a slot that are a mark, taken from the hash of the record's key: a record with another mark need not be read
 * to know that it is not the one.
 */
const markMask = ~(recordMax - 1);

/** How many slots each added record copies while a table grows. */
const slotsPerCopy = 64;
const noSlots = new Int32Array(0);

/** One hash table: record numbers with their marks, 0 where there is none. */
export class RecordTable {
  slots: Int32Array;
  /** The slots before the last growth, as long as not all of them are copied; empty otherwise. */
  older: Int32Array = noSlots;
  /** How many of the older slots are copied. */
  copied = 0;
  count = 0;

  constructor(capacity: number) {
    this.slots = new Int32Array(capacity);
  }
}

export class Directory {
  /** Users and cells. */
  readonly accounts: RecordTable;
  /** Seats that are not beside the balance of their base asset. */
  readonly seats: RecordTable;
  /** By asset: 1 where balances get room for a seat. */
  readonly hasSeats = new Uint8Array(1 << 16);
  /** The next record of a block for those whose own is full; a multiple of 4 when there is none. */
  spare = 0;
  /** The same for pairs of records. */
  sparePair = 0;

  constructor(capacity: number) {
    this.accounts = new RecordTable(capacity);
    this.seats = new RecordTable(capacity);
  }
}

function hashOf(user: number, tag: number): number {
  return Math.imul(user >>> 4, 0x9e3779b1) ^ Math.imul(tag, 0x85ebca6b);
}

function homeOf(hash: number, user: number, mask: number): number {
  return (((hash ^ (hash >>> 15)) << 4) | (user & 15)) & mask;
}

function findIn(table: RecordTable, memory: Memory, user: number, tag: number): number {
  const record = findAmong(table.slots, memory, user, tag);
  if (record !== 0 || table.older.length === 0) return record;
  return findAmong(table.older, memory, user, tag);
}

function findAmong(slots: Int32Array, memory: Memory, user: number, tag: number): number {
  const { i32 } = memory;
  const mask = slots.length - 1;
  const wanted = user | 0;
  const hash = hashOf(wanted, tag);
  let at = homeOf(hash, wanted, mask);
  for (;;) {
    const slot = slots[at] as number;
    if (slot === 0) return 0;
    if (((slot ^ hash) & markMask) === 0) {
      const record = slot & ~markMask;
      if (i32[record * 8 + keyUser] === wanted && i32[record * 8 + keyTag] === tag) return record;
    }
    at = (at + probeStep) & mask;
  }
}

/** The record of a user (tag `Kind.user`) or a cell, or 0. `user` may be given signed or unsigned. */
export function findRecord(directory: Directory, memory: Memory, user: number, tag: number): number {
  return findIn(directory.accounts, memory, user, tag);
}

/**
 * The seat of a user on a market with a base asset, or 0. `user` may be given signed or unsigned.
 */
export function findSeat(directory: Directory, memory: Memory, user: number, market: number, base: number): number {
  const cell = findRecord(directory, memory, user, tagCell | base);
  if (cell === 0) return 0;
  const { i32 } = memory;
  const beside = cell | 1;
  const tag = tagSeat | market;
  if (i32[beside * 8 + keyTag] === tag && i32[beside * 8 + keyUser] === (user | 0)) return beside;
  return directory.seats.count === 0 ? 0 : findIn(directory.seats, memory, user, tag);
}

/** The record that is probably the balance of (user, asset), or 0: found without reading any record. */
export function cellAhead(directory: Directory, user: number, asset: number): number {
  const { slots } = directory.accounts;
  return (slots[homeOf(hashOf(user, tagCell | asset), user, slots.length - 1)] as number) & ~markMask;
}

/** The seat beside a balance, or the room for it, or 0; either knows the user's record. */
export function seatBeside(memory: Memory, cell: number): number {
  const beside = cell | 1;
  return kindOf(memory, beside) === tagSeat ? beside : 0;
}

/** Enters a new user, which must not exist. */
export function addUser(directory: Directory, memory: Memory, user: number): number {
  const record = allocateBlock(memory);
  setKey(memory, record, user, tagUser);
  enterInto(directory.accounts, memory, record);
  return record;
}

/** Enters a new balance of (user, asset), which must not exist; the user does. */
export function addCell(directory: Directory, memory: Memory, user: number, asset: number): number {
  const hasRoom = directory.hasSeats[asset] === 1;
  const record = hasRoom ? pairNear(directory, memory, user) : recordNear(directory, memory, user);
  setKey(memory, record, user, tagCell | asset);
  if (hasRoom) {
    setKey(memory, record + 1, user, tagRoom);
    memory.i32[(record + 1) * 8 + seatUserRecord] = findRecord(directory, memory, user, tagUser);
  }
  enterInto(directory.accounts, memory, record);
  return record;
}

/** Enters a new seat, which must not exist, beside the balance `cell` of its base asset if there is room. */
export function addSeat(directory: Directory, memory: Memory, user: number, market: number, cell: number): number {
  if (hasRoomBeside(memory, cell)) {
    setKey(memory, cell + 1, user, tagSeat | market);
    return cell + 1;
  }
  // The first of a pair, because the second one would seem to be beside something.
  const record = sparePairOf(directory, memory);
  setKey(memory, record, user, tagSeat | market);
  enterInto(directory.seats, memory, record);
  return record;
}

function setKey(memory: Memory, record: number, user: number, tag: number): void {
  memory.i32[record * 8 + keyUser] = user;
  memory.i32[record * 8 + keyTag] = tag;
}

function hasRoomBeside(memory: Memory, cell: number): boolean {
  return (cell & 1) === 0 && memory.i32[(cell + 1) * 8 + keyTag] === tagRoom;
}

/** A free record of the user's own block, else of a shared one. */
function recordNear(directory: Directory, memory: Memory, user: number): number {
  const block = findRecord(directory, memory, user, tagUser);
  for (let record = block + 1; record < block + 4; record++) {
    if (memory.i32[record * 8 + keyTag] === 0) return record;
  }
  if ((directory.spare & 3) === 0) directory.spare = allocateBlock(memory);
  return directory.spare++;
}

/** A pair of free records of the user's own block, else of a shared one. */
function pairNear(directory: Directory, memory: Memory, user: number): number {
  const pair = findRecord(directory, memory, user, tagUser) + 2;
  const isFree = memory.i32[pair * 8 + keyTag] === 0 && memory.i32[(pair + 1) * 8 + keyTag] === 0;
  return isFree ? pair : sparePairOf(directory, memory);
}

function sparePairOf(directory: Directory, memory: Memory): number {
  if ((directory.sparePair & 3) === 0) directory.sparePair = allocateBlock(memory);
  const pair = directory.sparePair;
  directory.sparePair = pair + 2;
  return pair;
}

function enterInto(table: RecordTable, memory: Memory, record: number): void {
  if (++table.count * 2 > table.slots.length) startGrowth(table);
  if (table.older.length > 0) copySlice(table, memory);
  enter(table.slots, memory, record);
}

function enter(slots: Int32Array, memory: Memory, record: number): void {
  const mask = slots.length - 1;
  const user = memory.i32[record * 8 + keyUser] as number;
  const hash = hashOf(user, memory.i32[record * 8 + keyTag] as number);
  let at = homeOf(hash, user, mask);
  while (slots[at] !== 0) at = (at + probeStep) & mask;
  slots[at] = record | (hash & markMask);
}

/** @throws Error while the last growth is not complete: records that are not copied yet would be lost */
function startGrowth(table: RecordTable): void {
  if (table.older.length > 0) throw new Error('a table of records grows before its last growth is complete');
  table.older = table.slots;
  table.copied = 0;
  table.slots = new Int32Array(table.older.length * 2);
}

function copySlice(table: RecordTable, memory: Memory): void {
  const { older, slots } = table;
  const end = Math.min(table.copied + slotsPerCopy, older.length);
  for (let at = table.copied; at < end; at++) {
    const slot = older[at] as number;
    if (slot !== 0) enter(slots, memory, slot & ~markMask);
  }
  table.copied = end;
  if (end === older.length) table.older = noSlots;
}

/** All users or all balances, in no order that means anything. */
export function recordsOfKind(directory: Directory, memory: Memory, kind: number): number[] {
  return recordsIn(directory.accounts).filter((record) => kindOf(memory, record) === kind);
}

/** All seats, in no order that means anything. */
export function allSeats(directory: Directory, memory: Memory): number[] {
  const beside = recordsOfKind(directory, memory, tagCell)
    .map((cell) => cell + 1)
    .filter((record) => (record & 1) === 1 && kindOf(memory, record) === tagSeat && subjectOf(memory, record) !== 0);
  return [...beside, ...recordsIn(directory.seats)];
}

function recordsIn({ slots, older, copied }: RecordTable): number[] {
  const records: number[] = [];
  const collect = (slot: number) => {
    if (slot !== 0) records.push(slot & ~markMask);
  };
  slots.forEach(collect);
  older.subarray(copied).forEach(collect);
  return records;
}

function kindOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + keyTag] as number) & ~0xffff;
}

/** The user of a record of the directory, unsigned. */
export function userOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + keyUser] as number) >>> 0;
}

/** The asset of a cell, the market of a seat. */
export function subjectOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + keyTag] as number) & 0xffff;
}
