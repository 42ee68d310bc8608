/** SQL of a person's settings. */
import type { Configure, UserSettings } from '@pelican/shared/engine/commands.ts';
import type { Queryable } from '../../platform/database.ts';

export interface Profile {
  id: number;
  email: string;
  nickname: string;
  locale: string;
  country: string | null;
  kycStatus: string;
  kycCountry: string | null;
  customFee: boolean;
  quizPassed: boolean;
  role: string;
}

const profileColumns = `id, email, nickname, locale, country, kyc_status AS "kycStatus", kyc_country AS "kycCountry",
  custom_fee AS "customFee", futures_quiz_passed_at IS NOT NULL AS "quizPassed", role`;

export async function findProfile(db: Queryable, userId: number): Promise<Profile | undefined> {
  const { rows } = await db.query<Profile>(`SELECT ${profileColumns} FROM users WHERE id = $1`, [userId]);
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

/** As `findProfile`; two changes of one user's settings then go one after the other. */
export async function lockProfile(transaction: Queryable, userId: number): Promise<Profile | undefined> {
  const { rows } = await transaction.query<Profile>(`SELECT ${profileColumns} FROM users WHERE id = $1 FOR UPDATE`, [
    userId,
  ]);
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

/** Changes what is given. */
export async function updateProfile(
  db: Queryable,
  userId: number,
  change: { nickname?: string | undefined; locale?: string | undefined },
): Promise<void> {
  await db.query('UPDATE users SET nickname = coalesce($2, nickname), locale = coalesce($3, locale) WHERE id = $1', [
    userId,
    change.nickname ?? null,
    change.locale ?? null,
  ]);
}

export async function setCustomFee(transaction: Queryable, userId: number, customFee: boolean): Promise<void> {
  await transaction.query('UPDATE users SET custom_fee = $2 WHERE id = $1', [userId, customFee]);
}

/** What the engine was last told of the user; undefined when it was never told anything. */
export async function findUserSettings(db: Queryable, userId: number): Promise<UserSettings | undefined> {
  const { rows } = await db.query<{ command: Configure }>(
    `SELECT command FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $1 AND shard = 'spot' ORDER BY id DESC LIMIT 1`,
    [`user:${userId}`],
  );
  return rows[0]?.command.settings as UserSettings | undefined;
}

export async function insertUserSettings(transaction: Queryable, command: Configure, version: string): Promise<void> {
  await transaction.query(`INSERT INTO outbox_commands (shard, key, command) VALUES ('spot', $1, $2)`, [
    `user:${command.user}:${version}`,
    JSON.stringify(command),
  ]);
}
