import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { live } from '../../live/index.ts';
import { Refusal, type RpcServer } from '../../live/testing/rpc-server.ts';
import { addMessages } from '../../platform/i18n.ts';
import { startFeed } from '../../testing/perpetual.ts';
import { renderPage } from '../../testing/render-page.tsx';
import english from '../locales/en.json';
import { TerminalMarketProvider } from '../terminal-market.ts';
import { KlineChart } from './kline-chart.tsx';

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

/** jsdom draws nothing: what the chart asks of its canvas does nothing. */
function drawing(_: unknown, name: string | symbol) {
  if (name === 'measureText') return () => ({ width: 10 });
  return () => ({ addColorStop() {} });
}
const canvas = new Proxy({}, { get: drawing, set: () => true });

beforeAll(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas as never);
  feed = await startFeed({ positions: [], orders: [] });
  live.start();
});

afterEach(cleanup);

afterAll(async () => {
  live.stop();
  await feed.stop();
});

const none: never[] = [];
const Screen = () => (
  <TerminalMarketProvider value={market}>
    <KlineChart interval={900} indicators={none} lines={none} />
  </TerminalMarketProvider>
);

test('candles that could not be loaded are said, and asked for again on demand', async () => {
  feed.answer = ({ method }) => (method === 'kline.query' ? new Refusal(2) : { status: 'success' });
  renderPage(Screen);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The candles could not be loaded.');
  expect(screen.queryByText(/first trade/)).toBeNull();
  feed.answer = ({ method }) => (method === 'kline.query' ? [] : { status: 'success' });
  await userEvent.click(screen.getByRole('button', { name: english.chart.retry }));
  await screen.findByText(/first trade/);
  expect(screen.queryByRole('alert')).toBeNull();
});
