/** Sign-up, sign-in and sign-out. */
import type { LoginRequest, PasswordValidateResponse, TokenResponse } from '@pelican/shared/contracts/auth';
import type { RegisterRequest } from '@pelican/shared/contracts/sign-up';
import { message } from '../platform/i18n.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { endSession, startSession } from './session.ts';
import { send } from './transport.ts';

/** @throws ApiError: email_taken, weak_password, country_restricted, invalid_argument with fields */
export function register(request: RegisterRequest): Promise<unknown> {
  return call('POST /v2/register', { body: request, anonymous: true });
}

/** How hard a password is to guess. @throws ApiError */
export function judgePassword(password: string): Promise<PasswordValidateResponse> {
  return call('POST /v2/password/validate', { body: { password }, anonymous: true });
}

/** Confirms the address of a sign-up by the token of its mail. @throws ApiError */
export function confirmEmail(token: string): Promise<unknown> {
  return call('POST /v2/register/confirmation/:token', { params: { token }, anonymous: true });
}

/** Signs in and starts the session. @throws ApiError: invalid_credentials, account_blocked, too_many_requests */
export async function login(request: LoginRequest): Promise<void> {
  const answer = await send({ method: 'POST', path: '/v2/login', body: request });
  const tokens = answer.body as Partial<TokenResponse> | null;
  if (!tokens?.access_token || !tokens.token_expire)
    throw new ApiError({ status: 200, code: 'unreadable', messages: [message('errors.server')] });
  startSession(tokens as TokenResponse, answer.clockSkewMs);
}

/** Ends the session here whatever the server says, so that a dead network cannot keep anybody signed in. */
export async function logout(): Promise<void> {
  try {
    await call('POST /logout');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  } finally {
    endSession();
  }
}
