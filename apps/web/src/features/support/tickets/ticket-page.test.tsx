import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './ticket-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const picture = { id: '7b0b7f0e-6a43-4c5a-9c1e-0b7a7f0e6a43', name: 'receipt.jpg', mediaType: 'image/jpeg', size: 900 };
const ticket = {
  id: 12,
  createdAt: 1_700_000_000,
  updatedAt: 1_700_000_000,
  supportCategoryId: 3,
  category: 'Deposits',
  topic: 'My deposit',
  status: 'in_proccess',
  email: 'a@test.local',
  text: 'Where is <b>it</b>?',
  fileName: picture.name,
  files: [picture],
  comments: [{ id: 1, createdAt: 1_700_000_100, author: 'operator', name: null, text: 'On its way.', files: [] }],
};
const path = { path: '/user/support/ticket/:ticketId', at: '/user/support/ticket/12' };

function show() {
  startSession(tokens('mine'));
  return renderPage(Component, path.at, path.path);
}
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

test('a conversation is plain text with names of files, and who wrote', async () => {
  startNetwork({ 'GET /v2/support/12': () => ({ body: ticket }) });
  show();
  const talk = await screen.findByRole('list', { name: 'Conversation' });
  const [asked, answered] = within(talk)
    .getAllByRole('listitem')
    .filter((item) => item.parentElement === talk);
  expect(asked?.textContent).toContain('Where is <b>it</b>?');
  expect(within(asked as HTMLElement).getByRole('button', { name: 'receipt.jpg' })).toBeTruthy();
  expect(answered?.textContent).toMatch(/^Support/);
});

test('a comment is sent with its pictures; what is no picture, too big or too many is refused before', async () => {
  const comment = { id: 2, createdAt: 1_700_000_200, author: 'user', name: null, text: 'Look', files: [] };
  const network = startNetwork({
    'GET /v2/support/12': () => ({ body: ticket }),
    'POST /v2/support/comment/12': () => ({ body: { ...ticket, comments: [...ticket.comments, comment] } }),
    'GET /v2/support': () => ({ body: { result: [], total: 0, offset: 0, limit: 50 } }),
  });
  show();
  const person = userEvent.setup({ applyAccept: false });
  await person.type(await screen.findByLabelText('Your comment'), 'Look');
  const chooser = screen.getByLabelText('Pictures (optional)', { selector: 'input' });
  await person.upload(chooser, file('a.pdf', 'application/pdf'));
  expect(screen.getByRole('alert').textContent).toBe('Incorrect file type. Allowed types are JPEG, PNG');
  await person.upload(chooser, file('big.png', 'image/png', 2_000_000));
  expect(screen.getByRole('alert').textContent).toBe('File size is too big. Size should be maximum 2 MB');
  await person.upload(
    chooser,
    Array.from({ length: 6 }, (_, at) => file(`${at}.png`, 'image/png')),
  );
  expect(screen.getByRole('alert').textContent).toBe('5 files at most');
  for (const name of ['0.png', '1.png', '2.png'])
    await person.click(screen.getByRole('button', { name: `Remove ${name}` }));
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(network.sentTo('/v2/support/comment/12')).toHaveLength(1));
  expect(network.sentTo('/v2/support/comment/12')[0]?.body).toMatchObject({
    text: 'Look',
    file: [{ name: '3.png' }, { name: '4.png' }],
  });
  await waitFor(() => expect(screen.queryByText('3.png')).toBeNull());
  expect(screen.getByText('Look')).toBeTruthy();
});

test('what the server has against a picture is said at the pictures', async () => {
  startNetwork({
    'GET /v2/support/12': () => ({ body: ticket }),
    'POST /v2/support/comment/12': () => ({
      status: 422,
      body: refusal('invalid_argument', 'Form is not valid', { file: ['File not Uploaded'] }),
    }),
  });
  show();
  const person = userEvent.setup();
  await person.type(await screen.findByLabelText('Your comment'), 'Look');
  await person.upload(screen.getByLabelText('Pictures (optional)', { selector: 'input' }), file('a.png', 'image/png'));
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('File not Uploaded');
  expect(screen.getByText('a.png')).toBeTruthy();
});

test('a closed ticket takes no comment, and is opened again', async () => {
  const closed = { ...ticket, status: 'fixed' };
  const network = startNetwork({
    'GET /v2/support/12': () => ({ body: closed }),
    'POST /v2/support/status/12': () => ({ body: { ...ticket, status: 'created' } }),
    'GET /v2/support': () => ({ body: { result: [], total: 0, offset: 0, limit: 50 } }),
  });
  show();
  await screen.findByText('This ticket is closed. Open it again to write.');
  expect(screen.queryByLabelText('Your comment')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
  expect(await screen.findByLabelText('Your comment')).toBeTruthy();
  expect(network.sentTo('/v2/support/status/12')[0]?.body).toEqual({ status: 'created' });
});

test('a ticket that does not exist is a page that does not exist; another failure may be tried again', async () => {
  let failing = true;
  startNetwork({
    'GET /v2/support/12': () =>
      failing
        ? { status: 503, body: refusal('service_unavailable', 'Not now') }
        : { status: 404, body: refusal('not_found', 'Not found') },
  });
  const { router } = show();
  await screen.findByText('The ticket could not be loaded');
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
});

test('earlier messages are shown when they are asked for, before the later ones', async () => {
  const said = (id: number) => ({ ...ticket.comments[0], id, text: `Message ${id}` });
  const network = startNetwork({
    'GET /v2/support/12': ({ path: asked }) =>
      !asked.includes('before')
        ? { body: { ...ticket, comments: [said(3), said(4)], hasEarlier: true } }
        : { body: { ...ticket, comments: [said(1), said(2)], hasEarlier: false } },
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull());
  expect(screen.getAllByText(/^Message/).map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3, 4].map((n) => `Message ${n}`),
  );
  expect(network.sentTo('/v2/support/12').at(-1)?.path).toContain('before=3');
});
