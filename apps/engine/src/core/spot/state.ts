/** The whole spot shard: what a snapshot holds, what is derived from it, and the scratch of the command at work. */
import { objectIdBase } from '@pelican/shared/engine';
import { type AssetSettings, HouseUser, houseUserMin } from '@pelican/shared/engine/spot';
import { ShardState } from '../kernel/shard-state.ts';
import { CellField, cellFor } from './accounts/cells.ts';
import type { KnownTerms } from './accounts/terms.ts';
import { type UserFees, userFor } from './accounts/users.ts';
import { Directory, Kind, recordsOfKind, userOf } from './arena/directory.ts';
import { Memory } from './arena/memory.ts';
import { Book } from './book/book.ts';
import type { Market } from './book/market.ts';
import { findOrder } from './book/order-index.ts';
import { Fill } from './orders/fill-figures.ts';
import { Taker } from './orders/taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { mark: cellMark } = CellField;
const { cell: tagCell } = Kind;

/** How much room a shard starts with; it grows by itself. Powers of two. */
export interface ShardCapacity {
  /** Records of any kind, of 32 bytes: a user, a balance, a seat or a price level is one, an order two. */
  records: number;
  /** Records that are looked up by user. */
  accounts: number;
  openOrders: number;
}

/** 2 GB of address space: enough for five million users and five million open orders. */
export const productionCapacity: ShardCapacity = { records: 1 << 26, accounts: 1 << 16, openOrders: 1 << 15 };
export const testingCapacity: ShardCapacity = { records: 32, accounts: 8, openOrders: 4 };

/** An asset of the shard and the sum of all transfers in minus out, as limbs. */
export interface Asset {
  settings: AssetSettings;
  totalLow: number;
  totalHigh: number;
}

/** Counters of a spot shard alone, in `Shard.counters`. */
export const Counter = { lastOrderId: 0 } as const;

export class Shard extends ShardState {
  readonly counters = new Float64Array(1);
  readonly assets: (Asset | undefined)[] = [];
  readonly markets: (Market | undefined)[] = [];
  /** Market id by base x 65536 + quote; the lowest id where two markets have the same pair. */
  readonly marketByPair = new Map<number, number>();
  serviceAsset = 0;
  pivotAsset = 0;
  readonly memory: Memory;
  readonly directory: Directory;
  readonly book: Book;
  readonly userFees: UserFees = new Map();
  readonly knownTerms: KnownTerms = new Map();
  readonly taker = new Taker();
  readonly fill = new Fill();
  /** Cells changed by the command at work, and house cells changed by the entry. */
  touched = new Int32Array(64);
  touchedCount = 0;
  touchedStamp = 0;
  houseTouched = new Int32Array(64);
  houseTouchedCount = 0;

  constructor(shardId: number, capacity: ShardCapacity) {
    super(shardId);
    this.counters[Counter.lastOrderId] = objectIdBase(shardId);
    this.memory = new Memory(capacity.records);
    this.directory = new Directory(capacity.accounts * 2);
    this.book = new Book(capacity.openOrders);
  }

  /** True while the order rests. */
  isOpen(orderId: number): boolean {
    return findOrder(this.book.index, this.memory, orderId) !== 0;
  }
}

/** Notes that a user's cell changed, for the command's balanceChanged records. */
export function touch(shard: Shard, cell: number): void {
  const { i32 } = shard.memory;
  const stamp = shard.touchedStamp;
  if (i32[cell * 8 + cellMark] === stamp) return;
  i32[cell * 8 + cellMark] = stamp;
  const count = shard.touchedCount;
  if (count === shard.touched.length) shard.touched = doubled(shard.touched);
  shard.touched[count] = cell;
  shard.touchedCount = count + 1;
}

/** Notes that a house cell changed; they are reported once an entry. */
export function touchHouse(shard: Shard, cell: number): void {
  const list = shard.houseTouched;
  const count = shard.houseTouchedCount;
  for (let i = 0; i < count; i++) if (list[i] === cell) return;
  if (count === list.length) shard.houseTouched = doubled(list);
  shard.houseTouched[count] = cell;
  shard.houseTouchedCount = count + 1;
}

/** Notes a change of any cell, a user's or the house's. */
export function touchAny(shard: Shard, cell: number): void {
  if (userOf(shard.memory, cell) >= houseUserMin) touchHouse(shard, cell);
  else touch(shard, cell);
}

function doubled(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
}

/** Starts a command: takes a stamp that no cell has. */
export function nextStamp(shard: Shard): void {
  shard.touchedStamp = (shard.touchedStamp + 1) | 0;
  if (shard.touchedStamp > 0) return;
  shard.touchedStamp = 1;
  for (const cell of recordsOfKind(shard.directory, shard.memory, tagCell)) {
    shard.memory.i32[cell * 8 + cellMark] = 0;
  }
}

/** The cell of (user, asset), with the user's record when that is new too. */
export function accountOf(shard: Shard, user: number, asset: number): number {
  userFor(shard.directory, shard.memory, user);
  return cellFor(shard.directory, shard.memory, user, asset);
}

/** The house's cells in an asset. */
export function houseCellsOf(shard: Shard, asset: number): { fees: number; gst: number; tds: number } {
  return {
    fees: accountOf(shard, HouseUser.fees, asset),
    gst: accountOf(shard, HouseUser.gst, asset),
    tds: accountOf(shard, HouseUser.tds, asset),
  };
}
