import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts } from '../../ui/notify.ts';
import { Component } from './withdraw-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const method = (change: object = {}) => ({
  id: 1,
  key: 'INR',
  type: 'bank',
  action: 'withdraw',
  enabled: true,
  name: 'Bank transfer',
  description: '',
  tooltip: '',
  logo: '',
  minAmount: '100',
  maxAmount: '499000',
  fee: { fixed: '15', flexMin: '0', flexMax: '0', flexPercent: '0' },
  network: null,
  ...change,
});
const bank = (id: number, status = 1) => ({
  id,
  full_name: 'Asha Patel',
  account_number: `XXXX000${id}`,
  ifsc_code: 'HDFC0001234',
  bank_name: 'HDFC Bank',
  account_type: 'saving',
  status,
  reason: '',
  created_at: 1,
});
const withdrawal = {
  id: 7,
  ticker: 'INR',
  createdAt: 1_795_000_000_000,
  currency: 'Indian rupee',
  amount: '100000',
  fee: '15',
  net: '99985',
  status: 5,
  address: 'HDFC Bank XXXX0002, HDFC0001234',
  memo: '',
  txHash: '',
  explorerLink: '',
  isFiat: true,
  paymentMethodKey: 'INR',
  paymentMethodName: 'Bank transfer',
  reason: '',
  expiresAt: Date.now() + 1_800_000,
  confirmBy: ['mail', 'text'],
  canCancel: true,
  repeated: false,
  sent: { to: 'a***@test.local', expires: 1_795_000_600, retry_after: 60 },
};
const path = '/v3/balance/withdrawal-INR/INR';

function show(banks: object[], routes: Parameters<typeof startNetwork>[0] = {}) {
  const network = startNetwork({
    'GET /v3/profile/withdrawaldata/INR': () => ({
      body: { marketList: [], paymentList: [method()], action: 'WITHDRAW' },
    }),
    'GET /v3/inr-banks': () => ({
      body: {
        banks: { result: banks, total: banks.length, offset: 0, limit: 20 },
        is_approved: true,
        user_passport: null,
      },
    }),
    'GET /v3/profile/balance': () => ({
      body: { result: [{ ticker: 'INR', main_available: '700000.129' }], totalInrVal: '0', totalUsdVal: '0' },
    }),
    'GET /v2/settings/security': () => ({
      body: { twoFactorEnabled: true, factors: ['totp'], withdrawalsLockedUntil: null, phone: null },
    }),
    'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
    'GET /systemParams': () => ({ body: { kyc_required: { withdraw: true } } }),
    'GET /v3/profile/withdraw_kyc_limit': () => ({
      body: { tier: 'enhanced', limit: '100000', used: '1', left: '99999', basic: '500', enhanced: '100000' },
    }),
    'GET /v2/profile/withdrawals': () => ({ body: { result: [], total: 0, offset: 0, limit: 3 } }),
    'POST /v3/balance/calcfee-INR/INR': () => ({ body: { amount: '100000', fee: '15', net: '99985' } }),
    ...routes,
  });
  renderPage(Component, '/wallet/withdraw/INR', '/wallet/withdraw/:ticker');
  return network;
}
const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/);
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));

test('without an active account there is the way to one', async () => {
  show([bank(1, 0)]);
  expect(await screen.findByText('You need an active bank account to withdraw rupees.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your bank accounts' }).getAttribute('href')).toBe('/user/inr-banks');
});

test('rupees are requested to the chosen account with a second factor, and then confirmed', async () => {
  const network = show([bank(1), bank(2), bank(3, 2)], { [`POST ${path}`]: () => ({ body: withdrawal }) });
  const choice = await screen.findByLabelText<HTMLSelectElement>(/^Bank account/);
  expect([...choice.options].map(({ text }) => text)).toEqual(['HDFC Bank XXXX0001', 'HDFC Bank XXXX0002']);
  await userEvent.selectOptions(choice, '2');
  fireEvent.change(amount(), { target: { value: '100000' } });
  expect(screen.getByText('From ₹100 to ₹4,99,000 a withdrawal')).toBeTruthy();
  const receipt = within(screen.getByLabelText('What it costs and what arrives'));
  expect(await receipt.findByText('99,985 INR')).toBeTruthy();
  expect(receipt.getByText('In 30 minutes to 4 hours, around the clock')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox'));
  await submit();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('1,00,000 INR')).toBeTruthy();
  expect(dialog.getByText('HDFC Bank XXXX0002').previousSibling?.textContent).toBe('Account');
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '654321' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await screen.findByRole('heading', { name: 'Confirm the withdrawal' });
  expect(screen.getByText('HDFC Bank XXXX0002, HDFC0001234').previousSibling?.textContent).toBe('Account');
  expect(screen.getByText(/Compare the account and the amount/)).toBeTruthy();
  expect(network.sentTo(path)[0]?.body).toEqual({
    amount: '100000',
    bank_id: 2,
    terms: true,
    fee: '15',
    factor: 'totp',
    code: '654321',
  });
});

test('what is wrong is said at its field, in rupees, before anything is sent', async () => {
  const network = show([bank(1)]);
  await screen.findByLabelText(/^Bank account/);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(false));
  await submit();
  expect(screen.getByText('Field is required')).toBeTruthy();
  expect(screen.getByText('Please accept the terms')).toBeTruthy();
  expect(document.activeElement).toBe(amount());
  fireEvent.change(amount(), { target: { value: '99.999' } });
  expect(amount().value).toBe('99.99');
  expect(screen.getByText('Min value is ₹100')).toBeTruthy();
  fireEvent.change(amount(), { target: { value: '499000.01' } });
  expect(screen.getByText('Max value is ₹4,99,000')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(amount().value).toBe('499000');
  await submit();
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(network.sentTo(path)).toEqual([]);
});

test('a refusal of the limit of a day stands at the amount, and a disabled method takes nothing', async () => {
  const text = 'The daily limit is ₹1,00,00,000: you can withdraw ₹2,00,000 more today';
  show([bank(1)], {
    'GET /v2/settings/security': () => ({
      body: { twoFactorEnabled: false, factors: [], withdrawalsLockedUntil: null, phone: null },
    }),
    [`POST ${path}`]: () => ({ status: 422, body: refusal('inr_daily_limit', text, { amount: [text] }) }),
  });
  await screen.findByLabelText(/^Bank account/);
  fireEvent.change(amount(), { target: { value: '400000' } });
  await userEvent.click(screen.getByRole('checkbox'));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(false));
  await submit();
  expect(await screen.findByText(text)).toBeTruthy();
  cleanup();
  show([bank(1)], {
    'GET /v3/profile/withdrawaldata/INR': () => ({
      body: { marketList: [], paymentList: [method({ enabled: false })], action: 'WITHDRAW' },
    }),
  });
  expect(await screen.findByText('Withdrawal for INR is disabled')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(true);
});
