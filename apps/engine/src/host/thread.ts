/** Work in a thread of its own that ends with one message. */
import { Worker } from 'node:worker_threads';

export interface RunningThread<Report> {
  /** @throws what the thread threw; nothing is lost then, the next turn tries again */
  finished: Promise<Report>;
  stop(): Promise<void>;
}

/** Starts the thread whose entry is `file`. */
export function startThread<Report>(file: URL, task: object): RunningThread<Report> {
  const worker = new Worker(file, { workerData: task });
  const finished = new Promise<Report>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread ${file.pathname} ended with ${code}`)));
  });
  return { finished, stop: async () => void (await worker.terminate()) };
}
