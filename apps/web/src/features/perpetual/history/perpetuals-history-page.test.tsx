import type { LiquidationReceipt, PositionRecord } from '@pelican/shared/contracts/perpetual';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, type SentRequest, startNetwork, tokens } from '../../../testing/network.ts';
import { instrument, openOrder } from '../../../testing/perpetual.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './perpetuals-history-page.tsx';

beforeAll(() => startSession(tokens('person')));
afterAll(endSession);
afterEach(cleanup);

const instruments = { 'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }) };

function page<Row>(result: Row[], total = result.length) {
  return { body: { result, total, offset: 0, limit: 50 } };
}

function queryOf(request: SentRequest | undefined): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(request?.path.split('?')[1]));
}

const position: PositionRecord = {
  position_id: 5,
  market: 'BTC_USDT',
  mode: 'isolated',
  position: 'long',
  status: 'Closed',
  code: 3,
  leverage: '10',
  open_price: '60000',
  close_price: '54027.1',
  max_sz: '10',
  closed_sz: '10',
  open_time: 1_700_000_000_000,
  close_time: 1_700_000_100_000,
  pnl: '-597.29',
  fee: '-3',
  funding: '0',
  liquidation: '-2.71',
  realised_pnl: '-603',
  pnl_percent: '-100.5',
};

const receipt: LiquidationReceipt = {
  id: 9,
  time: 1_700_000_100_000,
  stage: 'taken_over',
  market: 'BTC_USDT',
  mode: 'isolated',
  position: 'long',
  position_id: 5,
  mark_price: '54243.8',
  index_price: '54243.8',
  margin_ratio: '0.9987',
  bankruptcy_price: '54027.1',
  sz: '10',
  pnl: '-600',
  fee: '0',
  fund_amount: '2.71',
};

test('a closed position shows money and averages by the decimals that a person reads', async () => {
  const long = { ...position, close_price: '54027.12345678', pnl: '-597.29318406' };
  startNetwork({ ...instruments, 'GET /v3/position-history': () => page([long]) });
  renderPage(Component, '/?tab=positionHistory');
  await screen.findByText('54,027.123');
  screen.getByText('−597.29 USDT');
});

test('orders are filtered by market and state and paged, all of it in the address', async () => {
  const network = startNetwork({
    ...instruments,
    'GET /v3/history-perpetual': () =>
      page([openOrder({ id: 7, status: 'filled', fill_sz: '2', fill_px: '59490' })], 120),
  });
  const { router } = renderPage(Component);
  const person = userEvent.setup();
  expect(await screen.findByText('Open long')).toBeTruthy();
  expect(queryOf(network.sentTo('/v3/history-perpetual')[0])).toMatchObject({ status: 'filled,closed,canceled' });
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(router.state.location.search).toBe('?offset=50'));
  await person.selectOptions(screen.getByLabelText('Status'), 'closed');
  await person.selectOptions(screen.getByLabelText('Market'), 'BTC_USDT');
  await waitFor(() => expect(router.state.location.search).toBe('?status=closed&market=BTC_USDT'));
  await waitFor(() =>
    expect(queryOf(network.sentTo('/v3/history-perpetual').at(-1))).toMatchObject({
      market: 'BTC_USDT',
      status: 'closed',
      offset: '0',
    }),
  );
  await person.click(screen.getByRole('button', { name: 'Details of order 7 in BTC/USDT' }));
  expect(within(await screen.findByRole('dialog')).getByText('59,490')).toBeTruthy();
});

test('a liquidated position and its receipt: mark, index, ratio, bankruptcy price and what went to the fund', async () => {
  startNetwork({
    ...instruments,
    'GET /v3/position-history': () => page([position]),
    'GET /v3/liquidations': () => page([receipt]),
  });
  renderPage(Component, '/?tab=positionHistory');
  const person = userEvent.setup();
  expect(await screen.findByText('−603 USDT')).toBeTruthy();
  expect(screen.getByText('Liquidation', { selector: 'span' })).toBeTruthy();
  await person.click(screen.getByRole('tab', { name: 'Liquidations' }));
  const row = (await screen.findByText('Taken over by the fund')).closest('tr') as HTMLElement;
  expect(within(row).getAllByText('54,243.8')).toHaveLength(2);
  for (const text of ['99.87 %', '54,027.1', '+2.71 USDT', '−600 USDT'])
    expect(within(row).getByText(text)).toBeTruthy();
});

test('nothing yet, and a failure that can be tried again', async () => {
  let isBroken = true;
  startNetwork({
    ...instruments,
    'GET /v3/funding-payments': () =>
      isBroken ? { status: 422, body: refusal('internal_error', 'Error on server') } : page([]),
  });
  renderPage(Component, '/?tab=funding');
  const person = userEvent.setup();
  expect(await screen.findByText('This history could not be loaded')).toBeTruthy();
  isBroken = false;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/No funding yet/)).toBeTruthy();
});
