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
      const use = codeUse(sessionId, besideOf(account));
      return phones.sendCode({ userId, account, ip, to, use });
    },

    async verify(self, code) {
      const { userId, sessionId } = self;
      const account = await demandAccount(pool, userId);
      const { email } = account;
      const beside = besideOf(account);
      const spend = () => codes.spend(codeUse(sessionId, beside), code);
      const number = await checks.count({ ...self, email }, spend, 'code_wrong');
      await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, { userId, sessionId });
        const current = await demandAccount(tx, userId);
        // A factor was turned on since the code was spent: beside it counts a code that was asked for after that.
        if (besideOf(current) !== beside) throw wrong('code_wrong');
        const isNew = current.phone !== number;
        const locks = beside === 'texts' || (isNew && (current.phone !== null || beside === 'factors'));
        const lockHours = locks ? withdrawalLockHours : 0;
        await phones.take(tx, { userId, phone: number, field: 'code', former: current.phone, lockHours });
        if (lockHours > 0) await lockWithdrawals(tx, userId, lockHours);
      });
      await announce({ kind: 'user', userId, reason: 'phone_verified' });
      return maskPhone(number);
    },
  };
}

/** What a number comes beside, or in place of: codes that are sent to it, other second factors, or none. */
type Beside = 'texts' | 'factors' | 'none';

function besideOf({ second }: Pick<AccountFactors, 'second'>): Beside {
  if (second.includes('sms_code')) return 'texts';
  return second.length > 0 ? 'factors' : 'none';
}

/** A code that was asked for without a second factor, before one was turned on, adds no number beside it. */
function codeUse(sessionId: string, beside: Beside): CodeUse {
  return { purpose: 'phone', binding: `session:${sessionId}:beside:${beside}` };
}
