/**
 * npm run bench -- readers [--rate N] [--rounds N]
 *
 * What orders feel of those who read what anybody may: the time until POST /v2/order is acknowledged, quiet and under
 * 300 heavy queries a second from one address, in turns of four seconds. The last line is JSON.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startOrders } from './pipeline/even-orders.ts';
import { type BenchUser, seed } from './pipeline/seed.ts';
import { startStack } from './pipeline/stack.ts';
import type { FloodReport } from './readers/flood.ts';
import { percentile, round } from './shared/percentile.ts';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '200' }, rounds: { type: 'string', default: '4' } },
});
const phaseMs = 4_000;
const warmUpMs = 6_000;
const links = 16;
/** The limits that an exchange has by default. */
const limits = { PUBLIC_ROWS_PER_SECOND_PER_IP: '', SOCKET_REQUESTS_PER_SECOND: '', SOCKET_REQUEST_BURST: '' };

async function main(): Promise<void> {
  const stack = await startStack(limits);
  try {
    const users = await seed(stack, links + 1);
    await insertCandles(stack.databaseUrl);
    await stack.startApi();
    const flood = fork(path.join(import.meta.dirname, 'readers/flood.ts'));
    flood.send({ port: stack.port, token: (users.at(-1) as BenchUser).token });
    await once(flood, 'message');
    const set = async (isReading: boolean): Promise<FloodReport> => {
      flood.send({ isReading });
      return (await once(flood, 'message'))[0] as FloodReport;
    };
    const orders = await startOrders(stack.port, users.slice(0, links), Number(values.rate));
    await delay(warmUpMs);
    const quiet: number[] = [];
    const loaded: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      orders.into(quiet);
      await delay(phaseMs);
      orders.into(loaded);
      await set(true);
      await delay(phaseMs);
      await set(false);
      orders.into([]);
      await delay(phaseMs / 4);
    }
    const report = await set(false);
    orders.stop();
    flood.kill();
    process.stdout.write(`${JSON.stringify(summary(quiet, loaded, report))}\n`);
  } finally {
    await stack.stop();
  }
}

/** 3,000 candles of each interval that the flood asks for. */
async function insertCandles(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `INSERT INTO klines (market_id, interval, open_time, open, close, high, low, volume, money)
     SELECT m.id, i, (extract(epoch FROM now())::int / i - n) * i, 96.5, 96.5, 97, 96, 1234 + n, 119000
       FROM markets m, unnest(ARRAY[60, 300, 900]) i, generate_series(1, 3000) n
      WHERE m.name IN ('LTC_USDT', 'ETH_USDT', 'SOL_USDT', 'BTC_USDT')`,
  );
  await client.end();
}

function summary(quiet: number[], loaded: number[], reads: FloodReport) {
  const figures = (list: number[]) => ({
    orders: list.length,
    p50: percentile(list, 0.5),
    p99: percentile(list, 0.99),
  });
  const [quietMs, loadedMs] = [figures(quiet), figures(loaded)];
  return { bench: 'readers', quietMs, loadedMs, p99Ratio: round(loadedMs.p99 / quietMs.p99), reads };
}

await main();
