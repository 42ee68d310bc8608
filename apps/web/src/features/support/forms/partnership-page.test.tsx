import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './partnership-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what the server has against the message stands at the message, and not above the form', async () => {
  startNetwork({
    'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }),
    'POST /v2/applyToPartnership': () => ({
      status: 422,
      body: { errors: { message: ['Form is not valid', 'Current value is not supported'] }, code: 'invalid_argument' },
    }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  const texts: Record<string, string> = {
    Name: 'Asha Rao',
    'Official e-mail': 'asha@example.org',
    'Telegram contact': 'asha_rao',
    'Project link': 'https://example.org',
    Message: 'We would like to work with you',
  };
  for (const [label, text] of Object.entries(texts))
    await person.type(screen.getByLabelText(new RegExp(`^${label}`)), text);
  await person.click(screen.getByRole('button', { name: 'Send application' }));
  const field = await screen.findByText('Current value is not supported');
  expect(
    screen
      .getByLabelText(/^Message/)
      .getAttribute('aria-describedby')
      ?.split(' '),
  ).toContain(field.id);
  expect(screen.queryByText(/Form is not valid/)).toBeNull();
});
