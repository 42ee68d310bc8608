/**
 * What the owner of an account does who has lost every second factor, or who has not: asks that they are removed, and stops it. The password alone
 * is no proof: two operators look at the evidence, and from their approval on the owner has two days to stop what somebody else has asked for.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { isActiveUser, lockUserRow, type Tokens } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { takeShared, windowsOfAddress } from '../../platform/http/index.ts';
import {
  type FactorRecovery,
  findLastRecovery,
  findRecovery,
  insertRecovery,
  isOpen,
  markPhoneShown,
} from './repository.ts';
import { stopFactorRecovery } from './stop.ts';

/** From one request to the next, once that has ended. */
const pauseMs = 24 * 3_600_000;
const daySeconds = 86_400;
/** Longer than a request waits for operators, and than it takes effect after that. */
const linkSeconds = 60 * daySeconds;
/**
 * Of an address in a day, for whichever accounts: a list of stolen passwords is not one case after the other. Thousands of people may have one
 * address of a mobile carrier.
 */
const ofAddress = { name: 'factor-recovery', max: 50, seconds: daySeconds };

/** Of the link that stops a recovery. */
export function stopTokenOf(tokens: Pick<Tokens, 'sign'>, { id, userId }: Pick<FactorRecovery, 'id' | 'userId'>) {
  return tokens.sign('stop_recovery', { userId, subject: String(id), lifeSeconds: linkSeconds });
}

/** An account whose password was shown. */
export interface Asking {
  id: number;
  passwordHash: string;
}

export interface FactorRecoveries {
  /**
   * Writes the request down and mails the link that stops it; one that is open stays, with the telephone if that is shown now. An address makes
   * so many a day, of which those that are refused are none: each occupies operators.
   * @throws DomainError too_many_requests, sign_in_ended (blocked, suspended or with another password by now)
   */
  ask(account: Asking, how: { ip: string; isPhoneShown: boolean | null }): Promise<FactorRecovery>;
  /** @throws DomainError link_ended */
  stopByLink(token: string): Promise<void>;
  /** Somebody has shown a second factor of the account: none is lost. */
  stopByFactor(userId: number): Promise<void>;
}

export interface FactorRecoveriesDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'eval'>;
  tokens: Tokens;
}

export function createFactorRecoveries({ pool, redis, tokens }: FactorRecoveriesDeps): FactorRecoveries {
  return {
    async ask(account, { ip, isPhoneShown }) {
      const { id: userId } = account;
      return inTransaction(pool, async (tx) => {
        // Of two requests at once the second finds the first.
        await lockCurrent(tx, account);
        const last = await findLastRecovery(tx, userId);
        if (last && isOpen(last)) {
          if (isPhoneShown && (await markPhoneShown(tx, last.id)))
            await record(tx, userId, 'factor_recovery.phone_shown', { recovery: last.id, ip });
          return last;
        }
        const retryAfterMs = last ? last.requestedAt.getTime() + pauseMs - Date.now() : 0;
        if (retryAfterMs > 0) throw new DomainError('too_many_requests', { details: { retryAfterMs } });
        await takeShared(redis, windowsOfAddress(ip, ofAddress));
        const recovery = await insertRecovery(tx, userId, isPhoneShown);
        const token = await stopTokenOf(tokens, recovery);
        await writeNotices(tx, [
          { userId, kind: 'factor_recovery_asked', payload: {} },
          { userId, kind: 'factor_recovery_link', payload: { token } },
        ]);
        await record(tx, userId, 'factor_recovery.asked', { recovery: recovery.id, ip, phoneShown: isPhoneShown });
        return recovery;
      });
    },

    async stopByLink(token) {
      const { userId, subject } = await tokens.verify(token, ['stop_recovery']).catch((cause: unknown) => {
        throw new DomainError('link_ended', { cause });
      });
      await inTransaction(pool, async (tx) => {
        await lockUserRow(tx, userId);
        const recovery = await findRecovery(tx, Number(subject), 'FOR UPDATE');
        if (recovery?.userId !== userId) throw new DomainError('link_ended');
        // A second click finds it stopped.
        if (recovery.status === 'stopped') return;
        if (!isOpen(recovery)) throw new DomainError('link_ended');
        await stopFactorRecovery(tx, userId, { by: 'link' });
      });
    },

    async stopByFactor(userId) {
      const last = await findLastRecovery(pool, userId);
      if (last && isOpen(last)) await inTransaction(pool, (tx) => stopFactorRecovery(tx, userId, { by: 'factor' }));
    },
  };
}

function record(tx: Transaction, userId: number, action: string, details: Record<string, unknown>): Promise<void> {
  return recordAudit(tx, { actor: `user:${userId}`, action, subject: `user:${userId}`, details });
}

/** What ends a recovery request must not come between the sign-in and the request. @throws DomainError sign_in_ended */
async function lockCurrent(tx: Transaction, { id, passwordHash }: Asking): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM users WHERE id = $1 AND password_hash = $2 AND ${isActiveUser()} FOR NO KEY UPDATE`,
    [id, passwordHash],
  );
  if (rowCount === 0) throw new DomainError('sign_in_ended');
}
