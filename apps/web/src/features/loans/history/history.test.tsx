import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpLoans, loanOf, pageOf, sayYes, showLoans, showLoansToVisitor } from '../../../testing/loans.ts';
import { questions } from '../../../ui/confirm.ts';
import { Component as LenderPage } from '../lender/lender-page.tsx';
import { Component as ManualPage } from '../manual/manual-page.tsx';
import { Component as CreditHistory } from './credit-history-page.tsx';
import { Component as HistoryPage } from './history-page.tsx';
import { Component as LenderHistory } from './lender-history-page.tsx';

cleanUpLoans();

type Network = ReturnType<typeof showLoans>['network'];
const queries = (network: Network) =>
  network.sentTo('/p2p/deals-history').map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

test('the history is filtered by tab, side and days, which are in the address', async () => {
  const { network, router } = showLoans(HistoryPage, '/user/p2p-history', {
    'GET /p2p/deals-history': () => pageOf(loanOf()),
  });
  await screen.findByRole('link', { name: 'Loan 7' });
  await userEvent.click(screen.getByRole('tab', { name: 'In Process' }));
  fireEvent.change(screen.getByLabelText('Your side'), { target: { value: 'lend' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-30' } });
  const end = Math.floor(new Date('2026-12-01T00:00:00').getTime() / 1000) - 1;
  await waitFor(() =>
    expect(queries(network).at(-1)).toEqual({
      tab: 'in_process',
      role: 'lend',
      date_to: String(end),
      offset: '0',
      limit: '10',
    }),
  );
  await waitFor(() => expect(router.state.location.search).toBe('?tab=in_process&role=lend&to=2026-11-30'));
});

test.each([
  ['borrow', CreditHistory, 'Credit history'],
  ['lend', LenderHistory, 'History of loans given'],
] as const)('what has ended of the side %s', async (role, Page, title) => {
  const { network } = showLoans(Page, '/p2p-loans/credit-history');
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(await screen.findByText('Nothing has ended yet.')).toBeTruthy();
  expect(queries(network)).toEqual([{ tab: 'finished', role, offset: '0', limit: '10' }]);
});

test("the lender's desk has requests of all offers with their answers", async () => {
  const request = loanOf({ role: 'lend', state: 'pending', record: { repaid: 2, liquidated: 0, defaulted: 1 } });
  const { network } = showLoans(LenderPage, '/p2p-loans/admin', { 'GET /p2p/deals-history': () => pageOf(request) });
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy();
  expect(queries(network)).toContainEqual({ tab: 'waiting', role: 'lend', offset: '0', limit: '10' });
  expect(screen.getByText('2 repaid · 1 in default')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New offer' }).getAttribute('href')).toBe('/p2p-loans/admin/create');
});

test('keys answer the request whose row has the focus, and no other', async () => {
  const requests = [7, 8].map((id) => loanOf({ id, role: 'lend', state: 'pending', username: `Bob ${id}` }));
  const { network } = showLoans(LenderPage, '/p2p-loans/admin', {
    'GET /p2p/deals-history': () => pageOf(...requests),
    'POST /p2p/reject-borrow-request/8': () => ({ body: loanOf({ id: 8, role: 'lend', state: 'rejected' }) }),
  });
  const second = await screen.findByRole('link', { name: 'Loan 8' });
  await userEvent.keyboard('a');
  expect(questions.getState()).toEqual([]);
  act(() => second.focus());
  await userEvent.keyboard('r');
  expect(questions.getState()[0]?.title).toBe('Reject the request of Bob 8?');
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/reject-borrow-request/8')).toHaveLength(1));
  expect(network.sentTo('/p2p/reject-borrow-request/7')).toEqual([]);
});

test('the manual shows levels and fees as they are set, and counts by them', async () => {
  const { network } = showLoansToVisitor(ManualPage, '/p2p-loans/manual');
  expect(
    await screen.findByText(/A loan is 50–100,000 USDT. Its fee is 0.5 % of the amount, and GST of 18 %/),
  ).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: '1000' } });
  fireEvent.change(screen.getByLabelText('Interest a day, %'), { target: { value: '0.1' } });
  fireEvent.change(screen.getByLabelText('Days'), { target: { value: '30' } });
  await waitFor(() =>
    expect(screen.getByText('You repay in all').nextElementSibling?.textContent).toBe('1,030.00 USDT'),
  );
  expect(network.sentTo('/v3/profile/balance')).toEqual([]);
});

test('a file of the history is asked for, of the side and days that are chosen', async () => {
  const { network } = showLoans(HistoryPage, '/user/p2p-history?role=lend', {
    'POST /v2/exports': () => ({ body: { id: 1 } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getAllByRole('button').at(-1) as HTMLElement);
  await waitFor(() =>
    expect(network.sentTo('/v2/exports')[0]?.body).toMatchObject({ kind: 'loans.history', params: { role: 'lend' } }),
  );
});

test("the lender's desk shows funds, and accepts open requests", async () => {
  const open = loanOf({ role: 'lend', state: 'pending', username: 'Bob', offer_id: null });
  const { network } = showLoans(LenderPage, '/p2p-loans/admin', {
    'GET /p2p/borrow-request-list': () => pageOf(open),
    'GET /p2p/user-stat-management': () => ({
      body: {
        USDT: {
          available: '600',
          deposit: '400',
          payout: '12.34567',
          profit: '2',
          total: '1000',
          available_usd: '600',
        },
        INR: { available: '1500000', deposit: '0', payout: '0', profit: '0', total: '1500000' },
      },
    }),
    'POST /p2p/accept-borrow-request/7': () => ({ body: loanOf({ role: 'lend' }) }),
  });
  expect((await screen.findAllByText('Received in all'))[0]?.nextElementSibling?.textContent).toBe('12.35 USDT');
  const onOffer = screen.getAllByText('On offer').map((name) => name.nextElementSibling?.textContent);
  expect(onOffer).toEqual(['600.00 USDT600.00 USD', '15,00,000.00 INR']);
  await userEvent.click(screen.getByRole('button', { name: 'Accept request 7' }));
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/accept-borrow-request/7')).toHaveLength(1));
});
