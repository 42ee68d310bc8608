/** The shards that run where a test sets no others. */
import { firstOfKind, parseShards, type ShardKind, type ShardOf, shardsDefault } from '@pelican/shared/engine';

export const shards = parseShards(shardsDefault);
export const spotShard = firstOfKind(shards, 'spot');
export const perpetualShard = firstOfKind(shards, 'perpetual');

/** The one of a kind. */
export function shardOf<Kind extends ShardKind>(kind: Kind): ShardOf<Kind> {
  return firstOfKind(shards, kind);
}

/** For a relay of the outbox whose commands can all be sent. */
export function failAtWarning(message: string): never {
  throw new Error(message);
}
