import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, done, listOf, now, openConsole } from '../../../testing/console.tsx';

cleanUpConsole();

const bank = (change: object = {}) => ({
  id: 4,
  user_id: 3,
  email: 'asha@demo.local',
  status: 'pending',
  bank_name: 'HDFC Bank',
  ifsc_code: 'HDFC0001234',
  last_digits: '9012',
  name_matches: false,
  created: now - 7_300,
  full_name: 'A. Patel',
  account_number: '123456789012',
  account_type: 'saving',
  passport_name: 'Asha Patel',
  is_branch_known: true,
  others: 0,
  reason: '',
  request: null,
  ...change,
});
const deposit = (change: object = {}) => ({
  id: 7,
  ticker: 'INR',
  bank_id: 4,
  bank_name: 'HDFC Bank',
  account_number: 'XXXX9012',
  amount: '123456.5',
  reported_amount: null,
  fee: '15',
  net: '123441.5',
  transaction_id: '412345678901',
  status: 6,
  reason: '',
  created_at: now - 100,
  user_id: 3,
  email: 'asha@demo.local',
  request: null,
  full_name: 'Asha Patel',
  whole_number: '123456789012',
  ifsc_code: 'HDFC0001234',
  ...change,
});
const asked = { request: { id: 12, maker: 'ravi' } };

const open = (address: string, routes: ConsoleRoutes = {}) =>
  openConsole(
    address,
    {
      'GET /v2/ops/inr-banks': () => listOf(bank()),
      'GET /v2/ops/inr-banks/4': () => ({ body: bank() }),
      'GET /v2/ops/inr-deposits': () => listOf(deposit()),
      'GET /v2/ops/inr-deposits/7': () => ({ body: deposit() }),
      ...routes,
    },
    ['money'],
  );

test('a bank account of another name is approved with a reason, and says that two decide', async () => {
  const { network } = open('/ops/inr-banks/4', {
    'POST /v2/ops/inr-banks/4/approve': done,
  });
  expect(await screen.findByText('They differ')).toBeTruthy();
  await userEvent.keyboard('a');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/another operator/i)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByText('Give a reason')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox'), 'The bank has confirmed it');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/inr-banks/4/approve')[0]?.body).toEqual({ reason: 'The bank has confirmed it' }),
  );
});

test.each([
  ['/ops/inr-banks/4', 'GET /v2/ops/inr-banks/4', bank(asked), 'Approve'],
  ['/ops/inr-deposits/7', 'GET /v2/ops/inr-deposits/7', deposit(asked), 'Credit'],
])('%s: while another operator is asked, it is not approved a second time', async (address, route, body, verb) => {
  open(address, { [route]: () => ({ body }) });
  expect((await screen.findByRole('link', { name: 'Request 12' })).getAttribute('href')).toBe('/ops/approvals/12');
  expect(screen.queryByRole('button', { name: verb })).toBeNull();
  await userEvent.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Refuse' })).toBeTruthy();
});

test('a deposit is credited with what has arrived, and refused with one of the usual reasons or an own one', async () => {
  const { network } = open('/ops/inr-deposits/7', {
    'POST /v2/ops/inr-deposits/7/approve': done,
    'POST /v2/ops/inr-deposits/7/reject': done,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Refuse' }));
  const refuse = within(await screen.findByRole('dialog'));
  await userEvent.type(refuse.getByRole('textbox', { name: /^Reason/ }), 'Came from another bank.');
  await userEvent.click(refuse.getByRole('button', { name: 'Refuse' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/inr-deposits/7/reject')[0]?.body).toEqual({ reason: 'Came from another bank.' }),
  );
  cleanup();
  const again = open('/ops/inr-deposits/7', {
    'POST /v2/ops/inr-deposits/7/approve': done,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Credit' }));
  const credit = within(await screen.findByRole('dialog'));
  const amount = credit.getByLabelText<HTMLInputElement>('Amount that has arrived');
  expect(amount.value).toBe('123456.5');
  await userEvent.clear(amount);
  await userEvent.click(credit.getByRole('button', { name: 'Credit' }));
  expect(await credit.findByText('An amount with at most two decimals')).toBeTruthy();
  await userEvent.type(amount, '120000.505');
  await userEvent.click(credit.getByRole('button', { name: 'Credit' }));
  await waitFor(() =>
    expect(again.network.sentTo('/v2/ops/inr-deposits/7/approve')[0]?.body).toEqual({ amount: '120000.50' }),
  );
});
