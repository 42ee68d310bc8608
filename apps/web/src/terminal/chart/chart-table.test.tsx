import { cleanup, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { live } from '../../live/index.ts';
import { Refusal, type RpcServer } from '../../live/testing/rpc-server.ts';
import { addMessages } from '../../platform/i18n.ts';
import { startFeed } from '../../testing/perpetual.ts';
import { renderPage } from '../../testing/render-page.tsx';
import english from '../locales/en.json';
import { TerminalMarketProvider } from '../terminal-market.ts';
import { ChartTable } from './chart-table.tsx';

addMessages('terminal', english);

const market = {
  name: 'LTC_USDT',
  key: 'LTC_USDT',
  stock: 'LTC',
  money: 'USDT',
  priceStep: '0.01',
  priceDecimals: 2,
  amountDecimals: 4,
  totalDecimals: 2,
  grouping: 'western' as const,
};
let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  feed.answer = ({ method }) => (method === 'kline.query' ? new Refusal(2) : { status: 'success' });
  live.start();
});

afterEach(cleanup);

afterAll(async () => {
  live.stop();
  await feed.stop();
});

function Screen() {
  return (
    <TerminalMarketProvider value={market}>
      <ChartTable interval={900} />
    </TerminalMarketProvider>
  );
}

test('candles that could not be loaded are not called a market without trades', async () => {
  renderPage(Screen);
  await screen.findByText('The candles could not be loaded.');
  expect(screen.queryByText(/first trade/)).toBeNull();
});

test('the table goes on with the market: the newest candle changes, and the next one comes first', async () => {
  const candle = (time: number, close: string) => [time, '96', close, '97', '95', '10', '965', 'LTC_USDT', 900];
  feed.answer = ({ method }) => (method === 'kline.query' ? [candle(900, '96.1'), candle(1800, '96.2')] : {});
  renderPage(Screen);
  await screen.findByText('96.20');
  feed.push('kline.update', [candle(1800, '96.3')]);
  await screen.findByText('96.30');
  expect(screen.queryByText('96.20')).toBeNull();
  feed.push('kline.update', [candle(2700, '96.4')]);
  const newest = await screen.findByText('96.40');
  const rows = screen.getAllByRole('row');
  expect(rows).toHaveLength(4);
  expect(within(rows[1] as HTMLElement).getByText('96.40')).toBe(newest);
});
