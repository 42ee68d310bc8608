/**
 * Finds a user's records: itself, its balances, its seats. Open addressing over (user, tag), where the tag is the kind
 * and, in its low 16 bits, the asset or market. Ids of users follow one another, so sixteen neighbours share a cache
 * line of the table and only the lines are scattered. Nothing is ever removed.
 *
 * A full table is replaced by one of twice the length, into which each further record copies a slice, so that no command
 * waits for the whole copy. Until it is complete, records that are not in the longer table are found in the shorter one.
 *
 * A user's first four records are neighbours: placing an order usually touches one block of 128 bytes.
 */
import { allocateBlock, type Memory } from './memory.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.

export const Kind = { user: 1 << 16, cell: 2 << 16, seat: 3 << 16 } as const;
const { seat: tagSeat, user: tagUser } = Kind;

/** Where every record of the directory keeps its key. */
export const KeyField = { user: 6, tag: 7 } as const;
const { tag: keyTag, user: keyUser } = KeyField;

/** Coprime to the table's length, so that a search comes to every entry. */
const probeStep = 17;

/** How many slots each added record copies while a table grows. */
const slotsPerCopy = 64;
const noSlots = new Int32Array(0);

/** One hash table: record numbers, 0 where there is none. */
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
  /** Apart from the others, so that what every order looks up is dense and collides with nothing. */
  readonly seats: RecordTable;
  /** The next record of a block for those whose own is full; a multiple of 4 when there is none. */
  spare = 0;

  constructor(capacity: number) {
    this.accounts = new RecordTable(capacity);
    this.seats = new RecordTable(capacity);
  }
}

function homeOf(user: number, tag: number, mask: number): number {
  const line = Math.imul(user >>> 4, 0x9e3779b1) ^ Math.imul(tag, 0x85ebca6b);
  return (((line ^ (line >>> 15)) << 4) | (user & 15)) & mask;
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
  let at = homeOf(wanted, tag, mask);
  for (;;) {
    const record = slots[at] as number;
    if (record === 0) return 0;
    if (i32[record * 8 + keyUser] === wanted && i32[record * 8 + keyTag] === tag) return record;
    at = (at + probeStep) & mask;
  }
}

/** The record of a user (tag `Kind.user`) or a cell, or 0. `user` may be given signed or unsigned. */
export function findRecord(directory: Directory, memory: Memory, user: number, tag: number): number {
  return findIn(directory.accounts, memory, user, tag);
}

/** The seat of a user on a market, or 0. `user` may be given signed or unsigned. */
export function findSeat(directory: Directory, memory: Memory, user: number, market: number): number {
  return findIn(directory.seats, memory, user, tagSeat | market);
}

/** Enters a new record for (user, tag), which must not exist. */
export function addRecord(directory: Directory, memory: Memory, user: number, tag: number): number {
  const record = tag === tagUser ? allocateBlock(memory) : recordNear(directory, memory, user);
  memory.i32[record * 8 + keyUser] = user;
  memory.i32[record * 8 + keyTag] = tag;
  const table = tag >= tagSeat ? directory.seats : directory.accounts;
  if (++table.count * 2 > table.slots.length) startGrowth(table);
  if (table.older.length > 0) copySlice(table, memory);
  enter(table.slots, memory, record);
  return record;
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

function enter(slots: Int32Array, memory: Memory, record: number): void {
  const mask = slots.length - 1;
  const user = memory.i32[record * 8 + keyUser] as number;
  let at = homeOf(user, memory.i32[record * 8 + keyTag] as number, mask);
  while (slots[at] !== 0) at = (at + probeStep) & mask;
  slots[at] = record;
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
    const record = older[at] as number;
    if (record !== 0) enter(slots, memory, record);
  }
  table.copied = end;
  if (end === older.length) table.older = noSlots;
}

/** All records of a kind, in no order that means anything. */
export function recordsOfKind(directory: Directory, memory: Memory, kind: number): number[] {
  const { slots, older, copied } = kind === tagSeat ? directory.seats : directory.accounts;
  const records: number[] = [];
  const collect = (record: number) => {
    if (record !== 0 && ((memory.i32[record * 8 + keyTag] as number) & ~0xffff) === kind) records.push(record);
  };
  slots.forEach(collect);
  older.subarray(copied).forEach(collect);
  return records;
}

/** The user of a record of the directory, unsigned. */
export function userOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + keyUser] as number) >>> 0;
}

/** The asset of a cell, the market of a seat. */
export function subjectOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + keyTag] as number) & 0xffff;
}
