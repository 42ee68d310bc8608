/** Sends codes of six digits by mail and by text message. */
import { DomainError } from '@pelican/shared/contracts';
import type { SentCode, SentFactorName } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AccountFactors,
  type CodeAsker,
  type CodeUse,
  type MessageCodes,
  maskEmail,
  maskPhone,
  type NewCode,
} from '../../identity/index.ts';
import { type NewNotice, writeNotices } from '../../notices/index.ts';
import { inTransaction } from '../../platform/database/index.ts';

export interface CodeToSend {
  newcomer?: NewCode['newcomer'];
  /** Where it goes to the verified address or number of the account. */
  asker?: CodeAsker | undefined;
  userId: number;
  ip: string;
  factor: SentFactorName;
  /** The address or number. */
  to: string;
  use: CodeUse;
  /** What the message says that it is for. */
  words: 'sign_in' | 'new_device' | 'confirm' | 'phone' | 'email' | 'recovery';
}

export type SendCode = (code: CodeToSend) => Promise<SentCode>;

/** @returns the function that sends one @throws DomainError too_many_requests: the last one is not a minute old */
export function createSendCode({ pool, codes }: { pool: pg.Pool; codes: MessageCodes }): SendCode {
  return async ({ userId, ip, factor, to, use, words, newcomer, asker }) => {
    const { code, expiresAtMs, retryAfterSeconds, withdraw } = await codes.issue({
      ...use,
      to,
      userId,
      ip,
      newcomer,
      asker,
    });
    const notice: NewNotice =
      factor === 'email_code'
        ? { userId, kind: 'code_by_mail', payload: { code, purpose: words } }
        : { userId, kind: 'code_by_text', payload: { code, purpose: words, phone: to } };
    await inTransaction(pool, (tx) => writeNotices(tx, [notice])).catch(async (error: unknown) => {
      await withdraw();
      throw error;
    });
    return {
      to: maskAddress(factor, to),
      expires: Math.floor(expiresAtMs / 1000),
      retry_after: retryAfterSeconds,
    };
  };
}

/** @throws DomainError phone_required */
export function addressOf({ email, phone }: AccountFactors, factor: SentFactorName): string {
  const to = factor === 'email_code' ? email : phone;
  if (to === null) throw new DomainError('phone_required');
  return to;
}

/** Where a code of the account's own factor goes. @throws DomainError phone_required */
export function recipientOf(account: AccountFactors, factor: SentFactorName, asker: CodeAsker) {
  const isVerified = factor === 'sms_code' || account.isEmailVerified;
  return { factor, to: addressOf(account, factor), asker: isVerified ? asker : undefined };
}

/** For those to whom it is no failure that no code is sent. */
export function unlessTooMany(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'too_many_requests') return;
  throw error;
}

export function maskAddress(factor: SentFactorName, to: string): string {
  return factor === 'email_code' ? maskEmail(to) : maskPhone(to);
}
