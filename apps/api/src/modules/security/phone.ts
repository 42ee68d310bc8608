/** The telephone of a person: it is one's own by a code that it was sent. */
import { DomainError } from '@pelican/shared/contracts';
import type { SentCode } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AnnounceCommitted,
  type CodeUse,
  canonicalPhone,
  lockWithdrawals,
  type MessageCodes,
  maskPhone,
  setPhone,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { demandAccount, type FactorChecks, type SendCode, type SessionCaller } from '../auth/index.ts';
import { recordChange } from './changes.ts';

export interface PhoneServiceDeps {
  pool: pg.Pool;
  codes: MessageCodes;
  sendCode: SendCode;
  checks: FactorChecks;
  announce: AnnounceCommitted;
  withdrawalLockHours: number;
}

export interface PhoneService {
  /** @throws DomainError invalid_argument, too_many_requests */
  send(self: SessionCaller, phone: string): Promise<SentCode>;
  /**
   * A number in place of one that is a second factor holds withdrawals back.
   * @returns the number, masked
   * @throws DomainError code_wrong, phone_taken, too_many_requests
   */
  verify(self: SessionCaller, code: string): Promise<string>;
}

export function createPhoneService(deps: PhoneServiceDeps): PhoneService {
  const { pool, codes, sendCode, checks, announce, withdrawalLockHours } = deps;

  async function isFactor(userId: number): Promise<boolean> {
    return (await demandAccount(pool, userId)).second.includes('sms_code');
  }

  return {
    async send({ userId, sessionId, ip }, text) {
      const to = canonicalPhone(text);
      if (to === undefined)
        throw new DomainError('invalid_argument', { fields: { phone: ['This is no number of a telephone'] } });
      const use = codeUse(sessionId, await isFactor(userId));
      return sendCode({ userId, ip, factor: 'sms_code', to, use, words: 'phone' });
    },

    async verify(self, code) {
      const { userId, sessionId } = self;
      const { email, second } = await demandAccount(pool, userId);
      const replacesFactor = second.includes('sms_code');
      const spend = () => codes.spend(codeUse(sessionId, replacesFactor), code);
      const number = await checks.count({ ...self, email }, spend, 'code_wrong');
      await inTransaction(pool, async (tx) => {
        if (!(await setPhone(tx, userId, number))) throw new DomainError('phone_taken');
        if (replacesFactor) await lockWithdrawals(tx, userId, withdrawalLockHours);
        await recordChange(tx, userId, 'phone.verified', { phone: maskPhone(number) });
        await writeNotices(tx, [{ userId, kind: 'phone_verified', payload: { phone: maskPhone(number) } }]);
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
