/** Recovery and change of passwords. Both hold withdrawals back: somebody who has taken the account over gets no money out at once. */
import { DomainError } from '@pelican/shared/contracts';
import { type FactorName, guardFactorsOf } from '@pelican/shared/contracts/auth';
import type { ChangeRequest, RemovedAccess, ResetRequest } from '@pelican/shared/contracts/passwords';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  type AnnounceCommitted,
  demandStrongPassword,
  endOtherSessions,
  hashPassword,
  removedFactorsLockHours,
  replacePassword,
  secondStepsOf,
  verifyPassword,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { takeShared } from '../../platform/http/index.ts';
import { demandAccount, demandSameFactors, type HashQueue, type SessionCaller } from '../auth/index.ts';
import { stopDeletion } from '../deletion/index.ts';
import { stopFactorRecovery } from '../factor-recovery/index.ts';
import { endForeignAccess, endRecentAccess, passwordChangedReason as reason } from './end-access.ts';
import { createRecovery, newRequest, type RecoveryAsked, type RecoveryDeps } from './recovery.ts';
import { createRecoveryFactors, type RecoveryFactors, type RecoveryFactorsDeps } from './recovery-factors.ts';
import { addFormerHash, findFormerHashes, findOwner, type Owner } from './repository.ts';

export interface PasswordServiceDeps extends RecoveryDeps, Omit<RecoveryFactorsDeps, 'pool' | 'recovery'> {
  redis: Pick<Redis, 'eval' | 'set' | 'getdel'>;
  announce: AnnounceCommitted;
  hashes: HashQueue;
  withdrawalLockHours: number;
  log: Pick<Logger, 'error'>;
}

export interface PasswordService {
  /**
   * Begins to write the mail and returns before it is known whether somebody has the e-mail: neither the answer nor its time reveals it.
   * @param asked with the request of before, whose mail is to be sent again
   * @returns the name of the request, which the code of the mail counts for
   */
  startRecovery(asked: { email: string; request?: string | undefined }, ip: string): { request: string };
  /** @throws DomainError code_wrong */
  changeCode(asked: RecoveryAsked, code: string): Promise<{ token: string; factors: FactorName[] }>;
  /** What a recovery demands beside its token. */
  recoveryFactors: Pick<RecoveryFactors, 'dueBy' | 'sendCode' | 'passkeyOptions'>;
  /**
   * Ends all sessions, turns all API keys off and removes second factors that were added within the last days, but those of operators. Where the mailbox had not been
   * verified everything goes that opens the account, and the mailbox is verified.
   * @throws DomainError link_ended, weak_password, password_used_before, factor_needed, factor_wrong, too_many_requests
   */
  reset(request: ResetRequest, ip: string): Promise<Changed>;
  /**
   * Ends all other sessions and, unless the person keeps them, the factors and API keys of the last days.
   * @throws DomainError password_wrong, weak_password, password_used_before, factor_needed, factor_wrong, too_many_requests
   */
  change(person: SessionCaller, request: ChangeRequest): Promise<Changed>;
}

/** A password that was replaced. */
export interface Changed {
  /** Until then nothing is withdrawn. */
  lockedUntil: Date;
  removed: RemovedAccess;
}

interface Ended {
  removed: RemovedAccess;
  lockHours: number;
}

/** Per account: a reader of its mail must not find the password by trying new ones. */
const reuseChecksPerHour = { max: 10, seconds: 3600 };

const nothingRemoved: RemovedAccess = { factors: [], apiKeys: 0 };

