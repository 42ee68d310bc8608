/** The thread behind regeneration.ts: meets one request, then ends. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { bulkConnection } from './connections.ts';
import { coreOf } from './cores.ts';
import { regenerate } from './regenerate.ts';
import type { RegenerationTask } from './regeneration.ts';

// Linux counts niceness by the thread: this one gives way to the engine beside it. Elsewhere it would slow the engine itself.
if (process.platform === 'linux') setPriority(10);
const task = workerData as RegenerationTask;
const redis = bulkConnection(task.redisUrl, { info: () => undefined, warn: () => undefined });
try {
  parentPort?.postMessage(await regenerate(redis, coreOf(task.shard), task));
} finally {
  redis.disconnect();
}
