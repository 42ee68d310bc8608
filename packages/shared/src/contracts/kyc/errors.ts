/** Refusals of identity verification. */
import { declareErrors } from '../error-facts.ts';

export const kycErrors = declareErrors({
  kyc_state: { status: 409, message: 'KYC Verification Pending!', socket: 21 },
  kyc_case_changed: { status: 409, message: 'The case has changed: look at it again', socket: 21 },
  kyc_identity_taken: {
    status: 409,
    message: 'This identity document belongs to another account that is verified',
    socket: 21,
  },
});
