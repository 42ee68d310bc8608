import { expect, test } from 'vitest';
import { parseBigUnits } from '../money/decimal.ts';
import { creditFigures } from './credit.ts';
import { levelPrices } from './levels.ts';

const rate = (decimal: string) => parseBigUnits(decimal, 8);
/** 1,000 USDT for thirty days at 0.1%, against BTC at 92,350.5. */
const terms = {
  units: { money: 8, crypto: 8 },
  amount: rate('1000'),
  dayRate: rate('0.001'),
  days: 30,
  feeRate: rate('0.005'),
  gstRate: rate('0.18'),
  levels: { warning: rate('0.72'), call: rate('0.78'), liquidation: rate('0.85') },
  share: { numerator: rate('0.65'), denominator: rate('1') },
};
const price = rate('92350.5');
const cushion = { volatilityRate: rate('0.01'), agreed: null };

test('levels are those of the debt with its first day, against the pledge that would be held', () => {
  const { start, pledge, debt, startLtv } = creditFigures(terms, cushion, price);
  expect(pledge).toMatchObject({ least: rate('0.01665895'), held: rate('0.01682554'), refusal: null });
  expect(debt).toMatchObject({ payoff: terms.amount + start.dayInterest, pledge: pledge.held });
  expect(startLtv).toBe(6436n);
  expect(levelPrices(debt, rate('0.01'))).toEqual({
    warning: rate('82629.01'),
    call: rate('76272.93'),
    liquidation: rate('69991.63'),
  });
});

test('of coins that are refused the figures are those of the pledge that is proposed', () => {
  const { pledge, debt } = creditFigures(terms, { ...cushion, agreed: 1n }, price);
  expect(pledge).toMatchObject({ refusal: 'pledge_too_small', held: null });
  expect(debt.pledge).toBe(pledge.proposed);
});
