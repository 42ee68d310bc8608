/** Sign-up, sign-in, recovery of a password and sign-out. */
import type {
  ChallengeRequest,
  FactorCode,
  LoginRequest,
  LoginResponse,
  PasskeyAnswer,
  PasswordValidateResponse,
  SecondFactorRequest,
  SentFactorName,
} from '@pelican/shared/contracts/auth';
import type { LostFactorsRequest } from '@pelican/shared/contracts/factor-recovery';
import type { RecoveryCodeRequest, ResetRequest } from '@pelican/shared/contracts/passwords';
import type { RegisterRequest, VerificationRequest } from '@pelican/shared/contracts/sign-up';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { accessToken, endSession, startSession } from './session.ts';
import { type SignInCall, sendForTokens } from './token-calls.ts';
import { send } from './transport.ts';

/** @throws ApiError: email_taken, weak_password, country_restricted, captcha_failed, invalid_argument with fields */
export function register(request: RegisterRequest) {
  return call('POST /v2/register', { body: request, anonymous: true });
}

/** Sends a code to the e-mail address of a sign-up. @param verification its ticket */
export function sendEmailCode(verification: string) {
  return call('POST /v2/register/update_email_otp', { body: { verification }, anonymous: true });
}

/** Sends a code to the telephone of a sign-up; a number that is given replaces the one of before. */
export function sendPhoneCode(verification: string, phone?: string) {
  return call('POST /v2/register/update_phone_otp', {
    body: { verification, ...(phone === undefined ? {} : { phone }) },
    anonymous: true,
  });
}

/** @throws ApiError: code_wrong, phone_taken, invalid_token */
export function confirmVerification(request: VerificationRequest) {
  return call('POST /v2/register/confirm_verification', { body: request, anonymous: true });
}

/** How hard a password is to guess. @throws ApiError */
export function judgePassword(password: string): Promise<PasswordValidateResponse> {
  return call('POST /v2/password/validate', { body: { password }, anonymous: true });
}

/** Whether sign-up and recovery demand a captcha, and its challenge, which is good once. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => call('GET /v2/common/startcaptchaservlet', { signal }),
  staleTime: 5 * 60_000,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/**
 * Confirms the address of a sign-up by the token of its mail, in a session of the account or by its password.
 * @throws ApiError: link_ended, password_needed, password_wrong
 */
export function confirmEmail(token: string, given: { isSignedIn: boolean; password?: string }): Promise<unknown> {
  const { isSignedIn, password } = given;
  const body = password === undefined ? {} : { password };
  return call('POST /v2/register/confirmation/:token', { params: { token }, body, anonymous: !isSignedIn });
}

/** A step that is due after the password. */
export type SignInStep = Extract<LoginResponse, { ticket: string }>;

/** Sends what ends in tokens, and starts the session with them. @throws ApiError */
async function signInBy(...sent: Parameters<typeof sendForTokens<SignInCall>>): Promise<SignInStep | null> {
  const answer = await sendForTokens(...sent);
  if ('ticket' in answer) return answer;
  startSession(answer);
  return null;
}

/**
 * Signs in and starts the session, unless a step is due before.
 * @returns the step, or null when the person is signed in
 * @throws ApiError: invalid_credentials, account_blocked, too_many_requests
 */
export function login(request: LoginRequest): Promise<SignInStep | null> {
  return signInBy('POST /v2/login', request);
}

/** @throws ApiError: factor_wrong, sign_in_ended, account_blocked, too_many_requests */
export async function answerSecondFactor(request: SecondFactorRequest): Promise<void> {
  await signInBy('POST /v2/2fa/validate', request);
}

/** @throws ApiError: factor_wrong, sign_in_ended, account_blocked, too_many_requests */
export async function answerDeviceCode(ticket: string, code: string): Promise<void> {
  await signInBy('POST /v2/login/device_verification', { ticket, code });
}

