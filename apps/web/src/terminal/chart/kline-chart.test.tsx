import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Refusal } from '../../live/testing/rpc-server.ts';
import { chartFeed, ltcMarket } from '../../testing/chart-feed.ts';
import { renderPage } from '../../testing/render-page.tsx';
import english from '../locales/en.json';
import { TerminalMarketProvider } from '../terminal-market.ts';
import { KlineChart } from './kline-chart.tsx';
import type { ChartLine } from './price-lines.ts';

const feed = chartFeed();

/** Fonts in which texts were measured. */
const measuredIn = new Map<string, string>();
let font = '';
/** jsdom draws nothing: what the chart asks of its canvas does nothing. */
function drawing(_: unknown, name: string | symbol) {
  if (name === 'measureText')
    return (text: string) => {
      measuredIn.set(text, font);
      return { width: 10 };
    };
  return () => ({ addColorStop() {} });
}
const canvas = new Proxy(
  {},
  {
    get: drawing,
    set: (_, name, value) => {
      if (name === 'font') font = value;
      return true;
    },
  },
);

beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvas as never);
});

afterEach(cleanup);

const none: never[] = [];
const Screen = ({ lines = none }: { lines?: readonly ChartLine[] }) => (
  <TerminalMarketProvider value={ltcMarket}>
    <KlineChart interval={900} indicators={none} lines={lines} />
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

test('until candles come nothing is shown: the axis would have figures of no market', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  feed().answer = ({ method }) => (method === 'kline.query' ? promise : { status: 'success' });
  renderPage(Screen);
  const state = () => document.querySelector<HTMLElement>('[data-bars]')?.dataset.bars;
  expect(state()).toBe('waiting');
  resolve([[1_795_000_000, '100', '101', '102', '99', '5', '500']]);
  await waitFor(() => expect(state()).toBe('shown'));
});

test('labels of lines are measured in the font of the page, in which they are written', async () => {
  document.documentElement.style.setProperty('--font', 'Page Font');
  feed().answer = ({ method }) =>
    method === 'kline.query' ? [[1_795_000_000, '100', '101', '102', '99', '5', '500']] : { status: 'success' };
  const lines: ChartLine[] = [{ id: 'a', price: 100, text: 'Buy 1', tone: 'buy' }];
  renderPage(() => <Screen lines={lines} />);
  await waitFor(() => expect([...measuredIn].find(([text]) => text.startsWith('Buy 1'))?.[1]).toContain('Page Font'));
});
