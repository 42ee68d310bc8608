/** The whole spot shard: what a snapshot holds, what is derived from it, and the scratch of the command at work. */
import type { AssetSettings } from '@pelican/shared/engine/commands.ts';
import { HouseUser, houseUserMin } from '@pelican/shared/engine/events.ts';
import { RejectCode as Reject, type RejectCode } from '@pelican/shared/engine/reject-codes.ts';
import { Cells, cellFor, userOfCell } from './accounts/cells.ts';
import { Seats } from './accounts/seats.ts';
import { Terms } from './accounts/terms.ts';
import { Users } from './accounts/users.ts';
import { Book } from './book/book.ts';
import type { Market } from './book/market.ts';
import { findOrder } from './book/order-index.ts';
import { EntryReader } from './entry-reader.ts';
import { EventWriter } from './event-writer.ts';
import { Charge } from './spot/charge.ts';
import { ClientKeys } from './spot/client-keys.ts';
import { Taker } from './spot/taker.ts';
import { TransferKeys } from './spot/transfer-keys.ts';

/** How much room a shard starts with; it grows by doubling. Powers of two. */
export interface ShardCapacity {
  users: number;
  orders: number;
}

export const productionCapacity: ShardCapacity = { users: 1 << 16, orders: 1 << 16 };
export const testingCapacity: ShardCapacity = { users: 16, orders: 16 };

/** An asset of the shard and the sum of all transfers in minus out, as limbs. */
export interface Asset {
  settings: AssetSettings;
  totalLow: number;
  totalHigh: number;
}

/** The answer to the command at work, written as its commandDone. Doubles from the start, so that V8 keeps them so. */
export class Reply {
  code: RejectCode = Reject.none;
  repeated = false;
  orderId = Number.NaN;
  required = Number.NaN;
  available = Number.NaN;

  clear(): void {
    this.code = Reject.none;
    this.repeated = false;
    this.orderId = 0;
    this.required = 0;
    this.available = 0;
  }
}

/** Counters of a shard, in `Shard.counters`. */
export const Counter = { seq: 0, timeMs: 1, lastOrderId: 2 } as const;

export class Shard {
  readonly counters = new Float64Array(3);
  /** The last counter of each sender. */
  readonly senders = new Map<number, number>();
  readonly assets: (Asset | undefined)[] = [];
  readonly markets: (Market | undefined)[] = [];
  /** Market id by base x 65536 + quote; the lowest id where two markets have the same pair. */
  readonly marketByPair = new Map<number, number>();
  serviceAsset = 0;
  pivotAsset = 0;
  readonly cells: Cells;
  readonly users: Users;
  readonly seats: Seats;
  readonly terms = new Terms();
  readonly book: Book;
  readonly clientKeys = new ClientKeys();
  readonly transferKeys = new TransferKeys();

  readonly input = new EntryReader();
  readonly events = new EventWriter();
  readonly reply = new Reply();
  readonly taker = new Taker();
  readonly takerCharge = new Charge();
  readonly makerCharge = new Charge();
  readonly isOpen = (orderId: number): boolean => findOrder(this.book.index, this.book.orders, orderId) >= 0;
  /** Cells changed by the command at work, and house cells changed by the entry. */
  touched = new Int32Array(64);
  touchedCount = 0;
  touchedStamp = 0;
  houseTouched = new Int32Array(64);
  houseTouchedCount = 0;

  constructor(capacity: ShardCapacity) {
    this.cells = new Cells(capacity.users * 2);
    this.users = new Users(capacity.users);
    this.seats = new Seats(capacity.users);
    this.book = new Book(capacity.orders);
  }

  /** How many commands have been applied. */
  get seq(): number {
    return this.counters[Counter.seq] as number;
  }

  /** The journal's clock, milliseconds. */
  get timeMs(): number {
    return this.counters[Counter.timeMs] as number;
  }
}

/** Notes that a person's cell changed, for the command's balanceChanged records. */
export function touch(shard: Shard, cell: number): void {
  const u32 = shard.cells.u32;
  if (u32[cell * 8 + 5] === shard.touchedStamp) return;
  u32[cell * 8 + 5] = shard.touchedStamp;
  if (shard.touchedCount === shard.touched.length) shard.touched = doubled(shard.touched);
  shard.touched[shard.touchedCount++] = cell;
}

/** Notes that a house cell changed; they are reported once an entry. */
export function touchHouse(shard: Shard, cell: number): void {
  for (let i = 0; i < shard.houseTouchedCount; i++) if (shard.houseTouched[i] === cell) return;
  if (shard.houseTouchedCount === shard.houseTouched.length) shard.houseTouched = doubled(shard.houseTouched);
  shard.houseTouched[shard.houseTouchedCount++] = cell;
}

/** Notes a change of any cell, a person's or the house's. */
export function touchAny(shard: Shard, cell: number): void {
  if (userOfCell(shard.cells, cell) >= houseUserMin) touchHouse(shard, cell);
  else touch(shard, cell);
}

function doubled(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
}

/** Starts a command: a stamp that no cell bears. */
export function nextStamp(shard: Shard): void {
  shard.touchedCount = 0;
  if (++shard.touchedStamp <= 0xffffffff) return;
  shard.touchedStamp = 1;
  for (let cell = 0; cell < shard.cells.count; cell++) shard.cells.u32[cell * 8 + 5] = 0;
}

/** The house's cells in an asset. */
export function houseCellsOf(shard: Shard, asset: number): { fees: number; gst: number; tds: number } {
  return {
    fees: cellFor(shard.cells, HouseUser.fees, asset),
    gst: cellFor(shard.cells, HouseUser.gst, asset),
    tds: cellFor(shard.cells, HouseUser.tds, asset),
  };
}
