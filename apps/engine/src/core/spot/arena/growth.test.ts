import { describe, expect, it } from 'vitest';
import { spotShardId } from '../../../testing/shard-ids.ts';
import { createShard } from '../shard.ts';
import {
  addCell,
  addSeat,
  addUser,
  allSeats,
  Directory,
  findRecord,
  findSeat,
  Kind,
  recordsOfKind,
} from './directory.ts';
import { allocateBlock, ensureRoom, Memory } from './memory.ts';

const capacity = 1024;
/** Enough for two growths. */
const userCount = capacity * 2;
const market = 7;
const base = 5;

function userIds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** How many records of a table are where a search looks first. */
function filledSlots(slots: Int32Array): number {
  return slots.reduce((count, record) => count + (record === 0 ? 0 : 1), 0);
}

describe('a directory that grows', () => {
  it('never copies more than a fixed number of records for one new record', () => {
    const memory = new Memory(userCount * 8);
    const directory = new Directory(capacity);
    const copiedAtOnce: number[] = [];
    let slots = directory.accounts.slots;
    let filled = 0;
    for (const user of userIds(userCount)) {
      addUser(directory, memory, user);
      if (directory.accounts.slots !== slots) filled = 0;
      slots = directory.accounts.slots;
      const filledNow = filledSlots(slots);
      copiedAtOnce.push(filledNow - filled - 1);
      filled = filledNow;
    }
    expect(slots.length).toBe(capacity * 4);
    expect(Math.max(...copiedAtOnce)).toBeLessThanOrEqual(64);
  });

  it('finds every record at each step of a growth, and no other', () => {
    const memory = new Memory(userCount * 8);
    const directory = new Directory(16);
    const records: number[] = [];
    for (const user of userIds(600)) {
      addUser(directory, memory, user);
      // Without room beside the balance, so that seats are in a table of their own.
      const cell = addCell(directory, memory, user, base);
      records.push(addSeat(directory, memory, user, market, cell));
      const found = records.map((_, index) => findSeat(directory, memory, index + 1, market, base));
      expect(found).toEqual(records);
      expect(findSeat(directory, memory, user + 1, market, base)).toBe(0);
      expect(findSeat(directory, memory, user, market + 1, base)).toBe(0);
      expect(findRecord(directory, memory, user, Kind.cell | market)).toBe(0);
    }
  });

  it('lists every record of a kind once at each step of a growth', () => {
    const memory = new Memory(userCount * 8);
    const directory = new Directory(16);
    const records: number[] = [];
    for (const user of userIds(600)) {
      records.push(addUser(directory, memory, user));
      addCell(directory, memory, user, base);
      expect(recordsOfKind(directory, memory, Kind.user).toSorted((a, b) => a - b)).toEqual(records);
    }
  });
});

describe('seats', () => {
  it('are beside the balance of their base asset, and apart where that room is taken', () => {
    const memory = new Memory(userCount * 8);
    const directory = new Directory(16);
    directory.hasSeats[base] = 1;
    const seats: number[] = [];
    for (const user of userIds(100)) {
      addUser(directory, memory, user);
      const cell = addCell(directory, memory, user, base);
      const roomless = addCell(directory, memory, user, base + 1);
      seats.push(addSeat(directory, memory, user, market, cell));
      expect(seats.at(-1)).toBe(cell + 1);
      seats.push(addSeat(directory, memory, user, market + 1, cell));
      seats.push(addSeat(directory, memory, user, market + 2, roomless));
    }
    const found = userIds(100).flatMap((user) => [
      findSeat(directory, memory, user, market, base),
      findSeat(directory, memory, user, market + 1, base),
      findSeat(directory, memory, user, market + 2, base + 1),
    ]);
    expect(found).toEqual(seats);
    expect(new Set(seats).size).toBe(300);
    expect(allSeats(directory, memory).toSorted((a, b) => a - b)).toEqual(seats.toSorted((a, b) => a - b));
  });
});

describe('a directory whose growth is not complete', () => {
  it('throws at the next growth instead of losing records', () => {
    const memory = new Memory(userCount * 8);
    const directory = new Directory(capacity);
    const growthAt = capacity + 1;
    for (const user of userIds(growthAt)) addUser(directory, memory, user);
    directory.accounts.count = directory.accounts.slots.length;
    expect(() => addUser(directory, memory, growthAt + 1)).toThrow('before its last growth is complete');
  });
});

describe('the memory of records', () => {
  it('of a shard has room for millions of users without moving a record', () => {
    const { memory } = createShard(spotShardId);
    const { f64 } = memory;
    ensureRoom(memory, 30_000_000);
    expect(memory.f64 === f64).toBe(true);
  });

  it('starts with less where the system refuses what it asks for', () => {
    const memory = new Memory(2 ** 50);
    memory.i32[allocateBlock(memory) * 8] = 7;
    expect(memory.i32[4 * 8]).toBe(7);
    expect(memory.f64.length).toBeLessThan(2 ** 52);
  });

  it('keeps its content when it grows past what was reserved', () => {
    const memory = new Memory(8);
    const blocks = Array.from({ length: 100 }, () => allocateBlock(memory));
    for (const block of blocks) memory.f64[block * 4] = block;
    ensureRoom(memory, 1000);
    expect(blocks.map((block) => memory.f64[block * 4])).toEqual(blocks);
  });
});
