import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, jane, now, openConsole, openDialog } from '../../../testing/console.tsx';
import { changeableFigures } from './instrument-fields.ts';

cleanUpConsole();
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./instruments-screen.tsx'), 60_000);

const instrument: OperatorInstrument = {
  id: 1001,
  name: 'BTC_USDT',
  status: 'open',
  state: 'stale',
  index: '60000',
  mark: '60001.5',
  fundingRate: '0.0001',
  openInterest: '12',
  openOrders: 3,
  positions: 2,
  contractValue: '0.01',
  lotSize: '0.01',
  tickSize: '0.1',
  minSize: '0.01',
  maxLimitSize: '10000',
  maxMarketSize: '2000',
  priceMax: '1000000',
  makerFee: '0.0002',
  takerFee: '0.0005',
  bandX: '0.02',
  bandY: '0.02',
  bandZ: '0.05',
  fundingCap: '0.00375',
  fundingInterest: '0.0001',
  fundingDamper: '0.0005',
  fundingIntervalMs: 28_800_000,
  impactNotional: '20000',
  staleHaircut: '0.01',
  ordersMax: 500,
  algosMax: 100,
  tiers: [{ maxSize: '1000', mmr: '0.004', maxLeverage: 100 }],
  sources: [
    {
      id: 'binance',
      kind: 'feed',
      weight: '0.7',
      enabled: true,
      config: { url: 'https://a.test' },
      price: '59999.5',
      at: now - 90,
    },
    {
      id: 'own',
      kind: 'own_spot',
      weight: '0.3',
      enabled: false,
      config: { market: 'BTC_USDT' },
      price: null,
      at: null,
    },
  ],
};
const base = '/v2/ops/instruments/BTC_USDT';
const delivered = () => ({ body: { status: 'done', warning: null } });

async function openInstrument(routes: ConsoleRoutes = {}) {
  const opened = openConsole(
    '/ops/instruments/1001',
    { 'GET /v2/ops/instruments': () => ({ body: { result: [instrument] } }), ...routes },
    [...jane.permissions, 'listings'],
  );
  await screen.findByRole('heading', { name: 'BTC_USDT' });
  return opened;
}

test('each source has its price and age, is said to be too old, and is switched by two', async () => {
  const path = `${base}/sources/own`;
  const { network } = await openInstrument({ [`POST ${path}`]: delivered });
  const sources = within(screen.getByRole('region', { name: 'Sources of the index' }));
  expect(sources.getByText('Too old')).toBeTruthy();
  expect(sources.getByText(/59999.5, \d+ s old/)).toBeTruthy();
  const { dialog, type, send } = await openDialog('Turn on own');
  expect(dialog.getByText(/another operator/i)).toBeTruthy();
  type(/^Reason/, 'feed is slow');
  await send('Turn on');
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(1));
  expect(network.sentTo(path)[0]?.body).toEqual({ change: { action: 'enable' }, reason: 'feed is slow' });
});

test('a source is added with the settings of its kind alone', async () => {
  const path = `${base}/sources/kraken`;
  const { network } = await openInstrument({ [`POST ${path}`]: delivered });
  const { dialog, type, send } = await openDialog('Add a source');
  type(/^Reason/, 'one more');
  type(/^Kind/, 'feed');
  await send();
  expect(dialog.getAllByText('Enter a value')).toHaveLength(2);
  expect(network.sentTo(path)).toHaveLength(0);
  type(/^Name/, 'kraken');
  type(/^Address/, 'https://k.test/');
  type(/^Path to the price/, 'data.last');
  await send();
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(1));
  const change = {
    action: 'add',
    kind: 'feed',
    weight: '0.3',
    config: { url: 'https://k.test/', pricePath: 'data.last' },
  };
  expect(network.sentTo(path)[0]?.body).toEqual({ change, reason: 'one more' });
});

test('values are checked before they are sent, and only what differs is sent', async () => {
  const path = `${base}/change`;
  const { network } = await openInstrument({ [`POST ${path}`]: delivered });
  const { dialog, type, press } = await openDialog('Change figures');
  const send = () => press('Change');
  type(/^Reason/, 'new tiers');
  type(/^Tiers/, '1000:0.004');
  type(/^Open orders of an account/, '0');
  await send();
  expect(dialog.getByText(/^Enter tiers like/)).toBeTruthy();
  expect(dialog.getByText(/whole number from 1/)).toBeTruthy();
  expect(network.sentTo(path)).toHaveLength(0);
  type(/^Tiers/, '1000:0.004:100, 5000:0.005:50');
  type(/^Open orders of an account/, '400');
  type(/^Maker fee/, '-0.00010');
  await send();
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(1));
  expect(network.sentTo(path)[0]?.body).toEqual({
    change: {
      tiers: [...instrument.tiers, { maxSize: '5000', mmr: '0.005', maxLeverage: 50 }],
      ordersMax: 400,
      makerFee: '-0.0001',
    },
    before: Object.fromEntries([...changeableFigures, 'tiers' as const].map((name) => [name, instrument[name]])),
    reason: 'new tiers',
  });
});
