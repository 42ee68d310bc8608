/** Loans as the operators' calls answer them, for tests of the console. */
import type { DisputeView, LoanSettings, OperatorLoan, PairAtRisk, SaleView } from '@pelican/shared/contracts/loans';
import { now } from './console.tsx';

export const deskLoan = (given: Partial<OperatorLoan> = {}): OperatorLoan => ({
  id: 7,
  state: 'active',
  lender: { id: 3, email: 'alice@test.local' },
  borrower: { id: 4, email: 'bob@test.local' },
  money: 'USDT',
  pledge: 'BTC',
  amount: '500',
  principal: '450',
  coins: '0.00776924',
  liquidation_price: '75788.91',
  price: '100000',
  price_at: now - 5,
  distance: '24.21',
  notified: 'ok',
  dispute: false,
  sale_wanted: null,
  started_at: now - 86_400,
  overdue_at: null,
  ended_at: null,
  ...given,
});

export const deskDispute = (given: Partial<DisputeView> = {}): DisputeView => ({
  id: 21,
  loan_id: 7,
  reason: 'price',
  opened_by: 'borrow',
  state: 'open',
  date: now - 7_300,
  decided_at: null,
  decision: null,
  lender_days: null,
  borrower_days: null,
  evidence: [
    { id: 1, by: 'borrow', text: 'The price was wrong.', date: now - 7_300, files: [] },
    {
      id: 2,
      by: 'lend',
      text: 'It was the price of the index.',
      date: now - 3_600,
      files: [{ id: 'f1', name: 'index.png', size: 1_000, mediaType: 'image/png' }],
    },
  ],
  ...given,
});

export const deskSale = (given: Partial<SaleView> = {}): SaleView => ({
  cause: 'level',
  step: 'selling',
  date: now - 7_200,
  ltv: '85.01',
  price: '75000',
  pledge: '0.00776924',
  interest: '0.5',
  cost: '512.31',
  sold: '0.004',
  proceeds: '296',
  orders: [
    {
      number: 1,
      index: '75000',
      limit: '73500',
      amount: '0.0071',
      sold: '0.004',
      proceeds: '296',
      date: now - 7_100,
    },
  ],
  receipt: null,
  ...given,
});

export const deskPair: PairAtRisk = {
  money: 'USDT',
  pledge: 'BTC',
  price: '100000',
  price_at: now - 5,
  loans: 3,
  principal: '1450',
  falls: [
    { percent: 0, loans: 0, principal: '0' },
    { percent: 10, loans: 0, principal: '0' },
    { percent: 20, loans: 1, principal: '450' },
    { percent: 30, loans: 3, principal: '1450' },
  ],
};

export const deskSettings: LoanSettings = {
  moneys: [
    {
      ticker: 'USDT',
      is_open: true,
      amount_min: '50',
      amount_max: '100000',
      repay_min: '1',
      days_min: 3,
      days_max: 90,
      day_rate_min: '0.0001',
      day_rate_max: '0.05',
      fee_rate: '0.005',
      gst_rate: '0.18',
      late_factor: '1.5',
      liquidation_fee_rate: '0.02',
      grace_days: 3,
    },
  ],
  pledges: [
    {
      money_ticker: 'USDT',
      ticker: 'BTC',
      is_open: true,
      ltv: '0.65',
      warning: '0.72',
      call: '0.78',
      liquidation: '0.85',
    },
    {
      money_ticker: 'USDT',
      ticker: 'ADA',
      is_open: false,
      ltv: '0.4',
      warning: '0.55',
      call: '0.65',
      liquidation: '0.75',
    },
  ],
  switches: { value: { take: true, create: false }, version: 4 },
  holdings: [
    { account: 'p2p_pledge', asset: 'BTC', balance: '0.00776924' },
    { account: 'p2p_compensation', asset: 'USDT', balance: '100' },
  ],
};
