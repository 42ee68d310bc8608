import { orderRefusals, type SaleProblem, saleProblems } from '@pelican/shared/contracts/loans';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  jane,
  listOf,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { deskLoan, deskPair, deskSale } from '../../../testing/loans-desk.ts';
import { refusal } from '../../../testing/network.ts';
import english from './locales/en.json';

cleanUpConsole();
// A first load of the screens may take longer than a test waits for what they show.
beforeAll(() => Promise.all([import('./risk-screen.tsx'), import('./loans-screen.tsx')]), 60_000);

const sold = deskLoan({ id: 9, state: 'liquidating', distance: null });
const atRisk = (offset = 0, total = 1) => ({
  body: { result: [deskLoan()], total, offset, limit: 50, pairs: [deskPair] },
});
const held = (problem: SaleProblem = 'refused_market_closed', total = 1) => ({
  body: { result: [{ loan: sold, sale: deskSale(), problem }], total, offset: 0, limit: 50 },
});

function open(address: string, routes: ConsoleRoutes = {}) {
  return openConsole(
    address,
    { 'GET /v2/ops/p2p/at-risk': () => atRisk(), 'GET /v2/ops/p2p/sales': () => held(), ...routes },
    [...jane.permissions, 'money'],
  );
}

test('what a fall would do, open sales and running loans are tables with their figures', async () => {
  open('/ops/loan-risk');
  const falls = within(await screen.findByRole('table', { name: /^What a fall of prices would do/ }));
  await falls.findByText('BTC for USDT');
  const heads = falls.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.slice(-4)).toEqual(['Sold now', 'At −10 %', 'At −20 %', 'At −30 %']);
  const cells = falls.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(-4)).toEqual(['none', 'none', '1 loan · 450 USDT', '3 loans · 1,450 USDT']);
  const running = within(screen.getByRole('table', { name: /^Running loans/ }));
  expect(running.getByRole('link', { name: 'Loan 7' }).getAttribute('href')).toBe('/ops/loans/7');
  expect(running.getByText('24.21 %')).toBeDefined();
  const sales = within(screen.getByRole('table', { name: /^Pledges that are being sold/ }));
  expect(await sales.findByText('Order refused: market closed')).toBeDefined();
});

test('a sale that finds no buyers is ended by two', async () => {
  const { network } = open('/ops/loan-risk', { 'POST /v2/ops/p2p/loans/9/end-sale': requested });
  const { dialog, type, send } = await openDialog('End the sale of loan 9');
  expect(dialog.getByText('Another operator has to approve it.')).toBeDefined();
  type(/^Reason/, 'no buyers');
  await send('End the sale');
  await screen.findByText('Nothing has changed yet. Another operator has to approve it.');
  expect(network.sentTo('/v2/ops/p2p/loans/9/end-sale')[0]?.body).toEqual({ reason: 'no buyers' });
});

test('without a price nothing is said of a fall, and the second page is asked for by its place', async () => {
  const { network } = open('/ops/loan-risk', {
    'GET /v2/ops/p2p/at-risk': () => ({
      body: { ...atRisk(0, 60).body, pairs: [{ ...deskPair, price: null, price_at: null }] },
    }),
    'GET /v2/ops/p2p/sales': () => listOf(),
  });
  await screen.findByText('Nothing is being sold.');
  const falls = within(screen.getByRole('table', { name: /^What a fall of prices would do/ }));
  const cells = falls.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(-4)).toEqual(['–', '–', '–', '–']);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/p2p/at-risk').at(-1)?.path).toBe('/v2/ops/p2p/at-risk?offset=50&limit=50'),
  );
});

test('what cannot be loaded is said with a way to try again', async () => {
  open('/ops/loan-risk', {
    'GET /v2/ops/p2p/at-risk': () => ({ status: 403, body: refusal('forbidden', 'Not yours') }),
  });
  expect((await screen.findAllByText('Loans at risk could not be loaded')).length).toBeGreaterThan(0);
  expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0);
});

test('loans are found by state and user, and a pledge is sold by two', async () => {
  const { network } = open('/ops/loans?user=4', {
    'GET /v2/ops/p2p/loans': () => listOf(deskLoan()),
    'GET /v2/ops/p2p/loans/7': () => ({ body: { loan: deskLoan(), sale: null, problem: null, disputes: [] } }),
    'POST /v2/ops/p2p/loans/7/sell': requested,
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'overdue');
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/p2p/loans').at(-1)?.path).toBe(
      '/v2/ops/p2p/loans?offset=0&limit=50&state=overdue&user=4',
    ),
  );
  await userEvent.click(await screen.findByRole('link', { name: /^7 · 500 USDT/ }));
  await screen.findByRole('heading', { name: 'Loan 7' });
  const { type, send } = await openDialog('Sell the pledge');
  type(/^Reason/, 'the market is thin');
  await send();
  await screen.findByText('Nothing has changed yet. Another operator has to approve it.');
  expect(network.sentTo('/v2/ops/p2p/loans/7/sell')[0]?.body).toEqual({ reason: 'the market is thin' });
});

test('a defaulted loan shows its sale with the receipt, and what it owes can be given up', async () => {
  const receipt = {
    tds_sale: '2.96',
    to_lender: '293.04',
    tds_interest: '0',
    fee: '0',
    gst: '0',
    to_borrower: '0',
    coins_back: '0.0037',
    coins_to_lender: '0',
    shortfall: '157.46',
    set_off: '0',
    owed: '157.46',
  };
  open('/ops/loans/7', {
    'GET /v2/ops/p2p/loans': () => listOf(),
    'GET /v2/ops/p2p/loans/7': () => ({
      body: {
        loan: deskLoan({ state: 'defaulted' }),
        sale: deskSale({ step: 'done', receipt }),
        problem: null,
        disputes: [],
      },
    }),
  });
  const part = within(await screen.findByRole('region', { name: 'How it was divided' }));
  expect(part.getAllByText('157.46 USDT')).toHaveLength(2);
  expect(part.getByText('0.0037 BTC')).toBeDefined();
  const { dialog } = await openDialog('Give up what is owed');
  expect(dialog.getByText('Another operator has to approve it.')).toBeDefined();
});

test('a loan on sale shows what holds it up, however many sales are open', async () => {
  const { network } = open('/ops/loans/9', {
    'GET /v2/ops/p2p/loans': () => listOf(),
    'GET /v2/ops/p2p/loans/9': () => ({
      body: { loan: sold, sale: deskSale(), problem: 'transfer_refused', disputes: [] },
    }),
  });
  const sale = within(await screen.findByRole('region', { name: english.sale.title }));
  expect(sale.getByText('A transfer was refused')).toBeDefined();
  expect(network.sentTo('/v2/ops/p2p/sales')).toEqual([]);
});

test('the second page of open sales is asked for by its place', async () => {
  const { network } = open('/ops/loan-risk', { 'GET /v2/ops/p2p/sales': () => held('trading_paused', 60) });
  await screen.findByText('Trading is paused');
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/p2p/sales').at(-1)?.path).toBe('/v2/ops/p2p/sales?offset=50&limit=50'),
  );
});

test('everything that can hold a sale up has words', () => {
  const named = saleProblems.filter((problem) => !orderRefusals.some((refusal) => problem === `refused_${refusal}`));
  expect(named.filter((problem) => !(problem in english.problem))).toEqual([]);
});
