import { cleanup, fireEvent, screen, within } from '@testing-library/react';
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

const method = (key: string, name: string, type = 'provider') => ({
  id: 1,
  key,
  type,
  action: 'withdraw',
  enabled: true,
  name,
  description: '',
  tooltip: '',
  logo: '',
  minAmount: '100',
  maxAmount: '100000',
  fee: { fixed: '0', flexMin: '10', flexMax: '0', flexPercent: '1' },
  network: null,
});
const withdrawal = {
  id: 7,
  ticker: 'INR',
  createdAt: 1_795_000_000_000,
  currency: 'Indian rupee',
  amount: '1000',
  fee: '10',
  net: '990',
  status: 5,
  address: '411111******1111',
  memo: '',
  txHash: '',
  explorerLink: '',
  isFiat: true,
  paymentMethodKey: 'MERCURYO',
  paymentMethodName: 'Card',
  reason: '',
  expiresAt: Date.now() + 1_800_000,
  confirmBy: ['mail'],
  canCancel: true,
  repeated: false,
  sent: { to: 'a***@test.local', expires: 1_795_000_600, retry_after: 60 },
};
const path = '/v3/balance/withdrawal-INR/MERCURYO';

function show(routes: Parameters<typeof startNetwork>[0] = {}, saved: object[] = []) {
  const network = startNetwork({
    'GET /v3/profile/withdrawaldata/INR': () => ({
      body: {
        marketList: [],
        paymentList: [method('MERCURYO', 'Card'), method('PAYSOFT', 'Paysoft'), method('NOBODY', 'No form')],
        action: 'WITHDRAW',
      },
    }),
    'GET /v3/profile/addresses-management': () => ({
      body: {
        result: saved,
        total: saved.length,
        offset: 0,
        limit: 100,
        filters: { tickers: [], methods: [] },
        allowList: { enabled: false, endsAt: null, waitHours: 24 },
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
    'POST /v3/balance/calcfee-INR/MERCURYO': () => ({ body: { amount: '1000', fee: '10', net: '990' } }),
    ...routes,
  });
  renderPage(Component, '/wallet/withdraw/INR', '/wallet/withdraw/:ticker');
  return network;
}
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText<HTMLInputElement>(label), { target: { value } });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));

test('the fields are those of the chosen method, and a method without a form is not offered', async () => {
  show();
  const choice = await screen.findByLabelText<HTMLSelectElement>('How you are paid');
  expect([...choice.options].map(({ text }) => text)).toEqual(['Card', 'Paysoft']);
  expect(screen.getByLabelText('Card number')).toBeTruthy();
  await userEvent.selectOptions(choice, 'PAYSOFT');
  expect(await screen.findByLabelText('Account')).toBeTruthy();
  expect(screen.queryByLabelText('Card number')).toBeNull();
});

test('a wrong card number is said at its field before anything is sent', async () => {
  const network = show();
  await screen.findByLabelText('Card number');
  type(/^Card number/, '4111 1111 1111 1112');
  type(/^Cardholder/, 'ASHA PATEL');
  type(/^Amount/, '1000');
  await submit();
  expect(await screen.findByText('Card number is not valid')).toBeTruthy();
  expect(network.sentTo(path)).toEqual([]);
});

test('a withdrawal to a card is proven with its masked number, and what the server has against a field stands there', async () => {
  const answers = [
    { status: 422, body: refusal('invalid_argument', 'Invalid', { card_number: ['Card number is not valid'] }) },
    { body: withdrawal },
  ];
  const network = show({ [`POST ${path}`]: () => answers.shift() ?? { body: withdrawal } });
  await screen.findByLabelText('Card number');
  type(/^Card number/, '4111 1111 1111 1111');
  type(/^Cardholder/, 'ASHA PATEL');
  type(/^Amount/, '1000');
  await submit();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('411111******1111')).toBeTruthy();
  const prove = async () => {
    fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '654321' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  };
  await prove();
  expect((await screen.findAllByText('Card number is not valid')).length).toBeGreaterThan(0);
  await prove();
  await screen.findByRole('heading', { name: 'Confirm the withdrawal' });
  expect(network.sentTo(path)[0]?.body).toMatchObject({
    amount: '1000',
    receiver: { card_number: '4111 1111 1111 1111', holder: 'ASHA PATEL' },
  });
});

test('a saved receiver is sent by its id', async () => {
  const saved = {
    id: 12,
    name: 'Mine',
    ticker: 'INR',
    currency: 'Indian rupee',
    network: 'Card',
    paymentMethodKey: 'MERCURYO',
    paymentMethodName: 'Card',
    savedData: { address: '411111******1111', memo: '', cardNumber: '411111******1111', account: '' },
    createdAt: 1,
    usableAt: 1,
  };
  const network = show({ [`POST ${path}`]: () => ({ body: withdrawal }) }, [saved]);
  await userEvent.selectOptions(await screen.findByLabelText('Saved receiver'), '12');
  expect(screen.queryByLabelText('Card number')).toBeNull();
  type(/^Amount/, '1000');
  await submit();
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '654321' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await screen.findByRole('heading', { name: 'Confirm the withdrawal' });
  expect(network.sentTo(path)[0]?.body).toMatchObject({ address_id: 12, amount: '1000' });
  expect(network.sentTo(path)[0]?.body).not.toHaveProperty('receiver');
});
