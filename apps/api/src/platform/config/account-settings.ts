/** What guards the accounts of people. */
import { flag, optional, wholeNumber } from '@pelican/shared/settings';

export const withdrawalLockSetting = {
  WITHDRAWAL_LOCK_HOURS: wholeNumber({
    about: 'how long nothing can be withdrawn after a change of the password',
    unit: 'h',
    fallback: 48,
    max: 720,
  }),
};

export const accountSettings = {
  SESSION_DAYS: wholeNumber({ about: 'how long a session lasts', unit: 'days', fallback: 30, max: 365 }),
  SESSION_IDLE_DAYS: wholeNumber({
    about: 'how long a session lasts that is not used',
    unit: 'days',
    fallback: 7,
    max: 365,
  }),
  ...withdrawalLockSetting,
  CAPTCHA: optional(
    flag({
      about:
        '1: signing up and recovering a password demand a proof of work, as do the forms of visitors, and signing in after failures; see "The captcha"',
      fallback: '0',
    }),
    '0 (1 in production)',
  ),
  SIGN_UP_PHONE: optional(
    flag({
      about: '1: signing up demands a telephone number and the password once more, also of scripts',
      fallback: '1',
    }),
    '1 (0 in a demo)',
  ),
};
