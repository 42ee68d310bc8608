import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cleanUpConsole, done, now, openConsole } from '../../../testing/console.tsx';

cleanUpConsole();

const place = { kind: 'network', name: 'Bitcoin', source: 'chain', time: now, block: 77 };
const asset = {
  ticker: 'BTC',
  label: 'Bitcoin',
  liabilities: '10',
  negative: '0',
  reserves: '9.5',
  percent: '95.00',
  unplaced: '1',
  due: '2',
  house: [{ name: 'payment_fees', amount: '0.25' }],
  places: [{ ...place, amount: '9.5', parts: { hot: '0.5', deposits: '3', cold: '6', ledger: null } }],
  warnings: ['below_liabilities', 'hot_below_due'],
};

test('what lies where is beside what is owed, with warnings, and a proof is asked for', async () => {
  const { network } = openConsole(
    '/ops/reserves',
    {
      'GET /v2/ops/reserves': () => ({ body: { time: now, result: [asset] } }),
      'POST /v2/ops/proofs-of-reserves': done,
    },
    ['money'],
  );
  const table = within(await screen.findByRole('table', { name: 'Reserves against liabilities' }));
  const row = (await table.findByText('BTC')).closest('tr');
  expect(row?.textContent).toMatch(/10.*9\.5.*95\.00 %.*Below what is owed.*Hot wallet below withdrawals due/);
  const where = within(screen.getByRole('table', { name: 'Places of the reserves' }))
    .getByText('Bitcoin')
    .closest('tr');
  expect(where?.textContent).toMatch(/9\.5.*0\.5.*3.*6.*77/);
  expect(screen.getByText('payment fees')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Make a proof now' }));
  await vi.waitFor(() => expect(network.sentTo('/v2/ops/proofs-of-reserves')).toHaveLength(1));
});
