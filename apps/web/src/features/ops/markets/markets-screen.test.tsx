import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./markets-screen.tsx'), 60_000);

const market: OperatorMarket = {
  id: 3,
  name: 'LTC_USDT',
  status: 'cancelOnly',
  openOrders: 2,
  priceStep: '0.01',
  amountStep: '0.001',
  amountMin: '0.01',
  amountMax: '1000',
  totalMin: '5',
  priceMax: '100000',
  priceBandPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
  serviceFeePpm: 1_500,
  serviceFeeBuyPpm: 0,
  gstPpm: 180_000,
  tdsPpm: 10_000,
  tax: 'sell',
  selfTrade: 'cancelResting',
  isNew: false,
  opensAt: null,
  openingProblem: null,
};
/** What the dialog of a change shows. */
const {
  id: _id,
  name: _name,
  status: _status,
  openOrders: _orders,
  opensAt: _at,
  openingProblem: _problem,
  ...values
} = market;
const assets = [
  { ticker: 'LTC', label: 'Litecoin' },
  { ticker: 'USDT', label: 'Tether' },
];

const openMarkets = (address: string, routes: ConsoleRoutes) =>
  openConsole(address, { 'GET /v2/ops/markets': () => ({ body: { result: [market], assets } }), ...routes }, [
    ...jane.permissions,
    'listings',
  ]);

async function openMarket(routes: ConsoleRoutes = {}) {
  const opened = openMarkets('/ops/markets/3', routes);
  await screen.findByRole('heading', { name: 'LTC_USDT' });
  return opened;
}

test('a stop takes one operator, and what the engine has not taken yet is said; what allows more takes two', async () => {
  const path = '/v2/ops/markets/LTC_USDT/status';
  const warning = 'the engine gets it later';
  const { network } = await openMarket({ [`POST ${path}`]: () => ({ body: { status: 'done', warning } }) });
  expect(screen.getByText('0.2 %')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  expect(within(await screen.findByRole('dialog')).getByText(/another operator/i)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const { dialog, type, send } = await openDialog('Close it');
  expect(dialog.queryByText(/another operator/i)).toBeNull();
  type(/^Reason/, 'delisted');
  await send();
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(1));
  expect(network.sentTo(path)[0]?.body).toEqual({ status: 'closed', reason: 'delisted' });
});

test('what others change while the dialog is open is refused and shown; the operator goes on with it, and it is not sent back to what it was', async () => {
  const path = '/v2/ops/markets/LTC_USDT/change';
  let present = market;
  const { network } = await openMarket({
    'GET /v2/ops/markets': () => ({ body: { result: [present], assets } }),
    [`POST ${path}`]: ({ body }) =>
      (body as { before: typeof values }).before.takerFeePpm === present.takerFeePpm
        ? requested()
        : { status: 409, body: refusal('figures_changed', 'Nothing was changed') },
  });
  const { dialog, type, send, press } = await openDialog('Change figures');
  const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value;
  present = { ...market, takerFeePpm: 3_000, totalMin: '7' };
  type('Smallest total', '6');
  type(/^Reason/, 'more');
  await send('Change');
  const meanwhile = within(await dialog.findByRole('alert', { name: 'Changed meanwhile' }));
  expect(meanwhile.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Smallest total: 5 → 7',
    'Taker fee, %: 0.2 → 0.3',
  ]);
  expect(dialog.getByText('Nothing was changed')).toBeTruthy();
  // Nothing comes into the change by itself.
  expect(field(/^Taker fee, %/)).toBe('0.2');
  await send('Change');
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(2));
  await press('Go on with the present figures');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect([field(/^Taker fee, %/), field(/^Smallest total/)]).toEqual(['0.3', '6']);
  await send('Change');
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(3));
  const sent = { change: { totalMin: '6' }, before: values, reason: 'more' };
  const after = { ...sent, before: { ...values, takerFeePpm: 3_000, totalMin: '7' } };
  expect(network.sentTo(path).map(({ body }) => body)).toEqual([sent, sent, after]);
});

