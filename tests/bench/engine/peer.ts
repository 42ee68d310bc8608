/** The same commands through npm's nodejs-order-book, which keeps no balances, charges nothing and emits no events. */
import { OrderBook, Side } from 'nodejs-order-book';
import { cpuTimeMs, ratePerSecond } from '../shared/cpu-time.ts';
import { Phase, RecordOp, type RecordStream } from './records.ts';

type LimitOptions = Parameters<OrderBook['limit']>[0];

interface PeerCommand {
  isTimed: boolean;
  run(book: OrderBook): unknown;
}

/** The arguments of every call are made beforehand, so that only the book's own work is timed. */
export function preparePeer(stream: RecordStream): PeerCommand[] {
  const commands: PeerCommand[] = [];
  for (let i = 0; i < stream.count; i++) {
    const record = stream.read(i);
    const isTimed = record.phase === Phase.timed;
    const id = String(record.id);
    const side = record.side === 0 ? Side.BUY : Side.SELL;
    const size = record.lots;
    if (record.op === RecordOp.cancel) commands.push({ isTimed, run: (book) => book.cancel(id) });
    else if (record.op === RecordOp.market) commands.push({ isTimed, run: (book) => book.market({ side, size }) });
    else {
      const timeInForce = record.op === RecordOp.immediateOrCancel ? 'IOC' : 'GTC';
      // The package's enum of these two words is not exported.
      const options = { side, size, id, price: record.priceTicks, timeInForce } as LimitOptions;
      commands.push({ isTimed, run: (book) => book.limit(options) });
    }
  }
  return commands;
}

/** A book stays alive, so that the code compiled for books does: see `PreparedStream`. */
const kept: OrderBook[] = [];

/** Orders a second over the timed commands. */
export function peerPass(commands: PeerCommand[]): number {
  const book = new OrderBook();
  kept[0] ??= book;
  let elapsedMs = 0;
  let timed = 0;
  for (let from = 0; from < commands.length; ) {
    const isTimed = commands[from]?.isTimed;
    let to = from;
    while (to < commands.length && commands[to]?.isTimed === isTimed) to++;
    const startedMs = cpuTimeMs();
    for (let i = from; i < to; i++) commands[i]?.run(book);
    if (isTimed) {
      elapsedMs += cpuTimeMs() - startedMs;
      timed += to - from;
    }
    from = to;
  }
  return ratePerSecond(timed, elapsedMs);
}
