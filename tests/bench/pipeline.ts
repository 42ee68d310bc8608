/**
 * npm run bench -- pipeline [--transport http|socket] [--batch N] [--rate N] [--seconds N] [--users N] [--links N] [--window N]
 *
 * Orders of signed-in users through the whole chain of real processes: acknowledged after the journal is on disk,
 * settled into Postgres, pushed to a user who listens. Without --rate as many as are acknowledged. The last line is JSON.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cpuSeconds } from './pipeline/cpu.ts';
import type { LoadOptions, LoadReport } from './pipeline/load.ts';
import { type BenchUser, seed, settledSeq } from './pipeline/seed.ts';
import { startStack } from './pipeline/stack.ts';
import { watch } from './pipeline/watcher.ts';

const { values } = parseArgs({
  options: {
    transport: { type: 'string', default: 'socket' },
    batch: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
    users: { type: 'string', default: '1000' },
    links: { type: 'string', default: '0' },
    window: { type: 'string', default: '0' },
  },
});
const transport = values.transport === 'http' ? 'http' : 'socket';
const batch = transport === 'http' ? 1 : Number(values.batch);
const rate = Number(values.rate);
const seconds = Number(values.seconds);
/** An HTTP connection carries one order at a time, so it takes more of them. */
const links = Number(values.links) || (transport === 'http' ? 128 : 32);
/** Orders in flight a link: enough to keep every part busy, few enough to keep queues short. */
const window = Number(values.window) || (transport === 'http' ? 1 : Math.max(64, batch * 16));
/** The compiler is done with what every order needs, and the collector with what the start left. */
const warmUpSeconds = 8;

interface Edge {
  atMs: number;
  seq: number;
  cpu: Record<string, number>;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  const stack = await startStack();
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  try {
    const users = await seed(stack, Number(values.users));
    await stack.startApi();
    say(`${users.length} users with money; ${links} connections, ${transport}, ${batch} a message`);
    const watcher = await watch(stack.port, users[0] as BenchUser, 'LTC_USDT');
    const load = fork(path.join(import.meta.dirname, 'pipeline/load.ts'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const pids = { ...stack.pids, load: load.pid as number };
    const edge = async (): Promise<Edge> => {
      const seq = await settledSeq(pool);
      return { atMs: performance.now(), seq, cpu: cpuSeconds(pids) };
    };
    const options: LoadOptions = {
      transport,
      port: stack.port,
      users: users.slice(0, links),
      batch,
      rate,
      window,
      seconds,
      warmUpSeconds,
    };
    const message = listen(load);
    load.send(options);
    await message('measuring');
    const before = await edge();
    await message('measured');
    const after = await edge();
    const { report } = await message('report');
    if (!report) throw new Error('the load generator reported nothing');
    const caughtUpMs = await catchUp(pool, after.atMs);
    say(
      `refused ${report.refused}; pushed to one user ${watcher.privatePushes()} private, ${watcher.publicPushes()} public; ` +
        `settlement caught up ${Math.round(caughtUpMs)} ms after the end`,
    );
    watcher.close();
    say(JSON.stringify(summary(report, before, after)));
  } finally {
    await pool.end();
    await stack.stop();
  }
}

interface LoadMessage {
  kind: string;
  report?: LoadReport;
}

/** Waits for messages of the load generator, whenever they come. */
function listen(child: ChildProcess): (kind: string) => Promise<LoadMessage> {
  const received = new Map<string, LoadMessage>();
  const news = new EventEmitter();
  let hasEnded = false;
  child.on('message', (message: LoadMessage) => {
    received.set(message.kind, message);
    news.emit('news');
  });
  child.on('exit', () => {
    hasEnded = true;
    news.emit('news');
  });
  return async (kind) => {
    for (;;) {
      const message = received.get(kind);
      if (message) return message;
      if (hasEnded) throw new Error('the load generator ended');
      await once(news, 'news');
    }
  };
}

/** Milliseconds from the end of the load until the cursor stands still. */
async function catchUp(pool: pg.Pool, fromMs: number): Promise<number> {
  let seq = -1;
  let atMs = fromMs;
  for (;;) {
    const next = await settledSeq(pool);
    if (next === seq && performance.now() - atMs > 1_000) return atMs - fromMs;
    if (next !== seq) atMs = performance.now();
    seq = next;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function summary(report: LoadReport, before: Edge, after: Edge) {
  const elapsed = (after.atMs - before.atMs) / 1000;
  const cpu = Object.fromEntries(
    Object.entries(after.cpu).map(([part, used]) => [part, round((used - (before.cpu[part] ?? 0)) / elapsed, 2)]),
  );
  return {
    bench: 'pipeline',
    transport,
    batch,
    offeredPerSecond: Math.round(rate || report.sent / seconds),
    acknowledgedPerSecond: Math.round(report.acknowledged / seconds),
    settledPerSecond: Math.round((after.seq - before.seq) / elapsed),
    ackMs: { p50: round(report.p50, 2), p99: round(report.p99, 2) },
    cpu,
  };
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

await main();
