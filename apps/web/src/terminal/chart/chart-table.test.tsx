import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../live/testing/rpc-server.ts';
import { chartFeed, ltcMarket } from '../../testing/chart-feed.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { TerminalMarketProvider } from '../terminal-market.ts';
import { ChartTable } from './chart-table.tsx';

const feed = chartFeed();

beforeAll(() => {
  feed().answer = ({ method }) => (method === 'kline.query' ? new Refusal(2) : { status: 'success' });
});

afterEach(cleanup);

function Screen() {
  return (
    <TerminalMarketProvider value={ltcMarket}>
      <ChartTable interval={900} />
    </TerminalMarketProvider>
  );
}

test('candles that could not be loaded are not called a market without trades', async () => {
  renderPage(Screen);
  await screen.findByText('The candles could not be loaded.');
  expect(screen.queryByText(/first trade/)).toBeNull();
  feed().answer = ({ method }) => (method === 'kline.query' ? [] : { status: 'success' });
  feed().dropAll();
  await screen.findByText(/first trade/, {}, { timeout: 5_000 });
});

test('the table goes on with the market: the newest candle changes, and the next one comes first', async () => {
  const candle = (time: number, close: string) => [time, '96', close, '97', '95', '10', '965', 'LTC_USDT', 900];
  feed().answer = ({ method }) => (method === 'kline.query' ? [candle(900, '96.1'), candle(1800, '96.2')] : {});
  renderPage(Screen);
  await screen.findByText('96.20');
  feed().push('kline.update', [candle(1800, '96.3')]);
  await screen.findByText('96.30');
  expect(screen.queryByText('96.20')).toBeNull();
  feed().push('kline.update', [candle(2700, '96.4')]);
  const newest = await screen.findByText('96.40');
  const rows = screen.getAllByRole('row');
  expect(rows).toHaveLength(4);
  expect(within(rows[1] as HTMLElement).getByText('96.40')).toBe(newest);
});

test('a price far below a cent has all decimals of its market', async () => {
  const candle = [900, '0.0000002', '0.00000025', '0.0000003', '0.0000002', '10', '1', 'LTC_USDT', 900];
  feed().answer = ({ method }) => (method === 'kline.query' ? [candle] : {});
  renderPage(() => (
    <TerminalMarketProvider value={{ ...ltcMarket, priceDecimals: 8 }}>
      <ChartTable interval={900} />
    </TerminalMarketProvider>
  ));
  await screen.findByText('0.00000025');
});
