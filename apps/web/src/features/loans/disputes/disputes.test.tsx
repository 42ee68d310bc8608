import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpLoans, loanOf, sayYes, showLoans } from '../../../testing/loans.ts';
import { refusal } from '../../../testing/network.ts';
import { questions } from '../../../ui/confirm.ts';
import { Component } from '../own/loan-page.tsx';

cleanUpLoans();

type Routes = Parameters<typeof showLoans>[2];

const dispute = {
  id: 3,
  loan_id: 7,
  reason: 'price',
  opened_by: 'lend',
  state: 'open',
  date: 1_795_100_000,
  decided_at: null,
  decision: null,
  lender_days: 5,
  borrower_days: null,
  evidence: [{ id: 1, by: 'lend', text: 'The price was wrong.', date: 1_795_100_000, files: [] }],
};

function show(change: Parameters<typeof loanOf>[0] = {}, routes: Routes = {}) {
  const answers = { 'GET /p2p/loan/7': () => ({ body: loanOf(change) }), ...routes };
  return showLoans(Component, '/user/p2p-history/7', answers, '/user/p2p-history/:id');
}

const opened = { 'GET /p2p/dispute/7': () => ({ body: { result: [dispute] } }) };

test('a dispute is opened with a reason, a text and a picture', async () => {
  const { network } = show({}, { 'POST /p2p/dispute/7': () => ({ body: dispute }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Open a dispute' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Open the dispute' }));
  expect(dialog.getAllByText('Field is required')).toHaveLength(2);
  fireEvent.change(dialog.getByLabelText('What it is about'), { target: { value: 'interest' } });
  fireEvent.change(dialog.getByLabelText('What happened'), { target: { value: 'A day was charged twice.' } });
  const picture = new File(['x'], 'charge.png', { type: 'image/png' });
  await userEvent.upload(dialog.getByLabelText('Pictures (optional)', { selector: 'input' }), picture);
  await userEvent.click(dialog.getByRole('button', { name: 'Open the dispute' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = network.sentTo('/p2p/dispute/7').find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({
    reason: 'interest',
    text: 'A day was charged twice.',
    file: { name: 'charge.png' },
  });
});

test('what both sides have shown is there, and something is added', async () => {
  const { network } = show({ dispute: true }, { ...opened, 'POST /p2p/dispute/7/evidence': () => ({ body: dispute }) });
  expect(await screen.findByText('The price was wrong.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open a dispute' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Take pledge back' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Add to the dispute'), { target: { value: 'too short' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Min length is 10')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Add to the dispute'), {
    target: { value: 'It was the price of the index.' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(network.sentTo('/p2p/dispute/7/evidence')[0]?.body).toEqual({ text: 'It was the price of the index.' }),
  );
});

test('a side agrees to as many days as the other', async () => {
  const { network } = show(
    { dispute: true },
    { ...opened, 'POST /p2p/dispute/7/extension': () => ({ body: dispute }) },
  );
  expect(await screen.findByText('The other side agrees to 5 days more.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('More days that you agree to'), { target: { value: '5' } });
  await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
  await waitFor(() => expect(network.sentTo('/p2p/dispute/7/extension')[0]?.body).toEqual({ days: 5 }));
});

test('a decision is said, and a refusal to open another stays in the dialog', async () => {
  const decided = { ...dispute, state: 'decided', decision: 'waive', decided_at: 1_795_200_000 };
  show(
    { state: 'repaid' },
    {
      'GET /p2p/dispute/7': () => ({ body: { result: [decided] } }),
      'POST /p2p/dispute/7': () => ({
        status: 409,
        body: refusal('dispute_too_late', 'A dispute can be opened for seven days after the loan'),
      }),
    },
  );
  expect(await screen.findByText('Unpaid interest is waived.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open a dispute' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('What it is about'), { target: { value: 'other' } });
  fireEvent.change(dialog.getByLabelText('What happened'), { target: { value: 'Something else is wrong.' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Open the dispute' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('for seven days after the loan');
});

test('a borrower has the pledge sold after a question', async () => {
  const { network } = show({}, { 'POST /p2p/sell-pledge/7': () => ({ body: loanOf({ state: 'liquidating' }) }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Sell the pledge' }));
  expect(questions.getState()[0]?.body).toContain('As much of 0.02 BTC as the debt of 1,001.00 USDT needs');
  expect(network.sentTo('/p2p/sell-pledge/7')).toEqual([]);
  sayYes();
  await waitFor(() => expect(network.sentTo('/p2p/sell-pledge/7')).toHaveLength(1));
});

test('a sale shows its orders and how what it brought was divided; in default the loan can be repaid', async () => {
  const order = {
    number: 1,
    index: '60000',
    limit: '60000',
    amount: '0.02',
    sold: '0.02',
    proceeds: '990',
    date: 1_795_300_000,
  };
  const receipt = {
    tds_sale: '0',
    to_lender: '990',
    tds_interest: '0',
    fee: '0',
    gst: '0',
    to_borrower: '0',
    coins_back: '0',
    coins_to_lender: '0.0021',
    shortfall: '11',
    set_off: '0',
    owed: '11',
  };
  const sale = {
    cause: 'level',
    step: 'done',
    date: 1_795_300_000,
    ltv: '85.1',
    price: '60000',
    pledge: '0.02',
    interest: '1',
    cost: '1025',
    sold: '0.02',
    proceeds: '990',
    orders: [order],
    receipt,
  } as const;
  show({ state: 'defaulted', sale: { ...sale, orders: [order] }, repay_amount: '11' });
  expect(await screen.findByText('Its level was reached')).toBeTruthy();
  const [shownOrder] = within(screen.getByRole('table', { name: 'Orders' }))
    .getAllByRole('row')
    .slice(1);
  for (const figure of ['60,000.00 USDT', '0.02', '990.00 USDT']) expect(shownOrder?.textContent).toContain(figure);
  const partOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(partOf('To the lender')).toBe('990.00 USDT');
  expect(partOf('Coins to the lender')).toBe('0.0021 BTC');
  expect(partOf('Still owed')).toBe('11.00 USDT');
  expect(screen.getByRole('button', { name: 'Repay' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add to the pledge' })).toBeNull();
});
