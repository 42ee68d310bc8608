/**
 * Indexes of spot markets without a perpetual, one a second as those of perpetuals: the ticker writes them into a stream of the last
 * minutes, so that whoever begins to read knows the last minute at once.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createOutageLog } from '../platform/log/index.ts';
import { pollEvery } from '../platform/polling/index.ts';

const streamKey = 'spot:indexes';
/** More than two minutes. */
const keptEntries = 150;
const pollMs = 1_000;

/** By market name, times 10^8 in digits; null: there is no valid index in this second. */
export type SpotIndexes = Record<string, string | null>;

/** @param n Unix seconds */
export async function publishSpotIndexes(
  redis: Pick<Redis, 'xadd'>,
  n: number,
  indexes: Readonly<SpotIndexes>,
): Promise<void> {
  await redis.xadd(streamKey, 'MAXLEN', '~', keptEntries, '*', 'n', n, 'indexes', JSON.stringify(indexes));
}

/** @param price times 10^8; null as in `SpotIndexes` @param at Unix ms */
export type SpotIndexListener = (market: string, price: bigint | null, at: number) => void;

export interface SpotIndexFeed {
  addListener(listener: SpotIndexListener): void;
  close(): void;
}

/** What has been said in the last minutes is told to a listener before anything newer. Resolves after the first read, whether it fails or not. */
export async function followSpotIndexes(
  redis: Pick<Redis, 'xrange'>,
  log: Pick<Logger, 'warn'>,
): Promise<SpotIndexFeed> {
  const listeners: SpotIndexListener[] = [];
  const kept: [n: number, indexes: SpotIndexes][] = [];
  let last = '-';
  const tell = (listener: SpotIndexListener, [n, indexes]: [number, SpotIndexes]) => {
    for (const [market, price] of Object.entries(indexes))
      listener(market, price === null ? null : BigInt(price), n * 1000);
  };
  const read = async () => {
    const entries = await redis.xrange(streamKey, last === '-' ? last : `(${last}`, '+');
    for (const [id, [, n = '', , text = '{}']] of entries) {
      last = id;
      const second: [number, SpotIndexes] = [Number(n), JSON.parse(text)];
      kept.push(second);
      for (const listener of listeners) tell(listener, second);
    }
    kept.splice(0, kept.length - keptEntries);
  };
  const outage = createOutageLog((error) => log.warn({ err: error }, 'the indexes of spot markets could not be read'));
  const attempt = () => read().then(outage.succeeded, outage.failed);
  await attempt();
  const stop = pollEvery(pollMs, attempt, outage.failed);
  return {
    addListener(listener) {
      listeners.push(listener);
      for (const second of kept) tell(listener, second);
    },
    close: stop,
  };
}
