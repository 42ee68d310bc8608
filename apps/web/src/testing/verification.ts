/** What tests of the verification pages begin with. */
import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { startNetwork } from './network.ts';

const none = { submitted: false, approved: false };
export const sent = { submitted: true, approved: false };

/** @param change what differs from a person who has sent nothing */
export function statusOf(change: Partial<KycStatus> = {}, customer: Partial<KycStatus['customer']> = {}): KycStatus {
  return {
    state: 'not_verified',
    customer: {
      approved: false,
      pending: false,
      submitted: false,
      verifyLink: '/user/verification-global',
      isIndian: false,
      partiallyApproved: false,
      ...customer,
    },
    info: none,
    documents: none,
    video: none,
    rejected: false,
    reason: null,
    resubmit: [],
    missing: [],
    countryList: { DE: 'Germany', IN: 'India' },
    indianCities: ['Pune'],
    kycToken: null,
    ...change,
  };
}

/** The calls of the pages, with the status and the account that a test has at that moment. */
export function startKycNetwork(
  read: { status(): KycStatus; isConfirmed?(): boolean },
  routes: Parameters<typeof startNetwork>[0] = {},
) {
  const data = () => ({
    body: { status: 'success', info: null, email: 'dana@example.com', verifyLink: '', kycToken: null },
  });
  return startNetwork({
    'GET /v2/kyc/status': () => ({ body: read.status() }),
    'GET /getCountryList': () => ({
      body: {
        result: [
          { code: 'DE', name: 'Germany', restricted: false },
          { code: 'IN', name: 'India', restricted: false },
          { code: 'US', name: 'United States', restricted: true },
        ],
      },
    }),
    'GET /v2/settings/general': () => ({
      body: { email: 'dana@example.com', email_verified: read.isConfirmed?.() ?? true, country: 'DE' },
    }),
    'POST /v2/kyc/getdataforKYC': data,
    'POST /v2/kyc/intlGetdataforKYC': data,
    ...routes,
  });
}
