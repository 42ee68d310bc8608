/** SHARDS and SHARD as parts of a process's environment schema. */
import { z } from 'zod';
import { parseShards, type Shard, shardsDefault } from './shards.ts';

/** SHARDS: every shard of the exchange. */
export const shardsVariable = z
  .string()
  .default(shardsDefault)
  .transform((text, context): Shard[] => {
    try {
      return parseShards(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

/** SHARD: the name of the one shard that a process works for; see `withShard`. */
export const shardVariable = z.string({ error: 'SHARD is not set: it names a shard of SHARDS' });

/** Puts the record of the shard in the place of its name. For the `transform` of a schema that has both variables. */
export function withShard<Values extends { SHARDS: Shard[]; SHARD: string }>(
  values: Values,
  context: z.RefinementCtx,
): Omit<Values, 'SHARD'> & { SHARD: Shard } {
  const shard = values.SHARDS.find(({ name }) => name === values.SHARD);
  if (shard) return { ...values, SHARD: shard };
  const names = values.SHARDS.map(({ name }) => name).join(', ');
  context.addIssue({ code: 'custom', message: `SHARD must name a shard of SHARDS: ${names}` });
  return z.NEVER;
}
