/** The telephone of a person: it is one's own by a code that it was sent. */
import type { SentCode } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
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
   * A number in place of another one holds withdrawals back, and the other one is told.
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
      const use = codeUse(sessionId, account.second.includes('sms_code'));
      return phones.sendCode({ userId, account, ip, to, use });
    },

    async verify(self, code) {
      const { userId, sessionId } = self;
      const { email, second } = await demandAccount(pool, userId);
      const replacesFactor = second.includes('sms_code');
      const spend = () => codes.spend(codeUse(sessionId, replacesFactor), code);
      const number = await checks.count({ ...self, email }, spend, 'code_wrong');
      await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, { userId, sessionId });
        const current = await demandAccount(tx, userId);
        // Codes by text message were turned on since the code was spent: their number takes a code that was asked for after that.
        if (!replacesFactor && current.second.includes('sms_code')) throw wrong('code_wrong');
        const isReplaced = current.phone !== null && current.phone !== number;
        const lockHours = isReplaced || replacesFactor ? withdrawalLockHours : 0;
        await phones.take(tx, { userId, phone: number, field: 'code', former: current.phone, lockHours });
        if (lockHours > 0) await lockWithdrawals(tx, userId, lockHours);
      });
      await announce({ kind: 'user', userId, reason: 'phone_verified' });
      return maskPhone(number);
    },
  };
}

/** A code that was asked for before codes by text message were turned on replaces no number of a factor. */
function codeUse(sessionId: string, replacesFactor: boolean): CodeUse {
  return { purpose: 'phone', binding: `session:${sessionId}${replacesFactor ? ':factor' : ''}` };
}
