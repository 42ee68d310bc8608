/**
 * npm run bench -- feed [--minutes N] [--url URL]
 *
 * The trade page in a busy market: 200 changes of the book and 50 trades a second for ten minutes. What the page keeps is
 * measured by its heap after a collection, a minute after the feed has begun and at the end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { ApiSession } from '../support/api-session.ts';
import { becomesLive, launchBrowser, openBrowser } from '../support/browser.ts';
import { watchFrames } from '../support/in-page.ts';
import { type Burst, startBurst } from '../support/order-burst.ts';
import { withExchange } from './shared/bench-exchange.ts';
import { percentile, round } from './shared/percentile.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, url: { type: 'string' } } });
const minuteMs = 60_000;
const market = 'LTC_USDT';
const changesPerSecond = 200;
const tradesPerSecond = 50;

interface Memory {
  heapMb: number;
  nodes: number;
}

/** What is in use once all garbage is gone. */
async function memoryOf(protocol: CDPSession): Promise<Memory> {
  // What the first collection finalises the second one frees.
  for (let turn = 0; turn < 2; turn += 1) await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  const { nodes } = await protocol.send('Memory.getDOMCounters');
  return { heapMb: round(usedSize / 1024 / 1024), nodes };
}

async function beginFeed(url: string): Promise<Burst> {
  const [seller, buyer] = await Promise.all([
    ApiSession.signIn(url, 'alice@demo.local'),
    ApiSession.signIn(url, 'bob@demo.local'),
  ]);
  const tokens = { seller: seller.accessToken, buyer: buyer.accessToken };
  return startBurst(url, tokens, { market, middle: 96.5, perSecond: changesPerSecond, tradesPerSecond });
}

/** What the socket has brought the page so far. */
interface Received {
  /** Pushes of the book; each holds all changes since the one before. */
  bookPushes: number;
  trades: number;
}

/** Counts what the page receives. Call before it is opened. */
function countReceived(page: Page): Received {
  const received: Received = { bookPushes: 0, trades: 0 };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { method, params } = JSON.parse(String(payload)) as { method?: string; params?: [unknown, unknown[]] };
      if (method === 'depth.update') received.bookPushes += 1;
      if (method === 'deals.update') received.trades += params?.[1].length ?? 0;
    }),
  );
  return received;
}

async function measure(page: Page, protocol: CDPSession, feed: Burst, received: Received): Promise<object> {
  await delay(minuteMs);
  const before = await memoryOf(protocol);
  const [changes, trades, shown] = [feed.changes(), feed.trades(), { ...received }];
  const ms = Number(values.minutes) * minuteMs;
  const { gaps, longTasks } = await watchFrames(page, ms);
  const perSecond = (count: number) => round((count * 1000) / ms);
  const load = {
    changesPerSecond: perSecond(feed.changes() - changes),
    tradesPerSecond: perSecond(feed.trades() - trades),
    onPage: {
      bookPushesPerSecond: perSecond(received.bookPushes - shown.bookPushes),
      tradesPerSecond: perSecond(received.trades - shown.trades),
    },
  };
  const after = await memoryOf(protocol);
  return {
    ...load,
    heapMb: [before.heapMb, after.heapMb],
    heapGrowthMb: round(after.heapMb - before.heapMb),
    nodes: [before.nodes, after.nodes],
    frames: gaps.length,
    frameGapMs: { p50: percentile(gaps, 0.5), p99: percentile(gaps, 0.99) },
    longTasks: longTasks.length,
    longestMs: round(longTasks[0] ?? 0),
    // A frame without a long task counts as one of no length: under 50 while fewer than one frame in a hundred has one.
    taskP99Ms: percentile(
      [...longTasks, ...new Array<number>(Math.max(0, gaps.length - longTasks.length)).fill(0)],
      0.99,
    ),
  };
}

await withExchange(values.url, { ORDERS_PER_SECOND: '1000' }, async (url) => {
  const browser = await launchBrowser();
  try {
    const { page, context } = await openBrowser(browser);
    const received = countReceived(page);
    await page.goto(`${url}/trade/${market}`);
    await becomesLive(page);
    const feed = await beginFeed(url);
    const figures = await measure(page, await context.newCDPSession(page), feed, received);
    await feed.stop();
    process.stdout.write(`${JSON.stringify({ bench: 'feed', minutes: Number(values.minutes), ...figures })}\n`);
  } finally {
    await browser.close();
  }
});
