import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  done,
  jane,
  listOf,
  now,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();

const terms = {
  amountMin: '5',
  amountMax: '0',
  amountDay: '0',
  amountReview: '0',
  feeFixed: '1',
  feePercent: '0',
  feeMin: '0',
  feeMax: '0',
  twoPersonAmount: '0',
  operatorDayAmount: '0',
};
const level = { scope: 'asset', object: 'USDT', enabled: true, reason: '', expected: null, closed: null };
const way = { action: 'withdraw', state: 'open', cause: null, levels: [level], terms };
const method = {
  id: 3,
  ticker: 'USDT',
  label: 'Tether',
  key: 'SANDBOX',
  name: 'Sandbox network',
  type: 'crypto',
  scale: 8,
  contract: 'USDT',
  decimals: 8,
  provider: '',
  description: '',
  tooltip: '',
  isNative: false,
  isCounted: false,
  network: { key: 'SANDBOX', kind: 'sandbox', confirmations: 3, blockSeconds: 2 },
  ways: [way],
};
async function openMethod(shown: object = method, routes: ConsoleRoutes = {}) {
  const opened = openConsole(
    '/ops/payments/3',
    {
      'GET /v2/ops/payments': () => listOf(shown),
      'GET /v2/ops/payments/3': () => ({ body: shown }),
      'POST /v2/ops/payments/switch': ({ body }) => ((body as { enabled: boolean }).enabled ? requested() : done()),
      'POST /v2/ops/payments/3/terms': requested,
      ...routes,
    },
    [...jane.permissions, 'money'],
  );
  await screen.findByRole('heading', { name: 'USDT · Sandbox network' });
  return opened;
}

test('closing sends what users read, and is done at once', async () => {
  const { network } = await openMethod();
  await userEvent.click(screen.getByRole('button', { name: 'Close Withdrawals of USDT' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText(/another operator/i)).toBeNull();
  await userEvent.type(within(dialog).getByLabelText('What users read'), 'The node is being upgraded');
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'upgrade of the node');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close now' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/payments/switch').at(-1)?.body).toEqual({
      scope: 'asset',
      object: 'USDT',
      action: 'withdraw',
      enabled: false,
      text: 'The node is being upgraded',
      expected: null,
      reason: 'upgrade of the node',
    }),
  );
});

test('what is closed says why, and opening waits for another operator', async () => {
  const closed = { ...level, enabled: false, reason: 'Upgrade', closed: now - 60 };
  await openMethod({ ...method, ways: [{ ...way, state: 'suspended', cause: 'operator', levels: [closed] }] });
  expect(screen.getByText(/^Off: Upgrade, since/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open Withdrawals of USDT' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'the upgrade is done');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('link', { name: /12/ })).toBeTruthy();
});

test('new terms show what they make of an example, are refused while wrong, and send what has changed alone', async () => {
  const { network } = await openMethod();
  await userEvent.click(screen.getByRole('button', { name: 'Change fees and limits of Withdrawals' }));
  const dialog = await screen.findByRole('dialog');
  const field = (name: string) => within(dialog).getByLabelText(name);
  const type = async (name: string, text: string) => {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  };
  await type('Fee in percent', '0.5');
  expect(within(dialog).getByText('Fee now 1 USDT, then 6 USDT')).toBeTruthy();
  await type('Maximum', '2');
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'costs have risen');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }));
  expect(within(dialog).getByText('Must not be below the minimum')).toBeTruthy();
  expect(network.sentTo('/v2/ops/payments/3/terms')).toHaveLength(0);
  await type('Maximum', '0');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/payments/3/terms').at(-1)?.body).toEqual({
      action: 'withdraw',
      change: { feePercent: '0.5' },
      before: terms,
      reason: 'costs have risen',
    }),
  );
});

test('terms and confirmations that others have changed meanwhile are refused, with the present ones', async () => {
  let present: object = method;
  const refused = () => ({ status: 409, body: refusal('figures_changed', 'Nothing was changed') });
  const path = '/v2/ops/payment-networks/SANDBOX/confirmations';
  const { network } = await openMethod(method, {
    'GET /v2/ops/payments': () => listOf(present),
    'GET /v2/ops/payments/3': () => ({ body: present }),
    'POST /v2/ops/payments/3/terms': refused,
    [`POST ${path}`]: refused,
  });
  const changed = async () =>
    within(await screen.findByRole('alert', { name: 'Changed meanwhile' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const ways = await openDialog('Change fees and limits of Withdrawals');
  ways.type('Minimum', '8');
  ways.type(/^Reason/, 'dust');
  present = { ...method, ways: [{ ...way, terms: { ...terms, amountMin: '6', feeFixed: '2' } }] };
  await ways.send('Change');
  expect(await changed()).toEqual(['Minimum: 5 → 6', 'Fixed fee: 1 → 2']);
  await ways.press('Go on with the present figures');
  const shownIn = (label: string) => ways.dialog.getByLabelText<HTMLInputElement>(label).value;
  expect([shownIn('Minimum'), shownIn('Fixed fee')]).toEqual(['8', '2']);
  await ways.press('Cancel');
  const confirmations = await openDialog('Change confirmations');
  confirmations.type('Confirmations', '9');
  confirmations.type(/^Reason/, 'a fork');
  present = { ...method, network: { ...method.network, confirmations: 4 } };
  await confirmations.send('Change');
  expect(await changed()).toEqual(['Confirmations: 3 → 4']);
  expect(network.sentTo(path)[0]?.body).toEqual({ confirmations: 9, before: 3, reason: 'a fork' });
});
