/** Codes that show that the e-mail address and the telephone of a sign-up are its owner's. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { SentCode } from '@pelican/shared/contracts/auth';
import type { VerificationRequest } from '@pelican/shared/contracts/sign-up';
import type pg from 'pg';
import {
  type AccountFactors,
  digestOfHash,
  findPasswordHash,
  findUnverifiedPhone,
  lockLiveSession,
  lockUserRow,
  type MessageCodes,
  type SessionOfUser,
  setUnverifiedPhone,
  type Tokens,
} from '../../identity/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { demandAccount, demandVerifiedEmail, type FactorChecks, type SendCode } from '../auth/index.ts';
import type { Phones } from '../phones/index.ts';
import { verifyEmail } from './contact.ts';

export interface VerificationDeps {
  pool: pg.Pool;
  prisma: PrismaClient;
  tokens: Tokens;
  codes: MessageCodes;
  sendCode: SendCode;
  checks: FactorChecks;
  phones: Phones;
}

/** Whose sign-up it is: by a session, or by the ticket of the sign-up. */
export interface Newcomer {
  session: SessionOfUser | undefined;
  ticket: string | undefined;
  ip: string;
}

export interface Verification {
  /** @throws DomainError link_ended, already_verified, too_many_requests */
  sendEmailCode(newcomer: Newcomer): Promise<SentCode>;
  /** @throws DomainError link_ended, already_verified, email_unverified, phone_required, invalid_argument, country_restricted, too_many_requests */
  sendPhoneCode(newcomer: Newcomer, phone: string | undefined): Promise<SentCode>;
  /** What is right counts although the other code is wrong. @throws DomainError link_ended, invalid_token, code_wrong, phone_taken, already_verified, too_many_requests */
  confirm(
    newcomer: Newcomer,
    request: VerificationRequest,
  ): Promise<{ email_verified: boolean; phone_verified: boolean }>;
}

const codeUse = (purpose: 'email' | 'phone', userId: number) => ({ purpose, binding: `user:${userId}` }) as const;

export function createVerification(deps: VerificationDeps): Verification {
  const { pool, prisma, tokens, codes, sendCode, checks, phones } = deps;

  /**
   * A ticket ends with the password of the sign-up: the owner of the mailbox may have taken the account over.
   * @throws DomainError link_ended, invalid_argument (there is no ticket, and nobody has signed in)
   */
  async function idOf(db: Queryable, { session, ticket }: Newcomer): Promise<number> {
    if (session !== undefined) return session.userId;
    if (ticket === undefined)
      throw new DomainError('invalid_argument', { fields: { verification: ['Token is required'] } });
    const named = await tokens.verify(ticket, ['verify']).catch((cause: unknown) => {
      throw new DomainError('link_ended', { cause });
    });
    const passwordHash = await findPasswordHash(db, named.userId);
    if (passwordHash === undefined || digestOfHash(passwordHash) !== named.subject) throw new DomainError('link_ended');
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

  /** The row of the account, once more by the session or the ticket, either of which may have ended. @throws DomainError invalid_token, link_ended */
  async function lockAccount(tx: Transaction, newcomer: Newcomer, userId: number): Promise<void> {
    if (newcomer.session !== undefined) return lockLiveSession(tx, newcomer.session);
    await lockUserRow(tx, userId);
    await idOf(tx, newcomer);
  }

  async function takePhone(newcomer: Newcomer, userId: number, phone: string): Promise<void> {
    await inTransaction(pool, async (tx) => {
      await lockAccount(tx, newcomer, userId);
      // A number that another call has verified meanwhile is changed by the settings alone.
      demandNoProof(await demandAccount(tx, userId));
      await phones.take(tx, { userId, phone, field: 'phone_code' });
    });
  }

  return {
    async sendEmailCode(newcomer) {
      const { id: userId, email, isEmailVerified } = await accountOf(newcomer);
      if (isEmailVerified) throw new DomainError('already_verified');
      const use = codeUse('email', userId);
      return sendCode({ userId, ip: newcomer.ip, factor: 'email_code', to: email, use, words: 'email' });
    },

    async sendPhoneCode(newcomer, given) {
      const { id: userId, ...account } = await accountOf(newcomer);
      demandNoProof(account);
      // The ticket is of a moment ago; a session may be anybody's who has once signed up.
      if (newcomer.session !== undefined) demandVerifiedEmail(account);
      const text = given ?? (await findUnverifiedPhone(pool, userId));
      if (text === undefined) throw new DomainError('phone_required');
      const wanted = phones.demandNumber(text);
      const use = codeUse('phone', userId);
      const sent = await phones.sendCode({ userId, account, ip: newcomer.ip, to: wanted, use });
      if (given !== undefined) {
        await inTransaction(pool, async (tx) => {
          await lockAccount(tx, newcomer, userId);
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

/** The first number of an account without second factors; beside them the settings take one of them for it. @throws DomainError already_verified */
function demandNoProof({ phone, second }: Pick<AccountFactors, 'phone' | 'second'>): void {
  if (phone !== null) throw new DomainError('already_verified');
  if (second.length > 0)
    throw new DomainError('already_verified', {
      message: 'Your account has a second factor: please add a phone number in the security settings',
    });
}
