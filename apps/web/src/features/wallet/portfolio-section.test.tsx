import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import './wallet-list-page.tsx';
import { PortfolioSection } from './portfolio-section.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const point = (time: number, inr: string, usd: string) => ({ time, inr, usd });

test('the value is said in words, by range and currency', async () => {
  const { sentTo } = startNetwork({
    'GET /v3/profile/portfolio': () => ({
      body: { range: '1M', points: [point(1, '8000', '100'), point(2, '6400.5', '80.01')] },
    }),
  });
  renderPage(PortfolioSection);
  expect(await screen.findByRole('img', { name: 'Value of all wallets over time' })).toBeTruthy();
  expect((await screen.findByText(/^From/)).textContent).toBe('From ₹8,000.00 to ₹6,400.50: −₹1,599.50');
  await userEvent.click(screen.getByLabelText('USD'));
  expect((await screen.findByText(/^From \$/)).textContent).toBe('From $100.00 to $80.01: −$19.99');
  await userEvent.click(screen.getByLabelText('1Y'));
  await waitFor(() => expect(sentTo('/v3/profile/portfolio').at(-1)?.path).toContain('range=1Y'));
});

test('without a history it says when it begins, and what fails may be tried again', async () => {
  startNetwork({ 'GET /v3/profile/portfolio': () => ({ body: { range: '1M', points: [point(1, '5', '1')] } }) });
  renderPage(PortfolioSection);
  expect(await screen.findByText(/^The chart begins with the first hour/)).toBeTruthy();
  cleanup();
  startNetwork({ 'GET /v3/profile/portfolio': () => ({ status: 503, body: refusal('service_unavailable', 'Later') }) });
  renderPage(PortfolioSection);
  expect(await screen.findByText('The chart could not be loaded')).toBeTruthy();
});
