import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  done,
  jane,
  listOf,
  now,
  openConsole,
  openDialog,
  requested,
} from '../../../testing/console.tsx';
import { deskDispute, deskLoan, deskSettings } from '../../../testing/loans-desk.ts';

cleanUpConsole();
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./disputes-screen.tsx'), 60_000);

const row = (id: number) => ({
  loan: deskLoan({ id, dispute: true }),
  reason: 'price',
  opened_at: now - 7_300,
  ordered: null,
});
const shown = (id: number, dispute = deskDispute({ loan_id: id })) => ({
  body: { loan: deskLoan({ id, dispute: true }), sale: null, problem: null, disputes: [dispute] },
});
const decideCall = '/v2/ops/p2p/loans/7/decide';

function open(address = '/ops/loan-disputes/7', routes: ConsoleRoutes = {}) {
  return openConsole(
    address,
    {
      'GET /v2/ops/p2p/disputes': () => listOf(row(7), row(8)),
      'GET /v2/ops/p2p/loans/7': () => shown(7),
      'GET /v2/ops/p2p/loans/8': () => shown(8),
      'GET /v2/ops/p2p/settings': () => ({ body: deskSettings }),
      [`POST ${decideCall}`]: done,
      ...routes,
    },
    [...jane.permissions, 'money'],
  );
}
type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog'];
const choices = (dialog: Dialog) =>
  [...(dialog.getByRole('combobox', { name: /^Decision/ }) as HTMLSelectElement).options].map(({ value }) => value);

test('the evidence of both sides is shown with who gave it, and pictures are read when they are asked for', async () => {
  const { network } = open();
  const evidence = within(await screen.findByRole('list', { name: /^What both sides have shown/ }));
  const [first, second] = evidence.getAllByRole('listitem').filter((one) => one.hasAttribute('data-by'));
  expect(first?.textContent).toContain('Borrower');
  expect(first?.textContent).toContain('The price was wrong.');
  expect(second?.textContent).toContain('Lender');
  expect(screen.getByRole('link', { name: 'user 4' }).getAttribute('href')).toBe('/ops/users/4');
  expect(network.sentTo('/v2/ops/p2p/loans/7')).toHaveLength(1);
  expect(network.sentTo('/v2/ops/p2p/loans/7/files/f1')).toHaveLength(0);
  await userEvent.click(evidence.getByRole('button', { name: 'index.png' }));
  await waitFor(() => expect(network.sentTo('/v2/ops/p2p/loans/7/files/f1')).toHaveLength(1));
});

test('a dismissal is decided by one, with nothing chosen beforehand, and the next dispute is open after it', async () => {
  const { network, router } = open();
  const { dialog, type, send } = await openDialog('Decide the dispute');
  type(/^Reason/, 'nothing is wrong');
  await send();
  expect(await dialog.findByText('Choose a decision', { selector: 'p,div' })).toBeDefined();
  expect(network.sentTo(decideCall)).toEqual([]);
  expect(choices(dialog)).not.toContain('extend');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Decision/ }), 'dismiss');
  expect(dialog.queryByText(/another operator/i)).toBeNull();
  await send();
  await waitFor(() => expect(router.state.location.pathname).toBe('/ops/loan-disputes/8'));
  expect(network.sentTo(decideCall)[0]?.body).toEqual({
    decision: { type: 'dismiss' },
    dispute: 21,
    reason: 'nothing is wrong',
  });
});

test('a compensation names the side and the amount, and waits for another operator', async () => {
  const { network } = open('/ops/loan-disputes/7', { [`POST ${decideCall}`]: requested });
  const { dialog, type, send } = await openDialog('Decide the dispute');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Decision/ }), 'compensate');
  expect(dialog.getByText('Another operator has to approve it.')).toBeDefined();
  expect(await dialog.findByText('There are 100 USDT to compensate with.')).toBeDefined();
  type(/^Reason/, 'our mistake');
  await send();
  expect(dialog.getByText('Enter an amount')).toBeDefined();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Who is compensated' }), 'lender');
  type(/^Amount/, '12.5');
  await send();
  await screen.findByText('Nothing has changed yet. Another operator has to approve it.');
  expect(network.sentTo(decideCall).map(({ body }) => body)).toEqual([
    { decision: { type: 'compensate', to: 'lender', amount: '12.5' }, dispute: 21, reason: 'our mistake' },
  ]);
});

test('a loan is extended by as many days as both sides agree to', async () => {
  const agreed = deskDispute({ lender_days: 5, borrower_days: 5 });
  const { network } = open('/ops/loan-disputes/7', { 'GET /v2/ops/p2p/loans/7': () => shown(7, agreed) });
  const { dialog, type, send } = await openDialog('Decide the dispute');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Decision/ }), 'extend');
  type(/^Reason/, 'both want it');
  await send();
  await waitFor(() => expect(network.sentTo(decideCall)).toHaveLength(1));
  expect(network.sentTo(decideCall)[0]?.body).toEqual({
    decision: { type: 'extend', days: 5 },
    dispute: 21,
    reason: 'both want it',
  });
});

test('without a dispute the list says so, and after a loan nothing of it can be sold', async () => {
  open('/ops/loan-disputes/7', {
    'GET /v2/ops/p2p/disputes': () => listOf(),
    'GET /v2/ops/p2p/loans/7': () => ({
      body: {
        loan: deskLoan({ state: 'repaid', dispute: true }),
        sale: null,
        problem: null,
        disputes: [deskDispute()],
      },
    }),
  });
  await screen.findByText('No dispute waits.');
  const { dialog } = await openDialog('Decide the dispute');
  expect(choices(dialog)).toEqual(['', 'dismiss', 'compensate']);
  expect(screen.queryByRole('button', { name: 'Sell the pledge' })).toBeNull();
});

test('while a pledge is being sold its coins can still be handed over, at the end of the sale', async () => {
  const loan = deskLoan({ state: 'liquidating', dispute: true });
  const { network } = open('/ops/loan-disputes/7', {
    'GET /v2/ops/p2p/loans/7': () => ({ body: { loan, sale: null, problem: null, disputes: [deskDispute()] } }),
    [`POST ${decideCall}`]: requested,
  });
  const { dialog, type, send } = await openDialog('Decide the dispute');
  expect(choices(dialog)).toEqual(['', 'dismiss', 'compensate', 'handOver']);
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Decision/ }), 'handOver');
  expect(dialog.getByText(/^The sale ends\. .* The dispute stays open until then\./)).toBeDefined();
  type(/^Reason/, 'the market is gone');
  await send();
  await screen.findByText('Nothing has changed yet. Another operator has to approve it.');
  expect(network.sentTo(decideCall)[0]?.body).toEqual({
    decision: { type: 'handOver' },
    dispute: 21,
    reason: 'the market is gone',
  });
});
