import type { Person, RequestView } from '@pelican/shared/contracts/operations';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  type ConsoleRoutes,
  cleanUpConsole,
  done,
  jane,
  listOf,
  now,
  openConsole,
  requested,
} from '../../testing/console.tsx';
import { refusal } from '../../testing/network.ts';

cleanUpConsole();

const hash = 'ab'.repeat(32);
const request = (id: number, mine = false): RequestView => ({
  id,
  action: 'accounts.unblock',
  payload: { email: 'alice@demo.local', opens: { takerFee: '0.0005' } },
  hash,
  reason: 'looked at',
  maker: mine ? 'jane' : 'ravi',
  checker: null,
  status: 'pending',
  created: now - 7_300,
  expires: now + 3_600,
  permission: 'accounts',
  mine,
});
const alice: Person = {
  id: 3,
  email: 'alice@demo.local',
  nickname: 'alice',
  status: 'blocked',
  kyc: 'none',
  is_operator: false,
  created: now,
  phone: null,
  country: null,
  kyc_country: null,
  locale: 'en',
  email_verified: true,
  suspended_until: null,
  open_orders: 0,
  open_positions: 0,
  sessions: [],
  api_keys: [],
  balances: [],
  sign_up_bonus: null,
  kyc_case: 12,
  tickets: [{ id: 5, topic: 'A deposit is missing', status: 'created' }],
  forms: [],
  notes: [],
};

function open(address: string, routes: ConsoleRoutes = {}) {
  return openConsole(address, {
    'GET /v2/ops/requests': () => listOf(request(7), request(8)),
    'GET /v2/ops/requests/7': () => ({ body: request(7) }),
    'GET /v2/ops/requests/8': () => ({ body: request(8) }),
    'GET /v2/ops/requests/9': () => ({ body: request(9, true) }),
    ...routes,
  });
}

test('to somebody who is no operator the console does not exist', async () => {
  open('/ops', { 'GET /v2/ops/me': () => ({ status: 403, body: refusal('forbidden', 'No') }) });
  expect(await screen.findByText('no such page')).toBeDefined();
});

test('an operator without a second factor is led to enabling one', async () => {
  open('/ops', { 'GET /v2/ops/me': () => ({ status: 403, body: refusal('operator_two_factor', 'No') }) });
  const link = await screen.findByRole('link', { name: 'Go to security' });
  expect(link.getAttribute('href')).toBe('/user/security-main');
});

test('after a working day an operator signs in again', async () => {
  open('/ops', { 'GET /v2/ops/me': () => ({ body: { ...jane, fresh_until: now - 1 } }) });
  expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the rail shows what the operator may see, how many wait and since when', async () => {
  open('/ops');
  const rail = await screen.findByRole('navigation', { name: 'Console' });
  const link = await within(rail).findByRole('link', { name: /Approvals.*2 waiting.*2h/ });
  expect(link.getAttribute('href')).toBe('/ops/approvals');
  expect(within(rail).queryByRole('link', { name: /Audit log/ })).toBeNull();
  expect((await screen.findByRole('link', { name: 'No. 8' })).getAttribute('href')).toBe('/ops/approvals/8');
  expect(await screen.findByText(/mara, \d+ min left/)).toBeDefined();
});

test('what waits comes first, and the rest stays in its order', async () => {
  const queue = (name: string, count: number) => ({ queue: name, count, oldest: count > 0 ? now : null, claims: [] });
  const result = [queue('kyc', 0), queue('withdrawals', 0), queue('tickets', 1), queue('approvals', 2)];
  open('/ops', { 'GET /v2/ops/queues': () => ({ body: { result } }) });
  const table = within(await screen.findByRole('table'));
  await table.findByText('Tickets');
  const names = table.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[0]?.textContent);
  expect(names.slice(1)).toEqual(['Tickets', 'Approvals', 'Verifications', 'Withdrawals']);
});

