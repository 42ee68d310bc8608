import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { tradePath } from '../../../platform/paths.ts';
import { startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SpotMarketProvider } from '../market-context.ts';
import { useFees } from './use-form-context.ts';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const info = {
  name: 'LTC_INR',
  maker_fee: '0.001',
  taker_fee: '0.002',
  gst: '0.18',
  tds: '0.01',
  tds_buy: '0',
} as MarketListItem;
const market = {
  name: 'LTC_INR',
  info,
  moneyDecimals: 8,
  moneyDisplay: 2,
  grouping: 'indian' as const,
  pathOf: tradePath,
};

function Rates() {
  const { rates, customFee, failed } = useFees();
  return <p>{JSON.stringify({ ...rates, customFee, failed })}</p>;
}

const Screen = () => (
  <SpotMarketProvider value={market}>
    <Rates />
  </SpotMarketProvider>
);

const shown = () => JSON.parse(screen.getByText(/makerFee/).textContent ?? '') as Record<string, unknown>;

test('a visitor is shown the rates of the listing, taxes included, and nothing is asked for', () => {
  const network = startNetwork({});
  renderPage(Screen);
  expect(shown()).toEqual({
    fee: '0.002',
    makerFee: '0.001',
    takerFee: '0.002',
    gst: '0.18',
    tds: '0.01',
    tdsBuy: '0',
    feePlc: '0.002',
    feePlcBuy: '0.002',
    customFee: false,
    failed: false,
  });
  expect(network.sent).toEqual([]);
});

test('a signed-in user is shown the own rates once they are here', async () => {
  startNetwork({
    'GET /v2/trade/settings': () => ({
      body: {
        isCustomFeeEnabled: true,
        coins_fee: { LTC_INR: { maker_fee: '0.0005', taker_fee: '0.0004', gst: '0', tds: '0.05', tds_buy: '0.01' } },
      },
    }),
  });
  startSession(tokens('mine'));
  renderPage(Screen);
  await screen.findByText(/"fee":"0.0005"/);
  expect(shown()).toMatchObject({ gst: '0', tds: '0.05', tdsBuy: '0.01', feePlc: '0.0005', customFee: true });
});
