import { PassThrough } from 'node:stream';
import { Side } from '@pelican/shared/engine/spot';
import { marketScale } from '@pelican/shared/money';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CatalogMarket } from '../../../catalog/index.ts';
import { MarketState } from '../../../live/index.ts';
import { LiveView } from '../../../live/spot/live-view.ts';
import { FlushSchedule, Outbound } from '../connection/outbound.ts';
import { KlineStream } from './kline-stream.ts';

const base = { id: 1, ticker: 'LTC', scale: 8 };
const quote = { id: 2, ticker: 'USDT', scale: 8 };
const listing = { priceStep: '0.01', amountStep: '0.0001', base, quote };
const market = { id: 1, name: 'LTC_USDT', ...listing, scale: marketScale(listing) } as unknown as CatalogMarket;
const start = 1_700_000_040;

let state: MarketState<CatalogMarket>;
let stream: KlineStream;
let sent: PassThrough;
let outbound: Outbound;

/** Rows pushed since the last call. */
function rows(): unknown[][] {
  outbound.flush();
  const bytes = (sent.read() as Buffer | null)?.toString('latin1') ?? '';
  return [...bytes.matchAll(/\{"method":"kline.update","params":\[(\[.*?\])\],"id":null\}/g)].map(([, row]) =>
    JSON.parse(row as string),
  );
}

function trade(id: number, seconds: number, priceTicks: number): void {
  state.addTrade(id, (start + seconds) * 1000, priceTicks, 10_000, Side.buy);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: (start + 10) * 1000 });
  state = new MarketState(market);
  const view = new LiveView();
  view.restore({ position: '0-0', seq: 0, markets: [state], orders: [] });
  stream = new KlineStream({ view, suffix: '' }, market, 60, 250);
  sent = new PassThrough();
  outbound = new Outbound(sent, { slowBytes: 1e6, waitingBytesMax: 1e7 }, new FlushSchedule());
});

afterEach(() => {
  vi.useRealTimers();
});

it('ends a row once, before the first of the next bucket', () => {
  trade(1, 5, 10_000);
  stream.subscribe(outbound);
  expect(rows()).toEqual([[start, '100', '100', '100', '100', '1', '100', 'LTC_USDT', 60, false]]);
  trade(2, 59, 10_100);
  trade(3, 61, 10_200);
  vi.setSystemTime((start + 62) * 1000);
  stream.push();
  expect(rows()).toEqual([
    [start, '100', '101', '101', '100', '2', '201', 'LTC_USDT', 60, true],
    [start + 60, '101', '102', '102', '101', '1', '102', 'LTC_USDT', 60, false],
  ]);
  stream.push();
  expect(rows()).toEqual([]);
});

it('goes on with flat rows where nothing trades', () => {
  trade(1, 5, 10_000);
  stream.subscribe(outbound);
  rows();
  vi.setSystemTime((start + 60) * 1000);
  stream.sweep();
  expect(rows()).toEqual([]);
  vi.setSystemTime((start + 62) * 1000);
  stream.sweep();
  expect(rows()).toEqual([
    [start, '100', '100', '100', '100', '1', '100', 'LTC_USDT', 60, true],
    [start + 60, '100', '100', '100', '100', '0', '0', 'LTC_USDT', 60, false],
  ]);
});
