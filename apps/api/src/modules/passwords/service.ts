/** Recovery and change of passwords. Both hold withdrawals back: somebody who has taken the account over gets no money out at once. */
import { DomainError } from '@pelican/shared/contracts';
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { ChangeRequest, ResetRequest } from '@pelican/shared/contracts/passwords';
import type { Logger } from 'pino';
import {
  type AnnounceCommitted,
  claimUnverifiedAccount,
  deleteApiKeysOf,
  demandStrongPassword,
  disableApiKeysOf,
  endOtherSessions,
  endSessions,
  hashPassword,
  removedFactorsLockHours,
  removeRecentFactors,
  removeSecondFactors,
  replacePassword,
  verifyPassword,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import type { HashQueue, SessionCaller } from '../auth/index.ts';
import { stopFactorRecovery } from '../factor-recovery/index.ts';
import { createRecovery, newRequest, type RecoveryAsked, type RecoveryDeps } from './recovery.ts';
import { createRecoveryFactors, type RecoveryFactors, type RecoveryFactorsDeps } from './recovery-factors.ts';
import { addFormerHash, findFormerHashes, findOwner, type Owner } from './repository.ts';

export interface PasswordServiceDeps extends RecoveryDeps, Omit<RecoveryFactorsDeps, 'pool' | 'recovery'> {
  announce: AnnounceCommitted;
  hashes: HashQueue;
  withdrawalLockHours: number;
  log: Pick<Logger, 'error'>;
}

export interface PasswordService {
  /**
   * Begins to write the mail and returns before it is known whether somebody has the e-mail: neither answer nor time tells.
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
   * @returns until when nothing is withdrawn
   * @throws DomainError link_ended, weak_password, password_used_before, factor_needed, factor_wrong
   */
  reset(request: ResetRequest, ip: string): Promise<Date>;
  /**
   * Ends all other sessions.
   * @returns until when nothing is withdrawn
   * @throws DomainError password_wrong, weak_password, password_used_before, factor_needed, factor_wrong, too_many_requests
   */
  change(person: SessionCaller, request: ChangeRequest): Promise<Date>;
}

const reason = 'password_changed';

export function createPasswordService(deps: PasswordServiceDeps): PasswordService {
  const { pool, announce, factorChecks, hashes, withdrawalLockHours, log } = deps;
  const recovery = createRecovery(deps);
  const recoveryFactors = createRecoveryFactors({ ...deps, recovery });

  /** @throws DomainError weak_password, password_used_before, service_unavailable */
  async function demandNew(password: string, { id, email, passwordHash }: Owner, ip: string): Promise<void> {
    await demandStrongPassword(password, email.split(/[@.]/));
    for (const hash of [passwordHash, ...(await findFormerHashes(pool, id))])
      if (await hashes.run(ip, () => verifyPassword(password, hash)))
        throw new DomainError('password_used_before', {
          fields: { password: ['Field should not match one of your last 5 passwords'] },
        });
  }

  /**
   * Of two changes at once one finds the password that it has checked.
   * @param how.end what else ends; answers for how many hours nothing is withdrawn
   * @returns until when nothing is withdrawn
   */
  async function replace(
    { id: userId, passwordHash: before }: Owner,
    after: string,
    { action, ip, end }: { action: string; ip: string; end(tx: Transaction): Promise<number> },
  ): Promise<Date | undefined> {
    return inTransaction(pool, async (tx) => {
      const current = await findOwner(tx, { id: userId }, 'FOR NO KEY UPDATE');
      if (current?.passwordHash !== before) return;
      const lockHours = await end(tx);
      const lockedUntil = await replacePassword(tx, userId, { passwordHash: after, lockHours });
      await addFormerHash(tx, userId, before);
      // The password that has asked for it is none any more.
      await stopFactorRecovery(tx, userId, { by: 'password' });
      await writeNotices(tx, [{ userId, kind: 'password_changed', payload: {} }]);
      await recordAudit(tx, { actor: `user:${userId}`, action, subject: `user:${userId}`, details: { ip } });
      return lockedUntil;
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
      await demandNew(password, owner, ip);
      await recoveryFactors.demand(owner, { token, ip }, proof);
      const passwordHash = await hashes.run(ip, () => hashPassword(password));
      const lockedUntil = await replace(owner, passwordHash, {
        action: 'user.password_recovered',
        ip,
        async end(tx) {
          const removed = await endForeignAccess(tx, owner);
          return removed ? Math.max(withdrawalLockHours, removedFactorsLockHours) : withdrawalLockHours;
        },
      });
      if (!lockedUntil) throw new DomainError('link_ended');
      await announce({ kind: 'user', userId, reason });
      return lockedUntil;
    },

    async change(person, { password_old, password, ...proof }) {
      const { userId, sessionId, ip } = person;
      const owner = await findOwner(pool, { id: userId });
      if (!owner) throw new DomainError('invalid_token');
      if (!(await factorChecks.isPassword({ ...person, email: owner.email }, password_old))) throw wrongPassword();
      await demandNew(password, owner, ip);
      await factorChecks.demand(person, proof);
      const passwordHash = await hashes.run(ip, () => hashPassword(password));
      let ended: string[] = [];
      const lockedUntil = await replace(owner, passwordHash, {
        action: 'user.password_changed',
        ip,
        async end(tx) {
          ended = await endOtherSessions(tx, userId, sessionId, reason);
          return withdrawalLockHours;
        },
      });
      if (!lockedUntil) throw wrongPassword();
      for (const id of ended) await announce({ kind: 'session', id, userId, reason });
      await announce({ kind: 'user', userId, reason });
      return lockedUntil;
    },
  };
}

/** Ends what somebody else may have left behind to open the account, in the transaction of its recovery. @returns whether factors went */
async function endForeignAccess(tx: Transaction, { id: userId, isEmailVerified }: Owner): Promise<boolean> {
  await endSessions(tx, userId, reason);
  if (!isEmailVerified) {
    const hadFactors = await removeSecondFactors(tx, userId);
    await deleteApiKeysOf(tx, userId);
    await claimUnverifiedAccount(tx, userId);
    return hadFactors;
  }
  await disableApiKeysOf(tx, userId);
  const removed = await removeRecentFactors(tx, userId);
  const account = `user:${userId}`;
  for (const method of removed) {
    await recordAudit(tx, {
      actor: account,
      action: 'two_factor.disabled',
      subject: account,
      details: { method, by: 'recovery' },
    });
    await writeNotices(tx, [{ userId, kind: 'two_factor_disabled', payload: { method, keysOff: true } }]);
  }
  return removed.length > 0;
}

function wrongPassword(): DomainError {
  return new DomainError('password_wrong', { fields: { password_old: ['The password is wrong'] } });
}
