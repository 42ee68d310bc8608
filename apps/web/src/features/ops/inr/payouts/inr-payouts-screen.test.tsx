import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, done, listOf, now, openConsole } from '../../../../testing/console.tsx';
import { refusal } from '../../../../testing/network.ts';
import { toasts } from '../../../../ui/notify.ts';

const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        void blob.text().then((text) => saved.push(text));
        return 'blob:file';
      },
      revokeObjectURL: () => undefined,
    }),
  );
});
cleanUpConsole();

const payout = (change: object = {}) => ({
  id: 7,
  user_id: 3,
  email: 'asha@demo.local',
  ticker: 'INR',
  amount: '123456.5',
  fee: '15',
  net: '123441.5',
  bank: 'HDFC Bank XXXX9012, HDFC0001234',
  state: 'taken',
  reason: '',
  batch: 4,
  utr: null,
  confirmed_at: now - 7_300,
  taken_at: now - 100,
  may_be_paid: false,
  request: null,
  full_name: 'Asha Patel',
  account_number: '123456789012',
  ifsc_code: 'HDFC0001234',
  account_type: 'saving',
  ...change,
});
const batch = (change: object = {}) => ({
  id: 4,
  taken_by: 'jane',
  taken_at: now - 100,
  is_downloaded: false,
  count: 2,
  net: '123441.5',
  open: 1,
  ...change,
});
const list = (...result: object[]) => ({ body: { ...listOf(...result).body, stopped_at: null } });

const open = (address: string, routes: ConsoleRoutes = {}) =>
  openConsole(
    address,
    {
      'GET /v2/ops/inr-payouts': () => list(payout()),
      'GET /v2/ops/inr-payouts/7': () => ({ body: payout() }),
      'GET /v2/ops/inr-payout-batches': () => list(batch()),
      ...routes,
    },
    ['money'],
  );

test('a batch is taken, and its file is saved', async () => {
  const { network } = open('/ops/inr-payouts', {
    'POST /v2/ops/inr-payout-batches': () => ({ body: { status: 'done', batch: batch() } }),
    'POST /v2/ops/inr-payout-batches/4/file': () => ({
      body: { status: 'done', name: 'inr-batch-4.csv', text: '"W7"' },
    }),
  });
  expect(await screen.findByText('₹1,23,441.5')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Take a batch' }));
  await waitFor(() => expect(toasts.getState()[0]?.text).toMatch(/^Batch 4 is taken/));
  expect(screen.getByText(/2 withdrawals, ₹1,23,441.5, by jane · 1 open/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Download the file of batch 4' }));
  await waitFor(() => expect(saved).toEqual(['"W7"']));
  expect(network.sentTo('/v2/ops/inr-payout-batches/4/file')[0]?.body).toEqual({});
});

test('nothing ready is said, and a file is downloaded again with a reason alone', async () => {
  const { network } = open('/ops/inr-payouts', {
    'GET /v2/ops/inr-payouts': () => list(),
    'GET /v2/ops/inr-payout-batches': () => list(batch({ is_downloaded: true })),
    'POST /v2/ops/inr-payout-batches': () => ({
      status: 409,
      body: refusal('request_closed', 'No withdrawal is ready to be paid.'),
    }),
    'POST /v2/ops/inr-payout-batches/4/file': () => ({
      body: { status: 'done', name: 'inr-batch-4.csv', text: '"W7"' },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Take a batch' }));
  await waitFor(() => expect(toasts.getState()[0]?.text).toBe('No withdrawal is ready to be paid.'));
  await userEvent.click(screen.getByRole('button', { name: 'Download the file of batch 4 again' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Download again' }));
  expect(await dialog.findByText('Give a reason')).toBeTruthy();
  expect(network.sentTo('/v2/ops/inr-payout-batches/4/file')).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), 'The upload was refused');
  await userEvent.click(dialog.getByRole('button', { name: 'Download again' }));
  await waitFor(() => expect(saved).toEqual(['"W7"']));
  expect(network.sentTo('/v2/ops/inr-payout-batches/4/file')[0]?.body).toEqual({ reason: 'The upload was refused' });
});

test('a transfer is reported as paid with its id, and as failed with a reason', async () => {
  const { network } = open('/ops/inr-payouts/7', {
    'POST /v2/ops/inr-payouts/7/pay': done,
    'POST /v2/ops/inr-payouts/7/fail': done,
  });
  expect(await screen.findByText(/123456789012/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Paid' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Transaction id (UTR)'), '41234567890');
  await userEvent.click(dialog.getByRole('button', { name: 'Paid' }));
  expect(await dialog.findByText(/12 digits/)).toBeTruthy();
  expect(network.sentTo('/v2/ops/inr-payouts/7/pay')).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Transaction id (UTR)'), '1');
  await userEvent.click(dialog.getByRole('button', { name: 'Paid' }));
  await waitFor(() => expect(network.sentTo('/v2/ops/inr-payouts/7/pay')[0]?.body).toEqual({ utr: '412345678901' }));
});

test('while another operator is asked, and before it is taken, there is nothing to press', async () => {
  const { unmount } = open('/ops/inr-payouts/7', {
    'GET /v2/ops/inr-payouts/7': () => ({ body: payout({ request: { id: 12, maker: 'ravi' } }) }),
  });
  expect((await screen.findByRole('link', { name: 'Request 12' })).getAttribute('href')).toBe('/ops/approvals/12');
  expect(screen.queryByRole('button', { name: 'Paid' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Failed' })).toBeNull();
  unmount();
  open('/ops/inr-payouts/7', {
    'GET /v2/ops/inr-payouts/7': () => ({ body: payout({ state: 'ready', batch: null, taken_at: null }) }),
  });
  expect(await screen.findByText('It is paid with the next batch that is taken.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Paid' })).toBeNull();
});

test('after a restore nothing is taken: what the bank has paid is reported, and payouts are resumed with a reason', async () => {
  const old = payout({ state: 'ready', batch: null, taken_at: null, may_be_paid: true });
  const { network } = open('/ops/inr-payouts/7', {
    'GET /v2/ops/inr-payouts': () => ({ body: { ...list(old).body, stopped_at: now - 500 } }),
    'GET /v2/ops/inr-payouts/7': () => ({ body: old }),
    'POST /v2/ops/inr-payouts/resume': done,
  });
  expect(await screen.findByText(/may lack what the bank has paid/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take a batch' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'Paid' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Failed' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Resume payouts' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Compared with the statement');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Resume payouts' }));
  await waitFor(() =>
    expect(network.sentTo('/v2/ops/inr-payouts/resume')[0]?.body).toEqual({ reason: 'Compared with the statement' }),
  );
});
