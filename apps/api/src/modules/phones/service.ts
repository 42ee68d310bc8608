/** Telephones of accounts: a number is sent a code, and is the account's own once that code comes back. */
import { DomainError, errorTable } from '@pelican/shared/contracts';
import type { SentCode } from '@pelican/shared/contracts/auth';
import {
  type AccountFactors,
  type CodeUse,
  canonicalPhone,
  countryOfPhone,
  maskPhone,
  type NewCode,
  setPhone,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import type { SendCode } from '../auth/index.ts';

export interface PhonesDeps {
  sendCode: SendCode;
  restrictedCountries: readonly string[];
}

export interface Phones {
  /** In the form of E.164. @throws DomainError invalid_argument, country_restricted */
  demandNumber(text: string): string;
  /** @throws DomainError too_many_requests */
  sendCode(wanted: {
    userId: number;
    account: AccountFactors;
    ip: string;
    to: string;
    use: CodeUse;
  }): Promise<SentCode>;
  /**
   * Makes a number that its code has proven the account's own.
   * @param proven.field of the code, which a refusal names
   * @param proven.former the number that it replaces, which gets a message: its owner notices a thief who has the mailbox too
   * @param proven.lockHours for which nothing is withdrawn then
   * @throws DomainError phone_taken
   */
  take(tx: Transaction, proven: ProvenPhone): Promise<void>;
}

export interface ProvenPhone {
  userId: number;
  phone: string;
  field: string;
  former?: string | null;
  lockHours?: number;
}

export function createPhones({ sendCode, restrictedCountries }: PhonesDeps): Phones {
  return {
    demandNumber(text) {
      const phone = canonicalPhone(text);
      if (phone === undefined)
        throw new DomainError('invalid_argument', { fields: { phone: ['Phone number is not valid'] } });
      const country = countryOfPhone(phone);
      if (country !== undefined && restrictedCountries.includes(country))
        throw new DomainError('country_restricted', { fields: { phone: [errorTable.country_restricted.message] } });
      return phone;
    },

    sendCode({ userId, account, ip, to, use }) {
      const newcomer = newcomerOf(account);
      return sendCode({ userId, ip, factor: 'sms_code', to, use, words: 'phone', newcomer });
    },

    async take(tx, { userId, phone, field, former = null, lockHours = 0 }) {
      if (!(await setPhone(tx, userId, phone)))
        throw new DomainError('phone_taken', { fields: { [field]: [errorTable.phone_taken.message] } });
      const payload = { phone: maskPhone(phone) };
      await writeNotices(tx, [{ userId, kind: 'phone_verified', payload: { ...payload, lockHours } }]);
      if (former !== null && former !== phone)
        await writeNotices(tx, [{ userId, kind: 'phone_replaced', payload: { former } }]);
      const whom = `user:${userId}`;
      await recordAudit(tx, { actor: whom, action: 'phone.verified', subject: whom, details: payload });
    },
  };
}

/** Accounts that cost nothing to make, whether they have a session or not: their messages are bounded by country. */
function newcomerOf({ phone, isEmailVerified, isYoung }: AccountFactors): NewCode['newcomer'] {
  if (phone !== null) return undefined;
  if (!isEmailVerified) return 'unverified';
  return isYoung ? 'verified' : undefined;
}