test('a request is read and approved by keys alone, with a reason and its hash', async () => {
  const approved = vi.fn(() => ({ body: { status: 'done', warning: null } }));
  const { network, router } = open('/ops/approvals', { 'POST /v2/ops/requests/8/approve': approved });
  await screen.findByText('7 Let a user in again');
  await userEvent.keyboard('jj{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/ops/approvals/8'));
  expect(await screen.findByText('opens.takerFee')).toBeDefined();
  await userEvent.keyboard('a');
  const dialog = await screen.findByRole('dialog', { name: 'Approve request 8?' });
  expect(within(dialog).getByText('alice@demo.local')).toBeDefined();
  // The reason has the focus; without one nothing is sent.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
  await userEvent.keyboard('{Enter}');
  expect(await within(dialog).findByText('Give a reason')).toBeDefined();
  expect(approved).not.toHaveBeenCalled();
  await userEvent.keyboard('looked at it{Enter}');
  await waitFor(() => expect(approved).toHaveBeenCalledTimes(1));
  expect(network.sentTo('/v2/ops/requests/8/approve')[0]?.body).toEqual({ hash, reason: 'looked at it' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test("one's own request can be withdrawn and not approved", async () => {
  open('/ops/approvals/9');
  expect(await screen.findByRole('button', { name: 'Withdraw (r)' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve (a)' })).toBeNull();
  await userEvent.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what waits for a second person is shown as such, and nothing is said to be done', async () => {
  open('/ops/users/3', {
    'GET /v2/ops/users/3': () => ({ body: alice }),
    'POST /v2/ops/users/3/unfreeze': requested,
  });
  await screen.findByRole('button', { name: 'Let in again (f)' });
  await userEvent.keyboard('f');
  await screen.findByRole('dialog', { name: 'Let alice@demo.local in again?' });
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'called back{Enter}');
  const waiting = await screen.findByRole('dialog', { name: 'Waits for another operator' });
  expect(within(waiting).getByRole('link', { name: 'Request 12' }).getAttribute('href')).toBe('/ops/approvals/12');
  expect(screen.queryByText('alice@demo.local is let in again.')).toBeNull();
});

test.each([
  ['a customer is frozen by one operator', { status: 'active' }, 'Freeze (f)', []],
  [
    'an operator by two',
    { status: 'active', is_operator: true },
    'Freeze (f)',
    ['Another operator has to approve it.'],
  ],
  [
    'a second suspension takes two',
    { status: 'active', is_operator: true },
    'Suspend for a day',
    ['Another operator may have to approve it.'],
  ],
  ['letting in takes two', {}, 'Let in again (f)', ['Another operator has to approve it.']],
] as const)('a decision says beforehand whether it takes two: %s', async (_, person, button, notes) => {
  open('/ops/users/3', { 'GET /v2/ops/users/3': () => ({ body: { ...alice, ...person } }) });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .queryAllByText(/^Another operator/)
      .map((one) => one.textContent),
  ).toEqual(notes);
});

test('a decision is one look at the person, and none at what was searched or is behind', async () => {
  const line = (id: number) => ({
    kind: 'sign_in',
    id: String(id),
    time: now - id,
    facts: { event: 'signed_in', ip: '::1', device: 'Chrome on Linux' },
  });
  const { network } = open('/ops/users/3?search=alice&tab=timeline', {
    'GET /v2/ops/users': () => listOf(alice),
    'GET /v2/ops/users/3': () => ({ body: alice }),
    'GET /v2/ops/users/3/timeline': ({ path }) => ({
      body: path.includes('before') ? { result: [line(2)], next: null } : { result: [line(1)], next: 'a' },
    }),
    'POST /v2/ops/users/3/unfreeze': done,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await waitFor(() => expect(network.sentTo('/v2/ops/users/3/timeline')).toHaveLength(2));
  await userEvent.keyboard('f');
  await screen.findByRole('dialog', { name: 'Let alice@demo.local in again?' });
  const queuesBefore = network.sentTo('/v2/ops/queues').length;
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'called back{Enter}');
  await waitFor(() => expect(network.sentTo('/v2/ops/users/3/unfreeze')).toHaveLength(1));
  await waitFor(() => expect(network.sentTo('/v2/ops/queues').length).toBeGreaterThan(queuesBefore));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(network.sentTo('/v2/ops/users/3')).toHaveLength(2));
  expect(network.sentTo('/v2/ops/users/3/timeline')).toHaveLength(3);
  expect(network.sentTo('/v2/ops/users')).toHaveLength(1);
});

test('keys are shown by ?, and turned off', async () => {
  open('/ops');
  await screen.findByRole('navigation', { name: 'Console' });
  await userEvent.keyboard('?');
  await userEvent.click(await screen.findByRole('switch', { name: 'Shortcuts of one letter are on' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});
