import type { BenchWorld } from './core-under-bench.ts';
import { RecordOp, type RecordStream } from './records.ts';

/** The largest price and amount of a stream and who trades in it: what a market for it must allow. */
export function describeStream(stream: RecordStream): BenchWorld {
  const users = new Set<number>();
  let priceMaxTicks = 1;
  let lotsMax = 1;
  for (let i = 0; i < stream.count; i++) {
    const record = stream.read(i);
    users.add(record.user);
    if (record.op === RecordOp.cancel) continue;
    priceMaxTicks = Math.max(priceMaxTicks, record.priceTicks);
    lotsMax = Math.max(lotsMax, record.lots);
  }
  return { users: [...users].sort((a, b) => a - b), markets: 1, priceMaxTicks, lotsMax };
}
