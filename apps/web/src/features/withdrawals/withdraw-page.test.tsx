import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { questions } from '../../ui/confirm.ts';
import { dismissAllToasts } from '../../ui/notify.ts';
import { Component as ConfirmLinkPage } from './confirm-link-page.tsx';
import { Component } from './withdraw-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  questions.setState([], true);
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const fee = { fixed: '1', flexMin: '0', flexMax: '0', flexPercent: '0' };
const method = (key: string, change: object = {}) => ({
  id: 1,
  key,
  type: 'crypto',
  action: 'withdraw',
  enabled: true,
  name: `${key} network`,
  description: '',
  tooltip: '',
  logo: '',
  minAmount: '5',
  maxAmount: '0',
  fee,
  network: { key, name: key, confirmations: 3, seconds: 6, is_memo: false, contract: '' },
  ...change,
});
const withdrawal = (change: object = {}) => ({
  id: 7,
  ticker: 'XRP',
  createdAt: 1_795_000_000_000,
  currency: 'Ripple',
  amount: '20',
  fee: '1',
  net: '19',
  status: 5,
  address: 'sbx1address',
  memo: '',
  txHash: '',
  explorerLink: '',
  isFiat: false,
  paymentMethodKey: 'SANDBOX',
  paymentMethodName: 'SANDBOX network',
  reason: '',
  expiresAt: Date.now() + 1_800_000,
  confirmBy: ['mail', 'text'],
  canCancel: true,
  ...change,
});
const listOf = (...result: object[]) => ({ body: { result, total: result.length, offset: 0, limit: 3 } });
const methodsOf = (...paymentList: object[]) => ({ body: { marketList: [], paymentList, action: 'WITHDRAW' } });
const security = { twoFactorEnabled: true, factors: ['totp'], withdrawalsLockedUntil: null, phone: null };
const sent = { to: 'a***@test.local', expires: 1_795_000_600, retry_after: 60 };
const request = 'POST /v3/balance/withdrawal-XRP/SANDBOX';
const page = {
  'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(method('SANDBOX')),
  'GET /v3/profile/balance': () => ({
    body: { result: [{ ticker: 'XRP', main_available: '100' }], totalInrVal: '0', totalUsdVal: '0' },
  }),
  'GET /v2/settings/security': () => ({ body: security }),
  'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
  'GET /systemParams': () => ({ body: { kyc_required: { withdraw: true } } }),
  'GET /v3/profile/withdraw_kyc_limit': () => ({
    body: { tier: 'enhanced', limit: '100000', used: '1', left: '99999', basic: '500', enhanced: '100000' },
  }),
  'GET /v2/profile/withdrawals': () => listOf(),
  'GET /v3/profile/addresses-management': () => ({
    body: {
      ...listOf().body,
      filters: { tickers: [], methods: [] },
      allowList: { enabled: false, endsAt: null, waitHours: 24 },
    },
  }),
  'POST /v3/balance/calcfee-XRP/SANDBOX': () => ({ body: { amount: '20', fee: '1', net: '19' } }),
};

function show(routes: Parameters<typeof startNetwork>[0] = {}) {
  const network = startNetwork({ ...page, ...routes });
  const view = renderPage(Component, '/wallet/withdraw/XRP', '/wallet/withdraw/:ticker');
  return { network, view };
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function fill() {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(false));
  type(/^Address/, ' sbx1address ');
  type(/^Amount/, '20');
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));

