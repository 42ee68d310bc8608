/**
 * A process that reads what anybody may: once a second 300 queries of 2,000 candles over four sockets, and a person's history
 * without a pause. Its parent says when. The process has a low priority: readers' own machines are elsewhere.
 */
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

export interface FloodOptions {
  port: number;
  /** Of who reads the history. */
  token: string;
}

export interface FloodReport {
  answered: number;
  refused: number;
  histories: number;
}

setPriority(15);

const sockets = 4;
const queriesPerBurst = 300;
const burstMs = 1_000;
const markets = ['LTC_USDT', 'ETH_USDT', 'SOL_USDT', 'BTC_USDT'];
const intervals = [60, 300, 900];
const rows = 2_000;

const report: FloodReport = { answered: 0, refused: 0, histories: 0 };
let isReading = false;
let queries = 0;

function open(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
  socket.on('message', (data: Buffer) => {
    if (data.subarray(0, 14).toString('latin1') === '{"error":null,') report.answered++;
    else report.refused++;
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

function query(): string {
  const id = ++queries;
  const interval = intervals[id % intervals.length] as number;
  const end = Math.floor(Date.now() / 1000) - (id % 100) * interval;
  return JSON.stringify({
    id,
    method: 'kline.query',
    params: [markets[id % markets.length], end - rows * interval, end, interval],
  });
}

async function burst(open: WebSocket[]): Promise<void> {
  for (let sent = 0; sent < queriesPerBurst; sent++) (open[sent % sockets] as WebSocket).send(query());
  await delay(burstMs);
}

async function readHistory({ port, token }: FloodOptions): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v2/history?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  if (answer.ok) report.histories++;
  else await delay(50);
}

async function run(options: FloodOptions): Promise<void> {
  const open4 = await Promise.all(Array.from({ length: sockets }, () => open(options.port)));
  const repeat = async (work: () => Promise<void>) => {
    for (;;) await (isReading ? work() : delay(5));
  };
  process.send?.('ready');
  await Promise.all([repeat(() => burst(open4)), repeat(() => readHistory(options))]);
}

process.on('message', (message: FloodOptions | { isReading: boolean }) => {
  if ('port' in message)
    run(message).catch((error: Error) => process.stderr.write(`${error.stack}\n`, () => process.exit(1)));
  else {
    isReading = message.isReading;
    process.send?.(report);
  }
});
