import { commandField, finishEntry, startEntry } from '@pelican/shared/engine/journal.ts';
import { writeSetRules } from '@pelican/shared/engine/kernel-commands.ts';
import { ByteWriter } from '@pelican/shared/engine/layout.ts';
import type { Redis } from 'ioredis';

/** Puts into a journal that its rules are those of `version` from there on. A repetition has no effect. */
export async function raiseRules(
  redis: Redis,
  { id, stream }: { id: number; stream: string },
  version: number,
): Promise<void> {
  const writer = new ByteWriter();
  startEntry(writer, id, await redis.incr('senders'), 1);
  writeSetRules(writer, version);
  finishEntry(writer, 1);
  await redis.xadd(stream, '*', commandField, Buffer.from(writer.copy()));
}
