/**
 * The sign-up bonus: BTC worth INR 200, granted to who has confirmed e-mail and phone, released when the KYC is approved.
 * It expires after 14 days; a KYC that is submitted by then and still looked at keeps it waiting.
 */
import { DomainError } from '@pelican/shared/contracts';
import type pg from 'pg';
import { isVerifiedBy } from '../../identity/index.ts';
import { lockAccounts, mainAccount, postEntry } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { promotionsAccount, signUpBonusAccount } from './accounts.ts';
import { bonusPrice, bonusTicker } from './bonus-price.ts';

const bonusInr = '200';
/** What the amount may be worth at the moment of the grant, when the price has changed since it was read. */
const inrMax = '210';
const bonusDays = 14;
/** Of the amount that is granted. */
const bonusDecimals = 8;
/** Looked for at once. */
const batch = 50;

const warnedAtOnce = 1_000;

/** How long a case that its owner shall complete keeps a bonus waiting. */
const resubmissionDays = 30;

/** KYC of somebody that was submitted before the bonus expired, and that is not decided, or was sent back a short time ago. */
const isWaiting = `EXISTS (SELECT FROM kyc_cases WHERE kyc_cases.user_id = bonus.user_id AND submitted_at < bonus.expires_at
  AND (kyc_cases.status = 'submitted'
    OR kyc_cases.status = 'resubmission' AND decided_at > now() - interval '${resubmissionDays} days'))`;

const isEarned = isVerifiedBy('u', 'bonus.expires_at');

/** What a batch does with one user, and who hears of a failure. The other users go on; this one is tried again some minutes later. */
export interface BonusRun {
  pool: pg.Pool;
  onFailure(userId: string, error: unknown): void;
}

const retryMs = 10 * 60_000;
/** Users with whom something failed, and when they are tried again: this process's own. */
const setAside = new Map<string, number>();

function usersSetAside(): string[] {
  for (const [userId, untilMs] of setAside) if (untilMs <= Date.now()) setAside.delete(userId);
  return [...setAside.keys()];
}

/** One transaction a user. @returns how many were done */
async function forEachUser(
  { pool, onFailure }: BonusRun,
  bonuses: readonly GrantedBonus[],
  work: (tx: Transaction, bonus: GrantedBonus) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const bonus of bonuses)
    try {
      await inTransaction(pool, (tx) => work(tx, bonus));
      done++;
    } catch (error) {
      setAside.set(bonus.userId, Date.now() + retryMs);
      onFailure(bonus.userId, error);
    }
  return done;
}

/** Grants what is due; several workers may do so at once. @returns how many users were looked at */
export async function grantBonuses(run: BonusRun): Promise<number> {
  const { rows } = await run.pool.query<GrantedBonus>(
    `SELECT u.id AS "userId", asset_id AS "assetId", trim_scale(trunc($1::numeric / price.inr, $2::integer))::text AS amount
        FROM users u, (${bonusPrice}) AS price
        WHERE ${mayBeGranted('$3')} AND trunc($1::numeric / price.inr, $2::integer) > 0 AND u.id <> ALL ($5::bigint[])
        ORDER BY u.id LIMIT $4`,
    [bonusInr, bonusDecimals, bonusDays, batch, usersSetAside()],
  );
  return forEachUser(run, rows, async (tx, bonus) => {
    const { rowCount } = await tx.query(
      `INSERT INTO sign_up_bonuses (user_id, state, asset_id, amount, inr, expires_at)
        SELECT u.id, 'granted', $2, $3, $4::numeric, now() + make_interval(days => $5) FROM users u, (${bonusPrice}) AS price
          WHERE u.id = $1 AND ${mayBeGranted('$5')} AND $3::numeric * price.inr <= $6::numeric
        ON CONFLICT DO NOTHING`,
      [bonus.userId, bonus.assetId, bonus.amount, bonusInr, bonusDays, inrMax],
    );
    if (rowCount === 0) return;
    await lockAccountsOf(tx, bonus);
    await grant(tx, bonus);
  });
}

/** @param days the parameter with the days within which the telephone was confirmed */
function mayBeGranted(days: string): string {
  return `u.phone_verified_at > now() - make_interval(days => ${days}) AND u.email_verified_at IS NOT NULL
    AND u.role = 'user' AND u.status = 'active'
    AND NOT EXISTS (SELECT FROM sign_up_bonuses had WHERE had.user_id = u.id)`;
}

