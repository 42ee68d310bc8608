/** Takes a command that engines cannot apply out of effect. */
import { commandField, finishEntry, startEntry } from '@pelican/shared/engine/journal.ts';
import { type CommandPlace, placeText, writeQuarantine } from '@pelican/shared/engine/kernel-commands.ts';
import { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { takeSender } from '@pelican/shared/engine/sender.ts';
import { type Shard, shardKeys } from '@pelican/shared/engine/shards.ts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { inTransaction } from '../../../platform/database/index.ts';
import { recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import { chosenShards } from '../context.ts';
import { OpsError } from '../ops-errors.ts';

/**
 * KEYS: the journal, the events. ARGV: the entry, the index of one of its commands, the quarantine's entry. Journals the
 * quarantine unless the journal has no such command, or events at or behind it are published, so that it took effect.
 */
const script = `local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not entry then return 'missing' end
local count = string.byte(entry[2][2], 3) + 256 * string.byte(entry[2][2], 4)
if tonumber(ARGV[2]) >= count then return 'missing' end
if redis.call('XRANGE', KEYS[2], ARGV[1], '+', 'COUNT', 1)[1] then return 'published' end
return redis.call('XADD', KEYS[1], '*', '${commandField}', ARGV[3])`;

export const quarantine = defineCommand({
  name: 'quarantine',
  usage: '<position> [--shard NAME]',
  summary: 'Take a command that the engines cannot apply out of effect; /health names its position',
  arguments: ['position'],
  options: { shard: { type: 'string' } },
  input: z.object({
    position: z
      .string({ error: '<position> is missing' })
      .regex(/^\d+-\d+(\/\d{1,5})?$/, 'must be a position like 1790000000000-0/3')
      .transform((text): CommandPlace => {
        const [position = '', index = '0'] = text.split('/');
        return { position, index: Number(index) };
      }),
    shard: z.string().optional(),
  }),
  async run(context, { position: place, shard: name }) {
    const redis = await context.redis();
    for (const shard of chosenShards(context, name)) {
      const outcome = await inTransaction(context.pool, async (tx) => {
        const answer = await journalQuarantine(redis, shard, place);
        if (answer !== 'missing' && answer !== 'published')
          await recordOps(context, tx, 'command.quarantine', `command:${shard.name}:${placeText(place)}`);
        return answer;
      });
      if (outcome === 'missing') continue;
      if (outcome === 'published')
        throw new OpsError(
          `the events of ${placeText(place)} or of a later command are published: it has taken effect`,
        );
      context.print(`${shard.name}: the command ${placeText(place)} is quarantined by the entry ${outcome}`);
      return;
    }
    throw new OpsError(`no journal holds a command ${placeText(place)}`);
  },
});

async function journalQuarantine(redis: Redis, shard: Shard, place: CommandPlace): Promise<string> {
  const { commands, events } = shardKeys(shard);
  const writer = new ByteWriter();
  startEntry(writer, shard.id, await takeSender(redis), 1);
  writeQuarantine(writer, place);
  finishEntry(writer, 1);
  const entry = Buffer.from(writer.copy());
  return (await redis.eval(script, 2, commands, events, place.position, place.index, entry)) as string;
}
