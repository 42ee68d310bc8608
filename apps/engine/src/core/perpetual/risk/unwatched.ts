/** Forgetting the intervals in which positions and accounts need not be looked at: see watches.ts. */
import { MarginMode } from '@pelican/shared/engine/perpetual';
import type { Market, PerpetualShard, Position, Subject, Watch } from '../state.ts';

/** Forgets the interval of a position or account that changed. */
export function dropWatch(shard: PerpetualShard, subject: Subject): void {
  if (subject.isUnwatched) return;
  subject.isUnwatched = true;
  shard.unwatched.push(subject);
}

/** Forgets the intervals of the cross accounts for which it matters whether a market's mark is trusted: that changed. */
export function dropTrustDependent(shard: PerpetualShard, { trustDependent }: Market): void {
  for (const account of trustDependent) dropWatch(shard, account);
  trustDependent.clear();
}

/** Forgets the intervals of all who have a position in a market: its settings changed. */
export function dropWatches(shard: PerpetualShard, market: Market): void {
  for (const held of market.positions.values())
    dropWatch(shard, held.mode === MarginMode.isolated ? held : held.account);
}

export function removeWatch(held: Position): void {
  if (held.watch) unlink(held.watch);
  held.watch = undefined;
}

export function unlink({ fall, rise }: Watch): void {
  fall?.heap.remove(fall);
  rise?.heap.remove(rise);
}