/** All accounts at once, in the ledger's order: a claim of rewards takes some of them too. */
async function lockAccountsOf(tx: Transaction, { userId, assetId }: GrantedBonus): Promise<void> {
  const ids = { userId: Number(userId), assetId };
  await lockAccounts(tx, [promotionsAccount(assetId), signUpBonusAccount(ids), mainAccount(ids)]);
}

interface GrantedBonus {
  userId: string;
  assetId: number;
  amount: string;
}

/** The row is there; a budget that is too small makes it `denied`. */
async function grant(tx: Transaction, { userId, assetId, amount }: GrantedBonus): Promise<void> {
  const ids = { userId: Number(userId), assetId };
  await tx.query('SAVEPOINT grant_bonus');
  try {
    await move(tx, ids, {
      kind: 'sign_up_bonus_granted',
      step: 'grant',
      amount,
      from: promotionsAccount(assetId),
      to: signUpBonusAccount(ids),
    });
    await writeNotices(tx, [
      { userId: ids.userId, kind: 'sign_up_bonus_granted', payload: { amount, ticker: bonusTicker } },
    ]);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'insufficient_balance') throw error;
    await tx.query('ROLLBACK TO SAVEPOINT grant_bonus');
    await tx.query(`UPDATE sign_up_bonuses SET state = 'denied', ended_at = now() WHERE user_id = $1`, [userId]);
  }
}

interface Movement {
  kind: string;
  step: 'grant' | 'end';
  amount: string;
  from: ReturnType<typeof mainAccount>;
  to: ReturnType<typeof mainAccount>;
}

async function move(
  tx: Transaction,
  { userId }: { userId: number },
  { kind, step, amount, from, to }: Movement,
): Promise<void> {
  const key = `sign-up-bonus:${userId}:${step}`;
  await postEntry(tx, {
    kind,
    reference: `sign-up-bonus:${userId}`,
    idempotencyKey: key,
    legs: [
      { account: from, amount: `-${amount}` },
      { account: to, amount },
    ],
  });
}

type End = 'released' | 'expired' | 'revoked';

/** Earned, or expired with nothing that it waits for. */
const isDue = `state = 'granted' AND (${isEarned} OR (bonus.expires_at <= clock_timestamp() AND NOT ${isWaiting}))`;

/** Due for so long that ending it must have failed: operators see it in the audit. */
export const isOverdue = `${isDue} AND greatest(bonus.granted_at, u.kyc_approved_at, CASE WHEN ${isEarned} THEN NULL ELSE greatest(
    bonus.expires_at, (SELECT max(CASE status WHEN 'resubmission' THEN decided_at + interval '${resubmissionDays} days' ELSE decided_at END)
      FROM kyc_cases WHERE kyc_cases.user_id = bonus.user_id)) END)
  < now() - interval '1 hour'`;

/** What may have become due within a day, by the indexes of times: expired, just granted, or approved within a day. */
const recent = `(SELECT user_id FROM sign_up_bonuses WHERE state = 'granted'
    AND (expires_at <= clock_timestamp() OR expires_at > now() + interval '${bonusDays} days' - interval '1 hour')
  UNION SELECT sign_up_bonuses.user_id FROM users JOIN sign_up_bonuses ON user_id = users.id
    WHERE kyc_approved_at > now() - interval '1 day' AND state = 'granted')`;

/**
 * Releases what is earned and takes back what has expired.
 * @param among `recent` a batch of what has expired, or was granted or approved within a day; `all` also what was missed while no worker ran
 * @returns how many
 */
export async function endBonuses(run: BonusRun, among: 'recent' | 'all' = 'recent'): Promise<number> {
  let ended = 0;
  for (let after = '0'; ; ) {
    const page = await endPage(run, among, after);
    ended += page.ended;
    if (among === 'recent' || page.last === undefined) return ended;
    after = page.last;
  }
}

