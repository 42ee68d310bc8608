import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { questions } from '../../ui/confirm.ts';
import { dismissAllToasts, toasts } from '../../ui/notify.ts';
import { Component } from './inr-banks-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  questions.setState([], true);
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
const passport = { first_name: 'Asha', middle_name: '', last_name: 'Patel' };
const listed = (result: object[], change: object = {}) => ({
  'GET /v3/inr-banks': () => ({
    body: {
      banks: { result, total: result.length, offset: 0, limit: 20 },
      is_approved: true,
      user_passport: passport,
      ...change,
    },
  }),
});
const toastTexts = () => toasts.getState().map(({ text }) => text);

async function openForm(network: Parameters<typeof startNetwork>[0]) {
  const started = startNetwork(network);
  renderPage(Component);
  await screen.findByText(/You have no bank account yet/);
  await userEvent.click(screen.getByRole('button', { name: 'Add a bank account' }));
  const dialog = within(await screen.findByRole('dialog'));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { network: started, dialog, type };
}

test('accounts are listed with their states, and why one was refused', async () => {
  startNetwork(listed([bank(1), bank(2, { status: 0 }), bank(3, { status: 2, reason: 'Another name.' })]));
  renderPage(Component);
  const table = within(await screen.findByRole('table', { name: 'Your bank accounts' }));
  expect(await table.findByText('Active')).toBeTruthy();
  expect(table.getByText('Waiting for verification')).toBeTruthy();
  expect(table.getByText('Not verified')).toBeTruthy();
  expect(table.getByText('Another name.')).toBeTruthy();
});

test('the form has the name of the identity, shows the bank, and takes the number twice without pasting', async () => {
  const { network, dialog, type } = await openForm({
    ...listed([]),
    'GET /v3/inr-ifsc/HDFC0001234': () => ({
      body: { ifsc_code: 'HDFC0001234', bank_name: 'HDFC Bank', is_branch_known: true },
    }),
    'POST /v3/inr-banks': () => ({ body: bank(7, { status: 0 }) }),
    'POST /v3/inr-bank-validate/7': () => ({ body: { status: 1 } }),
    'GET /v3/inr-banks/7': () => ({ body: bank(7) }),
  });
  const name = dialog.getByLabelText<HTMLInputElement>('Account holder');
  expect([name.value, name.readOnly]).toEqual(['Asha Patel', true]);
  await userEvent.click(dialog.getByRole('button', { name: 'Add bank account' }));
  expect(dialog.getAllByText('Field is required').length).toBeGreaterThan(1);
  const again = dialog.getByLabelText('Account number again');
  const paste = createEvent.paste(again);
  fireEvent(again, paste);
  expect(paste.defaultPrevented).toBe(true);
  type('Account number', '123456789012');
  type('Account number again', '123456789013');
  type('IFSC', 'hdfc0001234');
  expect(await dialog.findByText('HDFC Bank')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add bank account' }));
  expect(dialog.getByText('Field should match the account number')).toBeTruthy();
  expect(network.sentTo('/v3/inr-banks').filter(({ method }) => method === 'POST')).toEqual([]);
  type('Account number again', '123456789012');
  await userEvent.click(dialog.getByRole('button', { name: 'Add bank account' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Your bank account is verified and active.']));
  expect(network.sentTo('/v3/inr-banks').find(({ method }) => method === 'POST')?.body).toEqual({
    full_name: 'Asha Patel',
    account_number: '123456789012',
    account_number_confirmation: '123456789012',
    ifsc_code: 'HDFC0001234',
    account_type: 'saving',
  });
});

test('what the server refuses stands in the form', async () => {
  const { dialog, type } = await openForm({
    ...listed([]),
    'GET /v3/inr-ifsc/QQQQ0001234': () => ({
      status: 404,
      body: refusal('not_found', 'No bank has this IFSC: please check it'),
    }),
    'POST /v3/inr-banks': () => ({
      status: 409,
      body: refusal('inr_bank_added', 'You cannot add this bank account because it was already added.'),
    }),
  });
  type('Account number', '123456789012');
  type('Account number again', '123456789012');
  type('IFSC', 'QQQQ0001234');
  expect(await dialog.findByText('No bank has this IFSC: please check it')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add bank account' }));
  expect(await dialog.findByText('Bank account not added!')).toBeTruthy();
  expect(dialog.getByText('You cannot add this bank account because it was already added.')).toBeTruthy();
});

test('with three accounts the button names the limit, and without a verification it is off', async () => {
  startNetwork(listed([bank(1), bank(2), bank(3)]));
  renderPage(Component);
  await screen.findAllByText('Active');
  await userEvent.click(screen.getByRole('button', { name: 'Add a bank account' }));
  expect(toastTexts()).toEqual(['You could have only 3 active INR Bank accounts']);
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  startNetwork(listed([], { is_approved: false, user_passport: null }));
  renderPage(Component);
  expect(await screen.findByText(/You must pass personal verification/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a bank account' }).disabled).toBe(true);
});

test('an account with unfinished transactions is not deleted, and the reason is said', async () => {
  const text = 'You cannot delete this bank account because there are unfinished transactions on it';
  startNetwork({
    ...listed([bank(1)]),
    'DELETE /v3/inr-banks/1': () => ({ status: 409, body: refusal('inr_bank_in_use', text) }),
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the account XXXX0001 at HDFC Bank' }));
  await waitFor(() => expect(questions.getState()).toHaveLength(1));
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(toastTexts()).toEqual([text]));
  expect(screen.getByText('Active')).toBeTruthy();
});

test('an account that is gone already is refused under the title of that refusal', async () => {
  startNetwork({
    ...listed([bank(1)]),
    'DELETE /v3/inr-banks/1': () => ({ status: 404, body: refusal('inr_bank_not_found', 'INR Bank does not exists') }),
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the account XXXX0001 at HDFC Bank' }));
  await waitFor(() => expect(questions.getState()).toHaveLength(1));
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(toasts.getState()).toMatchObject([{ title: 'Uh-oh', text: 'INR Bank does not exists' }]));
});
