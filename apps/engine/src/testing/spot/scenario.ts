/** A long random run, compared step by step; a failure names its seed. */

import { Side } from '@pelican/shared/engine/spot';
import { Random } from '../random.ts';
import { Comparison } from './comparison.ts';
import { type OpenSight, randomCommand, type Sight, setupCommands } from './generate-commands.ts';
import type { ReferenceShard } from './reference/reference-shard.ts';

/** Runs about `commandCount` random commands of a seed through both shards. Throws with the seed. */
export function runSeed(seed: number, commandCount: number): Comparison {
  const random = new Random(seed);
  const comparison = new Comparison();
  const sight: Sight = {
    get lastOrderId() {
      return comparison.reference.lastOrderId;
    },
    openOrder: (fraction) => openOrderOf(comparison.reference, fraction),
    available: (user, asset) => comparison.reference.balance(user, asset).available,
  };
  try {
    let timeMs = 1_700_000_000_000;
    comparison.apply(setupCommands(random), timeMs);
    for (let done = 0; done < commandCount; ) {
      const packed = random.pick([1, 1, 1, 2, 5]);
      const commands = Array.from({ length: packed }, () => randomCommand(random, sight));
      timeMs += random.pick([-5, 0, 1, 1000, 3_600_000]);
      comparison.apply(commands, timeMs);
      done += packed;
      if (random.chance(0.03)) comparison.checkState();
    }
    comparison.checkState();
  } catch (cause) {
    throw new Error(`seed ${seed}, journal entry ${comparison.journal.length}`, { cause });
  }
  return comparison;
}

function openOrderOf({ markets }: ReferenceShard, fraction: number): OpenSight | undefined {
  const open = [...markets.values()].flatMap(({ orders }) => orders);
  const order = open[Math.floor(fraction * open.length)];
  return (
    order && {
      orderId: order.id,
      user: order.user,
      market: order.market,
      side: order.isBuy ? Side.buy : Side.sell,
      lots: Number(order.amount),
      filledLots: Number(order.amount - order.remaining),
    }
  );
}
