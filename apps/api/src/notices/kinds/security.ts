/** Notices of sign-up, sign-in and whatever gives access to an account. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';
import { deviceName } from './device-name.ts';

const everywhere = ['in_app', 'mail', 'text'] as const;

function apiKeyNotice(title: string, what: string) {
  return noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({ name: z.string() }),
    text: ({ name }) => ({
      title,
      text: `The API key “${name}” ${what}.`,
      link: { label: 'API keys', path: '/user/api' },
    }),
  });
}
const methodName = z.enum(['totp', 'sms_code', 'email_code', 'passkey']);
const methodText = {
  totp: 'An authenticator app',
  sms_code: 'A code by text message',
  email_code: 'A code by mail',
  passkey: 'A passkey',
} as const;

/** How long the link to choose a password is good. */
const recoverySeconds = 30 * 60;

/** How long a code counts. */
const codeSeconds = 10 * 60;
const never = 'It counts for ten minutes. Never tell it to anybody: nobody of Pelican asks for it.';
const codePurpose = z.enum(['sign_in', 'new_device', 'confirm', 'phone', 'email']);
const purposeText = {
  sign_in: { title: 'Your code to sign in', text: `${never} If you are not signing in, change your password.` },
  new_device: {
    title: 'Your code for a new device',
    text: `Somebody signs in with your password on a new device. ${never} If it is not you, change your password.`,
  },
  confirm: { title: 'Your code to confirm', text: `It confirms a change of your account. ${never}` },
  phone: { title: 'Your code to verify the phone', text: never },
  email: {
    title: 'Your code to verify the e-mail address',
    text: `${never} If you did not sign up, ignore this mail.`,
  },
} as const;

