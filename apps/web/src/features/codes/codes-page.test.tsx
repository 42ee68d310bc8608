import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { questions } from '../../ui/confirm.ts';
import { dismissAllToasts } from '../../ui/notify.ts';
import { Component } from './codes-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  questions.setState([], true);
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const balance = (ticker: string, available: string) => ({ ticker, main_available: available });
const listOf = (result: object[], total = result.length) => ({ body: { result, total, offset: 0, limit: 30 } });
const open = { id: 7, code: '••••-A7K2', amount: '5', currency: 'USDT', date: 1_795_000_000_000 };
const security = { twoFactorEnabled: true, factors: ['totp'], withdrawalsLockedUntil: null };
const page = {
  'GET /v3/profile/balance': () => ({
    body: { result: [balance('BTC', '0'), balance('USDT', '12.5')], totalInrVal: '0' },
  }),
  'GET /v2/settings/security': () => ({ body: security }),
  'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
  'GET /systemParams': () => ({ body: { kyc_required: { deposit: true, withdraw: true } } }),
  'GET /v2/profile/codes/my': () => listOf([open]),
  'GET /v2/profile/codes/history': () => listOf([]),
};
const typedCode = 'abcd efgh-jklm npqr stuv wxyz 2345 6789';
const field = (name: string) => screen.getByRole('textbox', { name });

function show(routes: Parameters<typeof startNetwork>[0] = {}, address = '/codes') {
  startSession(tokens('mine'));
  const network = startNetwork({ ...page, ...routes });
  renderPage(Component, address);
  return network;
}

test('a visitor reads what codes are and is led to the sign-in, which comes back', () => {
  const network = startNetwork({});
  renderPage(Component, '/codes');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Codes');
  expect(screen.getByText(/Each code works once/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in to use codes' }).getAttribute('href')).toBe(
    '/signIn?redirect=%2Fcodes',
  );
  expect(network.sent).toEqual([]);
});

test('a code is made of what is available, with a second factor, and is shown until it is stored', async () => {
  const code = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345-6789';
  const network = show({
    'POST /v2/profile/code/create': () => ({ body: { ...open, code, repeated: false } }),
  });
  const person = userEvent.setup();
  // What there is money of comes first.
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Currency').value).toBe('USDT'));
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create code' });
  await waitFor(() => expect(submit.disabled).toBe(false));
  await person.click(submit);
  expect(screen.getByText('Field is required')).toBeTruthy();
  fireEvent.change(field('Amount'), { target: { value: '12.6' } });
  expect(screen.getByText('Amount should not be greater than your balance!')).toBeTruthy();
  await person.click(submit);
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Max' }));
  await person.click(submit);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  await person.click(dialog.getByRole('button', { name: 'Create code' }));
  expect(await screen.findByText(code)).toBeTruthy();
  const [sent] = network.sentTo('/v2/profile/code/create');
  expect(sent?.body).toEqual({ ticker: 'USDT', amount: '12.5', factor: 'totp', code: '123456' });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
  expect(done.disabled).toBe(true);
  await person.click(screen.getByLabelText('I have stored the code'));
  await person.click(done);
  await waitFor(() => expect(screen.queryByText(code)).toBeNull());
});

test('a try after a lost answer has the same key, and says that the code cannot be shown again', async () => {
  let tries = 0;
  const network = show({
    'POST /v2/profile/code/create': () => {
      tries += 1;
      if (tries === 1) throw new TypeError('the connection broke');
      return { body: { ...open, repeated: true } };
    },
  });
  const person = userEvent.setup();
  fireEvent.change(field('Amount'), { target: { value: '5' } });
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create code' });
  await waitFor(() => expect(submit.disabled).toBe(false));
  await person.click(submit);
  const dialog = within(await screen.findByRole('dialog'));
  for (const code of ['123456', '654321']) {
    fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: code } });
    await person.click(dialog.getByRole('button', { name: 'Create code' }));
    await waitFor(() => expect(network.sentTo('/v2/profile/code/create').at(-1)?.body).toMatchObject({ code }));
    if (code === '123456') await dialog.findByRole('alert');
  }
  expect(await screen.findByText(/An earlier try has created this code, whose end is ••••-A7K2/)).toBeTruthy();
  const keys = network.sentTo('/v2/profile/code/create').map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('a large one takes the code of a mail beside the same proof, and a wrong one is said', async () => {
  let tries = 0;
  const network = show({
    'POST /v2/profile/code/create': () => {
      tries += 1;
      if (tries === 1) return { status: 403, body: refusal('confirmation_needed', 'Please confirm this') };
      return { status: 422, body: refusal('code_wrong', 'Wrong code') };
    },
    'POST /v2/profile/code/confirmation': () => ({ body: { to: 'm***@x.test', expires: 1, retry_after: 60 } }),
  });
  const person = userEvent.setup();
  fireEvent.change(field('Amount'), { target: { value: '12' } });
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create code' });
  await waitFor(() => expect(submit.disabled).toBe(false));
  await person.click(submit);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create code' });
  await person.click(create);
  expect(await dialog.findByText(/Sent to m\*\*\*@x\.test/)).toBeTruthy();
  expect(create.disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('Code of the mail'), { target: { value: '654321' } });
  await person.click(create);
  expect((await dialog.findByRole('alert')).textContent).toContain('Wrong code');
  expect(network.sentTo('/v2/profile/code/confirmation')[0]?.body).toEqual({ ticker: 'USDT', amount: '12' });
  expect(network.sentTo('/v2/profile/code/create')[1]?.body).toMatchObject({ code: '123456', mail_code: '654321' });
});

