import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, type startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { sent, startKycNetwork, statusOf } from '../../testing/verification.ts';
import { Component as Overview } from './verification-page.tsx';

let status: KycStatus;
beforeEach(() => {
  status = statusOf();
  startSession(tokens('mine'));
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const start = (routes: Parameters<typeof startNetwork>[0] = {}) => startKycNetwork({ status: () => status }, routes);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the page of the verification', () => {
  test.each([
    [statusOf(), 'Not verified', 'Where is your identity document from?'],
    [statusOf({ state: 'in_process', info: sent }), 'In process', 'Where is your identity document from?'],
    [
      statusOf({ state: 'processing', info: sent, documents: sent, video: sent }),
      'Processing',
      'We are checking your documents',
    ],
    [
      statusOf({ state: 'partially_verified', resubmit: ['video'] }, { partiallyApproved: true }),
      'Partially verified',
      'Send again: Video selfie.',
    ],
    [statusOf({ state: 'verified' }, { approved: true }), 'Verified', 'Your identity is verified'],
    [statusOf({ rejected: true, reason: 'The document has expired' }), 'Not verified', 'The document has expired.'],
  ])('says how far it is: %#', async (given, chip, text) => {
    status = given;
    start();
    renderPage(Overview);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(chip)).toBeTruthy();
  });

  test('leads on in the variant that was begun, and where a part is asked for again to that alone', async () => {
    status = statusOf({ state: 'in_process', info: sent }, { isIndian: true });
    start();
    renderPage(Overview);
    expect((await screen.findByRole('link', { name: 'Continue: India' })).getAttribute('href')).toBe(
      '/user/verification-india',
    );
    expect(screen.getByRole('link', { name: 'Begin: Another country' })).toBeTruthy();
    cleanup();
    status = statusOf(
      { state: 'partially_verified', resubmit: ['video'] },
      { isIndian: true, partiallyApproved: true, verifyLink: '/user/verification-india' },
    );
    renderPage(Overview);
    expect((await screen.findByRole('link', { name: 'Send it again' })).getAttribute('href')).toBe(
      '/user/verification-india',
    );
    expect(screen.getByText('needs you')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Begin/ })).toBeNull();
  });

  test('begins again after a refusal, and says why it cannot', async () => {
    status = statusOf({ rejected: true, reason: 'The document has expired' });
    let isTooOften = true;
    start({
      'POST /v2/kyc/intl-redoKyc': () => {
        if (isTooOften) return { status: 429, body: refusal('too_many_requests', 'Too many requests') };
        status = statusOf({ state: 'in_process' });
        return { body: { status: 'success', kyc: status } };
      },
    });
    const { router } = renderPage(Overview);
    await press('Begin again');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests');
    isTooOften = false;
    await press('Begin again');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/verification-global'));
  });

  test('that cannot be loaded says so and asks again', async () => {
    let failing = true;
    start({
      'GET /v2/kyc/status': () =>
        failing ? { status: 503, body: refusal('service_unavailable', 'Not now') } : { body: status },
    });
    renderPage(Overview);
    await screen.findByText('Your verification could not be loaded');
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByText('Where is your identity document from?')).toBeTruthy();
  });
});