export function createPasswordService(deps: PasswordServiceDeps): PasswordService {
  const { pool, redis, announce, factorChecks, hashes, withdrawalLockHours, log } = deps;
  const recovery = createRecovery(deps);
  const recoveryFactors = createRecoveryFactors({ ...deps, recovery });

  /** @throws DomainError weak_password */
  const demandStrong = (password: string, { email }: Owner) => demandStrongPassword(password, email.split(/[@.]/));

  /** The hash of another password than the last ones, in one turn: no later one may find no room. @throws DomainError password_used_before, service_unavailable */
  async function hashOther(password: string, { id, passwordHash }: Owner, ip: string): Promise<string> {
    const former = [passwordHash, ...(await findFormerHashes(pool, id))];
    return hashes.run(ip, async () => {
      for (const hash of former)
        if (await verifyPassword(password, hash))
          throw new DomainError('password_used_before', {
            fields: { password: ['Field should not match one of your last 5 passwords'] },
          });
      return hashPassword(password);
    });
  }

  /**
   * Of two changes at once one finds the password that it has checked.
   * @param how.end what else ends; answers what it has removed, and for how many hours nothing is withdrawn
   */
  async function replace(
    { id: userId, passwordHash: before }: Owner,
    after: string,
    { action, ip, end }: { action: string; ip: string; end(tx: Transaction): Promise<Ended> },
  ): Promise<Changed | undefined> {
    return inTransaction(pool, async (tx) => {
      const current = await findOwner(tx, { id: userId }, 'FOR NO KEY UPDATE');
      if (current?.passwordHash !== before) return;
      const { lockHours, removed } = await end(tx);
      const lockedUntil = await replacePassword(tx, userId, { passwordHash: after, lockHours });
      await addFormerHash(tx, userId, before);
      // The password that has asked for them is none any more.
      await stopFactorRecovery(tx, userId, { by: 'password' });
      await stopDeletion(tx, userId, { by: 'password' });
      await writeNotices(tx, [{ userId, kind: 'password_changed', payload: { keysOff: removed.apiKeys, lockHours } }]);
      await recordAudit(tx, {
        actor: `user:${userId}`,
        action,
        subject: `user:${userId}`,
        details: { ip, ...removed },
      });
      return { lockedUntil, removed };
    });
  }

  return {
    startRecovery({ email, request = newRequest() }, ip) {
      recovery
        .mail({ email, request }, ip)
        .catch((error: unknown) => log.error({ err: error }, 'a recovery mail was not written'));
      return { request };
    },

    async changeCode(asked, code) {
      const { token, owner } = await recovery.changeCode(asked, code);
      return { token, factors: await recoveryFactors.dueOf(owner) };
    },

    recoveryFactors,

    async reset({ token, password, ...proof }, ip) {
      const owner = await recovery.ownerOf(token);
      const { id: userId } = owner;
      await demandStrong(password, owner);
      // Only after the factors of the recovery: the answer reveals whether the password is the present one, so it counts as a guess.
      await recoveryFactors.demand(owner, { token, ip }, proof);
      await takeShared(redis, [{ ...reuseChecksPerHour, name: `recovery-password:${userId}` }]);
      const passwordHash = await hashOther(password, owner, ip);
      const changed = await replace(owner, passwordHash, {
        action: 'user.password_recovered',
        ip,
        async end(tx) {
          const { hadFactors, ...removed } = await endForeignAccess(tx, owner);
          return { removed, lockHours: Math.max(withdrawalLockHours, hadFactors ? removedFactorsLockHours : 0) };
        },
      });
      if (!changed) throw new DomainError('link_ended');
      await announce({ kind: 'user', userId, reason });
      return changed;
    },

    async change(person, { password_old, password, keep_recent: keepsRecent = false, ...proof }) {
      const { userId, sessionId, ip } = person;
      const owner = await findOwner(pool, { id: userId });
      if (!owner) throw new DomainError('invalid_token');
      if (!(await factorChecks.isPassword({ ...person, email: owner.email }, password_old))) throw wrongPassword();
      await demandStrong(password, owner);
      const passwordHash = await hashOther(password, owner, ip);
      // The change removes recent factors: what the mailbox shows must not remove an app.
      const account = await demandAccount(pool, userId);
      const shown = await factorChecks.demand(person, proof, false, guardFactorsOf(secondStepsOf(account)));
      let ended: string[] = [];
      const changed = await replace(owner, passwordHash, {
        action: 'user.password_changed',
        ip,
        async end(tx) {
          await demandSameFactors(tx, userId, account);
          ended = await endOtherSessions(tx, userId, sessionId, reason);
          const removed = keepsRecent
            ? nothingRemoved
            : await endRecentAccess(tx, userId, { shown, lockHours: withdrawalLockHours });
          return { removed, lockHours: withdrawalLockHours };
        },
      });
      if (!changed) throw wrongPassword();
      for (const id of ended) await announce({ kind: 'session', id, userId, reason });
      await announce({ kind: 'user', userId, reason });
      return changed;
    },
  };
}

function wrongPassword(): DomainError {
  return new DomainError('password_wrong', { fields: { password_old: ['The password is wrong'] } });
}