test('a withdrawal is requested with a second factor, confirmed by the code of a mail, and ends at the status page', async () => {
  const { network, view } = show({
    [request]: () => ({ body: { ...withdrawal(), repeated: false, sent } }),
    'POST /confirmWithdraw': ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { body: withdrawal({ status: 11 }) }
        : { status: 422, body: refusal('code_wrong', 'The code is wrong', { code: ['The code is wrong'] }) },
  });
  await fill();
  const receipt = within(screen.getByLabelText('What it costs and what arrives'));
  expect(await receipt.findByText('19 XRP')).toBeTruthy();
  expect(receipt.getByText('$99,999.00 of $100,000.00')).toBeTruthy();
  await submit();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('sbx1address')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '654321' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await screen.findByRole('heading', { name: 'Confirm the withdrawal' });
  // What the mail names, and what arrives of it.
  for (const figure of ['20 XRP', '1 XRP', '19 XRP']) expect(screen.getByText(figure)).toBeTruthy();
  const [asked] = network.sentTo('/v3/balance/withdrawal-XRP/SANDBOX');
  expect(asked?.body).toEqual({ amount: '20', address: 'sbx1address', fee: '1', factor: 'totp', code: '654321' });
  expect(asked?.headers.get('idempotency-key')).toBeTruthy();
  expect(screen.getByText(/a\*\*\*@test.local/)).toBeTruthy();

  type(/^Code of 6 digits/, '000000');
  expect(await screen.findByText('The code is wrong')).toBeTruthy();
  type(/^Code of 6 digits/, '123456');
  await waitFor(() => expect(view.router.state.location.pathname).toBe('/successful'));
  expect(view.router.state.location.state).toEqual({ withdrawalId: 7 });
  expect(network.sentTo('/confirmWithdraw').at(-1)?.body).toEqual({ id: 7, code: '123456' });
});

test('a lock says why, until when and how long, before anything is filled in', async () => {
  const until = Math.floor(Date.now() / 1000) + 47 * 3_600 + 1_800;
  show({ 'GET /v2/settings/security': () => ({ body: { ...security, withdrawalsLockedUntil: until } }) });
  const note = await screen.findByText(/Nothing leaves the account until/);
  expect(note.textContent).toMatch(/: 47 h \d+ min to go\. Its password, phone number or a second factor/);
  await screen.findByText('SANDBOX network');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(true);
});

test('what is wrong is said at its field before anything is sent', async () => {
  const memo = method('SANDBOX', { network: { ...method('SANDBOX').network, is_memo: true } });
  const { network } = show({ 'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(memo) });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(false));
  await submit();
  expect(screen.getAllByText('Field is required')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Address/));
  type(/^Address/, 'sbx1address');
  type(/^Amount/, '101');
  expect(screen.getByText('Amount should not be greater than your balance!')).toBeTruthy();
  type(/^Amount/, '4');
  expect(screen.getByText('Min value is 5')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Max' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('100');
  await userEvent.click(screen.getByLabelText('The receiver needs no memo'));
  await submit();
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(network.sentTo('/v3/balance/withdrawal-XRP/SANDBOX')).toEqual([]);
});

test('without a second factor it is requested at once, and a refused address is shown at its field', async () => {
  show({
    'GET /v2/settings/security': () => ({ body: { ...security, twoFactorEnabled: false, factors: [] } }),
    'GET /v3/profile/withdraw_kyc_limit': () => ({
      body: { tier: 'basic', limit: '700', used: '0', left: '700', basic: '700', enhanced: '90000' },
    }),
    [request]: () => ({
      status: 422,
      body: refusal('invalid_address', 'Invalid address', { address: ['Invalid address'] }),
    }),
  });
  await fill();
  await submit();
  expect(await screen.findByText('Invalid address')).toBeTruthy();
  expect(screen.getByText(/up to 90,000 USD in 24 hours; without one 700 USD/)).toBeTruthy();
});

test('of several networks none is chosen for the user', async () => {
  const { network } = show({
    'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(method('SANDBOX'), method('OTHER', { id: 2 })),
  });
  await fill();
  await submit();
  expect(screen.getByText('Field is required')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /OTHER network/ }));
  await submit();
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(network.sentTo('/v3/balance/calcfee-XRP/SANDBOX')).toEqual([]);
});

