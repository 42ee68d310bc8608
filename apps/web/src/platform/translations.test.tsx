import { act, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../testing/network.ts';

const texts: Record<string, Record<string, string>> = {
  app: { 'common:side.buy': 'खरीदें' },
  public: { 'market:title': 'मार्केट', 'market:count_one': '{{count}} मार्केट', 'market:count_other': '{{count}} मार्केट' },
  auth: { 'auth:signIn.title': 'साइन इन' },
};

function startServer(answer: (area: string) => Promise<{ status?: number; body: unknown }>) {
  return startNetwork({
    'GET /v2/locale': ({ path }) => answer(new URLSearchParams(path.split('?')[1]).get('area') ?? ''),
  });
}
const inTime = async (area: string) => ({ body: { lang: 'hi', version: '1', messages: texts[area] ?? {} } });
const areasOf = (network: ReturnType<typeof startNetwork>) =>
  network.sent.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('area'));

/** Each test is a load of the page. */
async function load() {
  const messages = await import('./i18n.ts');
  messages.addMessages('market', { title: 'Markets', count_one: '{{count}} market', count_other: '{{count}} markets' });
  return messages;
}

beforeEach(() => {
  vi.resetModules();
  history.replaceState(null, '', '/hi/market');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  i18next.removeResourceBundle('hi', 'market');
  await i18next.changeLanguage('en');
});

function Page() {
  const { t } = useTranslation('market');
  return (
    <label>
      {t('title')}
      <input />
    </label>
  );
}

test('English asks for nothing', async () => {
  const network = startServer(inTime);
  const { startMessages, messagesOfPage, message } = await load();
  await startMessages('en', '/market');
  await messagesOfPage();
  expect(network.sent).toEqual([]);
  expect(message('market:title')).toBe('Markets');
});

test('the areas of the page are here before it is shown, and each is asked for once', async () => {
  const network = startServer(inTime);
  const { startMessages, messagesOfPage, message } = await load();
  await startMessages('hi', '/market');
  expect(areasOf(network)).toEqual(['app', 'public']);
  expect([message('market:title'), message('side.buy'), message('market:count', { count: 3 })]).toEqual([
    'मार्केट',
    'खरीदें',
    '3 मार्केट',
  ]);
  expect(message('side.sell')).toBe('Sell');
  expect(document.documentElement).toMatchObject({ lang: 'hi', dir: 'ltr' });
  await messagesOfPage();
  expect(network.sent).toHaveLength(2);
});

test('another page asks for its area beside its code, and code for the area of its namespace', async () => {
  const network = startServer(inTime);
  const { startMessages, messagesOfPage, addMessages, message } = await load();
  await startMessages('hi', '/market');
  history.replaceState(null, '', '/hi/signIn');
  await messagesOfPage();
  addMessages('auth', { signIn: { title: 'Sign in' } });
  addMessages('perpetual', {});
  // The console is English as a whole.
  addMessages('ops', {});
  await messagesOfPage();
  expect(areasOf(network)).toEqual(['app', 'public', 'auth', 'perpetual']);
  expect(message('auth:signIn.title')).toBe('साइन इन');
});

test('a page whose texts are late is shown in English, and changes without losing what is typed', async () => {
  const gate = Promise.withResolvers<void>();
  startServer(async (area) => {
    if (area === 'public') await gate.promise;
    return inTime(area);
  });
  const { startMessages } = await load();
  const began = performance.now();
  await startMessages('hi', '/market');
  expect(performance.now() - began).toBeLessThan(3_000);
  render(<Page />);
  const field = screen.getByLabelText('Markets');
  fireEvent.change(field, { target: { value: 'lit' } });
  await act(async () => {
    gate.resolve();
    await vi.waitFor(() => expect(i18next.exists('title', { lng: 'hi', ns: 'market', fallbackLng: [] })).toBe(true));
  });
  expect(await screen.findByLabelText('मार्केट')).toBe(field);
  expect(field).toHaveProperty('value', 'lit');
});

test.each([
  ['refused', async () => ({ status: 404, body: { errors: { message: ['Not found'] } } })],
  ['lost', () => Promise.reject(new TypeError('no network'))],
])('an area that is %s is English, and the next page asks for it again', async (_how, fail) => {
  let isUp = false;
  const network = startServer((area) => (area === 'public' && !isUp ? fail() : inTime(area)));
  const { startMessages, messagesOfPage, message } = await load();
  await startMessages('hi', '/market');
  expect(message('market:title')).toBe('Markets');
  isUp = true;
  await messagesOfPage();
  expect(message('market:title')).toBe('मार्केट');
  expect(areasOf(network)).toEqual(['app', 'public', 'public']);
});

test("a lost area is asked for again by a page that has other texts: the frame's were lost with the first one", async () => {
  let isUp = false;
  const network = startServer((area) =>
    isUp || area !== 'app' ? inTime(area) : Promise.resolve({ status: 503, body: {} }),
  );
  const { startMessages, messagesOfPage, message } = await load();
  await startMessages('hi', '/market');
  expect(message('side.buy')).toBe('Buy');
  isUp = true;
  history.replaceState(null, '', '/hi/signIn');
  await messagesOfPage();
  expect(message('side.buy')).toBe('खरीदें');
  await messagesOfPage();
  expect(areasOf(network)).toEqual(['app', 'public', 'auth', 'app']);
});
