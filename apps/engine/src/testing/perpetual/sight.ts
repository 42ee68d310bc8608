/** What a generator of commands sees of the shard, to aim well. */
import type { Market, PerpetualShard, Position } from '../../core/perpetual/state.ts';
import type { Random } from '../random.ts';
import { marketIds } from './small-instrument.ts';

export class Sight {
  readonly shard: PerpetualShard;
  readonly #random: Random;

  constructor(random: Random, shard: PerpetualShard) {
    this.#random = random;
    this.shard = shard;
  }

  position(): Position | undefined {
    return this.anyOf([...this.shard.positions.values()]);
  }

  /** The first market most often. */
  market(): Market {
    const id = this.#random.pick([marketIds[0], marketIds[0], ...marketIds]);
    return this.shard.markets.get(id) as Market;
  }

  anyOf<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : this.#random.pick(items);
  }
}
