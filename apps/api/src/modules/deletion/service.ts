/** The request to delete an account: asked for with password and second factor, done after 14 days, withdrawn until then. */
import { DomainError } from '@pelican/shared/contracts';
import { guardFactorsOf } from '@pelican/shared/contracts/auth';
import type { DeletionRequest, DeletionState } from '@pelican/shared/contracts/deletion';
import type pg from 'pg';
import {
  type AccountFactors,
  findDeletion,
  lockLiveSession,
  lockUserRow,
  secondStepsOf,
  setDeletion,
} from '../../identity/index.ts';
import { enqueue } from '../../jobs/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Queryable, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { demandAccount, demandSameFactors, type FactorChecks, type SessionCaller } from '../auth/index.ts';
import { findAvailable } from '../referrals/index.ts';
import { findBlocks } from './blocks.ts';
import { closeAccount } from './jobs.ts';
import { stopDeletion } from './stop.ts';

const coolingOffDays = 14;

export interface DeletionServiceDeps {
  pool: pg.Pool;
  factorChecks: FactorChecks;
  now?: () => number;
}

export interface DeletionService {
  state(userId: number): Promise<DeletionState>;
  /** A second one changes nothing. @throws DomainError invalid_token (the session has ended), deletion_blocked, password_wrong, factor_needed, factor_wrong, too_many_requests */
  request(person: SessionCaller, request: DeletionRequest): Promise<DeletionState>;
  /** Without a request it does nothing. */
  withdraw(userId: number): Promise<DeletionState>;
}

export function createDeletionService({ pool, factorChecks, now = Date.now }: DeletionServiceDeps): DeletionService {
  async function state(userId: number): Promise<DeletionState> {
    return view(pool, userId);
  }

  /**
   * @returns the factors that the proof was held against
   * @throws DomainError password_wrong, factor_needed, factor_wrong, too_many_requests
   */
  async function demandProof(person: SessionCaller, { password, ...proof }: DeletionRequest): Promise<AccountFactors> {
    const { email } = await demandDeletion(pool, person.userId);
    if (!(await factorChecks.isPassword({ ...person, email }, password)))
      throw new DomainError('password_wrong', { fields: { password: ['The password is wrong'] } });
    // With the account go its guards: a code by mail alone does not ask for that beside an app.
    const account = await demandAccount(pool, person.userId);
    await factorChecks.demand(person, proof, false, guardFactorsOf(secondStepsOf(account)));
    return account;
  }

  return {
    state,

    async request(person, request) {
      const { userId, ip } = person;
      const account = await demandProof(person, request);
      await inTransaction(pool, async (tx) => {
        // A recovery that has ended the session since then has ended what its password proved.
        await lockLiveSession(tx, person);
        await demandSameFactors(tx, userId, account);
        if ((await demandDeletion(tx, userId)).dueAt) return;
        const blocks = await findBlocks(tx, userId);
        if (blocks.length > 0) throw refusal(blocks.map(({ text }) => text));
        const requestedAt = new Date(now());
        const dueAt = new Date(now() + coolingOffDays * 86_400_000);
        await setDeletion(tx, userId, { requestedAt, dueAt });
        await enqueue(tx, closeAccount, { key: `user:${userId}`, at: dueAt, payload: { userId } });
        const day = dueAt.toISOString().slice(0, 10);
        const lapses = (await findAvailable(tx, userId)).map(({ ticker, amount }) => `${amount} ${ticker}`);
        await writeNotices(tx, [{ userId, kind: 'deletion_requested', payload: { day, lapses } }]);
        await record(tx, userId, 'user.deletion_requested', { ip, dueAt: dueAt.toISOString() });
      });
      return state(userId);
    },

    async withdraw(userId) {
      await inTransaction(pool, async (tx) => {
        await lockUserRow(tx, userId);
        await demandDeletion(tx, userId);
        await stopDeletion(tx, userId, { by: 'owner' });
      });
      return state(userId);
    },
  };
}

/** A deleted account has no valid token. */
async function demandDeletion(db: Queryable, userId: number) {
  const deletion = await findDeletion(db, userId);
  if (!deletion) throw new DomainError('invalid_token');
  return deletion;
}

async function view(db: Queryable, userId: number): Promise<DeletionState> {
  const [{ requestedAt, dueAt }, blockedBy, available] = await Promise.all([
    demandDeletion(db, userId),
    findBlocks(db, userId),
    findAvailable(db, userId),
  ]);
  return {
    blockedBy,
    lapses: available.map(({ ticker, amount }) => ({ ticker, amount })),
    requestedAt: requestedAt && requestedAt.getTime() / 1000,
    deletesAt: dueAt && dueAt.getTime() / 1000,
  };
}

function refusal(texts: string[]): DomainError {
  return new DomainError('deletion_blocked', { message: texts.join('. ') });
}

function record(tx: Transaction, userId: number, action: string, details: Record<string, unknown>): Promise<void> {
  return recordAudit(tx, { actor: `user:${userId}`, action, subject: `user:${userId}`, details });
}
