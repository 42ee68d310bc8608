import { describe, expect, test } from 'vitest';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { limitDraft, marketDraft } from './order-draft.ts';
import {
  afterSending,
  editAmount,
  editPercent,
  editPrice,
  editTotal,
  emptyFields,
  type FormContext,
  followMarket,
  limitIssues,
  marketAmountForPercent,
  marketIssues,
  takePrice,
  tokenFee,
} from './order-form-logic.ts';
import { receiptOf } from './receipt.ts';

const rates = {
  fee: '0.002',
  makerFee: '0.002',
  takerFee: '0.002',
  gst: '0.18',
  tds: '0',
  tdsBuy: '0',
  feePlc: '0.0015',
  feePlcBuy: '0.0015',
};
const buy: FormContext = {
  side: 'buy',
  stock: 'LTC',
  money: 'USDT',
  priceStep: '0.01',
  amountStep: '0.0001',
  minAmount: '0.01',
  maxAmount: '1000',
  minTotal: '0.1',
  moneyDecimals: 8,
  rates,
  available: '1000',
};
const sell: FormContext = { ...buy, side: 'sell', available: '10' };

const ask = (price: string, amount: string) => ({
  price,
  amount,
  priceNumber: Number(price),
  amountNumber: Number(amount),
});
const deepAsks = [ask('100', '1000')];

const priced = editPrice(emptyFields, '100', buy);

describe('what is typed', () => {
  test('a comma is a point, letters are dropped, a signed number is none, digits beyond the step are cut', () => {
    expect(editPrice(emptyFields, '1,5', buy).price).toBe('1.5');
    expect(editPrice(emptyFields, '1.239x', buy).price).toBe('1.23');
    expect(editPrice(emptyFields, '-1.239', buy).price).toBe('');
    expect(editAmount(emptyFields, '0.123456', buy).amount).toBe('0.1234');
  });
});

describe('price, amount and total', () => {
  test('a buyer’s total adds fee and GST', () => {
    // 1.5 x 100 = 150, fee 0.3, GST 0.054
    expect(editAmount(priced, '1.5', buy).total).toBe('150.354');
  });

  test('a seller’s total takes fee and GST off, and TDS where it is withheld', () => {
    expect(editAmount(editPrice(emptyFields, '100', sell), '1.5', sell).total).toBe('149.646');
    const taxed = { ...sell, rates: { ...rates, tds: '0.01' } };
    expect(editAmount(editPrice(emptyFields, '100', taxed), '1.5', taxed).total).toBe('148.14954');
  });

  test('typing the total computes the amount back, cut to the step', () => {
    const fields = editTotal(priced, '150.354', buy);
    expect(fields).toMatchObject({ amount: '1.5', total: '150.354', percent: null });
    expect(editTotal(priced, '100', buy).amount).toBe('0.9976');
  });

  test('a new price moves the total, or the amount when only a total was given', () => {
    expect(editPrice(editAmount(priced, '1', buy), '200', buy).total).toBe('200.472');
    const totalFirst = editTotal(emptyFields, '100.236', buy);
    expect(totalFirst.amount).toBe('');
    expect(editPrice(totalFirst, '100', buy).amount).toBe('1');
  });

  test('the total has at most 8 decimals', () => {
    const fine = { ...buy, priceStep: '0.000001', amountStep: '0.000001' };
    expect(editAmount(editPrice(emptyFields, '0.000003', fine), '0.333333', fine).total).toBe('0.00000102');
  });

  test('nothing typed is nothing shown', () => {
    expect(editAmount(priced, '', buy)).toMatchObject({ amount: '', total: '' });
    expect(editAmount(priced, '0', buy).total).toBe('');
  });
});

