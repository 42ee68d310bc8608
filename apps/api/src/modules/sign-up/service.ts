/** Sign-up. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { RegisterRequest } from '@pelican/shared/contracts/sign-up';
import type { Language } from '@pelican/shared/contracts/system';
import type { Tokens } from '../../identity/index.ts';
import {
  demandStrongPassword,
  digestOfHash,
  firstNickname,
  hashPassword,
  maskPhone,
  signUpUser,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { createAuditRecord, inPrismaTransaction, type PrismaQueryable } from '../../platform/database/index.ts';
import type { FactorChecks, HashQueue } from '../auth/index.ts';
import type { Phones } from '../phones/index.ts';
import { recordKeptReferral, recordReferral } from '../referrals/index.ts';
import { isCountry } from '../system/index.ts';
import { verifyEmail } from './contact.ts';

export interface SignUpServiceDeps {
  prisma: PrismaClient;
  tokens: Tokens;
  hashes: HashQueue;
  checks: FactorChecks;
  phones: Pick<Phones, 'demandNumber'>;
  restrictedCountries: readonly string[];
  /** Whether an account needs a telephone number and the password once more, as the form has them. */
  isPhoneRequired: boolean;
}

export interface Registered {
  email: string;
  /** Names the account to the calls that send and check codes, for as long as it has its first password. */
  verification: string;
  /** Masked. */
  phone: string | null;
}

/** Who signs up, and in which language the exchange writes to them. */
export interface Newcomer {
  ip: string;
  language: Language;
  /** A referral code that the browser has kept, for a form without one. */
  keptReferral: string | undefined;
}

export interface Confirming {
  /** Of the session. */
  userId: number | undefined;
  password: string | undefined;
  ip: string;
}

export interface SignUpService {
  /**
   * Makes the account and writes the confirmation mail. The user may sign in at once.
   * @throws DomainError country_restricted, weak_password, email_taken, invalid_argument, service_unavailable
   */
  register(request: RegisterRequest, caller: Newcomer): Promise<Registered>;
  /**
   * Confirms the address by the token of the mail. The reader of the mail may be somebody else than the maker of the account: the
   * session, or the password, shows that it is one person.
   * @throws DomainError link_ended, password_needed, password_wrong, too_many_requests, service_unavailable
   */
  confirm(token: string, confirming: Confirming): Promise<{ email: string }>;
}

const confirmationLifeSeconds = 7 * 24 * 3600;
const verificationLifeSeconds = 24 * 3600;

export function createSignUpService(deps: SignUpServiceDeps): SignUpService {
  const { prisma, tokens, hashes, checks, phones, restrictedCountries, isPhoneRequired } = deps;

  /** @throws DomainError country_restricted, invalid_argument */
  function demandCountry(country: string): void {
    if (!isCountry(country)) throw new DomainError('invalid_argument', { fields: { country: ['Unknown country'] } });
    if (restrictedCountries.includes(country)) {
      throw new DomainError('country_restricted', {
        fields: { country: ['Registration is not available in your country'] },
      });
    }
  }

  /** The schema has compared the second entry of the password where it is given. @throws DomainError invalid_argument */
  function demandDetails(request: RegisterRequest): void {
    if (!isPhoneRequired) return;
    const missing = (['phone', 'password_confirmation'] as const).filter((field) => request[field] === undefined);
    if (missing.length === 0) return;
    const fields = Object.fromEntries(missing.map((field) => [field, ['Field is required']]));
    throw new DomainError('invalid_argument', { fields });
  }

  /** A guess like those of sign-in, and counted with them. @throws DomainError password_needed, password_wrong, too_many_requests */
  async function demandPassword(person: { userId: number; email: string; ip: string }, code: string | undefined) {
    if (code === undefined) throw new DomainError('password_needed');
    if (await checks.isPassword(person, code)) return;
    throw new DomainError('password_wrong', { fields: { password: ['The password is wrong'] } });
  }

  async function create(
    request: RegisterRequest,
    {
      passwordHash,
      phone,
      language,
      keptReferral,
    }: Omit<Newcomer, 'ip'> & { passwordHash: string; phone: string | undefined },
  ): Promise<number> {
    const { email, country, referral, updates = false } = request;
    return inPrismaTransaction(prisma, async (transaction) => {
      const userId = await signUpUser(transaction, {
        email,
        passwordHash,
        nickname: firstNickname(email),
        country,
        locale: language,
        phone,
        wantsUpdates: updates,
      });
      if (userId === undefined) throw new DomainError('email_taken', { fields: { email: ['Email already in use'] } });
      const code = await recordInviter(transaction, userId, { referral, keptReferral });
      const token = await tokens.sign('confirm', { userId, subject: email, lifeSeconds: confirmationLifeSeconds });
      await writeNotices(transaction, [{ userId, kind: 'email_confirmation', payload: { token } }]);
      await createAuditRecord(transaction, {
        actor: `user:${userId}`,
        action: 'user.registered',
        subject: `user:${userId}`,
        details: { country, updates, ...(code ? { referral: code } : {}) },
      });
      return userId;
    });
  }

  return {
    async register(request, { ip, ...caller }) {
      const { email, password, country } = request;
      demandDetails(request);
      demandCountry(country);
      const phone = request.phone === undefined ? undefined : phones.demandNumber(request.phone);
      await demandStrongPassword(password, email.split(/[@.]/));
      const passwordHash = await hashes.run(ip, () => hashPassword(password));
      const userId = await create(request, { passwordHash, phone, ...caller });
      const verification = await tokens.sign('verify', {
        userId,
        subject: digestOfHash(passwordHash),
        lifeSeconds: verificationLifeSeconds,
      });
      return { email, verification, phone: phone === undefined ? null : maskPhone(phone) };
    },

    async confirm(token, confirming) {
      const { userId, subject: email } = await tokens.verify(token, ['confirm']).catch((cause: unknown) => {
        throw new DomainError('link_ended', { cause });
      });
      if (confirming.userId !== userId) await demandPassword({ userId, email, ip: confirming.ip }, confirming.password);
      await verifyEmail(prisma, userId, email);
      return { email };
    },
  };
}

/** @returns the code by which somebody has brought the new user. @throws DomainError invalid_argument (referral): nobody has the typed one */
async function recordInviter(
  tx: PrismaQueryable,
  userId: number,
  { referral, keptReferral }: { referral: string | undefined; keptReferral: string | undefined },
): Promise<string | undefined> {
  if (referral) {
    await recordReferral(tx, userId, referral);
    return referral;
  }
  const isKnown = keptReferral !== undefined && (await recordKeptReferral(tx, userId, keptReferral));
  return isKnown ? keptReferral : undefined;
}
