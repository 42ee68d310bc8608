import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { questions } from '../../../ui/confirm.ts';
import { dismissAllToasts, toasts } from '../../../ui/notify.ts';
import { Component } from './address-management-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  questions.setState([], true);
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const soon = Math.floor(Date.now() / 1000) + 3_600;
const saved = (id: number, change: object = {}) => ({
  id,
  name: `Wallet ${id}`,
  ticker: 'XRP',
  currency: 'Ripple',
  network: 'Sandbox',
  paymentMethodKey: 'CRYPTOMEMO',
  paymentMethodName: 'Sandbox',
  savedData: { address: `sbx1address${id}`, memo: '', cardNumber: '', account: '' },
  createdAt: 1,
  usableAt: 1,
  ...change,
});
const listed = (result: object[], change: object = {}) => ({
  'GET /v3/profile/addresses-management': () => ({
    body: {
      result,
      total: result.length,
      offset: 0,
      limit: 30,
      filters: { tickers: ['XRP'], methods: [{ key: 'CRYPTOMEMO', name: 'Sandbox' }] },
      allowList: { enabled: false, endsAt: null, waitHours: 24 },
      ...change,
    },
  }),
});
const network = { key: 'SANDBOX', name: 'Sandbox', confirmations: 3, seconds: 6, is_memo: true, contract: '' };
const forms = {
  'GET /v3/profile/balance': () => ({
    body: { result: [{ ticker: 'XRP', is_withdrawal: true, is_fiat: false }], currencies: [], balances: [] },
  }),
  'GET /v3/profile/withdrawaldata/XRP': () => ({
    body: {
      marketList: [],
      paymentList: [{ key: 'CRYPTOMEMO', type: 'crypto', name: 'Sandbox', network }],
      action: 'WITHDRAW',
    },
  }),
};
const toastTexts = () => toasts.getState().map(({ text }) => text);

test('addresses are listed with their waiting time, and filtered by what there is', async () => {
  const { sentTo } = startNetwork(
    listed([
      saved(2, { usableAt: soon, savedData: { address: 'sbx1two', memo: '77', cardNumber: '', account: '' } }),
      saved(1),
    ]),
  );
  renderPage(Component);
  const table = within(await screen.findByRole('table', { name: 'Your addresses' }));
  expect(await table.findByText(/^Waits until /)).toBeTruthy();
  expect(table.getByText('Ready')).toBeTruthy();
  expect(table.getByText('Memo: 77')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Network'), 'Sandbox');
  await waitFor(() =>
    expect(sentTo('/v3/profile/addresses-management').at(-1)?.path).toContain('payment_method=CRYPTOMEMO'),
  );
});

test('without addresses it says so, and what fails may be tried again', async () => {
  startNetwork(listed([], { filters: { tickers: [], methods: [] } }));
  renderPage(Component);
  expect(await screen.findByText('You have not saved an address yet.')).toBeTruthy();
  expect(screen.queryByLabelText('Network')).toBeNull();
  cleanup();
  startNetwork({
    'GET /v3/profile/addresses-management': () => ({ status: 503, body: refusal('service_unavailable', 'Later') }),
  });
  renderPage(Component);
  expect(await screen.findByText('Your addresses could not be loaded')).toBeTruthy();
});

test('an address is saved with its memo, and what the server refuses stands at its field', async () => {
  let isRefused = true;
  const { sentTo } = startNetwork({
    ...listed([]),
    ...forms,
    'POST /v3/profile/add-addresses-management': () =>
      isRefused
        ? { status: 422, body: refusal('invalid_address', 'Invalid address', { address: ['Invalid address'] }) }
        : { body: saved(7) },
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Add an address' }));
  const dialog = within(await screen.findByRole('dialog'));
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save address' }));
  await dialog.findByLabelText('Memo');
  await save();
  expect(dialog.getAllByText('Field is required')).toHaveLength(2);
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type('Name', 'Cold');
  type('Address', 'sbx1address');
  type('Memo', '77');
  await save();
  expect(await dialog.findByText('Invalid address')).toBeTruthy();
  isRefused = false;
  await save();
  await waitFor(() => expect(toastTexts()).toEqual(['The address was saved']));
  expect(sentTo('/v3/profile/add-addresses-management').at(-1)?.body).toEqual({
    name: 'Cold',
    ticker: 'XRP',
    payment_method: 'CRYPTOMEMO',
    address: 'sbx1address',
    memo: '77',
  });
});

test('one is deleted after a question', async () => {
  const { sentTo } = startNetwork({
    ...listed([saved(1)]),
    'DELETE /v3/profile/delete-addresses-management/1': () => ({ body: { status: 'success' } }),
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the address Wallet 1' }));
  await waitFor(() => expect(questions.getState()).toHaveLength(1));
  expect(sentTo('/v3/profile/delete-addresses-management/1')).toEqual([]);
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(toastTexts()).toEqual(['The address was deleted']));
});

test('the switch is on at once, and shows until when it stays on', async () => {
  const { sentTo } = startNetwork({
    ...listed([saved(1)], { allowList: { enabled: true, endsAt: soon, waitHours: 24 } }),
    'POST /v3/profile/addresses-management/allow-list': () => ({
      body: { enabled: true, endsAt: null, waitHours: 24 },
    }),
  });
  renderPage(Component);
  expect(await screen.findByText(/^It stays on until /)).toBeTruthy();
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /^Withdraw to saved addresses alone/ });
  expect(toggle.checked).toBe(false);
  await userEvent.click(toggle);
  await waitFor(() => expect(toastTexts()).toEqual(['Withdrawals go to saved addresses alone from now on']));
  expect(sentTo('/v3/profile/addresses-management/allow-list').at(-1)?.body).toEqual({ enabled: true });
});