describe('the slider', () => {
  test('100 % of a buy leaves room for fee and GST, to the last step', () => {
    const fields = editPercent(priced, 100, buy);
    expect(fields.amount).toBe('9.9764');
    expect(new Decimal(fields.total).lte('1000')).toBe(true);
    const oneStepMore = new Decimal(fields.amount).plus('0.0001').times(100);
    expect(receiptOf('buy', oneStepMore, rates, 8).net.gt('1000')).toBe(true);
  });

  test('a share of a sell is a share of the stock', () => {
    expect(editPercent(editPrice(emptyFields, '100', sell), 25, sell).amount).toBe('2.5');
  });

  test('without a price or a balance there is nothing to share', () => {
    expect(editPercent(emptyFields, 50, buy).amount).toBe('');
    expect(editPercent(priced, 50, { ...buy, available: null }).amount).toBe('');
  });

  test('the amount follows a new price while the slider holds it', () => {
    const half = editPercent(priced, 50, buy);
    expect(editPrice(half, '200', buy)).toMatchObject({ amount: '2.4941', percent: 50 });
  });

  test('a market order takes its share in its own unit', () => {
    expect(marketAmountForPercent(50, 'money', buy, deepAsks)).toBe('500');
    expect(marketAmountForPercent(100, 'stock', sell, deepAsks)).toBe('10');
    expect(marketAmountForPercent(100, 'stock', buy, deepAsks)).toBe('9.9764');
  });

  test('100 % of a market purchase in stock is what the walk through the book costs, and not a step more', () => {
    const asks = [ask('100', '2'), ask('110', '3'), ask('130', '50')];
    const amount = marketAmountForPercent(100, 'stock', buy, asks);
    // 200 and 330 with their charges leave 468.7492 for 130 each
    expect(amount).toBe('8.5972');
    expect(marketIssues(amount, 'stock', asks, buy)).toEqual([]);
    expect(marketIssues('8.5973', 'stock', asks, buy)).toEqual([
      { field: 'amount', key: 'form.insufficient', values: {}, missing: '0.00345164' },
    ]);
  });

  test('levels of many orders have room for the roundings of each', () => {
    const coarse = { ...buy, moneyDecimals: 2, available: '100' };
    const amount = Number(marketAmountForPercent(100, 'stock', coarse, deepAsks));
    // 50 orders of a level: fee and GST of each are up to a cent more than the rates say
    expect((100 - amount * 100 * 1.00236) / 0.01).toBeGreaterThan(2 * 50 - 2);
  });

  test('behind the last of all levels nothing is paid; behind the last that is known it may be', () => {
    expect(marketAmountForPercent(100, 'stock', buy, [ask('100', '1')])).toBe('9.9764');
    const full = Array.from({ length: 100 }, (_, at) => ask(String(100 + at), '0.01'));
    expect(marketAmountForPercent(100, 'stock', buy, full)).toBe('1');
    expect(marketAmountForPercent(100, 'stock', buy, [])).toBe('');
  });
});

describe('following the market', () => {
  test('an untouched form shows the last price, a touched one keeps its own', () => {
    expect(followMarket(emptyFields, '96.5').price).toBe('96.5');
    expect(followMarket(priced, '96.5')).toBe(priced);
    expect(followMarket(emptyFields, '0')).toBe(emptyFields);
  });

  test('a price that was typed stays after the order is sent, a price that followed goes on following', () => {
    const sent = afterSending(editAmount(editPrice(emptyFields, '90', buy), '2', buy));
    expect(sent).toMatchObject({ price: '90', amount: '', total: '' });
    expect(followMarket(sent, '96.5').price).toBe('90');
    const followed = followMarket(emptyFields, '95');
    expect(followMarket(afterSending(editAmount(followed, '2', buy)), '96.5').price).toBe('96.5');
  });

  test('a price between two steps is cut to the lower one', () => {
    expect(takePrice(emptyFields, '96.129', buy)).toMatchObject({ price: '96.12', priceChangedByUser: true });
  });
});

