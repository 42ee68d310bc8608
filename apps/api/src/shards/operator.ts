/** What operators do to journals: takes a command that engines cannot apply out of effect. */

import { DomainError } from '@pelican/shared/contracts';
import {
  ByteWriter,
  type CommandPlace,
  commandField,
  finishEntry,
  newestIdLua,
  placeText,
  type Shard,
  shardKeys,
  startEntry,
  takeSender,
  writeQuarantine,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../identity/index.ts';

/**
 * KEYS: the journal, the events. ARGV: the entry, the index of one of its commands, the quarantine's entry or '' to look only.
 * Journals the quarantine unless the journal has no such command, or events at or behind it are published, so that it took effect:
 * the stream's newest id says so also when settled events are trimmed, or were never in this Redis because it was restored.
 */
const script = `${newestIdLua}
local entry = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])[1]
if not entry then return 'missing' end
local count = string.byte(entry[2][2], 3) + 256 * string.byte(entry[2][2], 4)
if tonumber(ARGV[2]) >= count then return 'missing' end
local ms, number = string.match(ARGV[1], '(%d+)-(%d+)')
local newestMs, newestNumber = string.match(newestId(KEYS[2]), '(%d+)-(%d+)')
ms, newestMs = tonumber(ms), tonumber(newestMs)
if newestMs > ms or newestMs == ms and tonumber(newestNumber) >= tonumber(number) then return 'published' end
if ARGV[3] == '' then return 'possible' end
return redis.call('XADD', KEYS[1], '*', '${commandField}', ARGV[3])`;

/**
 * Records the quarantine of a command, and journals it after the commit: no crash between the two leaves one that nobody
 * answers for, and after one that leaves the record alone the operator asks again. The effect is its position.
 * @param shards those that may hold the command
 * @throws DomainError not_found, invalid_argument: it has taken effect
 */
export function quarantineCommand(redis: Redis, shards: readonly Shard[]): OperatorAction<CommandPlace, Shard, string> {
  return {
    name: 'commands.quarantine',
    permission: 'system',
    twoPersons: false,
    payload: z.object({ position: z.string(), index: z.number() }),
    async run(tx, act, place) {
      for (const shard of shards) {
        if (!isHeld(await callScript(redis, shard, place, ''), place)) continue;
        const subject = `command:${shard.name}:${placeText(place)}`;
        await recordAct(tx, act, { action: 'command.quarantine', subject });
        return shard;
      }
      throw notFound(place);
    },
    afterCommit: (_deps, _act, place, shard) => journalQuarantine(redis, shard, place),
  };
}

/** @throws DomainError not_found, invalid_argument: it has taken effect meanwhile */
async function journalQuarantine(redis: Redis, shard: Shard, place: CommandPlace): Promise<string> {
  const writer = new ByteWriter();
  startEntry(writer, shard.id, await takeSender(redis), 1);
  writeQuarantine(writer, place);
  finishEntry(writer, 1);
  const answer = await callScript(redis, shard, place, Buffer.from(writer.copy()));
  if (!isHeld(answer, place)) throw notFound(place);
  return answer;
}

async function callScript(redis: Redis, shard: Shard, place: CommandPlace, entry: Buffer | ''): Promise<string> {
  const { commands, events } = shardKeys(shard);
  return (await redis.eval(script, 2, commands, events, place.position, place.index, entry)) as string;
}

/** Whether the journal that answered holds the command. @throws DomainError invalid_argument: it has taken effect */
function isHeld(answer: string, place: CommandPlace): boolean {
  if (answer !== 'published') return answer !== 'missing';
  const message = `the events of ${placeText(place)} or of a later command are published: it has taken effect`;
  throw new DomainError('invalid_argument', { message });
}

function notFound(place: CommandPlace): DomainError {
  return new DomainError('not_found', { message: `no journal holds a command ${placeText(place)}` });
}
