import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './request-status-pages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('a withdrawal that was confirmed leads to its record, anything else to the history', async () => {
  const { router } = renderPage(Component, '/successful');
  expect(links()).toEqual(['/user/wallet-list', '/user/wallet-history']);
  await act(() => router.navigate('/successful', { state: { withdrawalId: 7 } }));
  expect(links()).toEqual(['/user/wallet-list', '/user/wallet-history/withdrawal/7']);
});
