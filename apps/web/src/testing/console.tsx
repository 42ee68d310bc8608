/** The operator console of a test, at an address, with its network. */
import type { OperatorSelf } from '@pelican/shared/contracts/operations';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { useRoutes } from 'react-router-dom';
import { afterEach, vi } from 'vitest';
import { endSession, startSession } from '../api/session.ts';
import { consoleRoutes } from '../app/operators-area.tsx';
// The first test need not wait for it.
import '../features/ops/ops-area.tsx';
import { useKeyPreferences } from '../features/ops/keys/key-preferences.ts';
import { usePreferences } from '../platform/preferences.ts';
import { dismissAllToasts } from '../ui/notify.ts';
import { startNetwork, tokens } from './network.ts';
import { renderPage } from './render-page.tsx';

/** Unix seconds. */
export const now = Date.now() / 1000;
/** Who is signed in, unless the test says otherwise. */
export const jane: OperatorSelf = {
  name: 'jane',
  permissions: ['accounts', 'users', 'system'],
  two_persons: true,
  fresh_until: now + 3_600,
};
const queues = {
  body: {
    result: [
      {
        queue: 'approvals',
        count: 2,
        oldest: now - 7_300,
        claims: [{ id: '8', operator: 'mara', expires: now + 600 }],
      },
    ],
  },
};

const routes = [
  { path: '/ops', children: consoleRoutes },
  { path: '/not-found', element: <p>no such page</p> },
];

function Page() {
  return <Suspense>{useRoutes(routes)}</Suspense>;
}

/** Has each test of a file leave nothing behind for the next one. Called once in the file. */
export function cleanUpConsole(): void {
  afterEach(() => {
    cleanup();
    endSession();
    dismissAllToasts();
    useKeyPreferences.setState({ enabled: true });
    usePreferences.setState({ timeZone: null });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

export type ConsoleRoutes = Parameters<typeof startNetwork>[0];

/** @param permissions of jane, who is signed in */
export function openConsole(
  address: string,
  routes: ConsoleRoutes = {},
  permissions: readonly string[] = jane.permissions,
) {
  const network = startNetwork({
    'GET /v2/ops/me': () => ({ body: { ...jane, permissions } }),
    'GET /v2/ops/queues': () => queues,
    ...routes,
  });
  startSession(tokens('mine'));
  return { network, ...renderPage(Page, address) };
}

/** The answer of a call whose action is done at once. */
export const done = () => ({ body: { status: 'done' } });

/** The answer of a call whose action another operator has to approve, in request 12. */
export const requested = () => ({
  status: 202,
  body: { status: 'requested', request: { id: 12, action: 'test.action', hash: 'a1b2c3', expires: now + 86_400 } },
});

/** A page that has all rows of a list. */
export const listOf = (...result: unknown[]) => ({ body: { result, total: result.length, offset: 0, limit: 50 } });

/** The dialog that is open, with what fills in its fields and presses its buttons. */
async function findDialog() {
  const dialog = within(await screen.findByRole('dialog'));
  return {
    dialog,
    type: (label: string | RegExp, value: string) =>
      fireEvent.change(dialog.getAllByLabelText(label)[0] as HTMLElement, { target: { value } }),
    press: (button: string | RegExp) => userEvent.click(dialog.getByRole('button', { name: button })),
  };
}

/** Presses a button of the page; its dialog is sent by a button of the same name, unless another one is named. */
export async function openDialog(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const opened = await findDialog();
  return { ...opened, send: (name: string | RegExp = button) => opened.press(name) };
}