/** Sends the code of a sign-in, or another one. @throws ApiError: sign_in_ended, too_many_requests */
export function sendSignInCode(ticket: string, factor?: SentFactorName) {
  return call('POST /v2/resendDeviceCode', {
    body: { ticket, ...(factor === undefined ? {} : { factor }) },
    anonymous: true,
  });
}

/** Says that every second factor is lost. @throws ApiError: sign_in_ended, captcha_failed, code_wrong, too_many_requests */
export function askFactorRecovery(request: LostFactorsRequest) {
  return call('POST /v2/2fa/recovery', { body: request, anonymous: true });
}

/** The telephone that somebody can show who has lost every second factor. */
export const recoveryPhoneQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['recovery-phone', ticket],
    queryFn: ({ signal }) => call('POST /v2/2fa/recovery/phone', { body: { ticket }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** @throws ApiError: sign_in_ended, too_many_requests */
export function sendRecoveryPhoneCode(ticket: string) {
  return call('POST /v2/2fa/recovery/phone_code', { body: { ticket }, anonymous: true });
}

/** @throws ApiError: link_ended */
export function stopFactorRecovery(token: string) {
  return call('POST /v2/2fa/recovery/stop', { body: { token }, anonymous: true });
}

/** What the browser needs to ask a passkey for the second step of a sign-in. */
export function signInPasskeyOptions(ticket: string) {
  return call('POST /v2/2fa/options', { body: { ticket }, anonymous: true });
}

/** What the browser needs to sign in by a passkey, without a password. */
export function passkeyOptions() {
  return call('POST /v2/login/passkey/options', { anonymous: true });
}

/** @throws ApiError: passkey_refused, account_blocked, too_many_requests */
export async function loginByPasskey(ticket: string, response: PasskeyAnswer): Promise<void> {
  await signInBy('POST /v2/login/passkey', { ticket, response });
}

/** Answers a challenge of step-up. @throws ApiError: challenge_failed, too_many_requests */
export function answerChallenge(id: string, factor: ChallengeRequest['factor'], answer: FactorCode) {
  return call('POST /v2/auth/challenge', { body: { id, factor, answer } });
}

/** Asks for the mail that lets one choose a new password; the answer, but for the name of the request, is the same for every address. */
export function startRecovery(email: string, captcha?: string) {
  return call('POST /v2/password/email', { body: { email, ...(captcha ? { captcha } : {}) }, anonymous: true });
}

/** @throws ApiError: code_wrong, too_many_requests */
export function answerRecoveryCode(request: RecoveryCodeRequest) {
  return call('POST /v2/password/forgot_password_verify', { body: request, anonymous: true });
}

/** Second factors of which a new password needs one. @param token of the mail @throws ApiError: link_ended */
export const recoveryFactorsQuery = (token: string) =>
  queryOptions({
    queryKey: ['recovery-factors', token],
    queryFn: ({ signal }) => call('POST /v2/password/factors', { body: { token }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Sends a code that counts with the token alone. @throws ApiError: link_ended, too_many_requests */
export function sendRecoveryFactorCode(token: string, factor: SentFactorName) {
  return call('POST /v2/password/factor_code', { body: { token, factor }, anonymous: true });
}

/** What the browser needs to ask a passkey for a new password. @throws ApiError: link_ended */
export function recoveryPasskeyOptions(token: string) {
  return call('POST /v2/password/factor_options', { body: { token }, anonymous: true });
}

/** @throws ApiError: link_ended, weak_password, password_used_before, factor_needed, factor_wrong */
export function resetPassword(request: ResetRequest) {
  return call('POST /v2/password/reset', { body: request, anonymous: true });
}

/**
 * Ends the session here first: a dead network keeps nobody signed in, and a call that is under way and refused from then on is no news.
 */
export async function logout(): Promise<void> {
  const token = await accessToken().catch(() => null);
  endSession();
  if (token === null) return;
  try {
    await send({ method: 'POST', path: '/logout', headers: { Authorization: `Bearer ${token}` } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
