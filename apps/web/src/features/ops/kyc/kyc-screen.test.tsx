import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, done, jane, listOf, now, openConsole } from '../../../testing/console.tsx';

cleanUpConsole();

const head = (id: number, risks: readonly string[] = []) => ({
  id,
  user_id: id,
  email: `p${id}@test.local`,
  variant: 'global',
  status: 'submitted',
  country: 'DE',
  risks,
  attempt: 1,
  submitted_at: now - 60,
});
const detail = (id: number, risks?: readonly string[]) => ({
  ...head(id, risks),
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

const open = (address: string, routes: ConsoleRoutes) => openConsole(address, routes, [...jane.permissions, 'kyc']);

test('a rejection has no reason chosen beforehand, and the next case is open after it', async () => {
  const { network, router } = open('/ops/kyc', {
    'GET /v2/ops/kyc': () => listOf(head(1), head(2)),
    'GET /v2/ops/kyc/1': () => ({ body: detail(1) }),
    'GET /v2/ops/kyc/2': () => ({ body: detail(2) }),
    'POST /v2/ops/kyc/1/reject': done,
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

test.each([
  [[], []],
  [['namesake'], ['Another operator has to approve it.']],
])('the approval of a case with the risks %j says beforehand whether it takes two', async (risks, notes) => {
  open('/ops/kyc/1', {
    'GET /v2/ops/kyc': () => listOf(head(1, risks)),
    'GET /v2/ops/kyc/1': () => ({ body: detail(1, risks) }),
  });
  await screen.findByRole('heading', { name: 'p1@test.local' });
  await userEvent.keyboard('a');
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .queryAllByText(/^Another operator/)
      .map((one) => one.textContent),
  ).toEqual(notes);
});
