/**
 * The telephone of somebody who says that every second factor is lost. A person who has the password and the mailbox, which often have one password,
 * could ask for it and read our mails: one who shows the telephone too is more likely the owner. It may be lost with the factors, so that it is
 * demanded of nobody; operators see whether it was shown.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { SentCode } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import { type CodeUse, type MessageCodes, maskPhone } from '../../identity/index.ts';
import { demandAccount, type FactorChecks, type SendCode } from '../auth/index.ts';

export interface PhoneProofDeps {
  pool: pg.Pool;
  codes: MessageCodes;
  sendCode: SendCode;
  checks: FactorChecks;
}

export interface PhoneProof {
  /** Masked; null for an account without a telephone, or one whose telephone is among the lost factors. */
  phoneOf(userId: number): Promise<string | null>;
  /** @throws DomainError phone_required, too_many_requests */
  sendCode(asking: { userId: number; ticket: string; ip: string }): Promise<SentCode>;
  /**
   * Counts and judges a code.
   * @returns whether the telephone was shown; null where there is none to show
   * @throws DomainError code_wrong, too_many_requests
   */
  judge(asking: { userId: number; ticket: string; ip: string }, code: string | undefined): Promise<boolean | null>;
}

export function createPhoneProof({ pool, codes, sendCode, checks }: PhoneProofDeps): PhoneProof {
  async function accountOf(userId: number): Promise<{ email: string; phone: string | null }> {
    const { email, phone, second } = await demandAccount(pool, userId);
    return { email, phone: second.includes('sms_code') ? null : phone };
  }

  return {
    async phoneOf(userId) {
      const { phone } = await accountOf(userId);
      return phone && maskPhone(phone);
    },

    async sendCode({ userId, ticket, ip }) {
      const { phone: to } = await accountOf(userId);
      if (to === null) throw new DomainError('phone_required');
      const use = codeUseOf(ticket);
      return sendCode({ userId, ip, factor: 'sms_code', to, asker: 'password', use, words: 'confirm' });
    },

    async judge({ userId, ticket, ip }, code) {
      const { email, phone } = await accountOf(userId);
      if (phone === null) return null;
      if (code === undefined) return false;
      const verify = async () => ((await codes.spend(codeUseOf(ticket), code)) === phone ? true : undefined);
      return checks.count({ email, ip, apart: 'phone' }, verify, 'code_wrong');
    },
  };
}

function codeUseOf(ticket: string): CodeUse {
  return { purpose: 'recovery_factor', binding: `ticket:${ticket}` };
}
