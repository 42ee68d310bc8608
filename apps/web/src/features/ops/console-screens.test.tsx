import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readFile } from '../../api/files.ts';
import { endSession, startSession } from '../../api/session.ts';
import { jane, now, openConsole } from '../../testing/console.tsx';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';

afterEach(() => {
  cleanup();
  endSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('records are sentences with links, whole times and all their details', async () => {
  const record = (id: number, given: object) => ({ id, time: now - id, details: {}, ...given });
  openConsole('/ops/records', {
    'GET /v2/ops/me': () => ({ body: { ...jane, permissions: [...jane.permissions, 'records'] } }),
    'GET /v2/ops/records': () => ({
      body: {
        result: [
          record(1, {
            actor: 'ops:jane',
            action: 'user.blocked',
            subject: 'user:3',
            details: { reason: 'stolen', kinds: ['order', 'trade'], by: { ipAddress: '::1' } },
          }),
          record(2, { actor: 'user:3', action: 'user.password_changed', subject: 'user:3' }),
          record(3, { actor: 'system', action: 'nobody.knows_it', subject: 'ticket:4' }),
        ],
        next: null,
      },
    }),
  });
  const [blocked, own, unknown] = await within(
    await screen.findByRole('list', { name: 'Audit records, the newest first' }),
  ).findAllByRole('listitem');
  expect(blocked?.textContent).toContain('jane froze user 3');
  expect(blocked?.textContent).toContain('reasonstolen');
  expect(blocked?.textContent).toContain('kindsorder, trade');
  expect(blocked?.textContent).toContain('by.ip address::1');
  expect(blocked?.querySelector('time')?.textContent).toMatch(/\d{4}.*\d\d:\d\d:\d\d/);
  const person = within(blocked as HTMLElement).getByRole('link', { name: 'user 3' });
  expect(person.getAttribute('href')).toBe('/ops/users/3');
  const operator = within(blocked as HTMLElement).getByRole('link', { name: 'jane' });
  expect(operator.getAttribute('href')).toBe('/ops/records?actor=ops%3Ajane');
  expect(own?.textContent).toContain('user 3 changed the password');
  expect(own?.textContent?.match(/user 3/g)).toHaveLength(1);
  // Without a sentence, and without a permission for what it names.
  expect(unknown?.textContent).toContain('system nobody.knows_it: ticket 4');
  expect(within(unknown as HTMLElement).queryByRole('link')).toBeNull();
});

test('an export is a link of its own, which the browser saves as it comes', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  const { network } = openConsole('/ops/records?action=user.', {
    'GET /v2/ops/me': () => ({ body: { ...jane, permissions: [...jane.permissions, 'records'] } }),
    'GET /v2/ops/records': () => ({ body: { result: [], next: null } }),
    'POST /v2/ops/records/exports': () => ({ body: { status: 'done', path: '/v2/ops/records/exports/7' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(followed).toEqual(['/v2/ops/records/exports/7']));
  expect(network.sentTo('/v2/ops/records/exports')[0]?.body).toEqual({ action: 'user.', format: 'csv' });
});

test('a rejection has no reason chosen beforehand, and the next case is open after it', async () => {
  const head = (id: number) => ({
    id,
    user_id: id,
    email: `p${id}@test.local`,
    variant: 'global',
    status: 'submitted',
    country: 'DE',
    risks: [],
    attempt: 1,
    submitted_at: now - 60,
  });
  const detail = (id: number) => ({
    ...head(id),
    revision: 2,
    info: { country: 'DE', gender: 'male' },
    age: null,
    document: { type: 'passport', number: 'C1', issuing_country: 'DE', adhaarNumber: null },
    approved_parts: [],
    resubmit: [],
    files: [],
    checks: [],
    history: [],
  });
  const { network, router } = openConsole('/ops/kyc', {
    'GET /v2/ops/me': () => ({ body: { ...jane, permissions: [...jane.permissions, 'kyc'] } }),
    'GET /v2/ops/kyc': () => ({ body: { result: [head(1), head(2)], total: 2 } }),
    'GET /v2/ops/kyc/1': () => ({ body: detail(1) }),
    'GET /v2/ops/kyc/2': () => ({ body: detail(2) }),
    'POST /v2/ops/kyc/1/reject': () => ({ body: { status: 'done' } }),
  });
  await screen.findByText('p1@test.local');
  await userEvent.keyboard('j{Enter}');
  await screen.findByRole('heading', { name: 'p1@test.local' });
  // What is opened has the focus, and is in words.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('What is selected'));
  expect(screen.getAllByText('Germany (DE)').length).toBeGreaterThan(0);
  expect(screen.getByText('Male')).toBeDefined();
  expect(screen.getByRole('link', { name: 'user 1' }).getAttribute('href')).toBe('/ops/users/1');
  await userEvent.keyboard('r');
  const dialog = await screen.findByRole('dialog', { name: 'Reject the verification of p1@test.local?' });
  const reason = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: /^The person reads/ });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(reason.value).toBe('');
  await userEvent.keyboard('{Enter}');
  expect(await within(dialog).findByText('Choose a reason')).toBeDefined();
  await userEvent.selectOptions(reason, 'expired');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/ops/kyc/2'));
  expect(network.sentTo('/v2/ops/kyc/1/reject')[0]?.body).toEqual({ revision: 2, code: 'expired' });
  await screen.findByRole('heading', { name: 'p2@test.local' });
  // One look at each: none is asked again by itself.
  expect(network.sentTo('/v2/ops/kyc/1')).toHaveLength(1);
});

test('a file is read with a fresh token after a refusal', async () => {
  const picture = () => ({ body: 'a picture' });
  const refused = vi.fn(() => ({ status: 401, body: refusal('invalid_token', 'No') }));
  const network = startNetwork({
    'GET /v2/ops/kyc/1/files/2': ({ headers }) =>
      headers.get('authorization') === 'Bearer fresh' ? picture() : refused(),
    'POST /v2/apirefreshToken': () => ({ body: tokens('fresh') }),
  });
  startSession(tokens('mine'), null);
  const file = await readFile('/v2/ops/kyc/1/files/2', new AbortController().signal);
  expect(await file.text()).toBe('"a picture"');
  expect(refused).toHaveBeenCalledTimes(1);
  expect(network.sentTo('/v2/ops/kyc/1/files/2')).toHaveLength(2);
});
