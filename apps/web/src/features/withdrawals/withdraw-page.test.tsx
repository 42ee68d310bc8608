import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { signInForEachTest } from '../../testing/sign-in.ts';
import { listOf, method, methodsOf, security, sent, show, withdrawal } from '../../testing/withdrawals.ts';

signInForEachTest();

const request = 'POST /v3/balance/withdrawal-XRP/SANDBOX';
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
