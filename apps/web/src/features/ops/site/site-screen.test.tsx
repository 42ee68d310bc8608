import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, listOf, now, openConsole } from '../../../testing/console.tsx';
import { refusal, type SentRequest } from '../../../testing/network.ts';
// Loaded before the tests wait for it.
import './site-screen.tsx';

cleanUpConsole();

const content = {
  id: 7,
  version: 3,
  kind: 'announcement',
  state: 'draft',
  publishAt: null,
  endAt: null,
  name: 'LTC is listed',
  languages: ['en'],
  updatedBy: 'jane',
  updatedAt: now,
  item: {
    kind: 'announcement',
    slug: 'ltc-listed',
    category: 'listing',
    pinned: false,
    position: 0,
    texts: { en: { title: 'LTC is listed', body: 'Trade **LTC**.' } },
  },
  history: [{ id: 1, at: now, actor: 'ops:jane', action: 'content.created', reason: null }],
};
const posts = ({ sentTo }: { sentTo: (path: string) => SentRequest[] }, path: string) =>
  sentTo(path).filter(({ method }) => method === 'POST');

const open = (address: string, routes: ConsoleRoutes = {}) =>
  openConsole(
    address,
    {
      'GET /v2/ops/content': () => listOf(content),
      'GET /v2/ops/content/7': () => ({ body: content }),
      'POST /v2/ops/content/preview': () => ({ body: { html: '<p>Trade <strong>LTC</strong>.</p>' } }),
      ...routes,
    },
    ['content'],
  );

test('a draft is written in two languages, with a preview; a half translation is refused where it is missing', async () => {
  const { network } = open('/ops/site/new', {
    'POST /v2/ops/content': () => ({ body: { status: 'done', content } }),
  });
  const form = within(await screen.findByRole('form', { name: 'Text of the site' }));
  const shown = (label: string) => {
    const fields = form.getAllByLabelText<HTMLInputElement>(label);
    return fields.find((field) => field.closest('[hidden]') === null) as HTMLInputElement;
  };
  fireEvent.change(form.getByLabelText('Short name'), { target: { value: 'ltc-listed' } });
  fireEvent.change(shown('Title'), { target: { value: 'LTC is listed' } });
  fireEvent.change(shown('Text'), { target: { value: 'Trade **LTC**.' } });
  await form.findByText('LTC', { selector: 'strong' });
  const person = userEvent.setup();
  await person.click(form.getByRole('radio', { name: /हिन्दी/ }));
  fireEvent.change(shown('Title'), { target: { value: 'LTC सूचीबद्ध' } });
  await person.click(form.getByRole('radio', { name: /English/ }));
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await form.findByText('Field is required');
  expect(posts(network, '/v2/ops/content')).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(shown('Text')));
  fireEvent.change(shown('Text'), { target: { value: 'अब ट्रेड करें।' } });
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(posts(network, '/v2/ops/content')).toHaveLength(1));
  expect(posts(network, '/v2/ops/content')[0]).toMatchObject({
    body: {
      kind: 'announcement',
      slug: 'ltc-listed',
      texts: { en: { title: 'LTC is listed' }, hi: { title: 'LTC सूचीबद्ध', body: 'अब ट्रेड करें।' } },
    },
  });
  await screen.findByRole('heading', { name: 'LTC is listed' });
});

test('a change of somebody else is not written over', async () => {
  const { network } = open('/ops/site/7', {
    'POST /v2/ops/content/7': () => ({ status: 409, body: refusal('content_changed', 'Changed') }),
  });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Save draft' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Somebody else has changed it meanwhile/);
  expect(posts(network, '/v2/ops/content/7')[0]).toMatchObject({ body: { version: 3 } });
  expect(screen.getByRole('button', { name: 'Load it again' })).toBeTruthy();
});

test('it is published at a time, with a reason and the version that was read', async () => {
  const { network } = open('/ops/site/7', {
    'POST /v2/ops/content/7/state': () => ({
      body: { status: 'done', content: { ...content, state: 'published', publishAt: now, version: 4 } },
    }),
  });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish “LTC is listed”?' }));
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2027-01-01T10:00' } });
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-12-01T10:00' } });
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'checked' } });
  await person.click(dialog.getByRole('button', { name: 'Publish' }));
  expect(dialog.getByText('It ends before it begins')).toBeTruthy();
  expect(posts(network, '/v2/ops/content/7/state')).toHaveLength(0);
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '' } });
  await person.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(posts(network, '/v2/ops/content/7/state')).toHaveLength(1));
  expect(posts(network, '/v2/ops/content/7/state')[0]).toMatchObject({
    body: {
      version: 3,
      state: 'published',
      reason: 'checked',
      publish_at: new Date('2027-01-01T10:00').getTime() / 1000,
    },
  });
});

