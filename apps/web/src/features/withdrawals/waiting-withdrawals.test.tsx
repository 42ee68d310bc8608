/** Withdrawals that wait for their confirmation: on the page, by the code and by the link of the mail. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { signInForEachTest } from '../../testing/sign-in.ts';
import { listOf, method, methodsOf, security, sent, show, withdrawal } from '../../testing/withdrawals.ts';
import { questions } from '../../ui/confirm.ts';
import { Component as ConfirmLinkPage } from './confirm-link-page.tsx';
import { Component } from './withdraw-page.tsx';

signInForEachTest();

test('the recent ones show their status, and one that waits is canceled after a question', async () => {
  const { network } = show({
    'GET /v2/profile/withdrawals': () =>
      listOf(withdrawal(), withdrawal({ id: 6, status: 12, reason: 'The network refused it', canCancel: false })),
    'POST /v2/profile/withdrawals/7/cancel': () => ({ body: withdrawal({ status: 4 }) }),
  });
  expect(await screen.findByText('Unconfirmed by user')).toBeTruthy();
  expect(screen.getByText('The network refused it')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel withdrawal of 20 XRP' }));
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
