import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { Amount, Price } from './numbers.tsx';

afterEach(cleanup);

test('a tiny price is written as on the trading screen: by the decimals of its market', () => {
  renderPage(() => <Price value="0.000025" decimals={7} ticker="BTC" />);
  expect(screen.getByText('0.0000250').textContent).toBe('0.0000250');
});

test('an amount that is not known has no currency behind it', () => {
  renderPage(() => (
    <>
      <Amount value={null} ticker="USDT" withTicker />
      <Amount value="0" ticker="BTC" withTicker />
    </>
  ));
  expect(screen.getByText('–')).toBeTruthy();
  expect(screen.getByText('0 BTC')).toBeTruthy();
});
