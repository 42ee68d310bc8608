/** What the engine answered to the ticker's newest command: whether it left work for a continueRound. */
import {
  commandDoneKind,
  decodeCommandDone,
  forEachRecord,
  readEventHeader,
} from '@pelican/shared/engine/event-entry.ts';
import { type Shard, shardKeys } from '@pelican/shared/engine/shards.ts';
import type { Redis } from 'ioredis';

/** Entries of others that may have come behind the answer. */
const entriesMax = 64;

/** `unknown`: the answer is not among the newest events. */
export type Answer = 'pending' | 'done' | 'unknown';

/** The answer to the entry of one command that `sender` wrote as its number `counter`. */
export async function readAnswer(redis: Redis, shard: Shard, sender: number, counter: number): Promise<Answer> {
  const stream = shardKeys(shard).events;
  const entries = await redis.xrevrangeBuffer(stream, '+', '-', 'COUNT', entriesMax);
  for (const [, [, bytes]] of entries) {
    if (!bytes) continue;
    const header = readEventHeader(bytes);
    if (header.sender === sender && header.counter === counter) return answerIn(bytes);
  }
  return 'unknown';
}

function answerIn(bytes: Uint8Array): Answer {
  let answer: Answer = 'done';
  forEachRecord(bytes, (view, at) => {
    const isDone = view.getUint8(at + 2) === commandDoneKind;
    if (isDone && decodeCommandDone(view, at).available === 1) answer = 'pending';
  });
  return answer;
}