test('an asset with networks and a payment provider has the forms of both', async () => {
  const card = method('MERCURYO', { id: 2, type: 'provider', name: 'Card', network: null });
  const bare = method('SANDBOX', { name: 'Sandbox' });
  show({
    'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(bare, card),
  });
  const choice = await screen.findByLabelText<HTMLSelectElement>('How you are paid');
  expect([...choice.options].map(({ text }) => text)).toEqual(['To an address on a network', 'Card']);
  expect(screen.getByLabelText(/^Address/)).toBeTruthy();
  await userEvent.selectOptions(choice, 'Card');
  expect(await screen.findByLabelText('Card number')).toBeTruthy();
  await userEvent.selectOptions(choice, 'To an address on a network');
  expect(await screen.findByLabelText(/^Address/)).toBeTruthy();
  expect(screen.queryByLabelText('Card number')).toBeNull();
});

test('a network that is switched off cannot be chosen', async () => {
  show({ 'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(method('SANDBOX', { enabled: false })) });
  expect(await screen.findByText('Withdrawal for XRP is disabled')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('radio', { name: /SANDBOX network/ }).disabled).toBe(true);
});

test('the recent ones show their status, and one that waits is canceled after a question', async () => {
  const { network } = show({
    'GET /v2/profile/withdrawals': () =>
      listOf(withdrawal(), withdrawal({ id: 6, status: 12, reason: 'The network refused it', canCancel: false })),
    'POST /v2/profile/withdrawals/7/cancel': () => ({ body: withdrawal({ status: 4 }) }),
  });
  expect(await screen.findByText('Unconfirmed by user')).toBeTruthy();
  expect(screen.getByText('The network refused it')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the withdrawal of 20 XRP' }));
  const [question] = questions.getState();
  expect(question?.title).toBe('Cancel the withdrawal of 20 XRP?');
  question?.answer(true);
  await waitFor(() => expect(network.sentTo('/v2/profile/withdrawals/7/cancel')).toHaveLength(1));
});

test('the code is entered after a reload too, over the channel that is left, and the memo is compared', async () => {
  const memo = method('SANDBOX', { network: { ...method('SANDBOX').network, is_memo: true } });
  const waiting = withdrawal({ confirmBy: ['text'], memo: '104723' });
  const { network, view } = show({
    'GET /v3/profile/withdrawaldata/XRP': () => methodsOf(memo),
    'GET /v2/profile/withdrawals': () => listOf(waiting),
    'GET /v2/settings/security': () => ({ body: { ...security, phone: '+91*****01' } }),
    'POST /v3/profile/resendWithdrawPhoneotp': () => ({ body: { status: 'success', ...sent, to: '+91*****01' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Enter the code for the withdrawal of 20 XRP' }));
  expect(view.router.state.location.search).toBe('?confirm=7');
  expect(screen.getByText(/Get a code, compare the address, the memo and the amount/)).toBeTruthy();
  expect(screen.queryByText(/We have sent you/)).toBeNull();
  expect(screen.getByText('104723')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Get code' }));
  expect(await screen.findByText(/\+91\*\*\*\*\*01/)).toBeTruthy();
  expect(network.sentTo('/v3/profile/resendWithdrawPhoneotp')).toHaveLength(1);
  expect(network.sentTo('/v3/profile/resendWithdrawEmailotp')).toEqual([]);
  cleanup();

  renderPage(Component, '/wallet/withdraw/XRP?confirm=7', '/wallet/withdraw/:ticker');
  expect(await screen.findByRole('heading', { name: 'Confirm the withdrawal' })).toBeTruthy();
});

test('one that was confirmed in another tab is not asked about again', async () => {
  let isConfirmed = false;
  const waiting = withdrawal({ confirmBy: ['mail'] });
  const { view } = show({
    'GET /v2/profile/withdrawals': () =>
      listOf(isConfirmed ? withdrawal({ status: 3, confirmBy: [], canCancel: false }) : waiting),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Enter the code for the withdrawal of 20 XRP' }));
  expect(await screen.findByRole('heading', { name: 'Confirm the withdrawal' })).toBeTruthy();
  isConfirmed = true;
  await view.queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Confirm the withdrawal' })).toBeNull());
});

test('the recent ones lead to their records and to all of the asset', async () => {
  show({ 'GET /v2/profile/withdrawals': () => listOf(withdrawal({ status: 3, confirmBy: [], canCancel: false })) });
  const one = await screen.findByRole('link', { name: 'Details of the withdrawal of 20 XRP' });
  expect(one.getAttribute('href')).toBe('/user/wallet-history/withdrawal/7');
  expect(screen.getByRole('link', { name: 'All withdrawals' }).getAttribute('href')).toBe(
    '/user/wallet-history?tab=withdrawal&ticker=XRP',
  );
  expect(screen.queryByRole('button', { name: /Enter the code/ })).toBeNull();
});

const token = `7.${'a'.repeat(43)}`;

test('an ended link of the mail says so, and cannot be tried again', async () => {
  startNetwork({
    'POST /confirmWithdraw': () => ({
      status: 422,
      body: refusal('link_ended', 'Your link is not full, was used before or has expired.'),
    }),
  });
  renderPage(ConfirmLinkPage, `/wallet/withdraw-confirm?token=${token}`, '/wallet/withdraw-confirm');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
  expect(await screen.findByText(/was used before or has expired/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'All withdrawals' })).toBeTruthy();
});

test('the link of the mail confirms by a button, and again where the exchange was away', async () => {
  let isBack = false;
  const network = startNetwork({
    'POST /confirmWithdraw': () => {
      if (isBack) return { body: withdrawal({ status: 11 }) };
      isBack = true;
      return { status: 503, body: refusal('service_unavailable', 'Not available at the moment') };
    },
  });
  const { router } = renderPage(ConfirmLinkPage, `/wallet/withdraw-confirm?token=${token}`, '/wallet/withdraw-confirm');
  const confirm = await screen.findByRole('button', { name: 'Confirm withdrawal' });
  expect(network.sent).toEqual([]);
  await userEvent.click(confirm);
  expect(await screen.findByText('Not available at the moment')).toBeTruthy();
  await userEvent.click(confirm);
  await waitFor(() => expect(router.state.location.pathname).toBe('/successful'));
  expect(network.sentTo('/confirmWithdraw')[0]?.body).toEqual({ token });
});

test('a saved address is taken into the form, and one that was typed is saved without a withdrawal', async () => {
  const saved = {
    id: 1,
    name: 'Cold wallet',
    ticker: 'XRP',
    currency: 'Ripple',
    network: 'Sandbox',
    paymentMethodKey: 'SANDBOX',
    paymentMethodName: 'SANDBOX network',
    savedData: { address: 'sbx1cold', memo: '', cardNumber: '', account: '' },
    createdAt: 1,
    usableAt: Math.floor(Date.now() / 1000) + 3_600,
  };
  const { network } = show({
    'GET /v3/profile/addresses-management': () => ({
      body: {
        ...listOf(saved).body,
        filters: { tickers: ['XRP'], methods: [] },
        allowList: { enabled: true, endsAt: null, waitHours: 24 },
      },
    }),
    'POST /v3/profile/add-addresses-management': () => ({ body: { ...saved, id: 2 } }),
  });
  const choice = await screen.findByLabelText('Saved address');
  expect(screen.getByText(/You withdraw to saved addresses alone/)).toBeTruthy();
  await userEvent.selectOptions(choice, await screen.findByRole('option', { name: /^Cold wallet \(can be used from/ }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Address/).value).toBe('sbx1cold');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save this address' });
  expect(save.disabled).toBe(true);
  type(/^Address/, ' sbx1other ');
  type(/^Amount/, '20');
  await userEvent.click(save);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Other' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save address' }));
  await waitFor(() => expect(network.sentTo('/v3/profile/add-addresses-management')).toHaveLength(1));
  expect(network.sentTo('/v3/profile/add-addresses-management')[0]?.body).toEqual({
    name: 'Other',
    ticker: 'XRP',
    payment_method: 'SANDBOX',
    address: 'sbx1other',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sentTo('/v3/balance/withdrawal-XRP/SANDBOX')).toEqual([]);
});
