import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './assets-status-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const time = Date.now() / 1_000;
const fee = { fixed: '1', flexMin: '0', flexMax: '0', flexPercent: '0' };
const open = {
  state: 'open',
  cause: null,
  reason: '',
  expectedAt: null,
  since: null,
  minAmount: '5',
  maxAmount: '0',
  fee,
};
const usdt = {
  ticker: 'USDT',
  label: 'Tether',
  key: 'SANDBOX',
  method: 'Sandbox network',
  type: 'crypto',
  deposit: { ...open, fee: { ...fee, fixed: '0' } },
  withdrawal: {
    ...open,
    state: 'suspended',
    cause: 'operator',
    reason: 'The node is being upgraded',
    expectedAt: time + 3_600,
  },
  network: { key: 'SANDBOX', confirmations: 3, seconds: 36, height: 4_711, blockAt: time - 14 },
};
const rupees = {
  ...usdt,
  ticker: 'INR',
  label: 'Indian rupee',
  key: 'INR',
  method: 'Bank transfer',
  type: 'bank',
  deposit: open,
  withdrawal: null,
  network: null,
};
const incident = {
  id: 1,
  ticker: 'USDT',
  method: 'Sandbox network',
  action: 'withdraw',
  from: 'open',
  to: 'delayed',
  cause: 'still',
  reason: '',
  time,
};

function show() {
  const network = startNetwork({
    'GET /v2/assets-status': ({ path }) => {
      const result = path.includes('state=disturbed') ? [usdt] : [usdt, rupees];
      return { body: { result, total: result.length, offset: 0, limit: 30, disturbed: 1, time } };
    },
    'GET /v2/assets-status/incidents': () => ({ body: { result: [incident], total: 1, offset: 0, limit: 20 } }),
  });
  renderPage(Component, '/assets-status');
  return network;
}

test('each way says its state in words, why and until when, and what it costs', async () => {
  show();
  const row = (await screen.findByText('Tether')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Suspended')).toBeTruthy();
  expect(within(row).getByText('The node is being upgraded')).toBeTruthy();
  expect(within(row).getByText(/^Expected to open by/)).toBeTruthy();
  expect(within(row).getByText('from 5, fee 1 USDT')).toBeTruthy();
  expect(within(row).getByText('from 5, free')).toBeTruthy();
  expect(within(row).getByText('3 confirmations, 36 s')).toBeTruthy();
  expect(within(row).getByText('Block 4,711, 14 s ago')).toBeTruthy();
  const bank = screen.getByText('Indian rupee').closest('tr') as HTMLElement;
  expect(within(bank).getByText('Not offered')).toBeTruthy();
  expect(screen.getByText(/^1 currency on a network is suspended or delayed/)).toBeTruthy();
});

test('a change of the last days is named with both states, and a filter asks the server', async () => {
  const { sentTo } = show();
  const change = (await screen.findByText('Withdrawals of USDT')).closest('tr') as HTMLElement;
  expect(within(change).getByText('Open')).toBeTruthy();
  expect(within(change).getByText('Delayed')).toBeTruthy();
  expect(within(change).getByText('The network makes no blocks')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Suspended or delayed' }));
  await vi.waitFor(() => expect(screen.queryByText('Indian rupee')).toBeNull());
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tet' } });
  await vi.waitFor(() => expect(sentTo('/v2/assets-status').at(-1)?.path).toContain('search=tet'));
});
