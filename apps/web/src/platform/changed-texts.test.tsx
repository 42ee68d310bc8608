import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../testing/network.ts';

const address = '/v2/locale?lang=en&area=changed&v=2.7';
const messages = { 'market:list.title': 'All markets', 'common:side.buy': 'Get', 'market:steps.1': 'Wait' };

/** Each test is a load of the page, with what the server has put into its head. */
async function load() {
  const module = await import('./i18n.ts');
  module.addMessages('market', { list: { title: 'Markets', empty: 'None' }, steps: ['Order', 'Pay'] });
  return module;
}

beforeEach(() => {
  vi.resetModules();
  document.head.innerHTML = `<link id="texts" rel="preload" as="fetch" href="${address.replaceAll('&', '&amp;')}">`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
  i18next.removeResourceBundle('en', 'market');
});

test('what operators have written stands in place of the texts of the code, whenever that arrives', async () => {
  const network = startNetwork({ 'GET /v2/locale': () => ({ body: { lang: 'en', version: '1', messages } }) });
  const { startMessages, messagesOfPage, message, addMessages } = await load();
  await startMessages('en', '/market');
  expect(network.sent.map(({ path }) => path)).toEqual([address]);
  expect([message('market:list.title'), message('market:list.empty'), message('side.buy')]).toEqual([
    'All markets',
    'None',
    'Get',
  ]);
  expect(i18next.t('market:steps', { returnObjects: true })).toEqual(['Order', 'Wait']);
  // Code that arrives later brings its own texts.
  addMessages('market', { list: { title: 'Markets', empty: 'None' }, steps: ['Order', 'Pay'] });
  await messagesOfPage();
  expect(message('market:list.title')).toBe('All markets');
  expect(network.sent).toHaveLength(1);
});

test('other languages have them in their own texts', async () => {
  const network = startNetwork({ 'GET /v2/locale': () => ({ body: { lang: 'hi', version: '1', messages: {} } }) });
  const { startMessages } = await load();
  await startMessages('hi', '/market');
  expect(network.sent.map(({ path }) => path)).not.toContain(address);
  await i18next.changeLanguage('en');
});

function Page() {
  const { t } = useTranslation('market');
  return <h1>{t('list.title')}</h1>;
}

test('texts that are late change what is shown', async () => {
  const gate = Promise.withResolvers<void>();
  startNetwork({
    'GET /v2/locale': async () => {
      await gate.promise;
      return { body: { lang: 'en', version: '1', messages } };
    },
  });
  const { startMessages } = await load();
  await startMessages('en', '/market');
  render(<Page />);
  expect(screen.getByText('Markets')).toBeTruthy();
  await act(async () => gate.resolve());
  expect(await screen.findByText('All markets')).toBeTruthy();
});

test.each([
  ['the exchange is back', async () => void dispatchEvent(new Event('pelican.back'))],
  ['another page is opened', async (messagesOfPage: () => Promise<void>) => messagesOfPage()],
])('lost ones are asked for again once %s, and no more when they are here', async (_when, happens) => {
  let isUp = false;
  const network = startNetwork({
    'GET /v2/locale': () => (isUp ? { body: { lang: 'en', version: '1', messages } } : { status: 503, body: {} }),
  });
  const { startMessages, messagesOfPage, message } = await load();
  await startMessages('en', '/market');
  expect(message('market:list.title')).toBe('Markets');
  isUp = true;
  await happens(messagesOfPage);
  await vi.waitFor(() => expect(message('market:list.title')).toBe('All markets'));
  await messagesOfPage();
  expect(network.sent).toHaveLength(2);
});

test.each([
  ['refused', async () => ({ status: 404, body: {} })],
  ['lost', () => Promise.reject(new TypeError('no network'))],
])('where they are %s the page has its own', async (_how, fail) => {
  startNetwork({ 'GET /v2/locale': fail });
  const { startMessages, message } = await load();
  await startMessages('en', '/market');
  expect(message('market:list.title')).toBe('Markets');
});
