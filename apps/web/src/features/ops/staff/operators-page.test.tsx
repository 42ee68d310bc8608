import type { OperatorView } from '@pelican/shared/contracts/operations';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { cleanUpConsole, openConsole, openDialog, requested } from '../../../testing/console.tsx';
import { refusal } from '../../../testing/network.ts';

cleanUpConsole();

const path = '/v2/ops/operators';
const clerk: OperatorView = {
  user_id: 4,
  name: 'clerk',
  email: 'clerk@test.local',
  permissions: ['support', 'content'],
  status: 'active',
  last_seen: null,
};

test('permissions that others have changed meanwhile are shown, and what was chosen stays so over them', async () => {
  let present = clerk;
  const { network } = openConsole(
    '/ops/operators',
    {
      [`GET ${path}`]: () => ({ body: { result: [present] } }),
      [`POST ${path}/permissions`]: ({ body }) =>
        (body as { before: string[] }).before.includes('records')
          ? requested()
          : { status: 409, body: refusal('figures_changed', 'Nothing was changed') },
    },
    ['operators'],
  );
  const { dialog, type, press } = await openDialog('Change');
  present = { ...clerk, permissions: ['support', 'records', 'content'] };
  await userEvent.click(dialog.getByLabelText(/^Announcements and texts/));
  type(/^Reason/, 'another desk');
  await press('Change');
  expect((await dialog.findByRole('alert', { name: 'Changed meanwhile' })).textContent).toContain(
    'support, content → support, records, content',
  );
  await press('Go on with the present figures');
  await press('Change');
  await waitFor(() => expect(network.sentTo(`${path}/permissions`)).toHaveLength(2));
  const sent = { email: 'clerk@test.local', reason: 'another desk' };
  expect(network.sentTo(`${path}/permissions`).map(({ body }) => body)).toEqual([
    { ...sent, permissions: ['support'], before: ['support', 'content'] },
    { ...sent, permissions: ['support', 'records'], before: ['support', 'records', 'content'] },
  ]);
});
