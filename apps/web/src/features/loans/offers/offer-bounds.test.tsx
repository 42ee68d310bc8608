import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cleanUpLoans, currencies, showLoans } from '../../../testing/loans.ts';
import { Component as NewPage } from './new-offer-page.tsx';

cleanUpLoans();

test('the fields of an offer are bounded by what its own money allows, and not by the widest of all', async () => {
  const fiat = currencies.fiat.map((money) => ({ ...money, days_max: 30, percent_max: '1' }));
  showLoans(NewPage, '/p2p-loans/admin/create', {
    'GET /p2p/currency-list': () => ({ body: { ...currencies, fiat } }),
  });
  const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.change(await screen.findByLabelText('One loan, from'), { target: { value: '100' } });
  fireEvent.change(screen.getByLabelText('One loan, up to'), { target: { value: '1000' } });
  next();
  await screen.findAllByText('3–30');
  fireEvent.change(screen.getByLabelText('Days, from'), { target: { value: '3' } });
  fireEvent.change(screen.getByLabelText('Interest a day from, %'), { target: { value: '0.05' } });
  fireEvent.change(screen.getByLabelText('Days, up to'), { target: { value: '31' } });
  fireEvent.change(screen.getByLabelText('Interest a day up to, %'), { target: { value: '1.01' } });
  next();
  expect(await screen.findByText('Minimum 3, maximum 30')).toBeTruthy();
  expect(screen.getByText('Minimum 0.01, maximum 1')).toBeTruthy();
});
