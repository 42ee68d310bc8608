import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addMessages } from '../../../platform/i18n.ts';
import { refusal, startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import english from '../locales/en.json';
import { FeedbackForm } from './feedback-form.tsx';

addMessages('support', english);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a visitor gives an e-mail; who has written too often reads how long to wait, and keeps the text', async () => {
  const network = startNetwork({
    'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }),
    'POST /v2/feedback': () => ({
      status: 429,
      body: refusal('too_many_requests', 'Too many requests'),
      headers: { 'retry-after': '125' },
    }),
  });
  renderPage(FeedbackForm);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findAllByText(/Field is required|Email is not valid/)).toHaveLength(2);
  expect(network.sentTo('/v2/feedback')).toEqual([]);
  await person.type(screen.getByLabelText(/E-mail/), 'visitor@example.org');
  await person.type(screen.getByLabelText(/Your message/), 'Hello');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Error while Submitting.*Too many requests.*2:0\d/);
  expect(network.sentTo('/v2/feedback')[0]?.body).toEqual({ email: 'visitor@example.org', text: 'Hello' });
  expect(screen.getByDisplayValue('Hello')).toBeTruthy();
});
