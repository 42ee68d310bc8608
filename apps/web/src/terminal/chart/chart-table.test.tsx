import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
