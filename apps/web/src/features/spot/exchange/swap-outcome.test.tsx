/** What becomes of a swap that was sent: lost answers, no fill, and the list of own swaps. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePreferences } from '../../../platform/preferences.ts';
import { refusal } from '../../../testing/network.ts';
import { give, open, order, pushBook, receive, startFeedForTests } from '../../../testing/quick-swap.ts';

startFeedForTests();

test('a lost answer may be sent again as the same order, whatever the book does meanwhile', async () => {
  usePreferences.getState().set({ confirmOrders: false });
  const { person, type, sent } = open({
    'POST /v2/order/put_market': () =>
      sent().length === 1
        ? { status: 503, body: refusal('outcome_unknown', 'The outcome is not known') }
        : { status: 409, body: refusal('repeated_with_other_content', 'This key was used before for something else') },
    'GET /v2/order/finished': () => ({
      body: { result: [{ ...order, client_id: sent()[0]?.client_id }], total: 1, offset: 0, limit: 100 },
    }),
  });
  await type(give, '50');
  await pushBook();
  await person.click(screen.getByRole('button', { name: /^Swap 50 USDT/ }));
  await screen.findByText(/Some error occured\./);
  await pushBook('LTC_USDT', [['100.4', '3']]);
  await screen.findByText('100.90 USDT');
  await person.click(await screen.findByRole('button', { name: /^Swap 50 USDT/ }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second?.client_id).toBe(first?.client_id);
  expect(second?.limit_price).not.toBe(first?.limit_price);
  // The first order was executed: the page shows its result.
  await screen.findByText(/You gave 99\.85 USDT and received 0\.9961 LTC/);
});

test('a sale by what is wanted stays the same order after a lost answer, although its amount follows the book', async () => {
  usePreferences.getState().set({ confirmOrders: false });
  const { person, type, sent, shown } = open({
    'POST /v2/order/put_market': () =>
      sent().length === 1
        ? { status: 503, body: refusal('outcome_unknown', 'The outcome is not known') }
        : { body: { ...order, side: 1, amount: '0.6', amount_type: 'stock' } },
  });
  await type(receive, '58');
  await pushBook();
  await person.click(screen.getByRole('button', { name: 'Swap in the other direction' }));
  await type(receive, '58');
  await person.click(screen.getByRole('button', { name: /^Swap 0\.5932 LTC/ }));
  await screen.findByText(/Some error occured\./);
  await pushBook('LTC_USDT', [['100', '1']], [['98.5', '2']]);
  await waitFor(() => expect(shown(give)).not.toBe('0.5932'));
  await person.click(screen.getByRole('button', { name: /^Swap 0\.\d+ LTC/ }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second?.amount).not.toBe(first?.amount);
  expect(second?.client_id).toBe(first?.client_id);
});

test('an order that the book has left without a fill is no success, and what was typed stays', async () => {
  usePreferences.getState().set({ confirmOrders: false });
  const nothing = { deal_stock: '0', deal_money: '0', deal_fee: '0', gst: '0', tds: '0' };
  const { person, type, shown } = open({
    'POST /v2/order/put_market': () => ({ body: { ...order, ...nothing } }),
  });
  await type(give, '50');
  await pushBook();
  await person.click(screen.getByRole('button', { name: /^Swap 50 USDT/ }));
  await screen.findByText('The price has moved beyond your limit: nothing was swapped.');
  expect(screen.queryByText(/You gave/)).toBeNull();
  expect(shown(give)).toBe('50');
});

test('own swaps are listed with what they gave and brought; none, and a failure, are said', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Your swaps' });
  const cells = (await within(table).findAllByRole('cell')).map((cell) => cell.textContent);
  expect(cells).toEqual(expect.arrayContaining(['99.85 USDT', '0.9961 LTC', '100.00 USDT/LTC', 'Swapped']));
  cleanup();
  open({ 'GET /v2/order/finished': () => ({ body: { result: [], total: 0, offset: 0, limit: 10 } }) });
  await screen.findByText('You have not swapped anything yet.');
  cleanup();
  open({ 'GET /v2/order/finished': () => ({ status: 500, body: refusal('server_error', 'Error on server') }) });
  await screen.findByText('Your swaps could not be loaded');
});
