/** The load generator, a process of its own: takes its work from its parent, reports what was acknowledged. */
import { HttpLink } from './http-link.ts';
import type { Link, OnAnswer } from './link.ts';
import { OrderFlow } from './orders.ts';
import type { BenchUser } from './seed.ts';
import { SocketLink } from './socket-link.ts';

export interface LoadOptions {
  transport: 'http' | 'socket';
  port: number;
  users: BenchUser[];
  batch: number;
  /** Orders a second; 0 for as many as are acknowledged. */
  rate: number;
  /** Orders in flight a link when there is no rate. */
  window: number;
  seconds: number;
  warmUpSeconds: number;
}

export interface LoadReport {
  sent: number;
  acknowledged: number;
  refused: number;
  /** Of the measured time, in milliseconds, sorted. */
  p50: number;
  p99: number;
}

const tickMs = 1;
const latenciesMax = 4_000_000;

async function run(options: LoadOptions): Promise<LoadReport> {
  const latencies = new Float64Array(latenciesMax);
  let measured = 0;
  let acknowledged = 0;
  let refused = 0;
  let sent = 0;
  let isMeasuring = false;
  const onAnswer: OnAnswer = (dueMs, refusedNow, count) => {
    if (!isMeasuring) return;
    acknowledged += count;
    refused += refusedNow;
    if (measured < latenciesMax) latencies[measured++] = performance.now() - dueMs;
  };
  const links = await Promise.all(
    options.users.map((user, index) => {
      const flow = new OrderFlow(index);
      return options.transport === 'socket'
        ? SocketLink.open(options.port, user, flow, options.batch, onAnswer)
        : HttpLink.open(options.port, user, flow, onAnswer);
    }),
  );

  let next = 0;
  let lastMs = performance.now();
  let debt = 0;
  const step = options.batch;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (options.rate === 0) {
      for (const link of links) {
        while (link.inFlight + step <= options.window) {
          link.send(step, nowMs);
          if (isMeasuring) sent += step;
        }
        link.flush();
      }
      return;
    }
    debt += ((nowMs - lastMs) * options.rate) / 1000;
    // Orders fall due evenly over the tick: what waited for the timer counts as waiting.
    const count = Math.floor(debt / step);
    const spanMs = nowMs - lastMs;
    for (let i = 0; i < count; i++) {
      const link = links[next++ % links.length] as Link;
      link.send(step, lastMs + (spanMs * (i + 0.5)) / count);
      if (isMeasuring) sent += step;
    }
    debt -= count * step;
    lastMs = nowMs;
    for (const link of links) link.flush();
  }, tickMs);

  await pause(options.warmUpSeconds);
  process.send?.({ kind: 'measuring' });
  isMeasuring = true;
  await pause(options.seconds);
  isMeasuring = false;
  process.send?.({ kind: 'measured' });
  clearInterval(timer);
  const sorted = latencies.subarray(0, measured).sort();
  for (const link of links) link.close();
  return { sent, acknowledged, refused, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

process.once('message', (options: LoadOptions) => {
  run(options).then(
    (report) => process.send?.({ kind: 'report', report }, () => process.exit(0)),
    (error: Error) => {
      process.stderr.write(`${error.stack}\n`);
      process.exit(1);
    },
  );
});
