import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startNetwork } from '../../../testing/network.ts';
import { perpetualListItem } from '../../../testing/perpetual-market.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './perpetuals-page.tsx';

const result = [
  perpetualListItem('BTC', 'Bitcoin', '92000.5', '0.0001'),
  perpetualListItem('ETH', 'Ethereum', '3000.5', '-0.0002'),
];

test('lists the perpetuals with price, funding and open interest; a search narrows them, a column sorts them', async () => {
  startNetwork({ 'GET /v3/derivatives/markets': () => ({ body: { result } }) });
  const { router } = renderPage(Component, '/perpetuals');
  const bitcoin = (await screen.findByText('Bitcoin')).closest('tr') as HTMLElement;
  for (const text of ['92,000.5', '0.01 %', '12.5 BTC']) expect(bitcoin.textContent).toContain(text);
  const link = within(bitcoin).getByRole('link', { name: /Trade the BTC/ });
  expect(link.getAttribute('href')).toBe('/perpetual/BTC_USDT');

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /Funding/ }));
  expect(router.state.location.search).toContain('sort=');
  await user.type(screen.getByRole('searchbox'), 'eth');
  await screen.findByText('1 market');
  expect(screen.queryByText('Bitcoin')).toBeNull();
});
