import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './partnership-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const texts: Record<string, string> = {
  Name: 'Asha Rao',
  'Official e-mail': 'asha@example.org',
  'Telegram contact': 'asha_rao',
  'Project link': 'https://example.org',
  Message: 'We would like to work with you',
};

test('a form in which nothing was filled in says so, and one that was begun does not', async () => {
  startNetwork({ 'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }) });
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Send application' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Please fill the form');
  await person.type(screen.getByLabelText(/^Name/), 'Asha Rao');
  await person.click(screen.getByRole('button', { name: 'Send application' }));
  await waitFor(() => expect(screen.queryByText(/Please fill the form/)).toBeNull());
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

test('documents go with the application, those that are too big or of another type are refused before', async () => {
  const network = startNetwork({
    'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }),
    'POST /v2/applyToPartnership': () => ({
      body: { status: 'success', id: 7, message: 'Request submitted successfully' },
    }),
  });
  renderPage(Component);
  const person = userEvent.setup({ applyAccept: false });
  for (const [label, text] of Object.entries(texts)) {
    await person.click(screen.getByLabelText(new RegExp(`^${label}`)));
    await person.paste(text);
  }
  const choose = (type: string, size = 9) =>
    person.upload(screen.getByLabelText('Files (optional)'), new File([new Uint8Array(size)], 'deck.pdf', { type }));
  await choose('application/zip');
  expect(await screen.findByText('Incorrect file type. Allowed types are PDF, PNG, JPEG')).toBeTruthy();
  await choose('application/pdf', 5_000_001);
  expect(await screen.findByText('File size is too big. Size should be maximum 5 MB')).toBeTruthy();
  await choose('application/pdf', 5_000_000);
  expect(await screen.findByText('deck.pdf')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Send application' }));
  expect(await screen.findByText('Request submitted successfully')).toBeTruthy();
  expect(network.sentTo('/v2/applyToPartnership')[0]?.body).toMatchObject({
    name: 'Asha Rao',
    file: expect.any(File),
  });
});

test('beside the form are the ways that have pages of their own', () => {
  startNetwork({ 'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }) });
  renderPage(Component);
  const links = within(screen.getByRole('region', { name: 'Other ways' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/listing', '/referral', '/bug-bounty']);
});
