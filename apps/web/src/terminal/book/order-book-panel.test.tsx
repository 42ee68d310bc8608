import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { live } from '../../live/index.ts';
import type { RpcServer } from '../../live/testing/rpc-server.ts';
import { addMessages } from '../../platform/i18n.ts';
import { ltcMarket } from '../../testing/chart-feed.ts';
import { startFeed } from '../../testing/perpetual.ts';
import { renderPage } from '../../testing/render-page.tsx';
import english from '../locales/en.json';
import { TerminalMarketProvider } from '../terminal-market.ts';
import { useTerminalSettings } from '../terminal-settings.ts';
import { OrderBookPanel, type PickedLevel } from './order-book-panel.tsx';

// The screen's arrangement asks for it as soon as it is loaded.
vi.hoisted(() => {
  const query = { matches: false, addEventListener() {}, removeEventListener() {} };
  globalThis.matchMedia ??= () => query as unknown as MediaQueryList;
});

addMessages('terminal', english);

const onPick = vi.fn<(level: PickedLevel) => void>();
let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
});

beforeEach(() => {
  // A choice from when the coin cost more.
  useTerminalSettings.getState().setMerge(ltcMarket.key, '100');
});

afterEach(cleanup);

afterAll(async () => {
  live.stop();
  await feed.stop();
});

function Screen() {
  return (
    <TerminalMarketProvider value={ltcMarket}>
      <OrderBookPanel own={[]} onPick={onPick} />
    </TerminalMarketProvider>
  );
}

test('grouping is of the ladder alone: the feed and its other readers have the book as it is', async () => {
  renderPage(Screen);
  await feed.until(() => feed.of('depth.subscribe').length > 0);
  const bids = [
    ['96.49', '1.5'],
    ['96.41', '2'],
    ['96.39', '4'],
  ];
  feed.push('depth.update', [true, { bids, asks: [['96.51', '3']], seq: 1, prev_seq: null }, ltcMarket.name]);
  await screen.findByText('96.49');
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Price grouping' });
  expect([...select.options].map(({ text }) => text)).toEqual(['0.01', '0.1']);
  expect(select.value).toBe('0');

  fireEvent.change(select, { target: { value: '0.1' } });
  await waitFor(() => expect(screen.queryByText('96.49')).toBeNull());
  fireEvent.click(screen.getByText('96.3'), { shiftKey: true });
  expect(onPick).toHaveBeenLastCalledWith({ side: 'buy', price: '96.3', amount: '7.5' });
  fireEvent.click(screen.getByText('96.6'));
  expect(onPick).toHaveBeenLastCalledWith({ side: 'sell', price: '96.6', amount: null });
  expect(live.spot.depth.book.get().bids.map(({ price }) => price)).toEqual(['96.49', '96.41', '96.39']);
  expect(feed.of('depth.subscribe').map(({ params }) => params)).toEqual([['LTC_USDT', 100, '0']]);
});

test('rows stay still while the mouse moves over them, and follow the book when it leaves', async () => {
  renderPage(Screen);
  await feed.until(() => feed.of('depth.subscribe').length > 1);
  const push = (bid: string) =>
    feed.push('depth.update', [
      true,
      { bids: [[bid, '2']], asks: [['99', '1']], seq: 1, prev_seq: null },
      ltcMarket.name,
    ]);
  push('95');
  const person = userEvent.setup();
  await person.hover(await screen.findByText('95.00'));
  push('94');
  await waitFor(() => expect(live.spot.depth.book.get().bids[0]?.price).toBe('94'));
  await person.click(screen.getByText('95.00'));
  expect(onPick).toHaveBeenLastCalledWith({ side: 'buy', price: '95', amount: null });
  await person.unhover(screen.getByText('95.00'));
  await screen.findByText('94.00');
});

test('a book without orders says so', async () => {
  renderPage(Screen);
  await feed.until(() => feed.of('depth.subscribe').length > 2);
  feed.push('depth.update', [true, { bids: [], asks: [], seq: 1, prev_seq: null }, ltcMarket.name]);
  await screen.findByText('No orders yet. Place the first one from the form.');
});
