/** The thread behind housekeeping.ts: one turn, then its end. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { bulkConnection } from './connections.ts';
import { coreOf } from './cores.ts';
import type { HousekeepingTask } from './housekeeping.ts';
import { runHousekeeping } from './housekeeping-run.ts';

// Linux counts niceness by the thread: this one gives way to the engine beside it. Elsewhere it would slow the engine itself.
if (process.platform === 'linux') setPriority(10);
const task = workerData as HousekeepingTask;
const redis = bulkConnection(task.redisUrl, { info: () => undefined, warn: () => undefined });
try {
  parentPort?.postMessage(await runHousekeeping(redis, coreOf(task.shard), task));
} finally {
  redis.disconnect();
}
