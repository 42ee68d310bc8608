import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { PhoneRequest } from './phone-request.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

async function open(address: string, phoneUpdated: boolean) {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: { phoneUpdated } }) });
  startSession(tokens('person'));
  const { queryClient } = renderPage(PhoneRequest, address);
  await waitFor(() => expect(queryClient.getQueryData(generalSettingsQuery.queryKey)).toBeTruthy());
}

test('a telephone is asked for on any page, not only in the area of the account', async () => {
  await open('/market', true);
  expect(await screen.findByRole('dialog', { name: 'Add a phone' })).toBeTruthy();
});

test.each([
  ['of an account that was asked', '/market', false],
  ['in the middle of the verification', '/user/verification-global/documents', true],
])('none %s', async (_, address, phoneUpdated) => {
  await open(address, phoneUpdated);
  expect(screen.queryByRole('dialog')).toBeNull();
});
