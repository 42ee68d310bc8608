import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './programme-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

test('a visitor reads the terms in figures and is led to the sign-up', () => {
  const network = startNetwork({});
  renderPage(Component);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Invite friends, and earn from their trading');
  for (const term of [/25% of the trading fees/, /Within 14 days/, /claim for 30 days/, /2% TDS/])
    expect(screen.getByText(term)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
  expect(network.sentTo('/v2/settings/referral')).toEqual([]);
});

test('who is signed in is led to the own code', () => {
  startNetwork({});
  startSession(tokens('mine'));
  renderPage(Component);
  expect(screen.getByRole('link', { name: 'Your code and link' }).getAttribute('href')).toBe('/user/referals');
});
