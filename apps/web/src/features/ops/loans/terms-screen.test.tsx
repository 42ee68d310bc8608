import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  done,
  jane,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { deskSettings } from '../../../testing/loans-desk.ts';
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./terms-screen.tsx'), 60_000);

const path = '/v2/ops/p2p';
const open = (routes: ConsoleRoutes = {}, permissions: readonly string[] = [...jane.permissions, 'money']) =>
  openConsole('/ops/loan-terms', { [`GET ${path}/settings`]: () => ({ body: deskSettings }), ...routes }, permissions);

test('levels are typed in percent, sent as shares with what was read, and two decide', async () => {
  const { network } = open({ [`POST ${path}/settings/pledge`]: requested });
  const { dialog, type, send } = await openDialog('Change: BTC for USDT');
  type(/^Call/, '71');
  type(/^Reason/, 'calmer');
  await send('Change');
  expect(dialog.getByText('Enter more than the figure before it')).toBeDefined();
  expect(network.sentTo(`${path}/settings/pledge`)).toEqual([]);
  type(/^Call/, '79.5');
  await send('Change');
  await screen.findByText('Nothing has changed yet. Another operator has to approve it.');
  expect(network.sentTo(`${path}/settings/pledge`)[0]?.body).toEqual({
    money: 'USDT',
    ticker: 'BTC',
    change: { call: '0.795' },
    before: { ltv: '0.65', warning: '0.72', call: '0.78', liquidation: '0.85' },
    reason: 'calmer',
  });
});

test('the terms of a money are whole days, amounts and percentages of a day', async () => {
  const { network } = open({ [`POST ${path}/settings/money`]: requested });
  const { dialog, type, send } = await openDialog('Change: USDT');
  type(/^Grace after the term/, '2.5');
  type(/^Least interest a day/, '0');
  type(/^Reason/, 'shorter');
  await send('Change');
  expect(dialog.getByText('Enter a whole number up to 90')).toBeDefined();
  expect(dialog.getByText('Enter a number above zero')).toBeDefined();
  type(/^Grace after the term/, '2');
  type(/^Least interest a day/, '0.07');
  await send('Change');
  await waitFor(() => expect(network.sentTo(`${path}/settings/money`)).toHaveLength(1));
  expect(network.sentTo(`${path}/settings/money`)[0]?.body).toMatchObject({
    ticker: 'USDT',
    change: { graceDays: 2, dayRateMin: '0.0007' },
    before: { graceDays: 3, dayRateMin: '0.0001', feeRate: '0.005', amountMin: '50' },
  });
});

test('one operator closes a pledge, and another one has to open it', async () => {
  const { network } = open({ [`POST ${path}/settings/pledge`]: done });
  const close = await openDialog('Close it: BTC for USDT');
  expect(close.dialog.queryByText(/another operator/i)).toBeNull();
  close.type(/^Reason/, 'prices are wrong');
  await close.send('Close it');
  await waitFor(() => expect(network.sentTo(`${path}/settings/pledge`)).toHaveLength(1));
  expect(network.sentTo(`${path}/settings/pledge`)[0]?.body).toMatchObject({
    ticker: 'BTC',
    change: { isOpen: false },
    before: { isOpen: true },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { dialog } = await openDialog('Open it: ADA for USDT');
  expect(dialog.getByText('Another operator has to approve it.')).toBeDefined();
});

test('borrowing is switched off at once by the version that was read, and offers on by two', async () => {
  const { network } = open({ [`POST ${path}/switches`]: done });
  const off = await openDialog('Switch off: Borrowing');
  expect(off.dialog.queryByText(/another operator/i)).toBeNull();
  off.type(/^Reason/, 'no index');
  await off.send('Switch off');
  await waitFor(() => expect(network.sentTo(`${path}/switches`)).toHaveLength(1));
  expect(network.sentTo(`${path}/switches`)[0]?.body).toEqual({
    value: { take: false, create: false },
    version: 4,
    reason: 'no index',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { dialog } = await openDialog('Switch on: Offers to lend');
  expect(dialog.getByText('Another operator has to approve it.')).toBeDefined();
});

test('figures that somebody else has changed meanwhile are shown before the change is sent by them', async () => {
  let call = '0.78';
  const { network } = open({
    [`GET ${path}/settings`]: () => ({
      body: { ...deskSettings, pledges: deskSettings.pledges.map((row) => ({ ...row, call })) },
    }),
    [`POST ${path}/settings/pledge`]: () => {
      call = '0.8';
      return { status: 409, body: refusal('figures_changed', 'Changed meanwhile') };
    },
  });
  const { dialog, type, send, press } = await openDialog('Change: BTC for USDT');
  type(/^Lent at most/, '60');
  type(/^Reason/, 'calmer');
  await send('Change');
  const meanwhile = within(await dialog.findByRole('alert', { name: 'Changed meanwhile' }));
  expect(meanwhile.getByRole('listitem').textContent).toBe('Call: 78 → 80');
  await press('Go on with the present figures');
  await send('Change');
  await waitFor(() => expect(network.sentTo(`${path}/settings/pledge`)).toHaveLength(2));
  expect(network.sentTo(`${path}/settings/pledge`)[1]?.body).toMatchObject({
    change: { ltv: '0.6' },
    before: { ltv: '0.65', call: '0.8' },
  });
});

test('what loans hold is a table, and money for compensation names where it comes from', async () => {
  const { network } = open({ [`POST ${path}/compensation`]: requested });
  const table = within(await screen.findByRole('table', { name: /^Balances of the ledger/ }));
  expect(table.getByText('Pledges of running loans')).toBeDefined();
  const { dialog, type, send } = await openDialog('Put money in');
  type(/^Reason/, 'for disputes');
  await send();
  expect(dialog.getByText('Enter a reference')).toBeDefined();
  type('Amount', '100');
  type(/^Reference/, 'transfer 4711');
  await send();
  await waitFor(() => expect(network.sentTo(`${path}/compensation`)).toHaveLength(1));
  expect(network.sentTo(`${path}/compensation`)[0]?.body).toEqual({
    ticker: 'USDT',
    amount: '100',
    reference: 'transfer 4711',
    reason: 'for disputes',
  });
});

test('without the permission for money the screens of loans are neither in the rail nor at their addresses', async () => {
  const { router } = open({}, jane.permissions);
  await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
  expect(screen.queryByRole('link', { name: /Loan/ })).toBeNull();
});