test('a partner has a picture, which is sent at once, and no text of its own', async () => {
  const image = 'a'.repeat(64);
  const { network } = open('/ops/site/new?kind=partner', {
    'POST /v2/ops/content/images': () => ({ body: { image, width: 60, height: 40 } }),
    'POST /v2/ops/content': () => ({ body: { status: 'done', content } }),
  });
  const form = within(await screen.findByRole('form', { name: 'Text of the site' }));
  const person = userEvent.setup();
  const tooBig = new File([new Uint8Array(2_000_001)], 'big.png', { type: 'image/png' });
  await person.upload(form.getByLabelText('Picture', { selector: 'input' }), tooBig);
  await form.findByText(/maximum 2 MB/);
  const file = new File([new Uint8Array(10)], 'logo.png', { type: 'image/png' });
  await person.upload(form.getByLabelText('Picture', { selector: 'input' }), file);
  const picture = await form.findByRole('img', { name: 'The picture that visitors will see' });
  expect(picture.getAttribute('src')).toBe(`/v2/content/images/${image}`);
  expect(posts(network, '/v2/ops/content/images')).toHaveLength(1);
  expect(form.queryByLabelText('Text')).toBeNull();
  fireEvent.change(form.getAllByLabelText('Name')[0] as HTMLElement, { target: { value: 'Sandbox' } });
  fireEvent.change(form.getByLabelText('Link'), { target: { value: 'javascript:alert(1)' } });
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await form.findByText('Link is not valid');
  fireEvent.change(form.getByLabelText('Link'), { target: { value: 'https://partner.example' } });
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(posts(network, '/v2/ops/content')).toHaveLength(1));
  expect(posts(network, '/v2/ops/content')[0]).toMatchObject({
    body: { kind: 'partner', link: 'https://partner.example', image, texts: { en: { title: 'Sandbox', body: '' } } },
  });
});

test('a market of the front page is named by its pair, and an event by when it begins', async () => {
  const { network } = open('/ops/site/new?kind=front_currency', {
    'POST /v2/ops/content': () => ({ body: { status: 'requested', id: 1 } }),
  });
  const form = within(await screen.findByRole('form', { name: 'Text of the site' }));
  const person = userEvent.setup();
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await form.findByText('Field is required');
  fireEvent.change(form.getByLabelText('Pair'), { target: { value: 'btc_usdt' } });
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(posts(network, '/v2/ops/content')).toHaveLength(1));
  expect(posts(network, '/v2/ops/content')[0]).toMatchObject({
    body: { kind: 'front_currency', pair: 'BTC_USDT', texts: { en: { title: 'BTC_USDT', body: '' } } },
  });
});

test('a banner is shown as it will stand while it is written, in English where a language has no text', async () => {
  const { network } = open('/ops/site/new?kind=banner', {
    'POST /v2/ops/content': () => ({ body: { status: 'requested', id: 1 } }),
  });
  const form = within(await screen.findByRole('form', { name: 'Text of the site' }));
  const person = userEvent.setup();
  const preview = () => within(form.getByRole('region', { name: 'As visitors will see it' }));
  const type = (label: string, value: string) =>
    fireEvent.change(form.getAllByLabelText(label)[0] as HTMLElement, { target: { value } });
  preview().getByText('Nothing to show yet.');
  type('Title', 'New fees');
  type('Text', 'Makers pay nothing.');
  await preview().findByText('New fees');
  preview().getByText('Makers pay nothing.');
  type('Level', 'warning');
  await person.click(form.getByLabelText('Wallets'));
  type('Link', 'https://elsewhere.example/');
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await form.findByText('Link is not valid');
  type('Link', '/fee-schedule');
  await person.click(form.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(posts(network, '/v2/ops/content')).toHaveLength(1));
  expect(posts(network, '/v2/ops/content')[0]).toMatchObject({
    body: {
      kind: 'banner',
      level: 'warning',
      areas: ['wallet'],
      link: '/fee-schedule',
      texts: { en: { title: 'New fees', body: 'Makers pay nothing.' } },
    },
  });
});
