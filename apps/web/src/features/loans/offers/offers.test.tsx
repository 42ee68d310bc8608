import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpLoans, loanOf, offerOf, pageOf, sayYes, showLoans } from '../../../testing/loans.ts';
import { refusal } from '../../../testing/network.ts';
import { questions } from '../../../ui/confirm.ts';
import { Component as LoansPage } from '../loans-page.tsx';
import { Component as EditPage } from './edit-offer-page.tsx';
import { Component as NewPage } from './new-offer-page.tsx';
import { Component as OfferPage } from './offer-page.tsx';

cleanUpLoans();

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const mine = { is_mine: true, reserved: '0', lent: '400', free_amount: '600', requests: 0, loans: 1 };
const isReady = async (name: string) =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));

const amounts = { 'One loan, from': '100', 'One loan, up to': '1000' };
const terms = {
  'Days, from': '3',
  'Days, up to': '30',
  'Interest a day from, %': '0.05',
  'Interest a day up to, %': '0.1',
};
function fillIn(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) type(label, value);
}
const toTheEnd = async () => {
  for (let step = 0; step < 4; step++) await press('Next');
};

test('a form without coins is not sent, and each fault stands at its field', async () => {
  const { network } = showLoans(LoansPage, '/p2p-loans');
  await screen.findByLabelText('BTC, up to 65 %');
  await isReady('Publish the offer');
  await press('Publish the offer');
  expect(screen.getAllByText('Field is required').length).toBeGreaterThanOrEqual(7);
  fillIn({ ...amounts, ...terms });
  type('One loan, from', '1500');
  type('Days, up to', '91');
  type('Interest a day up to, %', '5.01');
  type('Amount of the offer', '3000');
  expect(screen.getByText('Must be less than or equal to: One loan, up to')).toBeTruthy();
  expect(screen.getByText('Minimum 3, maximum 90')).toBeTruthy();
  expect(screen.getByText('Minimum 0.01, maximum 5')).toBeTruthy();
  expect(screen.getByText('Your main wallet has 2000 USDT')).toBeTruthy();
  expect(questions.getState()).toEqual([]);
  expect(network.sentTo('/p2p/create-order')).toEqual([]);
});

test('an offer is made part by part and looked at before it is sent, after one question', async () => {
  const { network, router } = showLoans(NewPage, '/p2p-loans/admin/create', {
    'POST /p2p/create-order': () => ({
      body: { status: 'ok', id: 12, amount_fiat: '1000', fiat_ticker: 'USDT', order: offerOf(mine) },
    }),
  });
  await screen.findByLabelText('One loan, from');
  await press('Next');
  expect(screen.getAllByText('Field is required').length).toBeGreaterThanOrEqual(2);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '3. Pledges' }).disabled).toBe(true);
  fillIn(amounts);
  await press('Next');
  fillIn(terms);
  await press('Next');
  await userEvent.click(await screen.findByLabelText('BTC, up to 65 %'));
  await press('Next');
  await userEvent.click(screen.getByLabelText('Approve by itself'));
  type('Approve by itself from, % a day', '0.08');
  // 1,000 at 0.1% for 30 days.
  expect(screen.getByText('Longest term at the highest rate').nextElementSibling?.textContent).toBe('30.00 USDT');
  expect(screen.getByText(/You may lose what you lend/)).toBeTruthy();
  await press('Next');
  expect(screen.getByText('One loan').nextElementSibling?.textContent).toBe('100–1,000 USDT');
  expect(screen.getByText('Approve by itself').nextElementSibling?.textContent).toBe('From 0.08 % a day');
  await isReady('Publish the offer');
  await press('Publish the offer');
  expect(questions.getState()[0]?.title).toBe('Offer 1,000.00 USDT?');
  sayYes();
  await waitFor(() => expect(router.state.location.pathname).toBe('/p2p-loans/admin/loan-details/12'));
  const [sent] = network.sentTo('/p2p/create-order');
  expect(sent?.body).toEqual({
    fiat_currency: 'USDT',
    amount_from: '100',
    amount_to: '1000',
    days_from: 3,
    days_to: 30,
    percent_from: '0.05',
    percent_to: '0.1',
    currency: ['BTC'],
    auto_approve: true,
    auto_percent: '0.08',
    relend: false,
  });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

