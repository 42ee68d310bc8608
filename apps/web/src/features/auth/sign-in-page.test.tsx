import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component as SignIn } from './sign-in-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the password is masked, is known to password managers, takes a paste, and is shown on request', async () => {
  startNetwork({ 'GET /systemParams': () => ({ body: { demo: false } }) });
  renderPage(SignIn, '/signIn');
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password']);
  await userEvent.click(field);
  await userEvent.paste('Sturdy#pass1');
  expect(field.value).toBe('Sturdy#pass1');
  await userEvent.click(screen.getByRole('button', { name: 'Show or hide the password' }));
  expect(field.type).toBe('text');
});

test('where the browser blocks cookies it is said beforehand that the session will not last', async () => {
  startNetwork({ 'GET /systemParams': () => ({ body: { demo: false } }) });
  const allowed = vi.spyOn(navigator, 'cookieEnabled', 'get');
  renderPage(SignIn, '/signIn');
  await screen.findByLabelText('Password');
  expect(screen.queryByText(/blocks cookies/)).toBeNull();
  cleanup();
  allowed.mockReturnValue(false);
  renderPage(SignIn, '/signIn');
  expect(await screen.findByText(/Your browser blocks cookies/)).toBeTruthy();
  allowed.mockRestore();
});
