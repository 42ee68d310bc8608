import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpConsole, done, jane, listOf, now, openConsole, requested } from '../../../testing/console.tsx';

cleanUpConsole();

const head = (id: number, more: object = {}) => ({
  id,
  ticker: 'BTC',
  createdAt: (now - 60) * 1_000,
  currency: 'Bitcoin',
  amount: '5',
  fee: '0.1',
  net: '4.9',
  status: 6,
  address: 'sbx1receiver',
  memo: '',
  txHash: '',
  explorerLink: '',
  isFiat: false,
  paymentMethodKey: 'SANDBOX',
  paymentMethodName: 'Sandbox',
  reason: '',
  expiresAt: null,
  canCancel: true,
  user_id: 7,
  email: `p${id}@test.local`,
  usd_value: '300000',
  risks: ['large'],
  two_persons: false,
  request: null,
  payout_problem: null,
  payout_next: null,
  provider_payout: null,
  payout_actions: [],
  ...more,
});
const evidence = {
  day_count: 0,
  day_usd: '0',
  to_address_before: 0,
  others_to_address: 0,
  is_saved: false,
  user_since: now - 86_400,
  withdrawals_locked_until: null,
  recent_factors: [],
  sign_ins: [],
};

/** The withdrawal 1 is open in the console. */
async function openDetail(more: object = {}) {
  const opened = openConsole(
    '/ops/withdrawals/1',
    {
      'GET /v2/ops/withdrawals': () => listOf(head(1, more)),
      'GET /v2/ops/withdrawals/1': () => ({ body: { ...head(1, more), evidence } }),
      'POST /v2/ops/withdrawals/1/reject': done,
      'POST /v2/ops/withdrawals/1/fail': requested,
      'POST /v2/ops/withdrawals/1/paid-by-hand': requested,
    },
    [...jane.permissions, 'money'],
  );
  await screen.findByRole('heading', { name: 'p1@test.local' });
  return opened;
}

test('a refusal has one of the codes, and nothing is sent without one', async () => {
  const { network } = await openDetail();
  await userEvent.keyboard('r');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  expect(await within(dialog).findByText('Choose a reason')).toBeDefined();
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: /^The person reads/ }), 'source');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(network.sentTo('/v2/ops/withdrawals/1/reject')).toHaveLength(1));
  expect(network.sentTo('/v2/ops/withdrawals/1/reject')[0]?.body).toEqual({ code: 'source' });
});

test('a search is sent once, when it is complete', async () => {
  const { network } = await openDetail();
  const before = network.sentTo('/v2/ops/withdrawals').length;
  await userEvent.type(screen.getByRole('searchbox'), 'p-4711{Enter}');
  await waitFor(() => expect(network.sentTo('/v2/ops/withdrawals')).toHaveLength(before + 1));
  expect(network.sentTo('/v2/ops/withdrawals').at(-1)?.path).toContain('search=p-4711');
});

test('while a request waits nothing is approved a second time, and the request is linked', async () => {
  await openDetail({ request: { id: 12, maker: 'mara' } });
  expect(screen.getByText(/mara has asked/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Request 12' }).getAttribute('href')).toBe('/ops/approvals/12');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await userEvent.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a stuck payout says why, and offers what two operators may do', async () => {
  const stuck = {
    status: 11,
    payout_problem: 'not_listed',
    payout_actions: ['retry', 'fail', 'paid_by_hand'],
  };
  const { network } = await openDetail(stuck);
  expect(screen.getByText('SIGNER_LIMITS, of a provider PROVIDER_LIMITS, does not name the currency')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'End it' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/^Another operator/)).toBeDefined();
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: /^The person reads/ }), 'limit');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Too much');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End it' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/withdrawals/1/fail')[0]?.body).toEqual({ code: 'limit', reason: 'Too much' }),
  );
});

test('a payment by hand needs the name of its transaction', async () => {
  const { network } = await openDetail({ status: 11, payout_problem: 'not_listed', payout_actions: ['paid_by_hand'] });
  await userEvent.click(screen.getByRole('button', { name: 'Paid by hand' }));
  const dialog = await screen.findByRole('dialog');
  const send = within(dialog).getByRole('button', { name: 'Paid by hand' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'From the cold wallet');
  await userEvent.click(send);
  expect(await within(dialog).findByText(/^Enter the name of the transaction/)).toBeDefined();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name of the transaction' }), 'cold-7');
  await userEvent.click(send);
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/withdrawals/1/paid-by-hand')[0]?.body).toEqual({
      transaction: 'cold-7',
      reason: 'From the cold wallet',
    }),
  );
});
