import { EntryReader } from '@pelican/engine/src/core/kernel/entry-reader.ts';
import type { ShardCore } from '@pelican/engine/src/core/kernel/shard-core.ts';
import type { ShardState } from '@pelican/engine/src/core/kernel/shard-state.ts';
import { entryHeaderLength } from '@pelican/shared/engine';

/** A core that runs other rules, and that throws, with a state half changed, at any command of a user. */
export function oddCore<State extends ShardState>(
  core: ShardCore<State>,
  { rulesVersion, poisonedUser }: { rulesVersion: number; poisonedUser: number },
): ShardCore<State> {
  return {
    ...core,
    rules: { oldest: 1, current: rulesVersion },
    applyEntry(state, bytes, timeMs, out, quarantined) {
      core.applyEntry(state, bytes, timeMs, out, quarantined);
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
