import type { LoanView } from '@pelican/shared/contracts/loans';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpLoans, loanOf, sayYes, showLoans } from '../../../testing/loans.ts';
import { refusal } from '../../../testing/network.ts';
import { questions } from '../../../ui/confirm.ts';
import { Component } from './loan-page.tsx';

cleanUpLoans();

type Routes = Parameters<typeof showLoans>[2];

function show(change: Parameters<typeof loanOf>[0] = {}, routes: Routes = {}) {
  const answer = () => ({ body: loanOf(change) });
  return showLoans(Component, '/user/p2p-history/7', { 'GET /p2p/loan/7': answer, ...routes }, '/user/p2p-history/:id');
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const factOf = (name: string) => screen.getAllByText(name)[0]?.nextElementSibling?.textContent;

test('a loan shows its debt, its payments and how far the pledge is from being sold', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Loan 7' })).toBeTruthy();
  expect(factOf('Owed now')).toBe('1,001.00 USDT');
  expect(factOf('Sold at')).toBe('58,882.35 USDT');
  expect(screen.getByText('Loan to value 52.14 %: Safe. The pledge is sold at 58,882.35 USDT.')).toBeTruthy();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toContain('Interest of day 2');
  expect(rows[0]?.textContent).toContain('Due');
  expect(rows[1]?.textContent).toContain('Paid');
});

test('what was added to the pledge and released of it stands among the payments, in its coin', async () => {
  const change = { day: null, kind: 'pledge', tds: '0', status: 'successful' } as const;
  const paymentHistory = [
    { ...change, id: -1, date: 1_795_086_500, amount: '0.01', paid: '0.01' },
    { ...change, id: -2, date: 1_795_086_600, amount: '-0.004', paid: '-0.004' },
  ];
  show({ paymentHistory });
  await screen.findByRole('heading', { level: 1, name: 'Loan 7' });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toMatch(/^Pledge released0.004 BTC0.004 BTC/);
  expect(rows[1]?.textContent).toMatch(/^Pledge added0.01 BTC0.01 BTC/);
  expect(screen.queryByText(/Last payment/)).toBeNull();
});

