/**
 * Reading ahead: what the next commands of an entry will read first, in short loops of reads that do not depend on each
 * other. A read of memory that no cache holds takes as long as a hundred additions, and a processor has many such reads under
 * way at once, but not while each command waits for its own. Nothing is changed and nothing is decided here: what a command
 * finds when its turn comes is what counts.
 */
import { Op, OrderFlag, placeOrderFixedLength } from '@pelican/shared/engine/spot';
import { clientIdLengthMax, readAheadCount } from '../../kernel/limits.ts';
import { SeatField } from '../accounts/seats.ts';
import { cellAhead, seatBeside } from '../arena/directory.ts';
import { OrderField } from '../book/orders.ts';
import { levelAhead } from '../book/price-levels.ts';
import type { Shard } from '../state.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { amendOrder: opAmendOrder, cancelOrder: opCancelOrder, placeOrder: opPlaceOrder } = Op;
const { sell: flagSell } = OrderFlag;
const { level: orderLevel, seat: orderSeat } = OrderField;
const { baseCell: seatBaseCell, userRecord: seatUserRecord } = SeatField;
const fixedLength = placeOrderFixedLength;
/** An amendment has the order's id at the same place, and is longer. */
const cancelLength = 24;
const idLengthMax = clientIdLengthMax;

/** For the orders to be placed: the balance of the base asset, and the level of the price; 0 where it is not known. */
const cells = new Int32Array(readAheadCount);
const levels = new Int32Array(readAheadCount);
/** The records of the orders to be cancelled or amended. */
const orders = new Int32Array(readAheadCount);
const found = { placed: 0, cancelled: 0, keys: 0 };
/** What was read, so that the compiler keeps the reads. */
const sum = new Int32Array(1);

/** See `CommandRules.readAhead`. */
export function readAhead(shard: Shard, at: number, count: number): void {
  readCommands(shard, at, count);
  const { placed, cancelled, keys } = found;
  const { i32 } = shard.memory;
  let all = shard.clientKeys.readAhead(keys);
  for (let i = 0; i < placed; i++) {
    all ^= (i32[(cells[i] as number) * 8] as number) ^ (i32[(levels[i] as number) * 8] as number);
  }
  for (let i = 0; i < cancelled; i++) all ^= i32[(orders[i] as number) * 8 + orderSeat] as number;
  for (let i = 0; i < cancelled; i++) {
    const order = (orders[i] as number) * 8;
    all ^= i32[(i32[order + orderSeat] as number) * 8] as number;
    all ^= i32[(i32[order + orderLevel] as number) * 8] as number;
  }
  for (let i = 0; i < placed; i++) {
    const seat = seatBeside(shard.memory, cells[i] as number) * 8;
    all ^= i32[(i32[seat + seatUserRecord] as number) * 8] as number;
  }
  for (let i = 0; i < cancelled; i++) {
    const seat = (i32[(orders[i] as number) * 8 + orderSeat] as number) * 8;
    all ^= i32[(i32[seat + seatUserRecord] as number) * 8] as number;
    all ^= i32[(i32[seat + seatBaseCell] as number) * 8] as number;
  }
  sum[0] = all;
}

/** Finds where the commands' records are, and hashes their client ids. */
function readCommands(shard: Shard, from: number, count: number): void {
  const { input, book } = shard;
  const { ring } = book.index;
  found.placed = 0;
  found.cancelled = 0;
  found.keys = 0;
  let at = from;
  for (let i = 0; i < count; i++) {
    const byteLength = input.commandLength(at);
    if (byteLength === 0) return;
    const op = input.opAt(at);
    if (op === opPlaceOrder && byteLength >= fixedLength) readPlaceOrder(shard, at, byteLength);
    else if ((op === opCancelOrder || op === opAmendOrder) && byteLength >= cancelLength) {
      orders[found.cancelled++] = ring[(input.f64[(at >> 3) + 2] as number) & (ring.length - 1)] as number;
    }
    at += byteLength;
  }
}

function readPlaceOrder(shard: Shard, at: number, byteLength: number): void {
  const { input, book, clientKeys, directory, markets } = shard;
  const { i32 } = input;
  const word = i32[(at >> 2) + 2] as number;
  const market = markets[word & 0xffff];
  if (!market) return;
  const user = input.userAt(at);
  const number = found.placed++;
  cells[number] = cellAhead(directory, user, market.base);
  const isBuy = (((i32[at >> 2] as number) >>> 24) & flagSell) === 0;
  levels[number] = levelAhead(book.levels, isBuy ? market.bids : market.asks, input.f64[(at >> 3) + 2] as number);
  const idLength = (word >>> 16) & 0xff;
  if (idLength === 0 || idLength > idLengthMax || fixedLength + idLength > byteLength) return;
  clientKeys.hashAhead(found.keys++, user, i32, (at + fixedLength) >> 2, idLength);
}
