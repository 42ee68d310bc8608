/** Codes that show that the e-mail address and the telephone of a sign-up are its owner's. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { SentCode } from '@pelican/shared/contracts/auth';
import type { VerificationRequest } from '@pelican/shared/contracts/sign-up';
import type pg from 'pg';
import {
  digestOfHash,
  findPasswordHash,
  findUnverifiedPhone,
  lockAccount,
  type MessageCodes,
  maskPhone,
  setPhone,
  setUnverifiedPhone,
  type Tokens,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Queryable, recordAudit } from '../../platform/database/index.ts';
import { demandAccount, type FactorChecks, type SendCode } from '../auth/index.ts';
import { demandPhone, verifyEmail } from './contact.ts';

export interface VerificationDeps {
  pool: pg.Pool;
  prisma: PrismaClient;
  tokens: Tokens;
  codes: MessageCodes;
  sendCode: SendCode;
  checks: FactorChecks;
}

/** Whose sign-up it is: by a session, or by the ticket of the sign-up. */
export interface Newcomer {
  userId: number | undefined;
  ticket: string | undefined;
  ip: string;
}

export interface Verification {
  /** @throws DomainError invalid_token, already_done, too_many_requests */
  sendEmailCode(newcomer: Newcomer): Promise<SentCode>;
  /** @throws DomainError invalid_token, already_done, phone_required, invalid_argument, too_many_requests */
  sendPhoneCode(newcomer: Newcomer, phone: string | undefined): Promise<SentCode>;
  /** What is right counts although the other code is wrong. @throws DomainError invalid_token, code_wrong, phone_taken, too_many_requests */
  confirm(
    newcomer: Newcomer,
    request: VerificationRequest,
  ): Promise<{ email_verified: boolean; phone_verified: boolean }>;
}

const codeUse = (purpose: 'email' | 'phone', userId: number) => ({ purpose, binding: `user:${userId}` }) as const;

export function createVerification({ pool, prisma, tokens, codes, sendCode, checks }: VerificationDeps): Verification {
  /** A ticket ends with the password of the sign-up: the owner of the mailbox may have taken the account over. @throws DomainError invalid_token */
  async function idOf(db: Queryable, { userId, ticket = '' }: Newcomer): Promise<number> {
    if (userId !== undefined) return userId;
    const named = await tokens.verify(ticket, ['verify']);
    const passwordHash = await findPasswordHash(db, named.userId);
    if (passwordHash === undefined || digestOfHash(passwordHash) !== named.subject)
      throw new DomainError('invalid_token');
    return named.userId;
  }

  async function accountOf(newcomer: Newcomer) {
    const id = await idOf(pool, newcomer);
    return { id, ...(await demandAccount(pool, id)) };
  }

  type Account = Awaited<ReturnType<typeof accountOf>>;

  /** The address that the right code was sent to. @throws DomainError code_wrong, too_many_requests */
  async function spend(purpose: 'email' | 'phone', { id, email }: Account, code: string, ip: string): Promise<string> {
    return checks.count({ email, ip }, () => codes.spend(codeUse(purpose, id), code), 'code_wrong');
  }

  async function takePhone(newcomer: Newcomer, userId: number, phone: string): Promise<void> {
    await inTransaction(pool, async (tx) => {
      await lockAccount(tx, userId);
      await idOf(tx, newcomer);
      if (!(await setPhone(tx, userId, phone)))
        throw new DomainError('phone_taken', { fields: { phone_code: ['phone already exists'] } });
      const payload = { phone: maskPhone(phone) };
      await writeNotices(tx, [{ userId, kind: 'phone_verified', payload }]);
      const whom = `user:${userId}`;
      await recordAudit(tx, { actor: whom, action: 'phone.verified', subject: whom, details: payload });
    });
  }

  return {
    async sendEmailCode(newcomer) {
      const { id: userId, email, isEmailVerified } = await accountOf(newcomer);
      if (isEmailVerified) throw new DomainError('already_done');
      const use = codeUse('email', userId);
      return sendCode({ userId, ip: newcomer.ip, factor: 'email_code', to: email, use, words: 'email' });
    },

    async sendPhoneCode(newcomer, given) {
      const { id: userId, phone } = await accountOf(newcomer);
      if (phone !== null) throw new DomainError('already_done');
      const wanted = given === undefined ? await findUnverifiedPhone(pool, userId) : demandPhone(given);
      if (wanted === undefined) throw new DomainError('phone_required');
      const use = codeUse('phone', userId);
      const isNewcomer = newcomer.userId === undefined;
      const code = {
        userId,
        ip: newcomer.ip,
        factor: 'sms_code',
        to: wanted,
        use,
        words: 'phone',
        isNewcomer,
      } as const;
      const sent = await sendCode(code);
      if (given !== undefined) {
        await inTransaction(pool, async (tx) => {
          await lockAccount(tx, userId);
          await idOf(tx, newcomer);
          await setUnverifiedPhone(tx, userId, wanted);
        });
      }
      return sent;
    },

    async confirm(newcomer, { email_code: emailCode, phone_code: phoneCode }) {
      const account = await accountOf(newcomer);
      const { ip } = newcomer;
      if (emailCode !== undefined && !account.isEmailVerified)
        await verifyEmail(prisma, account.id, await spend('email', account, emailCode, ip));
      if (phoneCode !== undefined && account.phone === null)
        await takePhone(newcomer, account.id, await spend('phone', account, phoneCode, ip));
      const after = await demandAccount(pool, account.id);
      return { email_verified: after.isEmailVerified, phone_verified: after.phone !== null };
    },
  };
}
