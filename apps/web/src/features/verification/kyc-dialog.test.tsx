import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { KycDialog } from './kyc-dialog.tsx';

beforeEach(() => startSession(tokens('access')));
afterEach(() => {
  cleanup();
  endSession();
});

test.each([
  {
    kyc_status: 'none',
    title: 'Please complete KYC !!!',
    body: /^You can't Perform Deposit or Withdraw until KYC is Approved\. Please contact Support/,
  },
  {
    kyc_status: 'pending',
    title: 'KYC Verification Pending!',
    body: /We are checking your documents/,
  },
])('a person whose verification is $kyc_status reads what is missing', async ({ kyc_status, title, body }) => {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: { kyc_status } }) });
  renderPage(() => <KycDialog onClose={() => undefined} />);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(body)).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/user/verification');
});
