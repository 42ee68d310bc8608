import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpLoans, loanOf, loansOn, offerOf, pageOf, showLoans, showLoansToVisitor } from '../../testing/loans.ts';
import { refusal } from '../../testing/network.ts';
import { Component } from './loans-page.tsx';

cleanUpLoans();

const off = { body: { block_p2p_take: true, block_p2p_create: true } };
const searches = (network: ReturnType<typeof showLoans>['network']) =>
  network.sentTo('/p2p/lend-search').map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

test('while loans are switched off a visitor finds no page, nor does who has none', async () => {
  const visitor = showLoansToVisitor(Component, '/p2p-loans', { 'GET /systemParams': () => off });
  await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/not-found'));
  expect(visitor.network.sentTo('/p2p/deals-history')).toEqual([]);
  const { router } = showLoans(Component, '/p2p-loans', { 'GET /systemParams': () => off });
  await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
});

test('who has a loan comes to it even then', async () => {
  showLoans(Component, '/p2p-loans?tab=borrow', {
    'GET /systemParams': () => off,
    'GET /p2p/deals-history': () => pageOf(loanOf()),
    'GET /p2p/my-borrow-list': () => pageOf(loanOf()),
  });
  expect((await screen.findAllByRole('link', { name: 'Loan 7' }))[0]?.getAttribute('href')).toBe('/user/p2p-history/7');
  expect(screen.getByText(/Taking credit is switched off at the moment/)).toBeTruthy();
});

test('a visitor sees offers with their terms, and is led to the sign-in and back', async () => {
  showLoansToVisitor(Component, '/p2p-loans?tab=borrow');
  const link = await screen.findByRole('link', { name: 'Sign in to borrow from Lena' });
  expect(link.getAttribute('href')).toBe('/signIn?redirect=%2Fp2p-loans%3Ftab%3Dborrow%26take%3D12');
  const row = within(screen.getAllByRole('row')[1] as HTMLElement);
  for (const text of ['0.05–0.1 %', '100–1,000 USDT', '3–30', '153.85 %', 'BTC 65 %'])
    expect(row.getByText(text)).toBeTruthy();
  expect(screen.queryByText('Your loans')).toBeNull();
});

test('filters are in the address, compared with their counterpart, and sent without what is empty', async () => {
  const { network, router } = showLoans(Component, '/p2p-loans?tab=borrow');
  await screen.findByRole('link', { name: 'Borrow from Lena' });
  fireEvent.change(screen.getByLabelText('Amount, from'), { target: { value: '500' } });
  await waitFor(() => expect(searches(network).at(-1)).toEqual({ amount_from: '500', offset: '0', limit: '10' }));
  const count = searches(network).length;
  fireEvent.change(screen.getByLabelText('Amount, to'), { target: { value: '400' } });
  expect(await screen.findByText('Must be less than or equal to: Amount, to')).toBeTruthy();
  expect(searches(network)).toHaveLength(count);
  fireEvent.change(screen.getByLabelText('Amount, to'), { target: { value: '600' } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'ETH' }));
  await waitFor(() =>
    expect(searches(network).at(-1)).toEqual({
      amount_from: '500',
      amount_to: '600',
      currency: 'ETH',
      offset: '0',
      limit: '10',
    }),
  );
  await waitFor(() => expect(router.state.location.search).toContain('currency=ETH'));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(searches(network).at(-1)).toEqual({ offset: '0', limit: '10' }));
});

test('more offers come ten at a time', async () => {
  const ten = (from: number) =>
    Array.from({ length: 10 }, (_, at) => offerOf({ id: from + at, username: `L${from + at}` }));
  const { network } = showLoans(Component, '/p2p-loans?tab=borrow', {
    'GET /p2p/lend-search': () => ({ body: { ...pageOf(...ten(1)).body, count: 11 } }),
    'GET /p2p/show-more-lend': () => ({
      body: { ...pageOf(offerOf({ id: 11, username: 'L11' })).body, count: 11, offset: 10 },
    }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('L11')).toBeTruthy();
  expect(network.sentTo('/p2p/show-more-lend')[0]?.path).toContain('offset=10');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('offers that cannot be read are said, with a way to ask again', async () => {
  let tries = 0;
  showLoans(Component, '/p2p-loans?tab=borrow', {
    'GET /p2p/lend-search': () => {
      tries += 1;
      return tries === 1 ? { status: 503, body: refusal('service_unavailable', 'Not now') } : pageOf();
    },
  });
  expect(await screen.findByText('The offers could not be loaded')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There are no offers at the moment.')).toBeTruthy();
});

test('an own offer leads to its page, and who is not verified hears it', async () => {
  showLoans(Component, '/p2p-loans?tab=borrow', {
    'GET /p2p/lend-search': () => pageOf(offerOf({ is_mine: true })),
    'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
    'GET /systemParams': () => ({ body: loansOn }),
  });
  const own = await screen.findByRole('link', { name: 'Your own offer' });
  expect(own.getAttribute('href')).toBe('/p2p-loans/admin/loan-details/12');
  expect(await screen.findByText(/You must pass personal verification before/)).toBeTruthy();
});
