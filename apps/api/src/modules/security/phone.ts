/** The telephone of a person: it is one's own by a code that it was sent. */
import type { SentCode } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AccountFactors,
  type AnnounceCommitted,
  type CodeUse,
  lockLiveSession,
  lockWithdrawals,
  type MessageCodes,
  maskPhone,
} from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { demandAccount, demandVerifiedEmail, type FactorChecks, type SessionCaller, wrong } from '../auth/index.ts';
import type { Phones } from '../phones/index.ts';

export interface PhoneServiceDeps {
  pool: pg.Pool;
  codes: MessageCodes;
  phones: Phones;
  checks: FactorChecks;
  announce: AnnounceCommitted;
  withdrawalLockHours: number;
}

export interface PhoneService {
  /** @throws DomainError email_unverified, invalid_argument, country_restricted, too_many_requests */
  send(self: SessionCaller, phone: string): Promise<SentCode>;
  /**
   * A number in place of another one, or the first one beside second factors, holds withdrawals back; the former number gets a text message.
   * @returns the number, masked
   * @throws DomainError code_wrong, phone_taken, too_many_requests, invalid_token (the session has ended)
   */
  verify(self: SessionCaller, code: string): Promise<string>;
}

export function createPhoneService(deps: PhoneServiceDeps): PhoneService {
  const { pool, codes, phones, checks, announce, withdrawalLockHours } = deps;

  return {
    async send({ userId, sessionId, ip }, text) {
      const account = await demandAccount(pool, userId);
      demandVerifiedEmail(account);
      const to = phones.demandNumber(text);
      const use = codeUse(sessionId, account);
      return phones.sendCode({ userId, account, ip, to, use });
    },

    async verify(self, code) {
      const { userId, sessionId } = self;
      const account = await demandAccount(pool, userId);
      const { email } = account;
      const spend = () => codes.spend(codeUse(sessionId, account), code);
      const number = await checks.count({ ...self, email }, spend, 'code_wrong');
      await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, { userId, sessionId });
        const current = await demandAccount(tx, userId);
        // A factor was turned on since the code was spent: beside it counts a code that was asked for after that.
        if (besideOf(current) !== besideOf(account)) throw wrong('code_wrong');
        const isNew = current.phone !== number;
        const isBeside = current.phone !== null || current.second.length > 0;
        const locks = current.second.includes('sms_code') || (isNew && isBeside);
        const lockHours = locks ? withdrawalLockHours : 0;
        await phones.take(tx, { userId, phone: number, field: 'code', former: current.phone, lockHours });
        if (lockHours > 0) await lockWithdrawals(tx, userId, lockHours);
      });
      await announce({ kind: 'user', userId, reason: 'phone_verified' });
      return maskPhone(number);
    },
  };
}

/** A code that was asked for beside other second factors, or without one, adds no number: who asked for it has shown none of those of now. */
function codeUse(sessionId: string, account: Pick<AccountFactors, 'second'>): CodeUse {
  return { purpose: 'phone', binding: `session:${sessionId}:beside:${besideOf(account)}` };
}

function besideOf({ second }: Pick<AccountFactors, 'second'>): string {
  return second.join();
}
