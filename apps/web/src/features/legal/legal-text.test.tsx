import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { formatDay } from '../../ui/format-time.ts';
import { Component as Cookies } from './cookies/cookies-page.tsx';
import { legalDocuments } from './documents.ts';
import { blocksOf } from './paragraphs.tsx';
import { Component as Terms } from './terms/terms-page.tsx';

afterEach(cleanup);

function onSite(demo: boolean): void {
  startNetwork({ 'GET /systemParams': () => ({ body: { demo } }) });
}

test('a document has its version and day, and contents that lead to each of its sections', async () => {
  onSite(true);
  const { router } = renderPage(Terms);
  await screen.findByText('This is a demo', { selector: 'h2' });
  const { version, from } = legalDocuments.terms;
  screen.getByText(`Version ${version}, in force from ${formatDay(from)}`);
  const links = [...document.querySelectorAll('nav a')];
  const headings = [...document.querySelectorAll('h2')];
  expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
  for (const link of links) {
    fireEvent.click(link);
    const section = document.getElementById(router.state.location.hash.slice(1));
    expect(section?.querySelector('h2')?.textContent).toBe(link.textContent);
  }
});

test('what holds for demos alone stands on no other site', async () => {
  onSite(false);
  renderPage(Terms);
  await screen.findByText('Changes to these terms', { selector: 'h2' });
  expect(screen.queryByText('This is a demo', { selector: 'h2' })).toBeNull();
});

test('where the chat is another company’s, the cookie policy says so in place of that nothing is loaded', async () => {
  startNetwork({ 'GET /systemParams': () => ({ body: { support_widget: 'https://cdn.desk.test/widget.js' } }) });
  renderPage(Cookies);
  await screen.findByText(/The chat with support is of another company here/);
  screen.getByText(/It is loaded only if you agree to it where the chat is opened/);
  screen.getByText(/is loaded only if you agree to it; there is nothing else to consent to/);
  expect(screen.queryByText(/load nothing from other companies/)).toBeNull();
  expect(screen.getAllByText('Other companies', { selector: 'h2' })).toHaveLength(1);
  cleanup();
  onSite(false);
  renderPage(Cookies);
  await screen.findByText(/load nothing from other companies/);
  screen.getByText(/There is nothing to consent to/);
  expect(screen.queryByText(/another company here/)).toBeNull();
});

test('the cookie policy names settings that the client keeps, and none that it does not have', async () => {
  onSite(false);
  renderPage(Cookies);
  await screen.findByText(/theme, colours, time zone and whether small balances are hidden/);
  screen.getByText(/chart, order book, confirmation before orders, margin mode/);
  expect(screen.queryByText(/density|drawings/)).toBeNull();
});

test('a document can be printed on the site, and is without the button in an app', async () => {
  onSite(false);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  renderPage(Cookies);
  fireEvent.click(await screen.findByRole('button', { name: 'Print or save as PDF' }));
  expect(print).toHaveBeenCalledOnce();
  cleanup();
  renderPage(Cookies, '/cfx/1', '/cfx/:dark');
  await screen.findByRole('heading', { level: 1, name: 'Cookie policy' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('lines are paragraphs, and those with a dash one below the other a list', () => {
  expect(blocksOf('One.\n- a\n- b\nTwo.\n- c')).toEqual([
    { isList: false, lines: ['One.'] },
    { isList: true, lines: ['a', 'b'] },
    { isList: false, lines: ['Two.'] },
    { isList: true, lines: ['c'] },
  ]);
});
