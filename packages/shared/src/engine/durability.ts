/** What we demand of the Redis that keeps the journals: what it has acknowledged is on its disk. */
const durableSettings = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const;

/** The part of a Redis connection that is needed here. */
interface Commands {
  config(subcommand: 'GET', name: string): Promise<unknown>;
}

/** Why acknowledged commands could be lost: settings that are wrong, one sentence each, and settings not disclosed. */
interface Durability {
  faults: string[];
  /** Names of settings that Redis does not disclose to this user, as managed ones do not. */
  unknown: string[];
}

/** Reads the settings on which the journal's durability depends. @throws when Redis does not answer */
export async function readDurability(redis: Commands): Promise<Durability> {
  const durability: Durability = { faults: [], unknown: [] };
  for (const [name, wanted] of Object.entries(durableSettings)) {
    const value = await redisSetting(redis, name);
    if (value === undefined) durability.unknown.push(name);
    else if (value !== wanted) durability.faults.push(`${name} is ${value} and must be ${wanted}`);
  }
  return durability;
}

/** @returns undefined when Redis does not disclose it. @throws when Redis does not answer */
export async function redisSetting(redis: Commands, name: string): Promise<string | undefined> {
  try {
    const [, value] = (await redis.config('GET', name)) as (string | undefined)[];
    return value;
  } catch (error) {
    // Of ioredis: the server has answered, with a refusal.
    if (error instanceof Error && error.name === 'ReplyError' && !error.message.startsWith('LOADING')) return undefined;
    throw error;
  }
}
