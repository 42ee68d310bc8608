/** Recovery and change of passwords. Both hold withdrawals back: somebody who has taken the account over gets no money out at once. */
import { DomainError } from '@pelican/shared/contracts';
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { ChangeRequest, ResetRequest } from '@pelican/shared/contracts/passwords';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  type AnnounceCommitted,
  demandStrongPassword,
  disableApiKeysOf,
  endOtherSessions,
  endSessions,
  hashPassword,
  replacePassword,
  verifyPassword,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import type { FactorChecks, HashQueue } from '../auth/index.ts';
import { createRecovery, type RecoveryDeps } from './recovery.ts';
import { addFormerHash, findFormerHashes, findOwner, type Owner } from './repository.ts';

export interface PasswordServiceDeps extends RecoveryDeps {
  pool: pg.Pool;
  announce: AnnounceCommitted;
  factorChecks: FactorChecks;
  hashes: HashQueue;
  withdrawalLockHours: number;
  log: Pick<Logger, 'error'>;
}

interface SignedInPerson {
  userId: number;
  sessionId: string;
  ip: string;
}

export interface PasswordService {
  /** Begins to write the mail and returns before it is known whether somebody has the e-mail: neither answer nor time tells. */
  startRecovery(email: string, ip: string): void;
  /** @throws DomainError code_wrong */
  changeCode(email: string, code: string): Promise<{ token: string; factors: FactorName[] }>;
  /**
   * Ends all sessions and turns all API keys off.
   * @returns until when nothing is withdrawn
   * @throws DomainError link_ended, weak_password, password_used_before, factor_needed, factor_wrong
   */
  reset(request: ResetRequest, ip: string): Promise<Date>;
  /**
   * Ends all other sessions.
   * @returns until when nothing is withdrawn
   * @throws DomainError password_wrong, weak_password, password_used_before, factor_needed, factor_wrong, too_many_requests
   */
  change(person: SignedInPerson, request: ChangeRequest): Promise<Date>;
}

const reason = 'password_changed';

export function createPasswordService(deps: PasswordServiceDeps): PasswordService {
  const { pool, announce, factorChecks, hashes, withdrawalLockHours, log } = deps;
  const recovery = createRecovery(deps);

  /** @throws DomainError weak_password, password_used_before, service_unavailable */
  async function demandNew(password: string, { id, email, passwordHash }: Owner, ip: string): Promise<void> {
    await demandStrongPassword(password, email.split(/[@.]/));
    for (const hash of [passwordHash, ...(await findFormerHashes(pool, id))])
      if (await hashes.run(ip, () => verifyPassword(password, hash)))
        throw new DomainError('password_used_before', {
          fields: { password: ['Field should not match one of your last 5 passwords'] },
        });
  }

  /** Of two changes at once one finds the password that it has checked. @returns until when nothing is withdrawn */
  async function replace(
    { id: userId, passwordHash: before }: Owner,
    after: string,
    { action, ip, end }: { action: string; ip: string; end(tx: Transaction): Promise<unknown> },
  ): Promise<Date | undefined> {
    return inTransaction(pool, async (tx) => {
      const current = await findOwner(tx, { id: userId }, 'FOR NO KEY UPDATE');
      if (current?.passwordHash !== before) return;
      const lockedUntil = await replacePassword(tx, userId, { passwordHash: after, lockHours: withdrawalLockHours });
      await addFormerHash(tx, userId, before);
      await end(tx);
      await writeNotices(tx, [{ userId, kind: 'password_changed', payload: {} }]);
      await recordAudit(tx, { actor: `user:${userId}`, action, subject: `user:${userId}`, details: { ip } });
      return lockedUntil;
    });
  }

  return {
    startRecovery(email, ip) {
      recovery.mail(email, ip).catch((error: unknown) => log.error({ err: error }, 'a recovery mail was not written'));
    },

    changeCode: (email, code) => recovery.changeCode(email, code),

    async reset({ token, password, ...proof }, ip) {
      const owner = await recovery.ownerOf(token);
      const { id: userId } = owner;
      await demandNew(password, owner, ip);
      await factorChecks.demand({ userId, ip }, proof);
      const passwordHash = await hashes.run(ip, () => hashPassword(password));
      const lockedUntil = await replace(owner, passwordHash, {
        action: 'user.password_recovered',
        ip,
        // Somebody else may have left keys behind; the owner turns the own ones on again.
        async end(tx) {
          await endSessions(tx, userId, reason);
          await disableApiKeysOf(tx, userId);
        },
      });
      if (!lockedUntil) throw new DomainError('link_ended');
      await announce({ kind: 'user', userId, reason });
      return lockedUntil;
    },

    async change({ userId, sessionId, ip }, { password_old, password, ...proof }) {
      const owner = await findOwner(pool, { id: userId });
      if (!owner) throw new DomainError('invalid_token');
      const given = { factor: 'password', code: password_old } as const;
      const person = { userId, sessionId, ip, email: owner.email };
      if (!(await factorChecks.judge(person, given, () => ['password']))) throw wrongPassword();
      await demandNew(password, owner, ip);
      await factorChecks.demand({ userId, sessionId, ip }, proof);
      const passwordHash = await hashes.run(ip, () => hashPassword(password));
      let ended: string[] = [];
      const lockedUntil = await replace(owner, passwordHash, {
        action: 'user.password_changed',
        ip,
        async end(tx) {
          ended = await endOtherSessions(tx, userId, sessionId, reason);
        },
      });
      if (!lockedUntil) throw wrongPassword();
      for (const id of ended) await announce({ kind: 'session', id, userId, reason });
      await announce({ kind: 'user', userId, reason });
      return lockedUntil;
    },
  };
}

function wrongPassword(): DomainError {
  return new DomainError('password_wrong', { fields: { password_old: ['The password is wrong'] } });
}
