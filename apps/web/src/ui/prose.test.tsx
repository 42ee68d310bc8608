import { cleanup, fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { Prose } from './prose.tsx';

afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('en');
});

const html = `<p><a href="/fee-schedule#spot">Fees</a> <a href="/docs">API</a> <a href="/ru/faq">FAQ</a>
  <a rel="nofollow" target="_blank" href="https://example.org/x">Elsewhere</a></p>`;
const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('links of a text keep the language of the reader, unless they name one', async () => {
  await i18next.changeLanguage('hi');
  renderPage(() => <Prose html={html} />);
  expect(addressOf('Fees')).toBe('/hi/fee-schedule#spot');
  expect(addressOf('API')).toBe('/docs');
  expect(addressOf('FAQ')).toBe('/ru/faq');
  expect(addressOf('Elsewhere')).toBe('https://example.org/x');
});

test('a click on a link of this site opens the page without a load; with a key held down it is left to the browser', async () => {
  await i18next.changeLanguage('hi');
  const { router } = renderPage(() => <Prose html={html} />);
  const link = screen.getByRole('link', { name: 'Fees' });
  // True: nobody has kept the browser from following it.
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(fireEvent.click(screen.getByRole('link', { name: 'FAQ' }))).toBe(true);
  expect(fireEvent.click(link)).toBe(false);
  expect(router.state.location).toMatchObject({ pathname: '/fee-schedule', hash: '#spot' });
});
