/**
 * Where keys lie in the indexes of this process: 64 bits that an index copies when it is made. The host fills them with
 * random bits before the first shard, so that no client can choose keys that lie in one place and make every lookup
 * there slow. No answer, event or snapshot depends on them.
 */
export const placementSeed = new Int32Array(2);
