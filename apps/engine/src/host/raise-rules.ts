import {
  ByteWriter,
  commandField,
  finishEntry,
  startEntry,
  startingCounter,
  takeSender,
  writeSetRules,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';

/**
 * Puts into a journal that its rules are those of `version` from there on. A repetition has no effect.
 * @param isNew the journal of a new exchange is begun by its first entry; another one that is gone is not begun again
 */
export async function raiseRules(
  redis: Redis,
  { id, stream }: { id: number; stream: string },
  version: number,
  isNew: boolean,
): Promise<void> {
  const writer = new ByteWriter();
  startEntry(writer, id, await takeSender(redis), startingCounter());
  writeSetRules(writer, version);
  finishEntry(writer, 1);
  const entry = Buffer.from(writer.copy());
  if (isNew) await redis.xadd(stream, '*', commandField, entry);
  else await redis.xadd(stream, 'NOMKSTREAM', '*', commandField, entry);
}
