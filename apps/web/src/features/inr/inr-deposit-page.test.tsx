import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { endSession, startSession } from '../../api/session.ts';
import { live } from '../../live/index.ts';
import { RpcServer } from '../../live/testing/rpc-server.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts, toasts } from '../../ui/notify.ts';
import { InrDepositPage } from './inr-deposit-page.tsx';

const Component = () => <InrDepositPage>{(bank) => bank}</InrDepositPage>;

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const bank = (id: number, change: object = {}) => ({
  id,
  full_name: 'Asha Patel',
  account_number: `XXXX000${id}`,
  ifsc_code: 'HDFC0001234',
  bank_name: 'HDFC Bank',
  account_type: 'saving',
  status: 1,
  reason: '',
  created_at: 1,
  ...change,
});
const deposit = (change: object = {}) => ({
  id: 7,
  ticker: 'INR',
  bank_id: 2,
  bank_name: 'HDFC Bank',
  account_number: 'XXXX0002',
  amount: '123456.5',
  reported_amount: null,
  fee: '15',
  net: '123441.5',
  transaction_id: '412345678901',
  status: 6,
  reason: '',
  created_at: 1,
  ...change,
});
const requisites = {
  ticker: 'INR',
  paymentKey: 'INR',
  beneficiary: 'Pelican',
  account_number: '000111222333',
  ifsc_code: 'HDFC0000001',
  bank_name: 'HDFC Bank',
  upi_id: 'pelican@example',
  minAmount: '100',
  maxAmount: '499000',
  dailyMax: '10000000',
  fee: '15',
};
const page = (banks: object[], deposits: object[] = []) => ({
  'GET /v3/inr-banks': () => ({
    body: {
      banks: { result: banks, total: banks.length, offset: 0, limit: 20 },
      is_approved: true,
      user_passport: null,
    },
  }),
  'GET /v3/inr-requisites/1': () => ({ body: requisites }),
  'GET /v3/inr-requisites/2': () => ({ body: { ...requisites, beneficiary: 'Pelican Two' } }),
  'GET /v3/inr-deposits': () => ({
    body: { result: deposits, total: deposits.length, offset: 0, limit: 20 },
  }),
});
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'I have paid' }));

test('without an active account there is the way to one', async () => {
  startNetwork(page([bank(1, { status: 0 })]));
  renderPage(Component);
  expect(await screen.findByText('You need an active bank account to deposit rupees.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your bank accounts' }).getAttribute('href')).toBe('/user/inr-banks');
});

test('a transfer is reported with its id, its amount within the limits, and the terms', async () => {
  const network = startNetwork({
    ...page([bank(1), bank(2)]),
    'POST /v3/balance/deposit-INR/INR': () => ({ body: deposit() }),
  });
  renderPage(Component);
  expect(await screen.findByText('000111222333')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('From which of your accounts'), '2');
  expect(await screen.findByText('Pelican Two')).toBeTruthy();
  // Nothing is received of nothing.
  expect(screen.getByText('You receive').nextSibling?.textContent).toBe('–');
  // Lakhs and crores.
  expect(screen.getByText('From ₹100 to ₹4,99,000 a transfer, ₹1,00,00,000 a day')).toBeTruthy();
  await submit();
  expect(screen.getByText('Min value is ₹100')).toBeTruthy();
  expect(screen.getByText('Please accept the terms')).toBeTruthy();
  type('Amount', '499000.01');
  await submit();
  expect(screen.getByText('Max value is ₹4,99,000')).toBeTruthy();
  type('Amount', '123456.5');
  expect(screen.getByText('1,23,441.5 INR')).toBeTruthy();
  type('Transaction id (UTR)', '4123');
  await userEvent.click(screen.getByRole('checkbox'));
  await submit();
  expect(screen.getByText(/12 digits \(IMPS, UPI\)/)).toBeTruthy();
  expect(network.sentTo('/v3/balance/deposit-INR/INR')).toEqual([]);
  type('Transaction id (UTR)', '4123-4567-8901');
  await submit();
  await waitFor(() => expect(toasts.getState()).toHaveLength(1));
  expect(network.sentTo('/v3/balance/deposit-INR/INR')[0]?.body).toEqual({
    bank_id: 2,
    amount: '123456.5',
    transaction_id: '412345678901',
    terms: true,
  });
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
});

test('an id that was reported before is refused at its field', async () => {
  const text = 'Sorry, but this transaction ID already exists.';
  startNetwork({
    ...page([bank(1)]),
    'POST /v3/balance/deposit-INR/INR': () => ({
      status: 409,
      body: refusal('inr_transaction_id_exists', text, { transaction_id: [text] }),
    }),
  });
  renderPage(Component);
  await screen.findByText('000111222333');
  type('Amount', '100');
  type('Transaction id (UTR)', '412345678901');
  await userEvent.click(screen.getByRole('checkbox'));
  await submit();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByLabelText('Transaction id (UTR)').getAttribute('aria-invalid')).toBe('true');
});

test('deposits are listed with what became of them', async () => {
  startNetwork(
    page([bank(1)], [deposit(), deposit({ id: 8, status: 3 }), deposit({ id: 9, status: 12, reason: 'Not here.' })]),
  );
  renderPage(Component);
  const table = within(await screen.findByRole('table', { name: 'Your deposits of rupees' }));
  expect(await table.findByText('Unconfirmed by admin')).toBeTruthy();
  expect(table.getByText('Successful')).toBeTruthy();
  expect(table.getByText('Not here.')).toBeTruthy();
  expect(table.getAllByText('1,23,456.5')).toHaveLength(3);
  expect(table.getAllByText('1,23,441.5')).toHaveLength(1);
});

test('a deposit that is credited meanwhile is on the page as soon as its notice is', async () => {
  const server = await RpcServer.start();
  const { url } = server;
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor() {
        super(url);
      }
    },
  );
  const deposits = [deposit()];
  startNetwork(page([bank(1)], deposits));
  live.start();
  try {
    renderPage(Component);
    await screen.findByText('Unconfirmed by admin');
    await waitFor(() => expect(server.of('notice.subscribe')).toHaveLength(1));
    deposits[0] = deposit({ status: 3 });
    server.push('notice.update', [{ kind: 'message', message: 'inr_deposit_credited' }]);
    expect(await screen.findByText('Successful')).toBeTruthy();
  } finally {
    cleanup();
    live.stop();
    await server.stop();
  }
});

test('a report from an account that is gone is refused under the title of that refusal', async () => {
  startNetwork({
    ...page([bank(1)]),
    'POST /v3/balance/deposit-INR/INR': () => ({
      status: 404,
      body: refusal('inr_bank_not_found', 'INR Bank does not exists'),
    }),
  });
  renderPage(Component);
  await screen.findByText('000111222333');
  type('Amount', '100');
  type('Transaction id (UTR)', '412345678901');
  await userEvent.click(screen.getByRole('checkbox'));
  await submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Uh-oh. INR Bank does not exists');
});
