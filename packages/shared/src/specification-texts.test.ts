/** Refusals whose words are given: traders, support and other clients know them. */
import { expect, test } from 'vitest';
import { type ErrorCode, errorTable } from './errors.ts';

test.each<[ErrorCode, string]>([
  ['invalid_argument', 'Form is not valid'],
  ['internal_error', 'Error on server'],
  ['email_taken', 'Email already in use'],
  ['phone_taken', 'phone already exists'],
  ['country_restricted', 'Registration is not available in your country'],
  ['kyc_required', "You can't Perform Exchange until KYC is Approved"],
  ['kyc_state', 'KYC Verification Pending!'],
  ['two_factor_required', 'Please, enable Two-Factor authentication'],
  ['insufficient_balance', 'Insufficient balance'],
  ['inr_bank_not_found', 'INR Bank does not exists'],
  ['inr_bank_not_added', 'Bank account not added!'],
])('%s is refused with "%s"', (code, text) => {
  expect(errorTable[code].message).toBe(text);
});