test('what is missing for creating codes is said, with the way to it', async () => {
  show({
    'GET /v2/settings/security': () => ({ body: { ...security, twoFactorEnabled: false, factors: ['password'] } }),
  });
  expect(await screen.findByRole('link', { name: 'Open the security settings' })).toBeTruthy();
  cleanup();
  show({ 'GET /v2/settings/general': () => ({ body: { is_verified: false } }) });
  await waitFor(() => expect(screen.getAllByText(/You must pass personal verification/)).toHaveLength(2));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Activate code' }).disabled).toBe(true);
  cleanup();
  const until = Math.floor(Date.now() / 1000) + 3_600;
  show({ 'GET /v2/settings/security': () => ({ body: { ...security, withdrawalsLockedUntil: until } }) });
  expect((await screen.findByText(/Nothing leaves the account until/)).textContent).toMatch(/\d+ h \d+ min to go/);
  expect(screen.getByRole('button', { name: 'Create code' }).hasAttribute('disabled')).toBe(true);
});

test('a code is judged before it is sent, and a refusal stays beside the form', async () => {
  let isUsed = true;
  const network = show({
    'POST /v2/profile/code/apply': () =>
      isUsed
        ? { status: 422, body: refusal('transfer_code_unusable', 'Code not found or already used') }
        : { body: { code: '••••-6789', amount: '5', currency: 'USDT', date: 1 } },
  });
  const person = userEvent.setup();
  const submit = screen.getByRole('button', { name: 'Activate code' });
  await person.click(submit);
  expect(screen.getByText('Field is required')).toBeTruthy();
  fireEvent.change(field('Code'), { target: { value: 'ABCD-1' } });
  await person.click(submit);
  expect(screen.getByText('This is no complete code: please check it')).toBeTruthy();
  expect(network.sentTo('/v2/profile/code/apply')).toEqual([]);
  fireEvent.change(field('Code'), { target: { value: typedCode } });
  await person.click(submit);
  expect((await screen.findByRole('alert')).textContent).toContain('Code not found or already used');
  isUsed = false;
  await person.click(submit);
  expect(await screen.findByRole('status', { name: '' })).toBeTruthy();
  expect(await screen.findAllByText('5 USDT are in your main wallet')).toBeTruthy();
  expect(network.sentTo('/v2/profile/code/apply').map(({ body }) => body)).toEqual(
    Array(2).fill({ code: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' }),
  );
  await waitFor(() => expect((field('Code') as HTMLInputElement).value).toBe(''));
});

test('an own code is deleted after a question', async () => {
  const network = show({ 'POST /v2/profile/code/delete': () => ({ body: { status: 'success' } }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete ••••-A7K2' }));
  expect(network.sentTo('/v2/profile/code/delete')).toEqual([]);
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(network.sentTo('/v2/profile/code/delete')[0]?.body).toEqual({ id: 7 }));
});

test('the history has its currency and page in the address; empty and failed lists say so', async () => {
  const event = (id: number, status: string, direction: string | null) => ({
    ...open,
    id,
    ticker: 'USDT',
    status,
    direction,
  });
  const network = show(
    {
      'GET /v2/profile/codes/history/USDT': () =>
        listOf([event(1, 'created', null), event(2, 'activated', 'given'), event(3, 'activated', 'received')], 70),
      'GET /v2/profile/codes/history/BTC': () => listOf([]),
    },
    '/codes?tab=history&ticker=USDT&offset=30',
  );
  expect(await screen.findByText('Activated by another user')).toBeTruthy();
  expect(screen.getByText('Activated by you')).toBeTruthy();
  expect(network.sentTo('/v2/profile/codes/history/USDT')[0]?.path).toContain('offset=30');
  expect(screen.getByText('31–60 of 70')).toBeTruthy();
  const filter = screen.getByLabelText('Currency of the list');
  await waitFor(() => expect(within(filter).getByRole('option', { name: 'BTC' })).toBeTruthy());
  fireEvent.change(filter, { target: { value: 'BTC' } });
  expect(await screen.findByText('There are none of BTC.')).toBeTruthy();
  expect(network.sentTo('/v2/profile/codes/history/BTC')[0]?.path).toContain('offset=0');
  cleanup();
  show({ 'GET /v2/profile/codes/my': () => ({ status: 500, body: refusal('internal_error', 'Error on server') }) });
  expect(await screen.findByText('Your codes could not be loaded')).toBeTruthy();
});

test('the list of codes is exported with its currency', async () => {
  const network = show({ 'POST /v2/exports': () => ({ body: { id: 1 } }) }, '/codes?ticker=USDT');
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create the file' }));
  await waitFor(() => expect(network.sentTo('/v2/exports')).toHaveLength(1));
  expect(network.sentTo('/v2/exports')[0]?.body).toMatchObject({
    kind: 'statements.transactions',
    params: { type: 'code', ticker: 'USDT' },
  });
});
