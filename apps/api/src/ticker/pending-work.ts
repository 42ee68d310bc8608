/** What the engine answered to the ticker's newest command: whether it left work for a continueRound. */
import {
  commandDoneKind,
  decodeCommandDone,
  forEachRecord,
  readEventHeader,
  type Shard,
  shardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { newestEventId } from '../shards/index.ts';

const pageEntries = 256;

/** `unknown`: the engine has not answered yet. */
export type Answer = 'pending' | 'done' | 'unknown';

/** Continues to read a shard's events, so that an answer is found however many entries of others come behind it. */
export class AnswerReader {
  readonly #redis: Redis;
  readonly #shard: Shard;
  /** Id of the newest event that was looked at. */
  #after = '0-0';

  constructor(redis: Redis, shard: Shard) {
    this.#redis = redis;
    this.#shard = shard;
  }

  /** Goes to the end of the events; what is appended to the journal afterwards is answered behind it. */
  async begin(): Promise<void> {
    this.#after = await newestEventId(this.#redis, this.#shard);
  }

  /** The answer to the entry of one command that `sender` wrote as its number `counter`. */
  async answerTo(sender: number, counter: number): Promise<Answer> {
    const { events } = shardKeys(this.#shard);
    for (;;) {
      const entries = await this.#redis.xrangeBuffer(events, `(${this.#after}`, '+', 'COUNT', pageEntries);
      for (const [id, [, bytes]] of entries) {
        this.#after = id.toString('latin1');
        if (!bytes) continue;
        const header = readEventHeader(bytes);
        if (header.sender === sender && header.counter === counter) return answerIn(bytes);
      }
      if (entries.length < pageEntries) return 'unknown';
    }
  }
}

function answerIn(bytes: Uint8Array): Answer {
  let answer: Answer = 'done';
  forEachRecord(bytes, (view, at) => {
    const isDone = view.getUint8(at + 2) === commandDoneKind;
    if (isDone && decodeCommandDone(view, at).available === 1) answer = 'pending';
  });
  return answer;
}
