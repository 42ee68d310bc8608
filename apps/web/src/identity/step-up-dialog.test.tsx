import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { openChallenges } from '../api/challenges.ts';
import { renewRecoveryCodes } from '../api/security.ts';
import { endSession, startSession } from '../api/session.ts';
import { refusal, startNetwork, tokens } from '../testing/network.ts';
import { renderPage } from '../testing/render-page.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  openChallenges.setState([], true);
  vi.unstubAllGlobals();
});

const id = 'abcdefghijklmnopqrstuv';
const path = '/v2/settings/2fa/recovery_codes';
/** A call that passes with the answered challenge alone. */
const guarded = {
  [`POST ${path}`]: ({ headers }: { headers: Headers }) =>
    headers.get('X-Step-Up') === id
      ? { body: { recoveryCodes: ['one'] } }
      : {
          status: 403,
          body: {
            ...refusal('sign_in_again', 'Please sign in again to do this'),
            challenge: {
              id,
              factors: ['password', 'totp', 'email_code', 'sms_code', 'passkey', 'recovery_code'],
              expires: 0,
            },
          },
        },
};

function Host() {
  const [open] = useStore(openChallenges);
  return open ? <StepUpDialog open={open} /> : null;
}

test('a call that needs a proof goes on by itself once it is given, by any factor of the account', async () => {
  const network = startNetwork({
    ...guarded,
    'POST /v2/auth/challenge': () => ({ body: { status: 'success', expires: 0 } }),
  });
  renderPage(Host);
  const answer = renewRecoveryCodes();
  const select = await screen.findByLabelText<HTMLSelectElement>('Confirm with');
  expect([...select.options].map(({ value }) => value)).toEqual([
    'password',
    'totp',
    'email_code',
    'sms_code',
    'passkey',
    'recovery_code',
  ]);
  await userEvent.selectOptions(select, 'totp');
  fireEvent.change(screen.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  expect(await answer).toEqual({ recoveryCodes: ['one'] });
  expect(network.sentTo('/v2/auth/challenge')[0]?.body).toEqual({ id, factor: 'totp', answer: '123456' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a wrong answer is said and may be repeated; who gives up gets the refusal of the call', async () => {
  const network = startNetwork({
    ...guarded,
    'POST /v2/auth/challenge': () => ({ status: 403, body: refusal('challenge_failed', 'The answer is wrong') }),
  });
  renderPage(Host);
  const outcome = renewRecoveryCodes().catch((error: Error) => error.message);
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'wrong' } });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The answer is wrong')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await outcome).toBe('Please sign in again to do this');
  expect(network.sentTo(path)).toHaveLength(1);
});
