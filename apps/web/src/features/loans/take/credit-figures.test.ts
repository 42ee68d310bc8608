// @vitest-environment node
import { expect, test } from 'vitest';
import { type CreditTerms, creditFigures } from './credit-figures.ts';

/** 1,000 USDT against BTC: the worked case of the pledge in docs/loans.md. */
const terms: CreditTerms = {
  units: { money: 8, crypto: 8 },
  amount: '1000',
  percent: '0.1',
  days: 30,
  feeRate: '0.005',
  gstRate: '0.18',
  ltv: '65',
  warning: '72',
  call: '78',
  liquidation: '85',
  pledgePercent: null,
  cushion: '1',
  agreed: null,
  price: '92350.5',
  priceStep: '0.01',
};

test('the figures of a loan are those of the formulas, to the last digit', () => {
  expect(creditFigures(terms)).toEqual({
    fee: '5',
    gst: '0.9',
    payout: '994.1',
    dayInterest: '1',
    interestTotal: '30',
    repayTotal: '1030',
    apr: '36.5',
    leastPledge: '0.01665895',
    proposedPledge: '0.01682554',
    pledge: '0.01682554',
    refusal: null,
    pledgeValue: '1553.84703177',
    startLtv: '64.36',
    levels: {
      warning: { price: '82629.01', distance: '10.53' },
      call: { price: '76272.93', distance: '17.41' },
      liquidation: { price: '69991.63', distance: '24.21' },
    },
    falls: [
      { percent: 10, price: '83115.45', ltv: '71.58', level: 'ok' },
      { percent: 20, price: '73880.4', ltv: '80.53', level: 'call' },
      { percent: 30, price: '64645.35', ltv: '92.03', level: 'liquidation' },
    ],
    liquidationDay: null,
  });
});

test('interest that nobody pays sells the pledge on a day of a long and dear term', () => {
  // 1,000 at 1% a day: 32 days of it are 1,320, the first above 85% of 1,553.84703177.
  expect(creditFigures({ ...terms, percent: '1', days: 60 }).liquidationDay).toBe(33);
  expect(creditFigures({ ...terms, percent: '1', days: 32 }).liquidationDay).toBeNull();
});

test('an offer that asks for a stricter pledge, and coins that the borrower names', () => {
  const stricter = { ...terms, amount: '250000', price: '8186640', pledgePercent: '180', agreed: '0.05512' };
  expect(creditFigures(stricter)).toMatchObject({
    leastPledge: '0.05496761',
    proposedPledge: '0.05551729',
    pledge: '0.05512',
    startLtv: '55.4',
  });
});

test('too few coins, and more than ten times what is needed, are refused with what is needed', () => {
  const few = creditFigures({ ...terms, agreed: '0.01665894' });
  expect(few).toMatchObject({ refusal: 'pledge_too_small', pledge: null, leastPledge: '0.01665895' });
  expect(creditFigures({ ...terms, agreed: '0.1665896' })).toMatchObject({ refusal: 'pledge_too_large', pledge: null });
});
