/**
 * The shard's memory: everything small and numerous (users, balances, seats, terms, orders, price levels) is a record of
 * 32 bytes in one block, so the hot path reads everything through the same three views. A record's number times 4, 8 or
 * 16 is its place in them. Record 0 is never given out: 0 means "none".
 *
 * The block is address space reserved ahead, because unwritten pages take no memory, and growing would copy everything
 * within one command. A resizable ArrayBuffer would do as well, but V8 takes twice as
 * long to read through its views.
 *
 * Where something lies never matters to an answer, so a snapshot holds no record numbers.
 */

/** 8 MB: below this the engine cannot run. */
const lengthMin = 1 << 20;

/** Record numbers are below this: 4 GB of records, some ten million users and as many open orders. */
export const recordMax = 1 << 27;

export class Memory {
  f64: Float64Array;
  i32: Int32Array;
  u16: Uint16Array;
  /** Records given out so far. */
  used = 4;

  /** Room for `recordCount` records, or for half, a quarter ... as many where the system refuses so much address space. */
  constructor(recordCount: number) {
    this.f64 = reserve(recordCount * 4);
    this.i32 = new Int32Array(this.f64.buffer);
    this.u16 = new Uint16Array(this.f64.buffer);
  }
}

/** @throws RangeError when the system refuses even lengthMin */
function reserve(length: number): Float64Array<ArrayBuffer> {
  try {
    return new Float64Array(length);
  } catch (error) {
    if (length < lengthMin) throw error;
    return reserve(length / 2);
  }
}

/**
 * Four neighbouring records of zeros, at a multiple of 128 bytes: a processor fetches such a pair of cache lines
 * together.
 */
export function allocateBlock(memory: Memory): number {
  const block = memory.used;
  ensureRoom(memory, 4);
  memory.used = block + 4;
  return block;
}

/**
 * Makes room for `recordCount` more records; past what was reserved by doubling, which copies everything. After it that
 * many allocations leave the views as they are, so a command may keep them.
 * @throws RangeError past `recordMax`
 */
export function ensureRoom(memory: Memory, recordCount: number): void {
  if ((memory.used + recordCount) * 4 <= memory.f64.length) return;
  if (memory.used + recordCount > recordMax) throw new RangeError(`a shard has room for ${recordMax} records`);
  const f64 = new Float64Array(Math.max(memory.f64.length * 2, (memory.used + recordCount) * 4));
  f64.set(memory.f64);
  memory.f64 = f64;
  memory.i32 = new Int32Array(f64.buffer);
  memory.u16 = new Uint16Array(f64.buffer);
}
