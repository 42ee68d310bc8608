import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component as HistoryPage } from './wallet-history-page.tsx';
import { Component as RecordPage } from './wallet-record-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const record = {
  kind: 'withdrawal',
  id: 7,
  ticker: 'INR',
  currency: 'Indian rupee',
  isFiat: true,
  amount: '150000',
  fee: '15',
  createdAt: 1_790_000_000,
  status: 5,
  method: 'Bank transfer',
  address: '',
  memo: '',
  txHash: '',
  explorerLink: '',
  from: null,
  to: null,
};
const markets = () => ({
  body: { marketList: { result: [] }, currenciesMap: { USDT: {}, INR: {} }, currenciesTopList: [] },
});
const row = async (text: string) => within((await screen.findByText(text)).closest('tr') as HTMLElement);

test('a record has its status in the words of its number, rupees in Indian groups, and an address of its own', async () => {
  const { sentTo } = startNetwork({
    'GET /v2/market-list': markets,
    'GET /v2/profile/wallet-history': () => ({ body: { result: [record], total: 1, offset: 0, limit: 30 } }),
  });
  renderPage(HistoryPage, '/user/wallet-history?tab=withdrawal&status=5&from=2026-01-01');
  const cells = await row('Withdrawal');
  expect(cells.getByText('Unconfirmed by user')).toBeTruthy();
  expect(cells.getByText('1,50,000 INR')).toBeTruthy();
  expect(cells.getByRole('link').getAttribute('href')).toBe('/user/wallet-history/withdrawal/7');
  const asked = sentTo('/v2/profile/wallet-history')[0]?.path ?? '';
  expect(asked).toContain('kind=withdrawal');
  expect(asked).toContain('status=5');
  expect(asked).toContain(`start=${new Date(2026, 0, 1).getTime() / 1_000}`);
});

test('records are filtered by the payment methods of their currency, and codes and invoices are one link away', async () => {
  const method = (key: string, name: string) => ({ key, name });
  const { sentTo } = startNetwork({
    'GET /v2/market-list': markets,
    'GET /v3/profile/depositdata/USDT': () => ({
      body: { paymentList: [method('TRC20', 'Tron'), method('ERC20', 'Ethereum')] },
    }),
    'GET /v3/profile/withdrawaldata/USDT': () => ({ body: { paymentList: [method('TRC20', 'Tron')] } }),
    'GET /v2/profile/wallet-history': () => ({ body: { result: [record], total: 1, offset: 0, limit: 30 } }),
  });
  renderPage(HistoryPage, '/user/wallet-history');
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Payment method' });
  expect(select().disabled).toBe(true);
  await screen.findByRole('option', { name: 'USDT' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Currency' }), { target: { value: 'USDT' } });
  await screen.findByRole('option', { name: 'Ethereum' });
  expect([...select().options].map((option) => option.textContent)).toEqual(['All methods', 'Tron', 'Ethereum']);
  fireEvent.change(select(), { target: { value: 'TRC20' } });
  await vi.waitFor(() =>
    expect(sentTo('/v2/profile/wallet-history').at(-1)?.path).toMatch(
      /ticker=USDT.*payment_method=TRC20|payment_method=TRC20.*ticker=USDT/,
    ),
  );
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([hrefOf('Codes'), hrefOf('Invoices')]).toEqual(['/codes', '/user/invoices']);
});

test('a period that ends before it begins is told at its field, and not asked for', async () => {
  const { sentTo } = startNetwork({ 'GET /v2/market-list': markets });
  renderPage(HistoryPage, '/user/wallet-history?from=2026-02-02&until=2026-02-01');
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  const field = screen.getByLabelText('To');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('The period ends before it begins')).toBeTruthy();
  expect(sentTo('/v2/profile/wallet-history')).toEqual([]);
});

test('movements of a wallet go on by pages, each with the balance after it', async () => {
  const movement = (id: string, change: string, balance: string) => ({
    id,
    time: 1_790_000_000,
    kind: 'trade',
    reference: `LTC_USDT:${id}`,
    change,
    balance,
  });
  startNetwork({
    'GET /v2/market-list': markets,
    'GET /v2/profile/movements': ({ path }) => ({
      body: path.includes('cursor=more')
        ? { result: [movement('1', '10', '10')], next: null, opening: '0' }
        : { result: [movement('2', '-4', '6')], next: 'more', opening: null },
    }),
  });
  renderPage(HistoryPage, '/user/wallet-history?tab=movements&wallet=trade');
  expect((await row('LTC_USDT:2')).getByText('−4 USDT')).toBeTruthy();
  expect((await row('LTC_USDT:2')).getByText('6')).toBeTruthy();
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  expect(button('Newer movements').disabled).toBe(true);
  fireEvent.click(button('Older movements'));
  expect((await row('LTC_USDT:1')).getByText('10 USDT')).toBeTruthy();
  expect(button('Older movements').disabled).toBe(true);
  fireEvent.click(button('Newer movements'));
  expect((await row('LTC_USDT:2')).getByText('−4 USDT')).toBeTruthy();
});

test('movements have the names of what they are, also where a release no longer knows their kind', async () => {
  const kinds = ['invoice_paid', 'transfer_code_created', 'transfer_to_main', 'of_an_earlier_release'];
  startNetwork({
    'GET /v2/market-list': markets,
    'GET /v2/profile/movements': () => ({
      body: {
        result: kinds.map((kind) => ({
          id: kind,
          time: 1_790_000_000,
          kind,
          reference: kind,
          change: '1',
          balance: '1',
        })),
        next: null,
        opening: '0',
      },
    }),
  });
  renderPage(HistoryPage, '/user/wallet-history?tab=movements&wallet=main');
  expect((await row('invoice_paid')).getByText('Invoice')).toBeTruthy();
  expect((await row('transfer_code_created')).getByText('Transfer code created')).toBeTruthy();
  expect((await row('transfer_to_main')).getByText('Transfer')).toBeTruthy();
  expect((await row('of_an_earlier_release')).getByText('Other movement')).toBeTruthy();
});

const openRecord = (answer: { status?: number; body: unknown }) => {
  startNetwork({ 'GET /v2/profile/wallet-history/withdrawal/7': () => answer });
  return renderPage(RecordPage, '/user/wallet-history/withdrawal/7', '/user/wallet-history/:kind/:id');
};

test('a record says where its money is, which step is under way, and why it waits until when', async () => {
  openRecord({
    body: {
      ...record,
      address: 'XXXX9012',
      place: 'held',
      steps: [
        { key: 'requested', state: 'done', at: 1_790_000_000 },
        { key: 'confirmed', state: 'current', at: null },
        { key: 'sent', state: 'ahead', at: null },
      ],
      expectedAt: null,
      waitsUntil: 1_790_100_000,
      arrivesAt: null,
      wait: { why: 'closed', until: 1_790_100_000, text: 'The node is being upgraded' },
      reason: 'The password was changed',
      confirmations: null,
    },
  });
  expect(await screen.findByText('The money is held in your main wallet.')).toBeTruthy();
  expect(screen.getByText('Reason: The password was changed')).toBeTruthy();
  expect(screen.getByText('XXXX9012').previousElementSibling?.textContent).toBe('Account');
  expect(screen.getByRole('status').textContent).toMatch(
    /^The exchange has closed it for now\. The node is being upgraded\. Expected to open by /,
  );
  const current = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'step');
  expect(current.map((item) => item.textContent)).toEqual(['Confirmed by youunder way']);
});

test('a record that does not exist is the page of an unknown address', async () => {
  const { router } = openRecord({ status: 404, body: refusal('not_found', 'Not found') });
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
});