test('values are typed as people read them, checked before they are sent, and only what differs is sent; steps stay while orders rest', async () => {
  const path = '/v2/ops/markets/LTC_USDT/change';
  let answer = {
    status: 422,
    body: { code: 'invalid_argument', errors: { 'change.priceMax': ['Too high'], message: ['No'] } } as object,
  };
  const { network } = await openMarket({ [`POST ${path}`]: () => answer });
  const { dialog, type, send } = await openDialog('Change figures');
  expect((dialog.getByLabelText(/^Tick size/) as HTMLInputElement).disabled).toBe(true);
  type(/^Reason/, 'new fees');
  type(/^Maker fee, %/, '0.00001');
  await send('Change');
  expect(dialog.getByText(/percentage from 0 to 100/)).toBeTruthy();
  expect(network.sentTo(path)).toHaveLength(0);
  type(/^Maker fee, %/, '0.1');
  type(/^Taker fee, %/, '0.25');
  type(/^Highest price/, '200000.00');
  type(/^Marked as new/, 'true');
  await send('Change');
  expect(await dialog.findByText('Too high')).toBeTruthy();
  answer = { status: 200, body: { status: 'done', warning: null } };
  type(/^Highest price/, '150000');
  await send('Change');
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(2));
  expect(network.sentTo(path)[1]?.body).toEqual({
    change: { takerFeePpm: 2_500, priceMax: '150000', isNew: true },
    before: values,
    reason: 'new fees',
  });
});

test('a market that is not open gets a time to open at, which another operator approves and one may take back', async () => {
  const path = '/v2/ops/markets/LTC_USDT/opening';
  const waiting = { ...market, opensAt: Date.now() / 1000 + 3_600 };
  const { network } = await openMarket({
    'GET /v2/ops/markets': () => ({ body: { result: [waiting], assets } }),
    [`POST ${path}`]: done,
    [`DELETE ${path}`]: done,
  });
  expect(screen.getByText('Opens at')).toBeTruthy();
  const { dialog, type, send } = await openDialog('Open at a time');
  expect(dialog.getByText(/another operator/i)).toBeTruthy();
  type(/^Reason/, 'listing day');
  type('Opens at', '2020-01-01T10:00');
  await send();
  expect(dialog.getByText('Enter a time to come')).toBeTruthy();
  expect(network.sentTo(path)).toHaveLength(0);
  type('Opens at', '2035-01-01T10:00');
  await send();
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(1));
  expect(network.sentTo(path)[0]?.body).toEqual({
    open_at: new Date(2035, 0, 1, 10).getTime() / 1000,
    before: waiting.opensAt,
    reason: 'listing day',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const cancel = await openDialog('Cancel the scheduled opening');
  cancel.type(/^Reason/, 'not ready');
  await cancel.send();
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(2));
});

test('a new market is written step by step, each checked before the next, and is listed with a coin that is new', async () => {
  const { network } = openMarkets('/ops/markets/new', {
    'POST /v2/ops/markets': () => ({ body: { status: 'done', id: 3 } }),
  });
  const wizard = within(await screen.findByRole('form', { name: 'A new market' }));
  const type = (label: RegExp, value: string) => fireEvent.change(wizard.getByLabelText(label), { target: { value } });
  const next = () => userEvent.click(wizard.getByRole('button', { name: 'Next' }));
  await next();
  expect(wizard.getByText('2 to 12 letters and digits')).toBeTruthy();
  type(/^Coin/, 'ltc');
  type(/^Paid in/, 'USDT');
  await next();
  expect(wizard.getByText('This market is listed already')).toBeTruthy();
  type(/^Coin/, 'xyz');
  type(/^Name of the new coin/, 'Xyz Coin');
  type(/^Begin with/, 'LTC_USDT');
  await next();
  expect((wizard.getByLabelText('Tick size') as HTMLInputElement).value).toBe('0.01');
  type(/^Largest amount/, '0');
  await next();
  expect(wizard.getByText('Enter a number above zero')).toBeTruthy();
  type(/^Largest amount/, '500');
  await next();
  type(/^Maker fee/, '0.05');
  await next();
  expect(wizard.getByText('XYZ_USDT')).toBeTruthy();
  const dialog = await openDialog('List it');
  dialog.type(/^Reason/, 'a new project');
  await dialog.send();
  const posted = () => network.sentTo('/v2/ops/markets').filter(({ method }) => method === 'POST');
  await waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]?.body).toEqual({
    market: { ...values, name: 'XYZ_USDT', amountMax: '500', makerFeePpm: 500, isNew: true },
    asset: { ticker: 'XYZ', label: 'Xyz Coin', scale: 8 },
    reason: 'a new project',
  });
});
