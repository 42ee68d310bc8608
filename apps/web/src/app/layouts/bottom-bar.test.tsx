import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { BottomBar } from './bottom-bar.tsx';

afterEach(() => {
  cleanup();
  endSession();
  usePreferences.setState({ lastPerpetual: null });
  vi.unstubAllGlobals();
});

test('the bar of phones has five targets, and the fifth leads to the rest', async () => {
  startNetwork({});
  startSession(tokens('mine'));
  renderPage(BottomBar);
  const bar = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(bar.getAllByRole('link')).toHaveLength(4);
  await userEvent.click(bar.getByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Account menu' }));
  expect(sheet.getByRole('link', { name: 'Orders history' })).toBeTruthy();
  expect(sheet.getByRole('link', { name: 'Stable coins' }).getAttribute('href')).toBe('/stable');
  expect(sheet.getByRole('link', { name: 'Fee schedule' }).getAttribute('href')).toBe('/fee-schedule');
  expect(sheet.getByRole('link', { name: 'Help and contact' }).getAttribute('href')).toBe('/support');
});

test('a visitor finds help and the terms behind the fifth target', async () => {
  startNetwork({});
  renderPage(BottomBar);
  const bar = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Markets', 'Trade', 'Swap', 'Sign in']);
  await userEvent.click(bar.getByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }));
  expect(sheet.getByRole('link', { name: 'Help and contact' }).getAttribute('href')).toBe('/support');
  expect(sheet.getByRole('link', { name: 'Stable coins' }).getAttribute('href')).toBe('/stable');
  expect(sheet.getByRole('link', { name: 'Perpetuals' }).getAttribute('href')).toBe('/perpetuals');
  expect(sheet.queryByRole('link', { name: 'Profile' })).toBeNull();
});

test('the menu of phones leads to the perpetual that was seen last', async () => {
  startNetwork({});
  usePreferences.setState({ lastPerpetual: 'ETH_USDT' });
  renderPage(BottomBar);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }));
  expect(sheet.getByRole('link', { name: 'Perpetuals' }).getAttribute('href')).toBe('/perpetual/ETH_USDT');
});