test('everything is repaid without an amount, once', async () => {
  const { network } = show({}, { 'POST /p2p/repay-loan/7': () => ({ body: loanOf({ state: 'repaid' }) }) });
  await press('Repay');
  const open = await dialog();
  expect(open.getByText(/your pledge of 0.02 BTC returns/)).toBeTruthy();
  await userEvent.click(open.getByRole('button', { name: 'Repay everything' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = network.sentTo('/p2p/repay-loan/7');
  expect(sent?.body).toEqual({});
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

test('a part is compared with the wallet, and what the server has against it stands at the field', async () => {
  const dust = {
    ...refusal('repay_leaves_dust', 'Pay all, or leave more'),
    errors: { amount: ['Pay all, or leave more'] },
  };
  const { network } = show({}, { 'POST /p2p/repay-loan/7': () => ({ status: 422, body: dust }) });
  await press('Repay');
  const open = await dialog();
  await userEvent.click(open.getByRole('radio', { name: 'A part' }));
  await userEvent.click(open.getByRole('button', { name: 'Repay this part' }));
  expect(open.getByText('Field is required')).toBeTruthy();
  fireEvent.change(open.getByLabelText('Amount in USDT'), { target: { value: '2001' } });
  expect(await open.findByText('Your main wallet has 2,000.00 USDT')).toBeTruthy();
  fireEvent.change(open.getByLabelText('Amount in USDT'), { target: { value: '1000.5' } });
  await userEvent.click(open.getByRole('button', { name: 'Repay this part' }));
  expect(await open.findByText('Pay all, or leave more')).toBeTruthy();
  expect(network.sentTo('/p2p/repay-loan/7')[0]?.body).toEqual({ amount: '1000.5' });
});

test('pledge is added from the wallet, and taken back as far as the loan does not need it', async () => {
  const { network } = show(
    {},
    {
      'POST /p2p/top-up/7': () => ({ body: loanOf() }),
      'POST /p2p/release-pledge/7': () => ({ body: loanOf() }),
    },
  );
  await press('Add to the pledge');
  let open = await dialog();
  fireEvent.change(open.getByLabelText('Amount in BTC'), { target: { value: '0.1' } });
  await userEvent.click(open.getByRole('button', { name: 'Add to the pledge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sentTo('/p2p/top-up/7')[0]?.body).toEqual({ amount: '0.1' });
  await press('Take pledge back');
  open = await dialog();
  fireEvent.change(open.getByLabelText('Amount in BTC'), { target: { value: '0.004' } });
  await userEvent.click(open.getByRole('button', { name: 'Take it back' }));
  expect(open.getByText('At most 0.00387438 BTC can be released')).toBeTruthy();
  await userEvent.click(open.getByRole('button', { name: 'Max' }));
  await userEvent.click(open.getByRole('button', { name: 'Take it back' }));
  await waitFor(() => expect(network.sentTo('/p2p/release-pledge/7')[0]?.body).toEqual({ amount: '0.00387438' }));
});

test('a lender answers a request after a question that names what is pledged', async () => {
  const pending = { role: 'lend', state: 'pending', ltv: '64.36', username: 'Bob' } as const;
  const { network } = show(pending, {
    'POST /p2p/accept-borrow-request/7': () => ({ body: loanOf({ role: 'lend' }) }),
  });
  await press('Approve');
  expect(questions.getState()[0]).toMatchObject({
    title: 'Lend 1,000.00 USDT to Bob?',
    body: 'For 30 days at 0.1 % a day, against 0.02 BTC (loan to value 64.36 %). The loan begins at once.',
  });
  expect(network.sentTo('/p2p/accept-borrow-request/7')).toEqual([]);
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/accept-borrow-request/7')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Repay' })).toBeNull();
});

test('an open request that nobody has accepted is open to all lenders', async () => {
  show({ state: 'pending', offer_id: null, username: null });
  expect(await screen.findByText('Open to all lenders')).toBeTruthy();
});

test('a borrower withdraws a request', async () => {
  const { network } = show({ state: 'pending' }, { 'POST /p2p/cancel-borrow-request/7': () => ({ body: loanOf() }) });
  await press('Withdraw the request');
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/cancel-borrow-request/7')[0]?.body).toEqual({ action: 10 }));
});

test('a call says how much is missing, and without a price nothing is drawn', async () => {
  show({ level: 'call', ltv: '78.65', price: '80600.4', top_up: '0.00366798' });
  expect(await screen.findByText(/Add 0.00366798 BTC or repay a part/)).toBeTruthy();
});

test('without a fresh price the levels are still named', async () => {
  show({ level: null, ltv: null, price: null, top_up: null, release_max: null });
  expect(await screen.findByText(/There is no fresh price at the moment: nothing is sold/)).toBeTruthy();
  expect(factOf('Sold at')).toBe('58,882.35 USDT');
  expect(screen.queryByRole('button', { name: 'Take pledge back' })).toBeNull();
});

test('the course tells of a sale and a dispute, and the receipt has every line with all its decimals', async () => {
  const receipt = {
    tds_sale: '0',
    to_lender: '424.512',
    tds_interest: '0.01',
    fee: '1.23456789',
    gst: '0.22222223',
    to_borrower: '0',
    coins_back: '0.001',
    coins_to_lender: '0',
    shortfall: '76.5',
    set_off: '20',
    owed: '56.5',
  };
  const sold = { number: 1, index: '48000', limit: '47040', amount: '0.016', sold: '0.016', proceeds: '428.8' };
  const sale: LoanView['sale'] = {
    cause: 'level',
    step: 'done',
    date: 1_795_200_000,
    ltv: '86.2',
    price: '48000',
    pledge: '0.017',
    interest: '0.5',
    cost: '512.3118',
    sold: '0.016',
    proceeds: '428.8',
    orders: [{ ...sold, date: 1_795_200_010 }],
    receipt,
  };
  const dispute = { id: 3, loan_id: 7, reason: 'price', opened_by: 'lend', state: 'decided', evidence: [] };
  const decided = { decision: 'dismiss', lender_days: null, borrower_days: null };
  show(
    { state: 'defaulted', ended_at: 1_795_200_100, sale },
    {
      'GET /p2p/dispute/7': () => ({
        body: { result: [{ ...dispute, ...decided, date: 1_795_180_000, decided_at: 1_795_190_000 }] },
      }),
    },
  );
  const course = within(await screen.findByRole('region', { name: 'Course' }));
  await course.findByText('Dispute decided');
  const texts = course.getAllByRole('listitem').map(({ firstElementChild: said }) => said?.textContent?.trim());
  expect(texts).toEqual([
    'Asked for',
    'Begun, paid out 994.10 USDT',
    'Last payment 1.00 USDT',
    'Dispute opened',
    'Dispute decided',
    'Sale of the pledge began',
    'Pledge sold for 428.80 USDT',
    'In default',
  ]);
  const panel = within(screen.getByRole('region', { name: 'Sale of the pledge' }));
  const lines = { 'Fee of the sale': '1.23456789', 'Missing for the debt': '76.5', 'Still owed': '56.5' };
  for (const [name, amount] of Object.entries(lines))
    expect(panel.getByText(name).nextElementSibling?.querySelector('[title]')?.getAttribute('title')).toBe(
      `${amount} USDT`,
    );
  expect(panel.getByText('Tax on the interest')).toBeTruthy();
  expect(panel.getByText('Taken from the borrower’s wallet')).toBeTruthy();
});

test("somebody else's loan is no page", async () => {
  const missing = () => ({ status: 404, body: refusal('loan_not_found', 'Loan not found') });
  const { router } = show({}, { 'GET /p2p/loan/7': missing });
  await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
});
