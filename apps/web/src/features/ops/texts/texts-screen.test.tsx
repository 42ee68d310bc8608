import type { TextDetails, TextView } from '@pelican/shared/contracts/texts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, done, listOf, now, openConsole } from '../../../testing/console.tsx';
import { questions } from '../../../ui/confirm.ts';
import { sampleOf } from './samples.ts';

cleanUpConsole();
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./texts-screen.tsx'), 60_000);

const sold: TextView = {
  id: 'spot:sold:hi',
  language: 'hi',
  area: 'trading',
  key: 'spot:sold',
  original: '{{amount}} {{ticker}} बेचा',
  english: 'Sold {{amount}} {{ticker}}',
  changed: null,
};
const changed = { text: 'Get', version: 7, updatedBy: 'ravi', updatedAt: now - 60, fits: true };
const buy: TextView = {
  id: 'common:side.buy:en',
  language: 'en',
  area: 'app',
  key: 'common:side.buy',
  original: 'Buy',
  english: 'Buy',
  changed,
};
const gone: TextView = {
  ...buy,
  id: 'market:old:en',
  key: 'market:old',
  area: null,
  original: null,
  english: null,
  changed: { ...changed, text: 'Old words', fits: false },
};
const path = '/v2/ops/texts';
const history: TextDetails['history'] = [
  { id: 4, at: now - 60, actor: 'ops:ravi', action: 'text.changed', before: 'Buy', after: 'Get' },
];

function openScreen(address: string, routes: ConsoleRoutes = {}) {
  const texts = [sold, buy, gone];
  const details = Object.fromEntries(
    texts.map((text) => [`GET ${path}/${encodeURIComponent(text.id)}`, () => ({ body: { ...text, history } })]),
  );
  const list = { body: { ...listOf(...texts).body, areas: ['app', 'trading'] } };
  return openConsole(address, { [`GET ${path}`]: () => list, ...details, ...routes }, ['content']);
}

async function openText(text: TextView, routes: ConsoleRoutes = {}) {
  const opened = openScreen(`/ops/texts/${text.id}`, routes);
  await screen.findByRole('article', { name: text.key });
  return opened;
}
const field = () => screen.getByLabelText('Text that visitors see');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const postTo = (id: string) => `${path}/${encodeURIComponent(id)}`;
const savedOf = ({ sentTo }: ReturnType<typeof openConsole>['network'], { id }: TextView) =>
  sentTo(postTo(id)).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
/** The console's frame shows the question; it is none of this screen. */
async function confirmed(): Promise<ReactNode> {
  await waitFor(() => expect(questions.getState()).toHaveLength(1));
  const [question] = questions.getState();
  question?.answer(true);
  return question?.body;
}

test('texts are asked for by language, part and words, and say what visitors see', async () => {
  const { network } = openScreen('/ops/texts');
  const row = await screen.findByRole('link', { name: /Get/ });
  expect(row.textContent).toContain('Changed');
  expect((await screen.findByRole('link', { name: /Old words/ })).textContent).toContain('Not shown');
  fireEvent.change(screen.getByLabelText('Words or key'), { target: { value: 'buy' } });
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'हिन्दी');
  await userEvent.selectOptions(screen.getByLabelText('Part of the site'), 'Spot trading');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Changed texts');
  await waitFor(() => {
    const asked = new URLSearchParams(network.sent.at(-1)?.path.split('?')[1]);
    expect(Object.fromEntries(asked)).toEqual({
      language: 'hi',
      area: 'trading',
      search: 'buy',
      which: 'changed',
      offset: '0',
      limit: '50',
    });
  });
});

test('what is wrong is said as it is typed, beside the English text and the original, and is not sent', async () => {
  const { network } = await openText(sold);
  const article = within(screen.getByRole('article'));
  expect(article.getByText('Sold {{amount}} {{ticker}}')).toBeTruthy();
  expect(article.getByText(/Keep \{\{amount\}\} \{\{ticker\}\}/)).toBeTruthy();
  expect(article.queryByText('This is the original.')).toBeNull();
  await save();
  expect(article.getByText('This is the original.')).toBeTruthy();
  type('{{amount}} <b>बेचा</b>');
  expect(article.getByText(/^Plain text: without/).textContent).toContain(
    'It must have {{amount}} {{ticker}}, as they are',
  );
  await save();
  expect(savedOf(network, sold)).toEqual([]);
});

test('the preview has examples in the places, and what is saved names the version that was read', async () => {
  const { network } = await openText(sold, { [`POST ${postTo(sold.id)}`]: done });
  type(' {{ticker}}: {{amount}} बेचा ');
  expect(screen.getByRole('region', { name: 'As visitors will see it' }).textContent).toContain('BTC: 0.25 बेचा');
  await save();
  const wanted = { text: '{{ticker}}: {{amount}} बेचा', version: 0 };
  await waitFor(() => expect(savedOf(network, sold)).toEqual([wanted]));
});

test('the original is put back once it is asked for and answered', async () => {
  const { network } = await openText(buy, { [`POST ${postTo(buy.id)}/original`]: done });
  expect(screen.getByText('“Buy” → “Get”')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Put the original back' }));
  expect(await confirmed()).toBe('Visitors see “Buy” again.');
  await waitFor(() => expect(network.sentTo(`${postTo(buy.id)}/original`)).toHaveLength(1));
  expect(network.sentTo(`${postTo(buy.id)}/original`)[0]?.body).toEqual({ version: 7 });
});

test('a change whose text is gone can only be deleted', async () => {
  const { network } = await openText(gone, { [`POST ${postTo(gone.id)}/original`]: done });
  expect(screen.getByText(/this release has no such text/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Delete the change' }));
  await confirmed();
  await waitFor(() => expect(network.sentTo(`${postTo(gone.id)}/original`)).toHaveLength(1));
});

test('who is second is told so, and keeps what was typed until it is loaded again', async () => {
  const refused = () => ({ status: 409, body: { code: 'content_changed', errors: { message: ['changed'] } } });
  await openText(buy, { [`POST ${postTo(buy.id)}`]: refused });
  type('Take');
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else has changed it meanwhile.');
  expect(field()).toHaveProperty('value', 'Take');
  expect(screen.getByRole('button', { name: 'Load it again' })).toBeTruthy();
});

test('examples of counts take the form of the plural', () => {
  expect(sampleOf('{{count}}', 'left_one', 'en')).toBe('1');
  expect(sampleOf('{{count}}', 'left_few', 'ru')).toBe('2');
  expect(sampleOf('{{count}}', 'left_other', 'en')).toBe('5');
  expect(sampleOf('{{unheard}}', 'left', 'en')).toBe('unheard');
});
