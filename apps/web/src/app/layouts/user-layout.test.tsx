import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { browserRouter, renderPage } from '../../testing/render-page.tsx';
import { UserLayout } from './user-layout.tsx';
import { userSections } from './user-navigation.ts';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const sideBar = () => screen.getAllByRole('navigation', { name: 'Your account' })[0] as HTMLElement;

const switches = (isOff: boolean) => ({
  'GET /systemParams': () => ({ body: { block_p2p_take: isOff, block_p2p_create: isOff } }),
});
const targets = () =>
  within(sideBar())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('the side bar leads to every section and marks the one that is shown, with the pages below it', async () => {
  startNetwork(switches(false));
  renderPage(UserLayout, '/user/orders-history/7');
  await waitFor(() => expect(targets()).toEqual(userSections.flatMap(({ sections }) => sections.map(({ to }) => to))));
  const marked = within(sideBar())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map((link) => link.textContent)).toEqual(['Orders history']);
});

test('the side bar leaves out the loans while they are switched off, and only them', async () => {
  const network = startNetwork(switches(true));
  renderPage(UserLayout, '/user/profile');
  await waitFor(() => expect(network.sentTo('/systemParams')).toHaveLength(1));
  const others = userSections.flatMap(({ sections }) => sections.filter(({ needs }) => needs === undefined));
  expect(targets()).toEqual(others.map(({ to }) => to));
  expect(others).toHaveLength(userSections.flatMap(({ sections }) => sections).length - 1);
});

test('the menu of a narrow screen opens the sections as a sheet and closes when one is chosen', async () => {
  startNetwork({});
  startSession(tokens('mine'));
  const { router } = renderPage(UserLayout, '/user/profile');
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Account menu' }));
  const sheet = await screen.findByRole('dialog', { name: 'Account menu' });
  await person.click(within(sheet).getByRole('link', { name: 'Preferences' }));
  expect(router.state.location.pathname).toBe('/user/preferences');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Back returns to the page before, and to the main page where the visit began here', async () => {
  startNetwork({});
  const { router } = renderPage(UserLayout, '/user/profile', '*', browserRouter);
  const person = userEvent.setup();
  await person.click(within(sideBar()).getByRole('link', { name: 'Preferences' }));
  await person.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/profile'));
  await person.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
});
