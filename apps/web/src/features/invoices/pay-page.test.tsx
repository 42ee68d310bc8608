import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts } from '../../ui/notify.ts';
import { Component } from './pay-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  dismissAllToasts();
  for (const form of document.querySelectorAll('body > form')) form.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const id = 'A'.repeat(22);
const invoice = {
  id,
  ticker: 'INR',
  amount: '500',
  description: '<b>Two books</b>',
  owner: 'bo*** #7',
  owner_id: 7,
  status: 'pending',
  reason: '',
  created_at: 1_795_000_000,
  expires_at: 1_895_000_000,
};
const method = {
  id: 31,
  key: 'PAYSOFT',
  type: 'provider',
  action: 'deposit',
  enabled: true,
  name: 'Paysoft',
  description: '',
  tooltip: '',
  logo: '',
  minAmount: '0',
  maxAmount: '0',
  fee: { fixed: '0', flexMin: '0', flexMax: '0', flexPercent: '1' },
  network: null,
};

interface Shown {
  change?: object;
  available?: string;
  user?: number;
  factors?: string[];
}

function show({ change = {}, available = '800', user = 9, factors = [] }: Shown = {}, routes = {}) {
  startSession(tokens('mine'));
  const network = startNetwork({
    [`GET /invoice/${id}`]: () => ({ body: { ...invoice, ...change } }),
    'GET /v2/settings/general': () => ({ body: { id: user, is_verified: true } }),
    'GET /v2/settings/security': () => ({
      body: { twoFactorEnabled: factors.length > 0, factors, withdrawalsLockedUntil: null },
    }),
    'GET /v3/profile/withdraw_kyc_limit': () => ({ body: { tier: 'enhanced' } }),
    'GET /systemParams': () => ({ body: { kyc_required: { deposit: true, withdraw: true } } }),
    'GET /v3/profile/balance': () => ({
      body: { result: [{ ticker: 'INR', main_available: available }], totalInrVal: '0' },
    }),
    'GET /v3/profile/depositdata/INR': () => ({
      body: { marketList: [], paymentList: [method], action: 'DEPOSIT' },
    }),
    [`POST /makeinnerinvoice/${id}`]: () => ({ body: { to: 'm***@test', expires: 1, retry_after: 60 } }),
    ...routes,
  });
  renderPage(Component, `/pay/${id}`, '/pay/:hash');
  return network;
}

test('a visitor reads who asks, how much and what for, as text, and is led to the sign-in and back', async () => {
  startNetwork({ [`GET /invoice/${id}`]: () => ({ body: invoice }) });
  renderPage(Component, `/pay/${id}`, '/pay/:hash');
  expect(await screen.findByText('<b>Two books</b>')).toBeTruthy();
  expect(screen.getByText('bo*** #7')).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Sign in to pay' });
  expect(link.getAttribute('href')).toBe(`/signIn?redirect=%2Fpay%2F${id}`);
});

test.each([
  ['finished', '', 'This invoice is paid.'],
  ['closed', 'expired', 'Its time is over. Ask for a new one.'],
  ['closed', 'canceled', 'The person who asked for it has canceled it.'],
  ['closed', 'unavailable', 'The person who asked for it cannot be paid at present.'],
])('one that is %s %s says why, and cannot be paid', async (status, reason, text) => {
  show({ change: { status, reason } });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test('the owner is led to the own invoices', async () => {
  show({ user: 7 });
  expect(await screen.findByText(/This is your own invoice/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test('it is paid with the code of the mail and a second factor', async () => {
  const { sentTo } = show(
    { factors: ['totp'] },
    {
      [`POST /confirminnerinvoice/${id}`]: () => ({ body: { ...invoice, status: 'finished' } }),
    },
  );
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Pay' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/m\*\*\*@test/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true);
  await person.type(dialog.getByLabelText('Code of the mail'), '123456');
  await person.type(await dialog.findByLabelText('Code of 6 digits'), '654321');
  await person.click(dialog.getByRole('button', { name: 'Pay' }));
  await waitFor(() =>
    expect(sentTo(`/confirminnerinvoice/${id}`)[0]?.body).toEqual({
      code: '123456',
      factor: 'totp',
      factor_code: '654321',
    }),
  );
  expect(sentTo(`/makeinnerinvoice/${id}`)).toHaveLength(1);
});

test('a refusal stays in the dialog, at the field that it is about', async () => {
  show(
    {},
    {
      [`POST /confirminnerinvoice/${id}`]: () => ({
        status: 422,
        body: refusal('code_wrong', 'Wrong code', { code: ['Wrong code'] }),
      }),
    },
  );
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Pay' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Code of the mail'), '123456');
  await person.click(dialog.getByRole('button', { name: 'Pay' }));
  expect(await dialog.findByText('Wrong code')).toBeTruthy();
});

test('where the wallet does not suffice, a deposit by a provider is begun', async () => {
  const go = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  const { sentTo } = show(
    { available: '499.99' },
    {
      'POST /makefiatpayment': () => ({ body: { id: 1, hash: 'h', redirectLink: 'https://pay.example/', fields: {} } }),
    },
  );
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Go to the payment page' }));
  await waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(sentTo('/makefiatpayment')[0]?.body).toEqual({ invoice: id, paymentMethodId: 31 });
});
