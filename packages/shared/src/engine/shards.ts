/**
 * The shards of an exchange. A shard is one journal with its engine, its events and its settlement. It is a record, listed in
 * the environment variable SHARDS; there may be several of a kind, and the kind selects core, wire and settler.
 */
export type ShardKind = 'spot' | 'perpetual';

export interface ShardOf<Kind extends ShardKind> {
  /** 1 to 255, never used again for another shard: it is in every journal entry and in every row of the shard. */
  readonly id: number;
  /** Prefix of the shard's Redis keys, and part of the names of its processes and folders. */
  readonly name: string;
  readonly kind: Kind;
}
export type Shard = ShardOf<'spot'> | ShardOf<'perpetual'>;

/** What runs where nothing else is set: one shard of each kind. */
export const shardsDefault = 'spot=1:spot,perpetual=2:perpetual';

/** `ticker` is not a name: its keys are the ticker's. */
const shardPattern = /^((?!ticker=)[a-z][a-z0-9]{0,23})=([1-9]\d{0,2}):(spot|perpetual)$/;
const shardIdMax = 255;

/**
 * Reads `<name>=<id>:<kind>`, separated by commas.
 * @throws Error naming the part that is wrong, a name or an id that is used twice, or a kind without a shard
 */
export function parseShards(text: string): Shard[] {
  const shards = text.split(',').map((part) => {
    const [, name, id, kind] = shardPattern.exec(part.trim()) ?? [];
    if (name === undefined || Number(id) > shardIdMax)
      throw new Error(`SHARDS: ${JSON.stringify(part.trim())} is not <name>=<id from 1 to 255>:<spot or perpetual>`);
    return { id: Number(id), name, kind: kind as ShardKind };
  });
  for (const field of ['id', 'name'] as const) {
    const values = shards.map((shard) => shard[field]);
    const repeated = values.find((value, at) => values.indexOf(value) !== at);
    if (repeated !== undefined) throw new Error(`SHARDS: the ${field} ${repeated} is used twice`);
  }
  for (const kind of ['spot', 'perpetual'] as const)
    if (!shards.some((shard) => shard.kind === kind)) throw new Error(`SHARDS: there is no ${kind} shard`);
  if (shards.find(({ id }) => id === 1)?.kind === shards.find(({ id }) => id === 2)?.kind)
    throw new Error('SHARDS: 1 and 2 must be of different kinds, since their order ids begin at the same number');
  return shards.sort((a, b) => a.id - b.id);
}

/** The shards of a kind, by id. */
export function shardsOfKind<Kind extends ShardKind>(shards: readonly Shard[], kind: Kind): ShardOf<Kind>[] {
  return shards.filter((shard) => shard.kind === kind) as ShardOf<Kind>[];
}

/** The first shard of a kind: the one that money enters when no market says which. */
export function firstOfKind<Kind extends ShardKind>(shards: readonly Shard[], kind: Kind): ShardOf<Kind> {
  const [first] = shardsOfKind(shards, kind);
  if (!first) throw new Error(`there is no ${kind} shard`);
  return first;
}

/** The Redis keys of a shard. */
export function shardKeys({ name }: Pick<Shard, 'name'>) {
  return {
    /** Stream: the journal. */
    commands: `${name}:commands`,
    /** Stream: what the engine answers, under the commands' ids. */
    events: `${name}:events`,
    /** The position up to which the leader has trimmed the journal: entries from there on are in the stream. */
    trimmed: `${name}:trimmed`,
    /** The leader's lease. */
    lease: `${name}:lease`,
    /** The journal position up to which the shard is in Postgres. */
    settled: `${name}:settled`,
    /** See regeneration.ts. */
    regeneration: `${name}:regeneration`,
    regenerated: `${name}:regenerated`,
  };
}
export type ShardKeys = ReturnType<typeof shardKeys>;

/** The names of a shard's processes: of their logs, port files and containers. */
export function shardParts({ name }: Pick<Shard, 'name'>) {
  return { engine: `engine-${name}`, standby: `engine-${name}-standby`, settlement: `settlement-${name}` };
}

const idsPerShard = 2 ** 44;

/**
 * A shard's order, algo and position ids are above this number: 2^44 ids a shard, so no two shards of a kind give the same
 * one. It follows from the shard's id alone; 1 and 2, which are of different kinds, both begin at 0.
 */
export function objectIdBase(shardId: number): number {
  return Math.max(0, shardId - 2) * idsPerShard;
}

/** Which of these shards, all of one kind, gave an order, algo or position id; undefined when none did. */
export function shardOfObject(shardIds: readonly number[], objectId: number): number | undefined {
  return shardIds.find((id) => objectId > objectIdBase(id) && objectId <= objectIdBase(id) + idsPerShard);
}