/** @returns how many ended, and the last user who was looked at */
async function endPage(run: BonusRun, among: 'recent' | 'all', after: string) {
  const due = (
    lock: string,
  ) => `SELECT bonus.user_id AS "userId", asset_id AS "assetId", trim_scale(amount)::text AS amount,
      ${isEarned} AS "isEarned" FROM sign_up_bonuses bonus JOIN users u ON u.id = bonus.user_id WHERE ${isDue} AND ${lock}`;
  const candidates = among === 'recent' ? `bonus.user_id IN ${recent} AND ` : '';
  const { rows } = await run.pool.query<GrantedBonus>(
    due(`${candidates}bonus.user_id > $3 AND bonus.user_id <> ALL ($2::bigint[]) ORDER BY bonus.user_id LIMIT $1`),
    [batch, usersSetAside(), after],
  );
  const ended = await forEachUser(run, rows, async (tx, { userId }) => {
    const locked = await tx.query<GrantedBonus & { isEarned: boolean }>(
      due('bonus.user_id = $1 FOR UPDATE OF bonus SKIP LOCKED'),
      [userId],
    );
    const [bonus] = locked.rows;
    if (!bonus) return;
    await lockAccountsOf(tx, bonus);
    await end(tx, bonus, bonus.isEarned ? 'released' : 'expired');
  });
  return { ended, last: rows.at(-1)?.userId };
}

const endingKey = 'sign_up_bonus_ending';

/** Notices, once each, to people whose bonus ends within a day, unless their documents keep it waiting. @returns how many */
export async function warnOfEnd(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<GrantedBonus>(
    `SELECT bonus.user_id AS "userId", asset_id AS "assetId", trim_scale(amount)::text AS amount
      FROM sign_up_bonuses bonus JOIN users u ON u.id = bonus.user_id
      WHERE state = 'granted' AND bonus.expires_at BETWEEN now() AND now() + interval '1 day' AND u.status = 'active'
        AND NOT (${isEarned}) AND NOT ${isWaiting}
        AND NOT EXISTS (SELECT FROM notices WHERE notices.user_id = bonus.user_id AND notices.key = $2)
      ORDER BY bonus.user_id LIMIT $1`,
    [warnedAtOnce, endingKey],
  );
  const notices = rows.map(({ userId, amount }) => ({
    userId: Number(userId),
    kind: 'sign_up_bonus_ending' as const,
    payload: { amount, ticker: bonusTicker },
    key: endingKey,
  }));
  await inTransaction(pool, (tx) => writeNotices(tx, notices));
  return rows.length;
}

async function end(tx: Transaction, { userId, assetId, amount }: GrantedBonus, how: End): Promise<void> {
  const ids = { userId: Number(userId), assetId };
  const to = how === 'released' ? mainAccount(ids) : promotionsAccount(assetId);
  await tx.query('UPDATE sign_up_bonuses SET state = $2, ended_at = now() WHERE user_id = $1', [userId, how]);
  await move(tx, ids, { kind: `sign_up_bonus_${how}`, step: 'end', amount, from: signUpBonusAccount(ids), to });
  await writeNotices(tx, [
    { userId: ids.userId, kind: `sign_up_bonus_${how}`, payload: { amount, ticker: bonusTicker } },
  ]);
}

/** Takes a bonus back before it is released; false when there is none to be taken. */
export async function revokeBonus(tx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await tx.query<GrantedBonus>(
    `SELECT user_id AS "userId", asset_id AS "assetId", trim_scale(amount)::text AS amount FROM sign_up_bonuses
      WHERE user_id = $1 AND state = 'granted' FOR UPDATE`,
    [userId],
  );
  if (!rows[0]) return false;
  await end(tx, rows[0], 'revoked');
  return true;
}

export interface SignUpBonus {
  state: 'granted' | 'denied' | End;
  ticker: string;
  amount: string;
  inr: string;
  expiresAt: Date;
  isWaiting: boolean;
}

/** The user's bonus; undefined when none was granted or denied yet. */
export async function findBonus(db: Queryable, userId: number): Promise<SignUpBonus | undefined> {
  const { rows } = await db.query<SignUpBonus>(
    `SELECT state, ticker, trim_scale(amount)::text AS amount, trim_scale(inr)::text AS inr, expires_at AS "expiresAt",
        state = 'granted' AND ${isWaiting} AS "isWaiting"
      FROM sign_up_bonuses bonus JOIN assets ON assets.id = asset_id WHERE bonus.user_id = $1`,
    [userId],
  );
  return rows[0];
}
