import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts, toasts } from '../../ui/notify.ts';
import { MethodChoice } from './method-choice.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  dismissAllToasts();
  for (const form of document.querySelectorAll('body > form')) form.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const method = (key: string, change: object = {}) => ({
  id: 1,
  key,
  type: 'provider',
  action: 'deposit',
  enabled: true,
  name: `Method ${key}`,
  description: '',
  tooltip: '',
  logo: '',
  minAmount: '100',
  maxAmount: '1000',
  fee: { fixed: '0', flexMin: '10', flexMax: '0', flexPercent: '1' },
  network: null,
  ...change,
});
const record = (id: number, status: number) => ({
  kind: 'deposit',
  id,
  ticker: 'INR',
  amount: '500',
  status,
  method: 'Method MERCURYO',
});
const network = (methods: object[], records: object[] = []) => ({
  'GET /v3/profile/depositdata/INR': () => ({ body: { marketList: [], paymentList: methods, action: 'DEPOSIT' } }),
  'GET /v2/assets-status': () => ({ body: { result: [], total: 0, offset: 0, limit: 30, disturbed: 0, time: 0 } }),
  'GET /v2/profile/wallet-history': () => ({ body: { result: records, total: 0, offset: 0, limit: 10 } }),
  'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
  'GET /systemParams': () => ({ body: { kyc_required: { deposit: true } } }),
  'POST /v3/balance/calcfee-INR/MERCURYO': () => ({ body: { amount: '500', fee: '10', net: '490' } }),
});
const Page = () => <MethodChoice ticker="INR" bank={<p>The form of banks</p>} />;
const bank = method('INR', { type: 'bank', name: 'Bank transfer' });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Go to the payment page' }));

test('the first method is chosen, and one whose key has no form is not offered', async () => {
  startNetwork(network([bank, method('MERCURYO'), method('NOBODY')]));
  renderPage(Page);
  expect(await screen.findByText('The form of banks')).toBeTruthy();
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(['Bank transfer', 'Method MERCURYO']);
  expect(screen.getByText(/^Payments by a payment provider/)).toBeTruthy();
});

test('an account that is not verified reads so in place of a form that would be refused', async () => {
  startNetwork({
    ...network([bank, method('MERCURYO')]),
    'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
    'GET /systemParams': () => ({ body: { kyc_required: { deposit: true } } }),
  });
  renderPage(Page);
  expect(await screen.findByText(/You must pass personal verification/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('The form of banks')).toBeNull());
});

test('no payment provider is promised where there is none', async () => {
  startNetwork(network([bank]));
  renderPage(Page);
  expect(await screen.findByText('The form of banks')).toBeTruthy();
  expect(screen.queryByText(/payment provider/)).toBeNull();
});

test('what the method asks is checked, and the browser goes to the provider with the hidden fields', async () => {
  const go = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  const { sentTo } = startNetwork({
    ...network([bank, method('MERCURYO')]),
    'POST /v3/balance/deposit-INR/MERCURYO': () => ({
      body: { id: 1, hash: 'h', redirectLink: 'https://pay.example/start', fields: { payment: 'p', signature: 's' } },
    }),
  });
  renderPage(Page);
  await userEvent.selectOptions(await screen.findByLabelText('How you pay'), 'MERCURYO');
  const amount = await screen.findByLabelText('Amount');
  await submit();
  expect(screen.getByText('Min value is 100')).toBeTruthy();
  expect(screen.getByText('Field is required')).toBeTruthy();
  fireEvent.change(amount, { target: { value: '1000.01' } });
  await submit();
  expect(screen.getByText('Max value is 1000')).toBeTruthy();
  expect(sentTo('/v3/balance/deposit-INR/MERCURYO')).toEqual([]);
  fireEvent.change(amount, { target: { value: '500' } });
  expect(await screen.findByText('490 INR')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('E-mail of the account'), { target: { value: 'me@example.org' } });
  await submit();
  await waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(sentTo('/v3/balance/deposit-INR/MERCURYO')[0]?.body).toEqual({ amount: '500', email: 'me@example.org' });
  const form = document.querySelector<HTMLFormElement>('body > form') as HTMLFormElement;
  expect([form.action, form.method, form.hidden]).toEqual(['https://pay.example/start', 'post', true]);
  expect(Object.fromEntries(new FormData(form))).toEqual({ payment: 'p', signature: 's' });
});

test('a refusal of the server stands at its field, and another one above the form', async () => {
  const answers = [
    {
      status: 422,
      body: refusal('amount_too_large', 'The maximum is 1000 INR', { amount: ['The maximum is 1000 INR'] }),
    },
    { status: 422, body: refusal('deposit_disabled', 'Deposit for INR is disabled') },
  ];
  startNetwork({
    ...network([method('PAYSOFT')]),
    'POST /v3/balance/calcfee-INR/PAYSOFT': () => ({ body: { amount: '500', fee: '10', net: '490' } }),
    'POST /v3/balance/deposit-INR/PAYSOFT': () => answers.shift() ?? { status: 500, body: {} },
  });
  renderPage(Page);
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '500' } });
  await submit();
  expect(await screen.findByText('The maximum is 1000 INR')).toBeTruthy();
  await submit();
  expect(await screen.findByText('Deposit for INR is disabled')).toBeTruthy();
});

test('payments are listed, and an open one is asked for at the provider', async () => {
  const asked: string[] = [];
  const { sentTo } = startNetwork({
    ...network([method('MERCURYO')]),
    'GET /v2/profile/wallet-history': ({ path }) => {
      asked.push(path);
      return { body: { result: [record(7, 2), record(8, 3)], total: 2, offset: 0, limit: 10 } };
    },
    'POST /v3/balance/verify-transaction': () => ({ body: { id: 7, status: 3, reason: '' } }),
  });
  renderPage(Page);
  const link = await screen.findByRole('link', { name: 'Deposit 7' });
  expect(asked[0]).toContain('payment_method=MERCURYO');
  expect(link.getAttribute('href')).toBe('/user/wallet-history/deposit/7');
  expect(screen.getByText('Pending')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /Check now: deposit/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Check now: deposit 7' }));
  await waitFor(() => expect(toasts.getState()).toMatchObject([{ text: 'Deposit 7: Successful' }]));
  expect(sentTo('/v3/balance/verify-transaction')[0]?.body).toEqual({ id: 7 });
});

test('without methods, and while they cannot be loaded, the page says so', async () => {
  startNetwork(network([method('NOBODY')]));
  renderPage(Page);
  expect(await screen.findByText('Deposit for INR is disabled')).toBeTruthy();
  cleanup();
  startNetwork({ 'GET /v3/profile/depositdata/INR': () => ({ status: 422, body: refusal('unknown_asset', 'No') }) });
  renderPage(Page);
  expect(await screen.findByText('The ways to deposit could not be loaded')).toBeTruthy();
});
