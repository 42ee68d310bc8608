import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './merchant-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a link of no payment says so, with a way on and nothing to try again', async () => {
  startNetwork({
    'GET /v3/merchant/none': () => ({
      status: 422,
      body: refusal('invalid_argument', 'Form is not valid', { hash: ['Unknown payment'] }),
    }),
  });
  renderPage(Component, '/merchant/none', '/merchant/:hash');
  expect(await screen.findByText(/There is no payment with this link/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the exchange' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