export const securityNotices = {
  /** The link proves that the address is the user's own. Its token is in no list of notices. */
  email_confirmation: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    payload: z.object({ token: z.string() }),
    text: ({ token }) => ({
      title: 'Confirm your e-mail address',
      text: 'Welcome to Pelican. If you did not sign up, ignore this mail.',
      link: { label: 'Confirm your e-mail address', path: `/verify?token=${token}` },
    }),
  }),
  email_confirmed: noticeKind({
    category: 'security',
    channels: ['in_app'],
    tone: 'success',
    quiet: true,
    payload: z.object({ email: z.string() }),
    text: ({ email }) => ({ title: 'E-mail address confirmed', text: `${email} is confirmed as yours.` }),
  }),
  new_device_sign_in: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    quiet: true,
    payload: z.object({ ip: z.string(), userAgent: z.string() }),
    text: ({ ip, userAgent }) => ({
      title: 'Sign-in from a new device',
      text: `Your account was signed in to from ${ip} (${deviceName(userAgent)}). If it was not you, change your password and write to support at once.`,
    }),
  }),
  anti_phishing_code_changed: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({}),
    text: () => ({
      title: 'Anti-phishing code changed',
      text: 'The code that our mails to you carry was changed. If you did not do so, change your password and write to support at once.',
    }),
  }),
  api_key_created: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    quiet: true,
    payload: z.object({ name: z.string(), scopes: z.array(z.string()) }),
    text: ({ name, scopes }) => ({
      title: 'API key made',
      text: `The API key “${name}” was made. It may: ${scopes.join(', ')}. If it was not you, delete it and change your password at once.`,
      link: { label: 'API keys', path: '/user/api' },
    }),
  }),
  api_key_enabled: apiKeyNotice('API key turned on', 'was turned on'),
  api_key_disabled: apiKeyNotice('API key turned off', 'was turned off'),
  api_key_deleted: apiKeyNotice('API key deleted', 'was deleted'),
  /** The link, and the code for who reads mail elsewhere. Neither is in any list of notices. */
  password_recovery: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    secretSeconds: recoverySeconds,
    payload: z.object({ token: z.string(), code: z.string() }),
    text: ({ token, code }) => ({
      title: 'Choose a new password',
      text: `Your code is ${code}. It counts for 10 minutes, the link below for 30. After the change nothing can be withdrawn for two days. If you did not ask for this, ignore this mail: your password stays.`,
      link: { label: 'Choose a new password', path: `/reset-password?token=${token}` },
    }),
  }),
  password_changed: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({}),
    text: () => ({
      title: 'Password changed',
      text: 'The password of your account was changed and other devices were signed out. Nothing can be withdrawn for two days. If you did not ask for it, write to support at once.',
    }),
  }),
  /** The password is one that nobody knows. */
  password_closed: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({}),
    text: () => ({
      title: 'Choose a new password',
      text: 'We have ended the password of your account to protect it, signed all devices out and turned your API keys off. Choose a new password by your e-mail address. Nothing can be withdrawn for two days.',
      link: { label: 'Choose a new password', path: '/forgot-password' },
    }),
  }),
  operator_made: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'info',
    payload: z.object({ name: z.string() }),
    text: ({ name }) => ({
      title: 'You are an operator of Pelican',
      text: `Your name in records is ${name}. Nobody knows a password of your account: choose one by your e-mail address. After your first sign-in you enable a second factor, before anything else. If you do not expect this, write to support at once.`,
      link: { label: 'Choose a password', path: '/forgot-password' },
    }),
  }),
  two_factor_enabled: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'success',
    quiet: true,
    payload: z.object({ method: methodName }),
    text: ({ method }) => ({
      title: 'Two-Factor authentication enabled',
      text: `${methodText[method]} now guards your account. If you did not do this, change your password and write to support at once.`,
    }),
  }),
  two_factor_disabled: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({ method: methodName, keysOff: z.boolean() }),
    text: ({ method, keysOff }) => ({
      title: 'Two-Factor authentication disabled',
      text: `${methodText[method]} no longer guards your account${keysOff ? ', and all its API keys were deactivated' : ''}. If you did not do this, change your password and write to support at once.`,
    }),
  }),
  recovery_codes_made: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    quiet: true,
    payload: z.object({}),
    text: () => ({
      title: 'New recovery codes',
      text: 'Recovery codes of your account were made anew; those of before count no longer. If you did not do this, change your password at once.',
    }),
  }),
  recovery_code_used: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({ left: z.number() }),
    text: ({ left }) => ({
      title: 'A recovery code was used',
      text: `A recovery code of your account was used; ${left} are left. If it was not you, change your password and write to support at once.`,
    }),
  }),
  second_step_failed: noticeKind({
    category: 'security',
    channels: everywhere,
    tone: 'warning',
    payload: z.object({ ip: z.string() }),
    text: ({ ip }) => ({
      title: 'Somebody knows your password',
      text: `At ${ip} somebody entered your password and then wrong codes. If it was not you, change your password.`,
    }),
  }),
  phone_verified: noticeKind({
    category: 'security',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    quiet: true,
    payload: z.object({ phone: z.string() }),
    text: ({ phone }) => ({
      title: 'Phone number verified',
      text: `${phone} is now the phone of your account. If you did not do this, change your password and write to support at once.`,
    }),
  }),
  code_by_mail: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    secretSeconds: codeSeconds,
    payload: z.object({ code: z.string(), purpose: codePurpose }),
    text: ({ code, purpose }) => ({ title: purposeText[purpose].title, text: `${code}. ${purposeText[purpose].text}` }),
  }),
  code_by_text: noticeKind({
    category: 'security',
    channels: ['text'],
    tone: 'info',
    secretSeconds: codeSeconds,
    recipient: ({ phone }) => phone,
    payload: z.object({ code: z.string(), purpose: codePurpose, phone: z.string() }),
    text: ({ code, purpose }) => ({ title: purposeText[purpose].title, text: `${code}. ${purposeText[purpose].text}` }),
  }),
};
