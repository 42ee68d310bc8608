import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { usePreferences } from '../../../platform/preferences.ts';
import { type ConsoleRoutes, cleanUpConsole, jane, now, openConsole } from '../../../testing/console.tsx';

cleanUpConsole();

const open = (address: string, routes: ConsoleRoutes) => openConsole(address, routes, [...jane.permissions, 'records']);

test('records are sentences with links, whole times and all their details', async () => {
  const record = (id: number, given: object) => ({ id, time: now - id, details: {}, ...given });
  open('/ops/records', {
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

test('times of the address are those of the zone of the account', async () => {
  usePreferences.setState({ timeZone: 'Asia/Kolkata' });
  const { network } = open('/ops/records?since=2026-11-29T10:00', {
    'GET /v2/ops/records': () => ({ body: { result: [], next: null } }),
  });
  expect(await screen.findByDisplayValue('2026-11-29T10:00')).toBeTruthy();
  expect(screen.getAllByText('Time zone: Asia/Kolkata')).toHaveLength(2);
  await waitFor(() => expect(network.sentTo('/v2/ops/records')[0]?.path).toContain('since=1795926600&'));
});

test('an export is a link of its own, which the browser saves as it comes', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  const { network } = open('/ops/records?action=user.', {
    'GET /v2/ops/records': () => ({ body: { result: [], next: null } }),
    'POST /v2/ops/records/exports': () => ({ body: { status: 'done', path: '/v2/ops/records/exports/7' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(followed).toEqual(['/v2/ops/records/exports/7']));
  expect(network.sentTo('/v2/ops/records/exports')[0]?.body).toEqual({ action: 'user.', format: 'csv' });
});
