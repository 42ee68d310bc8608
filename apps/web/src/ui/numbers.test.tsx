import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { Price } from './numbers.tsx';

afterEach(cleanup);

test('a tiny price is written as on the trading screen: by the decimals of its market', () => {
  renderPage(() => <Price value="0.000025" decimals={7} ticker="BTC" />);
  expect(screen.getByText('0.0000250').textContent).toBe('0.0000250');
});
