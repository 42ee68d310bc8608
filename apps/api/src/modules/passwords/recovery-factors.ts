/**
 * The second factor that a recovery of the password demands beside the mailbox. Somebody who recovers has no session: codes and passkeys are
 * asked by the token of the recovery, and count for that token alone. A right answer is spent; what refuses the new password afterwards must not
 * cost the person the next recovery code: the same answer counts again for the token, for ten minutes.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { type FactorName, guardFactorsOf, type SentCode, type SentFactorName } from '@pelican/shared/contracts/auth';
import type { Redis } from 'ioredis';
import { type CodeUse, findSettledFactors, type Passkeys } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { demandAccount, type FactorChecks, type Proof, recipientOf, type SendCode } from '../auth/index.ts';
import type { Recovery } from './recovery.ts';
import type { Owner } from './repository.ts';

const shownSeconds = 600;

export interface RecoveryFactorsDeps {
  pool: Queryable;
  redis: Pick<Redis, 'set' | 'getdel'>;
  recovery: Pick<Recovery, 'ownerOf'>;
  factorChecks: FactorChecks;
  sendCode: SendCode;
  passkeys: Pick<Passkeys, 'requestOptions'>;
}

/** A person who recovers the password of the account. */
export interface Recovering {
  token: string;
  ip: string;
}

export interface RecoveryFactors {
  /** Of which the recovery demands one; none for an account that its mailbox alone opens. */
  dueOf(owner: Owner): Promise<FactorName[]>;
  /** @throws DomainError link_ended */
  dueBy(token: string): Promise<FactorName[]>;
  /** @throws DomainError link_ended, invalid_argument (it is not due), phone_required, too_many_requests */
  sendCode(recovering: Recovering, factor: SentFactorName): Promise<SentCode>;
  /** Options for the passkeys older than `recentDays`. @throws DomainError link_ended, invalid_argument, passkeys_unavailable */
  passkeyOptions(token: string): Promise<Record<string, unknown>>;
  /** @throws DomainError factor_needed, factor_wrong, too_many_requests */
  demand(owner: Owner, recovering: Recovering, proof: Proof): Promise<void>;
}

export function createRecoveryFactors(deps: RecoveryFactorsDeps): RecoveryFactors {
  const { pool, redis, recovery, factorChecks, passkeys } = deps;

  /** One comparison ends what is kept: another answer is a guess, and counted as one. */
  async function wasShown(token: string, proof: Proof): Promise<boolean> {
    return (await redis.getdel(keyOf(token))) === digestOf(proof);
  }

  async function keepShown(token: string, proof: Proof): Promise<void> {
    await redis.set(keyOf(token), digestOf(proof), 'EX', shownSeconds);
  }

  /**
   * The owner of the mailbox of an unverified account is held off by no factor. A code by mail shows nothing that the link has not shown: it
   * counts only for an account that has nothing else, and never for an operator, who is left with a recovery code.
   */
  async function dueOf({ id, isEmailVerified, isOperator }: Owner): Promise<FactorName[]> {
    const settled = isEmailVerified ? await findSettledFactors(pool, id) : [];
    const due = guardFactorsOf(settled);
    return isOperator && due.includes('email_code') ? ['recovery_code'] : [...due];
  }

  /** @throws DomainError link_ended, invalid_argument */
  async function ownerWith(token: string, factor: FactorName): Promise<Owner> {
    const owner = await recovery.ownerOf(token);
    if ((await dueOf(owner)).includes(factor)) return owner;
    throw new DomainError('invalid_argument', { fields: { factor: ['Current value is not supported'] } });
  }

  return {
    dueOf,
    dueBy: async (token) => dueOf(await recovery.ownerOf(token)),

    async sendCode({ token, ip }, factor) {
      const { id: userId } = await ownerWith(token, factor);
      const to = recipientOf(await demandAccount(pool, userId), factor, 'recovery');
      return deps.sendCode({ userId, ip, ...to, use: codeUseOf(token), words: 'recovery' });
    },

    async passkeyOptions(token) {
      const { id: userId } = await ownerWith(token, 'passkey');
      return passkeys.requestOptions(codeUseOf(token).binding, { userId, isSettled: true });
    },

    async demand(owner, { token, ip }, proof) {
      const due = await dueOf(owner);
      if (due.length === 0) return;
      const isRepeat = proof.code !== undefined && (await wasShown(token, proof));
      if (!isRepeat) await factorChecks.demand({ userId: owner.id, ip, use: codeUseOf(token) }, proof, true, due);
      await keepShown(token, proof);
    },
  };
}

function codeUseOf(token: string): CodeUse {
  return { purpose: 'recovery_factor', binding: `recovery:${hashOf(token)}` };
}

/** Of the answer that the token has shown. */
function keyOf(token: string): string {
  return `recovery-shown:${hashOf(token)}`;
}

function digestOf({ factor = undefined, code }: Proof): string {
  return hashOf(JSON.stringify([factor, code]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
