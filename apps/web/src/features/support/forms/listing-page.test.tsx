import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './listing-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const texts: Record<string, string> = {
  Name: 'Asha Rao',
  'Project name': 'Example Coin',
  'Contact details': '+91 98 7654 3210',
  'Telegram ID': 'example_coin',
  'Project website': 'https://coin.example.org',
  'Company e-mail': 'coin@example.org',
  Blockchain: 'Solana',
  'Project smart contract address': 'So11111111111111111111111111111111111111112',
};

test('every field but the comment is asked for; what was sent is confirmed in the specification’s words', async () => {
  const network = startNetwork({
    'GET /getCountryList': () => ({ body: { result: [{ code: 'IN', name: 'India', restricted: false }] } }),
    'POST /v2/applyToList': () => ({ body: { status: 'success', id: 7, message: 'Request submitted successfully' } }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  await screen.findByRole('option', { name: 'India' });
  const send = () => person.click(screen.getByRole('button', { name: 'Send application' }));
  await send();
  expect(await screen.findAllByText('Field is required')).toHaveLength(12);
  const fill = async (label: RegExp, text: string) => {
    await person.click(screen.getByLabelText(label, { selector: 'input, textarea' }));
    await person.paste(text);
  };
  for (const [label, text] of Object.entries(texts)) await fill(new RegExp(`^${label} `), text);
  await person.selectOptions(screen.getByLabelText(/Country/), 'IN');
  for (const choice of screen.getAllByRole('radio', { name: 'Yes' })) await person.click(choice);
  await send();
  expect(await screen.findAllByText('Field is required')).toHaveLength(1);
  await fill(/^Links to these exchanges/, 'https://exchange.example.com/coin');
  await send();
  expect(await screen.findByText('Request submitted successfully')).toBeTruthy();
  expect(network.sentTo('/v2/applyToList')).toHaveLength(1);
  expect(network.sentTo('/v2/applyToList')[0]?.body).toMatchObject({
    country: 'IN',
    listed_elsewhere: true,
    exchange_links: ['https://exchange.example.com/coin'],
  });
});