const editOf = (routes: Parameters<typeof showLoans>[2] = {}) =>
  showLoans(
    EditPage,
    '/p2p-loans/admin/edit/12',
    { 'GET /p2p/order-description/12': () => ({ body: offerOf(mine) }), ...routes },
    '/p2p-loans/admin/edit/:loanId',
  );

test('an edit begins with what the offer is, carries its version, and keeps what is lent', async () => {
  const { network, router } = editOf({ 'POST /p2p/update-loan-request/12': () => ({ body: offerOf(mine) }) });
  expect((await screen.findByLabelText<HTMLInputElement>('Amount of the offer')).value).toBe('1000');
  expect(screen.getByText('Lent').nextElementSibling?.textContent).toBe('400.00 USDT');
  type('Amount of the offer', '399');
  await press('Next');
  expect(screen.getByText('400 USDT is lent or reserved')).toBeTruthy();
  type('Amount of the offer', '1500');
  await toTheEnd();
  await press('Save');
  await waitFor(() => expect(router.state.location.pathname).toBe('/p2p-loans/admin/loan-details/12'));
  const body = network.sentTo('/p2p/update-loan-request/12')[0]?.body;
  expect(body).toMatchObject({ version: 3, amount: '1500', amount_to: '1000', currency: ['BTC'] });
  expect(Object.keys(body as object)).not.toContain('oks_percent');
  expect(Object.keys(body as object)).not.toContain('fiat_currency');
});

test('an amount that nobody touched is not sent, and never stops an edit', async () => {
  const { network } = editOf({
    'GET /p2p/order-description/12': () => ({ body: offerOf({ ...mine, amount: '999.123456' }) }),
    'POST /p2p/update-loan-request/12': () => ({ body: offerOf(mine) }),
  });
  await screen.findByLabelText('Amount of the offer');
  await toTheEnd();
  await press('Save');
  await waitFor(() => expect(network.sentTo('/p2p/update-loan-request/12')).toHaveLength(1));
  expect(Object.keys(network.sentTo('/p2p/update-loan-request/12')[0]?.body as object)).not.toContain('amount');
});

test('what the server has against an edit is said where it is filled in', async () => {
  editOf({
    'POST /p2p/update-loan-request/12': () => ({
      status: 422,
      body: { ...refusal('invalid_argument', 'Too many'), errors: { days_to: ['Too many days'] } },
    }),
  });
  await screen.findByLabelText('Amount of the offer');
  await toTheEnd();
  await press('Save');
  expect(await screen.findByText('Too many days')).toBeTruthy();
  expect(screen.getByLabelText('Days, up to')).toBeTruthy();
});

test('an offer that has changed meanwhile is said', async () => {
  editOf({
    'POST /p2p/update-loan-request/12': () => ({
      status: 409,
      body: refusal('stale_version', 'This has changed meanwhile'),
    }),
  });
  await screen.findByLabelText('Amount of the offer');
  await toTheEnd();
  await press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('This has changed meanwhile');
});

test("the form of somebody else's offer is no page", async () => {
  const { router } = editOf({ 'GET /p2p/order-description/12': () => ({ body: offerOf() }) });
  await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
});

test('an own offer shows where its money is, and its requests are answered there', async () => {
  const request = loanOf({ role: 'lend', state: 'pending', username: 'Bob' });
  const { network } = showLoans(
    OfferPage,
    '/p2p-loans/admin/loan-details/12',
    {
      'GET /p2p/order-description/12': () => ({ body: offerOf({ ...mine, requests: 1 }) }),
      'GET /p2p/order-requests/12': () => pageOf(request),
      'POST /p2p/reject-borrow-request/7': () => ({ body: loanOf({ role: 'lend', state: 'rejected' }) }),
      'POST /p2p/finish-loan/12': () => ({ body: offerOf({ ...mine, state: 'finishing' }) }),
    },
    '/p2p-loans/admin/loan-details/:loanId',
  );
  await screen.findByRole('heading', { level: 1, name: 'Offer 12' });
  expect(screen.getByText('Free').nextElementSibling?.textContent).toBe('600.00 USDT');
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/reject-borrow-request/7')).toHaveLength(1));
  await press('Finish the offer');
  expect(questions.getState()[0]?.body).toContain('600.00 USDT returns to your main wallet');
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/finish-loan/12')).toHaveLength(1));
});
