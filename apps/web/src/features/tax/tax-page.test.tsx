import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts } from '../../ui/notify.ts';
import { Component } from './tax-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const rule = (key: string, value: string, section: string) => ({ key, value, section, validFrom: '2022-04-01' });
const summary = {
  year: 2026,
  quarter: null,
  countedUntil: 1_795_000_000,
  isCounting: false,
  isIndian: true,
  state: '',
  gains: {
    transfers: 3,
    proceeds: '123456.7',
    cost: '100000',
    gain: '25000',
    loss: '1543.3',
    tax: '7500',
    cess: '300',
    unknown: 1,
  },
  tds: '34.9',
  income: '800',
  fees: { fee: '15', gst: '2.7' },
  futures: { realisedPnl: '0', funding: '0', fees: '0', other: '0', net: '0' },
  rules: [rule('vda_gain', '0.3', 'Section A'), rule('cess', '0.04', 'Section B')],
};
const listOf = (...result: object[]) => ({ body: { result, total: result.length, offset: 0, limit: 30 } });
const page = {
  'GET /v2/tax/summary': () => ({ body: summary }),
  'POST /v2/tax/count': () => ({ body: { status: 'success' } }),
  'GET /v2/tax/deductions': () => listOf(),
  'GET /v2/tax/disposals': () => listOf(),
  'GET /v2/tax/lots': () => listOf(),
  'GET /v2/tax/incomes': () => listOf(),
  'GET /v2/tax/invoices': () => listOf(),
};
function show(routes: Parameters<typeof startNetwork>[0] = {}, address = '/user/tax') {
  const network = startNetwork({ ...page, ...routes });
  renderPage(Component, address);
  return network;
}

test('the summary names the rules, counts what is new, and leads to lots whose cost is missing', async () => {
  const network = show();
  expect(await screen.findByText('1,23,456.7 INR')).toBeTruthy();
  expect(screen.getByText('Section A, 30%, since 2022-04-01')).toBeTruthy();
  expect(screen.getByText(/1 transfer has a cost or a value that is not on record/)).toBeTruthy();
  expect(network.sentTo('/v2/tax/count')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Enter what it cost' }));
  expect(await screen.findByText('There are no lots here.')).toBeTruthy();
});

test('what was counted before stays while the page counts what is new, and the button waits for a count that it began', async () => {
  show({ 'GET /v2/tax/summary': () => ({ body: { ...summary, isCounting: true } }) });
  expect((await screen.findByText(/^Counted until /)).getAttribute('role')).toBe('status');
  const button = screen.getByRole('button', { name: 'Count what is new' });
  expect(button.hasAttribute('data-loading')).toBe(false);
  fireEvent.click(button);
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(true));
});

test('a first count is said, as there is nothing to show before it', async () => {
  show({ 'GET /v2/tax/summary': () => ({ body: { ...summary, countedUntil: null, isCounting: true } }) });
  expect(await screen.findByText('Your records are being counted…')).toBeTruthy();
});

test('the whole period is written in the columns of other programs', async () => {
  const network = show({ 'POST /v2/exports': () => ({ body: { status: 'success', id: 'x' } }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV: Koinly' }));
  await waitFor(() => expect(network.sentTo('/v2/exports')).toHaveLength(1));
  expect(network.sentTo('/v2/exports')[0]?.body).toMatchObject({ kind: 'tax.koinly', format: 'csv' });
  expect(screen.getByRole('link', { name: 'See your exports' })).toBeTruthy();
});

test('a customer of another country reads that the rules are of India, and sees the gains without the tax', async () => {
  show({ 'GET /v2/tax/summary': () => ({ body: { ...summary, isIndian: false } }) });
  expect(await screen.findByText(/The rules shown here are those of India/)).toBeTruthy();
  expect(screen.getByText('25,000 INR')).toBeTruthy();
  expect(screen.queryByText('Tax on the gains, estimated')).toBeNull();
});

test('the cost of a lot is entered in rupees with two decimals', async () => {
  const lot = {
    id: 1,
    acquiredAt: 1,
    kind: 'deposit',
    reference: 'deposit:5',
    ticker: 'BTC',
    quantity: '2',
    remaining: '1',
  };
  const network = show(
    {
      'GET /v2/tax/lots': () => listOf({ ...lot, cost: '0', isKnown: false, valuedBy: 'none', mayEnter: true }),
      'POST /v2/tax/cost': () => ({ body: { status: 'success' } }),
    },
    '/user/tax?tab=lots',
  );
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Enter cost' }));
  await person.type(screen.getByRole('textbox', { name: /Cost in rupees/ }), '6000.5');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.sentTo('/v2/tax/cost')).toHaveLength(1));
  expect(network.sentTo('/v2/tax/cost')[0]?.body).toEqual({ reference: 'deposit:5', cost: '6000.5' });
});

test('gains show their lots and are exported, for the quarter that is chosen', async () => {
  const taken = { id: 0, acquiredAt: 1_700_000_000, kind: 'trade', quantity: '1', cost: '1000', isKnown: true };
  const disposal = { id: 4, time: 1_795_000_000, kind: 'sale', reference: 'BTC_INR:9', ticker: 'BTC', quantity: '1' };
  const network = show(
    {
      'GET /v2/tax/disposals': () =>
        listOf({
          ...disposal,
          proceeds: '3000',
          cost: '1000',
          gain: '2000',
          isKnown: true,
          valuedBy: 'trade',
          lots: [taken],
          lotsTotal: 1,
        }),
      'POST /v2/exports': () => ({ body: { status: 'success', id: 'x' } }),
    },
    '/user/tax?tab=gains&quarter=1',
  );
  expect(await screen.findByText('1 lot')).toBeTruthy();
  expect(screen.getByText(/1 of Purchase, .* for ₹1000/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Schedule VDA (CSV)' }));
  await waitFor(() => expect(network.sentTo('/v2/exports')).toHaveLength(1));
  expect(network.sentTo('/v2/exports')[0]?.body).toMatchObject({
    kind: 'tax.schedule-vda',
    format: 'csv',
    params: { quarter: 1 },
  });
});
