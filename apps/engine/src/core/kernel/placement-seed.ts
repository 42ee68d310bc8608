/**
 * The seed of the hash tables of keys: 64 bits that an index copies when it is constructed. The host fills them with random
 * bits before the first shard, so that no client can choose keys that collide. No answer, event or snapshot depends on
 * them.
 */
export const placementSeed = new Int32Array(2);
