/** The account's factors, password, sessions and history of sign-ins. */
import type { SentFactorName } from '@pelican/shared/contracts/auth';
import type { ChangeRequest } from '@pelican/shared/contracts/passwords';
import type { SmsRequest, ToggleRequest } from '@pelican/shared/contracts/security';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const securityQuery = queryOptions({
  queryKey: [privateKey, 'security'],
  queryFn: ({ signal }) => call('GET /v2/settings/security', { signal }),
  staleTime: 30_000,
});

/** A new secret for an authenticator app, which counts once a code of it is given to `toggleFactor`. */
export function generateTotp() {
  return call('POST /v2/settings/2fa/generate');
}

/** Turns the authenticator app, or codes by mail, on or off. @throws ApiError: factor_wrong */
export function toggleFactor(request: Omit<ToggleRequest, 'method'> & { method: ToggleRequest['method'] }) {
  return call('POST /v2/settings/2fa/toggle', { body: request });
}

export function renewRecoveryCodes() {
  return call('POST /v2/settings/2fa/recovery_codes');
}

/** Sends this session a code by mail or text message. */
export function sendFactorCode(factor: SentFactorName) {
  return call('POST /v2/settings/2fa/code', { body: { factor } });
}

/** What the browser needs to ask a passkey of the account for a proof. */
export function proofPasskeyOptions() {
  return call('POST /v2/settings/2fa/options');
}

/** Sends a code to a telephone that is to be one's own. */
export function sendPhoneNumberCode(phone: string) {
  return call('POST /v2/settings/verify_phone_number', { body: { phone } });
}

/** Sends a code to the own e-mail address, which is not confirmed yet. */
export function sendOwnEmailCode() {
  return call('POST /v2/register/update_email_otp', { body: {} });
}

/** @throws ApiError: code_wrong */
export function confirmOwnEmail(code: string) {
  return call('POST /v2/register/confirm_verification', { body: { email_code: code } });
}

/** @throws ApiError: code_wrong */
export function confirmPhoneNumber(code: string) {
  return call('POST /v2/settings/verifyOTP', { body: { code } });
}

/** Turns codes by text message on or off. @throws ApiError: factor_wrong, phone_required */
export function toggleSms(request: SmsRequest) {
  return call('POST /v2/settings/enable_sms_verification', { body: request });
}

export function newPasskeyOptions() {
  return call('POST /v2/passkeys/options');
}

/** A passkey that the browser has made. */
export type NewPasskey = Parameters<typeof call<'POST /v2/passkeys'>>[1]['body']['response'];

/** @throws ApiError: passkey_refused, too_many_passkeys */
export function addPasskey(name: string, response: NewPasskey) {
  return call('POST /v2/passkeys', { body: { name, response } });
}

export function removePasskey(id: string) {
  return call('DELETE /v2/passkeys/:id', { params: { id } });
}

/** @throws ApiError: password_wrong, weak_password, password_used_before, factor_needed, factor_wrong */
export function changePassword(request: ChangeRequest) {
  return call('POST /v2/settings/password', { body: request });
}

export const sessionsQuery = queryOptions({
  queryKey: [privateKey, 'sessions'],
  queryFn: ({ signal }) => call('GET /v2/settings/session', { query: {}, signal }),
});

/** @param id of a session, or `others`: all but this one */
export function terminateSession(id: string) {
  return call('POST /v2/settings/session/:id/terminate', { params: { id } });
}

const signInsPage = 20;

/** The history of sign-ins, the newest first, a page at a time. */
export const signInsQuery = infiniteQueryOptions({
  queryKey: [privateKey, 'sign-ins'],
  queryFn: ({ signal, pageParam }) =>
    call('GET /v2/settings/sign-ins', {
      query: { limit: signInsPage, ...(pageParam ? { before: pageParam } : {}) },
      signal,
    }),
  initialPageParam: 0,
  getNextPageParam: ({ next }) => next,
});
