/** Signing up, and showing that an e-mail address and a telephone are one's own. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const limited = { tag: 'auth', limits: { bodyBytesMax: 8 * 1024, rate: 'identification' } } as const;

export const signUpEndpoints = declareEndpoints({
  'POST /v2/register': {
    ...limited,
    access: 'open',
    summary: 'Sign up',
    description:
      'Outside of a demo `phone` and `password_confirmation` are required. In a demo a script may leave them out.',
    body: contract.registerRequest,
    response: contract.registerResponse,
    errors: ['email_taken', 'weak_password', 'country_restricted', 'captcha_failed'],
  },
  'POST /v2/register/confirmation/:token': {
    ...limited,
    access: 'optional',
    summary: 'Confirm an e-mail address by the link of the mail',
    description:
      'In a session of the account, or with its password. Within seven days it may be repeated, which changes nothing.',
    params: contract.confirmationParams,
    body: contract.confirmationRequest,
    response: contract.confirmationResponse,
    errors: ['link_ended', 'password_needed', 'password_wrong', 'too_many_requests'],
  },
});

/** Codes that are sent to the address and the telephone. */
export const verificationEndpoints = declareEndpoints({
  'POST /v2/register/update_email_otp': {
    ...limited,
    access: 'optional',
    summary: 'Send a code to the e-mail address, or another one',
    body: contract.emailCodeRequest,
    response: contract.codeSent,
    errors: ['link_ended', 'invalid_argument', 'already_verified', 'too_many_requests'],
  },
  'POST /v2/register/update_phone_otp': {
    ...limited,
    access: 'optional',
    summary: 'Send a code to the telephone, or another one',
    description: 'In a session the e-mail address is verified before, and the sign-in is not older than ten minutes.',
    body: contract.phoneCodeRequest,
    response: contract.codeSent,
    errors: [
      'link_ended',
      'invalid_argument',
      'already_verified',
      'country_restricted',
      'email_unverified',
      'phone_required',
      'sign_in_again',
      'too_many_requests',
    ],
  },
  'POST /v2/register/confirm_verification': {
    ...limited,
    access: 'optional',
    summary: 'Verify the e-mail address, the telephone, or both by their codes',
    body: contract.verificationRequest,
    response: contract.verificationResponse,
    errors: [
      'link_ended',
      'invalid_argument',
      'code_wrong',
      'already_verified',
      'phone_taken',
      'sign_in_again',
      'too_many_requests',
    ],
  },
});
