import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './fee-schedule-page.tsx';
import { percentOf, perpetualFeesOf, tradingFeesOf } from './trading-fees.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const none = { fixed: '0', flexMin: '0', flexMax: '0', flexPercent: '0' };
const limits = { depositMin: '0', depositMax: '0', withdrawalMin: '0', withdrawalMax: '0' };
const rupees = {
  ...limits,
  ticker: 'INR',
  label: 'Indian rupee',
  method: 'Bank transfer',
  depositFee: { ...none, fixed: '15' },
  withdrawalFee: { fixed: '15', flexMin: '20', flexMax: '30', flexPercent: '0.5' },
  depositMin: '100',
  depositMax: '499000',
  withdrawalMin: '100',
};
const bitcoin = {
  ...limits,
  ticker: 'BTC',
  label: 'Bitcoin',
  method: 'Bitcoin',
  depositFee: none,
  withdrawalFee: null,
};

test('rupees are grouped the Indian way, a fee says its share and its limits, and a search asks the server', async () => {
  const { sentTo } = startNetwork({
    'GET /v2/market-list': () => ({
      body: { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] },
    }),
    'GET /v3/derivatives/instruments': () => ({ body: { result: [] } }),
    'GET /v2/fee-schedule': ({ path }) => {
      const result = path.includes('search=btc') ? [bitcoin] : [rupees, bitcoin];
      return { body: { result, total: result.length, offset: 0, limit: 30 } };
    },
  });
  renderPage(Component, '/fee-schedule');
  const row = (await screen.findByText('INR')).closest('tr') as HTMLElement;
  const texts = within(row).getAllByRole('cell');
  expect(texts.map((cell) => cell.textContent)).toEqual([
    expect.stringContaining('INR'),
    'Bank transfer',
    '15 INR',
    '100 to 4,99,000',
    '0.5 % (at least 20, at most 30) + 15 INR',
    'from 100',
  ]);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'btc' } });
  await vi.waitFor(() => expect(screen.queryByText('INR')).toBeNull());
  expect(screen.getByText('Free')).toBeTruthy();
  expect(sentTo('/v2/fee-schedule').at(-1)?.path).toContain('search=btc');
});

test('markets with the same rates are one line', () => {
  const rates = { maker_fee: '0.002', taker_fee: '0.002', gst: '0.18', tds: '0.01' };
  const markets = [
    { money: 'INR', ...rates },
    { money: 'USDT', ...rates },
    { money: 'INR', ...rates, tds: '0' },
  ] as unknown as Parameters<typeof tradingFeesOf>[0];
  expect(tradingFeesOf(markets).map(({ money, tds }) => [money, tds])).toEqual([
    [['INR', 'USDT'], '0.01'],
    [['INR'], '0'],
  ]);
  expect(['0.002', '0.18', '1', '0', '0.0025', '-0.00005'].map(percentOf)).toEqual([
    '0.2',
    '18',
    '100',
    '0',
    '0.25',
    '-0.005',
  ]);
});

const eightHours = 28_800_000;
const contract = (market: string, maker_fee: string, funding_interval = eightHours) => ({
  market,
  maker_fee,
  taker_fee: '0.0005',
  funding_interval,
});

const others = {
  'GET /v2/market-list': () => ({ body: { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] } }),
  'GET /v2/fee-schedule': () => ({ body: { result: [], total: 0, offset: 0, limit: 30 } }),
};

test('perpetual contracts with the same rates are one line, with the figures of the server', async () => {
  const result = [
    contract('BTC_USDT', '0.0002'),
    contract('ETH_USDT', '0.0002'),
    contract('SOL_USDT', '-0.00005', 3_600_000),
    contract('XRP_USDT', '0.0002', 1_800_000),
    contract('LTC_USDT', '0.0002', 5_400_000),
  ];
  expect(perpetualFeesOf(result)).toHaveLength(4);
  startNetwork({ ...others, 'GET /v3/derivatives/instruments': () => ({ body: { result } }) });
  renderPage(Component, '/fee-schedule');
  const table = await screen.findByRole('table', { name: 'Perpetual trading fees' });
  await within(table).findByText('BTC/USDT, ETH/USDT');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['BTC/USDT, ETH/USDT', '0.02 %', '0.05 %', '8 hours'],
    ['SOL/USDT', '-0.005 %', '0.05 %', '1 hour'],
    ['XRP/USDT', '0.02 %', '0.05 %', '30 minutes'],
    ['LTC/USDT', '0.02 %', '0.05 %', '90 minutes'],
  ]);
});

test('without perpetual contracts the page says so; what could not be loaded is asked for again', async () => {
  let fails = true;
  startNetwork({
    ...others,
    'GET /v3/derivatives/instruments': () =>
      fails ? { status: 503, body: refusal('service_unavailable', 'Not now') } : { body: { result: [] } },
  });
  renderPage(Component, '/fee-schedule');
  await screen.findByText('The fees of perpetual contracts could not be loaded');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No perpetual contract is listed yet.');
});
