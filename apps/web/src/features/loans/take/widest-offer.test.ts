// @vitest-environment node
import { expect, test } from 'vitest';
import { currencies } from '../../../testing/loans.ts';
import { widestOffer } from './widest-offer.ts';

test('a money is bounded by its own days and rates, and not by the widest of all', () => {
  const [money] = currencies.fiat;
  if (!money) throw new Error('there is no money');
  const narrow = { ...money, days_min: 7, days_max: 30, percent_min: '0.02', percent_max: '1' };
  expect(widestOffer({ ...currencies, fiat: [narrow] }, narrow)).toMatchObject({
    days_from: 7,
    days_to: 30,
    percent_from: '0.02',
    percent_to: '1',
  });
});
