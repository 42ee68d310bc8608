import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Refusal } from '../../live/testing/rpc-server.ts';
import { chartFeed, ltcMarket } from '../../testing/chart-feed.ts';
import { renderPage } from '../../testing/render-page.tsx';
import english from '../locales/en.json';
import { TerminalMarketProvider } from '../terminal-market.ts';
import { KlineChart } from './kline-chart.tsx';

const feed = chartFeed();

/** jsdom draws nothing: what the chart asks of its canvas does nothing. */
function drawing(_: unknown, name: string | symbol) {
  if (name === 'measureText') return () => ({ width: 10 });
  return () => ({ addColorStop() {} });
}
const canvas = new Proxy({}, { get: drawing, set: () => true });

beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas as never);
});

afterEach(cleanup);

const none: never[] = [];
const Screen = () => (
  <TerminalMarketProvider value={ltcMarket}>
    <KlineChart interval={900} indicators={none} lines={none} />
  </TerminalMarketProvider>
);

test('candles that could not be loaded are said, and asked for again on demand', async () => {
  feed().answer = ({ method }) => (method === 'kline.query' ? new Refusal(2) : { status: 'success' });
  renderPage(Screen);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The candles could not be loaded.');
  expect(screen.queryByText(/first trade/)).toBeNull();
  feed().answer = ({ method }) => (method === 'kline.query' ? [] : { status: 'success' });
  await userEvent.click(screen.getByRole('button', { name: english.chart.retry }));
  await screen.findByText(/first trade/);
  expect(screen.queryByRole('alert')).toBeNull();
});