describe('what the server would refuse', () => {
  const issueKeys = (price: string, amount: string, context: FormContext = buy) =>
    limitIssues({ ...emptyFields, price, amount }, context).map(({ field, key }) => `${field} ${key}`);

  test.each([
    ['', '', ['price form.priceRequired', 'amount form.amountRequired']],
    ['100.001', '1', ['price form.priceStep']],
    ['100', '1.00001', ['amount form.amountStep']],
    ['100', '0.0099', ['amount form.minAmount']],
    ['100', '1000.0001', ['amount form.maxAmount']],
    ['0.01', '0.01', ['total form.minValue']],
    ['100', '9.9765', ['total form.insufficient']],
    ['100', '9.9764', []],
  ])('price %s, amount %s: %j', (price, amount, expected) => {
    expect(issueKeys(price, amount)).toEqual(expected);
  });

  test('a post-only order that meets the best of the other side', () => {
    const wouldTake = (price: string, context: FormContext, postOnly = true) =>
      limitDraft({ ...emptyFields, price, amount: '1' }, context, { mid: null, opposite: new Decimal(100), postOnly })
        .wouldTake;
    expect(['99.99', '100', '100.01'].map((price) => wouldTake(price, buy))).toEqual([false, true, true]);
    expect(['99.99', '100', '100.01'].map((price) => wouldTake(price, sell))).toEqual([true, true, false]);
    expect(wouldTake('100', buy, false)).toBe(false);
    expect(wouldTake('', sell)).toBe(false);
  });

  test('a sale needs the stock', () => {
    expect(issueKeys('100', '10.0001', sell)).toEqual(['amount form.insufficient']);
    expect(issueKeys('100', '10', sell)).toEqual([]);
  });

  test('market orders by money and by stock', () => {
    const keys = (...args: Parameters<typeof marketIssues>) => marketIssues(...args).map(({ key }) => key);
    expect(keys('', 'money', deepAsks, buy)).toEqual(['form.amountRequired']);
    expect(keys('0.05', 'money', deepAsks, buy)).toEqual(['form.minValue']);
    expect(keys('1000', 'money', deepAsks, buy)).toEqual([]);
    expect(keys('1000.01', 'money', deepAsks, buy)).toEqual(['form.insufficient']);
    expect(keys('10', 'stock', deepAsks, buy)).toEqual(['form.insufficient']);
    expect(keys('10', 'stock', [], sell)).toEqual([]);
  });
});

describe('fees', () => {
  test('fee and GST round up, TDS down, to the money’s decimals', () => {
    const receipt = receiptOf('sell', new Decimal('0.33'), { ...rates, tds: '0.01' }, 2);
    expect([receipt.fee, receipt.gst, receipt.tds, receipt.net].map(plain)).toEqual(['0.01', '0.01', '0', '0.31']);
  });

  test('a buyer pays TDS on top where a market withholds it from both sides', () => {
    const taxed = { ...rates, tdsBuy: '0.01' };
    const receipt = receiptOf('buy', new Decimal(100), taxed, 8);
    expect([receipt.fee, receipt.gst, receipt.tds, receipt.net].map(plain)).toEqual(['0.2', '0.036', '1', '101.236']);
    expect(editPercent(priced, 100, { ...buy, rates: taxed }).amount).toBe('9.8779');
  });

  test('what is bought for an amount of money never costs more than it', () => {
    const asks = [ask('96.37', '5'), ask('96.41', '50')];
    const draft = marketDraft({ amount: '2000', percent: null }, 'money', buy, { bids: [], asks, ready: true });
    expect(draft.receipt.net.lte(2000)).toBe(true);
    expect(draft.receipt.net.gt(1999.98)).toBe(true);
    expect(draft.estimate?.complete).toBe(true);
  });

  test('a seller never pays to sell', () => {
    expect(plain(receiptOf('sell', new Decimal('0.01'), { ...rates, fee: '0.9' }, 2).net)).toBe('0');
  });

  test('the fee in the service token goes over one common money', () => {
    expect(tokenFee(new Decimal(1000), '0.0015', '1', '0.5')?.toString()).toBe('3');
    expect(tokenFee(new Decimal(1000), '0.0015', '1', null)).toBeNull();
  });
});
