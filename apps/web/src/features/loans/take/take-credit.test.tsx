import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  cleanUpLoans,
  currencies,
  loanOf,
  offerOf,
  sayYes,
  showLoans,
  showLoansToVisitor,
} from '../../../testing/loans.ts';
import { refusal } from '../../../testing/network.ts';
import { questions } from '../../../ui/confirm.ts';
import { Component } from '../loans-page.tsx';

cleanUpLoans();

const address = '/p2p-loans?tab=borrow&take=12';
const take = 'POST /p2p/take-credit/12';
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Ask for the loan' }));
const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const taken = () => ({
  body: { status: 'ok', id: 7, amount_fiat: '1000', fiat_ticker: 'USDT', loan: loanOf({ state: 'pending' }) },
});

/** The form with its figures. */
async function showFilled(routes: Parameters<typeof showLoans>[2] = {}) {
  const shown = showLoans(Component, address, { [take]: taken, ...routes });
  await screen.findByLabelText('Amount in USDT');
  type('Amount in USDT', '1000');
  await waitFor(() => expect(factOf('Your pledge')).toBe('0.01682554 BTC'));
  return shown;
}

test('what a loan costs, and what a fall would do to its pledge, follows what is typed', async () => {
  await showFilled();
  expect(factOf('You receive')).toBe('994.10 USDT');
  expect(factOf('You repay in all')).toBe('1,030.00 USDT');
  expect(factOf('Interest a year')).toBe('36.5 %');
  expect(factOf('Sold at')).toBe('69,991.63 USDT (a fall of 24.21 %)');
  expect(factOf('By 20 %, to 73,880.40 USDT')).toBe('80.53 % Call for more');
  type('Days', '3');
  expect(factOf('You repay in all')).toBe('1,003.00 USDT');
  type('Pledge in BTC', '0.03');
  expect(factOf('Your pledge')).toBe('0.03 BTC');
});

test('what is missing or outside of the offer is said at its field, which gets the focus', async () => {
  const { network } = showLoans(Component, address, {
    [take]: taken,
    'GET /p2p/order-description/12': () => ({ body: offerOf({ amount_max: '900', free_amount: '900' }) }),
  });
  await screen.findByLabelText('Amount in USDT');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask for the loan' }).disabled).toBe(false),
  );
  await submit();
  expect(screen.getByText('Field is required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Amount in USDT'));
  type('Amount in USDT', '99');
  expect(screen.getByText('Minimum 100, maximum 900')).toBeTruthy();
  type('Amount in USDT', '900');
  type('Days', '31');
  expect(screen.getByText('Minimum 3, maximum 30')).toBeTruthy();
  type('Days', '30');
  type('Interest a day, %', '0.04');
  expect(screen.getByText('Minimum 0.05, maximum 0.1')).toBeTruthy();
  type('Interest a day, %', '0.1');
  await waitFor(() => expect(factOf('Least pledge')).toBe('0.01499305'));
  type('Pledge in BTC', '0.01');
  expect(screen.getByText('At least 0.01499305 BTC is needed now')).toBeTruthy();
  type('Pledge in BTC', '0.14');
  await submit();
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/take-credit/12')).toHaveLength(1));
});

test('more pledge than the wallet has is said before anything is sent', async () => {
  await showFilled({
    'GET /v3/profile/balance': () => ({
      body: { result: [{ ticker: 'BTC', main_available: '0.01' }], totalInrVal: '0' },
    }),
  });
  await submit();
  expect(screen.getByText('0.01682554 BTC is needed, and your main wallet has 0.01')).toBeTruthy();
  expect(questions.getState()).toEqual([]);
});

test('after one question the bid is sent with the coins that were shown, and leads to the loan', async () => {
  const { network, router } = await showFilled();
  await submit();
  expect(questions.getState()[0]?.title).toBe('Borrow 1,000.00 USDT?');
  expect(network.sentTo('/p2p/take-credit/12')).toEqual([]);
  sayYes();
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/p2p-history/7'));
  const [sent] = network.sentTo('/p2p/take-credit/12');
  expect(sent?.body).toEqual({
    currency: 'BTC',
    amount: '1000',
    days: 30,
    pay_percent: '0.1',
    volatility_percent: '1',
    amount_crypto: '0.01682554',
    version: 3,
  });
  expect(sent?.headers.get('idempotency-key')).toBeTruthy();
});

test('a refusal stays on the page', async () => {
  await showFilled({ [take]: () => ({ status: 409, body: refusal('offer_taken', 'Only 400 USDT is left') }) });
  await submit();
  sayYes();
  expect((await screen.findByRole('alert')).textContent).toContain('Only 400 USDT is left');
});

test('without a fresh price nothing can be taken', async () => {
  const [btc] = currencies.crypto;
  const stale = { ...btc, pairs: btc?.pairs.map((pair) => ({ ...pair, price: null, fresh: false })) };
  showLoans(Component, address, { 'GET /p2p/currency-list': () => ({ body: { ...currencies, crypto: [stale] } }) });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Waiting for prices' });
  expect(button.disabled).toBe(true);
});

test('a visitor sees the terms, and a way to sign in', async () => {
  showLoansToVisitor(Component, address);
  expect((await screen.findByRole('link', { name: 'Sign in to borrow' })).getAttribute('href')).toContain('/signIn?');
  expect(screen.getByText('100–1,000 USDT for 3–30 days at 0.05–0.1 % a day.')).toBeTruthy();
});

test('an offer that is gone is said', async () => {
  showLoans(Component, address, {
    'GET /p2p/order-description/12': () => ({ status: 404, body: refusal('offer_not_found', 'Offer not found') }),
  });
  expect(await screen.findByText('This offer is no longer open.')).toBeTruthy();
});

test('an offer with rules of its own names what begins at once, and a stricter pledge is counted', async () => {
  const offer = offerOf({ auto_approve: true, auto_percent: '0.08', oks_percent: '200', lvt: { BTC: '50' } });
  showLoans(Component, address, { 'GET /p2p/order-description/12': () => ({ body: offer }) });
  expect(await screen.findByText(/From 0.08 % a day the loan begins at once/)).toBeTruthy();
  type('Amount in USDT', '1000');
  // 1,000 / (92,350.5 x 50%), up.
  await waitFor(() => expect(factOf('Least pledge')).toBe('0.02165663'));
});

test('credit is asked of all lenders, within what the settings allow', async () => {
  const { network, router } = showLoans(Component, '/p2p-loans?tab=borrow&request=new', {
    'POST /p2p/create-borrow-request': taken,
  });
  await screen.findByLabelText('Amount in USDT');
  type('Amount in USDT', '1000');
  type('Days', '91');
  type('Interest a day, %', '0.1');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask for the loan' }).disabled).toBe(false),
  );
  await submit();
  expect(screen.getByText('Minimum 3, maximum 90')).toBeTruthy();
  type('Days', '30');
  await submit();
  sayYes();
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/p2p-history/7'));
  expect(network.sentTo('/p2p/create-borrow-request')[0]?.body).toMatchObject({
    fiat_currency: 'USDT',
    amount: '1000',
    days: 30,
    pay_percent: '0.1',
    amount_crypto: '0.01682554',
  });
});
