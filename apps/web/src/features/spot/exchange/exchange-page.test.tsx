import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { tokens } from '../../../testing/network.ts';
import { give, open, order, pushBook, receive, startFeedForTests, system } from '../../../testing/quick-swap.ts';
import { questions } from '../../../ui/confirm.ts';

startFeedForTests();

test('either amount follows the other through the book; the order has the limit that is shown, and its result stays', async () => {
  const { person, type, shown, sent, answer } = open({ 'POST /v2/order/put_market': () => ({ body: order }) });
  await type(give, '150');
  await pushBook();
  // 1 at 100 with its charges is 100.236, and 49.76 more at 101.
  await waitFor(() => expect(shown(receive)).toBe('1.4915'));
  expect(screen.getByText('At most for 1 LTC').nextSibling?.textContent).toBe('101.50 USDT');
  expect(screen.getByText('You receive at least').nextSibling?.textContent).toMatch(/^1\.47\d* LTC$/);
  await type(receive, '1');
  await waitFor(() => expect(shown(give)).toMatch(/^100\.2360/));
  expect(screen.getByText('You pay at most').nextSibling?.textContent).toMatch(/^100\.73\d* USDT$/);
  await type(give, '100');
  await person.click(screen.getByRole('button', { name: 'Swap 100 USDT for LTC' }));
  await answer(false);
  expect(sent()).toEqual([]);
  await person.dblClick(screen.getByRole('button', { name: 'Swap 100 USDT for LTC' }));
  await answer(true);
  await screen.findByText(/You gave 99\.85 USDT and received 0\.9961 LTC\. 0\.15 USDT stayed/);
  expect(sent()).toEqual([
    {
      pair: 'LTC_USDT',
      direction: 'buy',
      amount: '100',
      amount_type: 'money',
      limit_price: '100.5',
      purpose: 'exchange',
      source: 'web',
      client_id: expect.any(String),
    },
  ]);
  expect(shown(give)).toBe('');
});

test('the toggle turns the swap round with what was typed; a sale has TDS off, and is sent in stock', async () => {
  const { person, type, shown, sent, answer } = open({
    'POST /v2/order/put_market': () => ({ body: { ...order, side: 1, amount: '0.6', amount_type: 'stock' } }),
  });
  await type(receive, '0.5');
  await pushBook();
  expect(screen.getByText('TDS', { selector: 'dt' }).nextSibling?.textContent).toBe('none');
  await person.click(screen.getByRole('button', { name: 'Swap in the other direction' }));
  expect(shown(give)).toBe('0.5');
  expect(screen.getByText('TDS 1 %').nextSibling?.textContent).toBe('≈ 0.49 USDT');
  // 49.5 without fee, GST and 1 % of the rest.
  expect(shown(receive)).toMatch(/^48\.889/);
  await type(receive, '58');
  expect(shown(give)).toBe('0.5932');
  await person.click(screen.getByRole('button', { name: /^Swap 0\.5932 LTC/ }));
  await answer(true);
  await waitFor(() =>
    expect(sent()).toMatchObject([{ direction: 'sell', amount: '0.5932', amount_type: 'stock', limit_price: '98.51' }]),
  );
});

test('MAX is all that is free, a thin book says what it holds, and more than is held is refused before it is sent', async () => {
  const { person, type, shown, sent } = open();
  await screen.findByText('Available 200 USDT');
  await pushBook();
  await person.click(screen.getByRole('button', { name: /^MAX/ }));
  expect(shown(give)).toBe('200');
  await type(give, '201');
  screen.getByText('Insufficient balance');
  await type(give, '5000');
  screen.getByText(/The order book holds 302\.71\d* USDT at fair prices now/);
  await type(give, '0.05');
  screen.getByText('The swap must be worth at least 0.1 USDT.');
  await type(give, '');
  await person.click(screen.getByRole('button', { name: 'Swap' }));
  screen.getByText('Enter an amount.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: give }));
  expect(sent()).toEqual([]);
  expect(screen.getByRole('link', { name: 'Transfer from your main wallet, which has 40 USDT' })).toBeTruthy();
});

test('an own price limit is at most 5 %, and nothing is sent with another', async () => {
  const { person, type, sent } = open();
  await type(give, '50');
  await pushBook();
  await person.click(screen.getByRole('radio', { name: 'Other' }));
  await type('Price limit in percent', '6');
  screen.getByText('Enter more than 0 and at most 5 %.');
  await person.click(screen.getByRole('button', { name: /^Swap 50 USDT/ }));
  expect(questions.getState()).toEqual([]);
  await type('Price limit in percent', '2');
  expect(screen.getByText('At most for 1 LTC').nextSibling?.textContent).toBe('102.00 USDT');
  expect(sent()).toEqual([]);
});

test('visitors see prices and the way in; who is not verified, a halted pair and a pause say so', async () => {
  endSession();
  open();
  await screen.findByText('You need to be logged in to exchange');
  expect(screen.getByRole('link', { name: 'Sign in to swap' }).getAttribute('href')).toBe(
    '/signIn?redirect=%2Fexchange',
  );
  expect(screen.queryByText('Your swaps')).toBeNull();
  cleanup();

  startSession(tokens('person'));
  open({ 'GET /v2/settings/general': () => ({ body: { kyc_status: 'none' } }) });
  await screen.findByText("You can't Perform Exchange until KYC is Approved.");
  await pushBook();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Swap' }).disabled).toBe(true);
  cleanup();

  open({}, '/exchange?from=USDT&to=XRP');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /closed at the moment/ })).disabled).toBe(true);
  cleanup();

  for (const pause of [{ trading_pause: { spot: true, perpetual: false } }, { quick_swap: { paused: true } }]) {
    open({ 'GET /systemParams': () => ({ body: { ...system, ...pause } }) });
    await screen.findByRole('button', { name: 'Swaps are paused at the moment' });
    cleanup();
  }
});

test('stable coins: the token in its market in rupees comes first, and is bought and sold there', async () => {
  const { person, type, shown, sent, answer } = open(
    { 'POST /v2/order/put_market': () => ({ body: { ...order, market: 'PLC_INR' } }) },
    '/stable',
  );
  const coin = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Coin' });
  expect(coin.value).toBe('PLC');
  await type('You get, about', '1');
  await pushBook('PLC_INR');
  await waitFor(() => expect(shown('You pay')).toMatch(/^100\.236/));
  await person.click(screen.getByRole('tab', { name: 'Sell' }));
  await type('You sell', '1');
  await pushBook('PLC_INR');
  await person.click(await screen.findByRole('button', { name: 'Sell 1 PLC' }));
  await answer(true);
  await waitFor(() =>
    expect(sent()).toMatchObject([{ pair: 'PLC_INR', direction: 'sell', amount: '1', purpose: 'exchange' }]),
  );
});
