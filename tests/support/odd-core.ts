import { EntryReader } from '@pelican/engine/src/core/kernel/entry-reader.ts';
import type { ShardCore } from '@pelican/engine/src/core/kernel/shard-core.ts';
import type { ShardState } from '@pelican/engine/src/core/kernel/shard-state.ts';
import { entryHeaderLength } from '@pelican/shared/engine';
import { Op } from '@pelican/shared/engine/spot';

/** Where the amount of an order stands in its command. */
const amountAt = 24;

/**
 * A spot core that runs other rules, and that throws, with a state half changed, at any command of a user. Under version 2 of
 * the rules an order is for twice its amount, from the entry behind that of the raise on.
 */
export function oddCore<State extends ShardState>(
  core: ShardCore<State>,
  { rulesVersion, poisonedUser }: { rulesVersion: number; poisonedUser: number },
): ShardCore<State> {
  return {
    ...core,
    rules: { oldest: 1, current: rulesVersion },
    applyEntry(state, bytes, timeMs, out, quarantined) {
      core.applyEntry(state, state.rulesVersion < 2 ? bytes : doubled(bytes, state.shardId), timeMs, out, quarantined);
      const reader = new EntryReader(state.shardId);
      if (!reader.load(bytes)) return;
      let at = entryHeaderLength;
      for (let index = 0; index < reader.commandCount; index++) {
        const byteLength = reader.commandLength(at);
        if (poisonedUser !== 0 && reader.userAt(at) === poisonedUser && !quarantined?.indexes.has(index)) {
          state.commandIndex = index;
          throw new TypeError('poison');
        }
        at += byteLength;
      }
    },
  };
}

/** The entry with the amounts of its orders doubled. */
function doubled(bytes: Uint8Array, shardId: number): Uint8Array {
  const reader = new EntryReader(shardId);
  if (!reader.load(bytes)) return bytes;
  let at = entryHeaderLength;
  for (let index = 0; index < reader.commandCount; index++) {
    if (reader.opAt(at) === Op.placeOrder) {
      const amount = reader.view.getFloat64(at + amountAt, true);
      reader.view.setFloat64(at + amountAt, 2 * amount, true);
    }
    at += reader.commandLength(at);
  }
  return reader.bytes.slice(0, reader.length);
}
