/** Users as operators find and see them, from the tables of all domains. */
import { DomainError } from '@pelican/shared/contracts';
import type { Person, PersonLine } from '@pelican/shared/contracts/operations';
import { stripZeros } from '@pelican/shared/money';
import { deviceName } from '../../../../notices/index.ts';
import { countRows, likePattern, type Queryable } from '../../../../platform/database/index.ts';
import { findBonus } from '../../../promotions/index.ts';

interface LineRow extends Omit<PersonLine, 'id' | 'created' | 'is_operator'> {
  id: string;
  role: string;
  createdAt: Date;
}

const lineColumns = `u.id, u.email, u.nickname, u.kyc_status AS kyc, u.role, u.created_at AS "createdAt",
  CASE WHEN u.suspended_until > now() THEN 'suspended' ELSE u.status::text END AS status`;

/** By id or phone as they are, or by the beginning of an e-mail, which is in small letters, or a nickname: an index for each. */
const isWanted = '(u.id = $1 OR u.phone = $2 OR u.email LIKE $3 OR lower(u.nickname) LIKE $3)';

/** What people are found by: a condition on `users u`, and its values. */
export function personSearch(search: string): { condition: string; values: unknown[] } {
  const text = search.trim().toLowerCase();
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  return { condition: isWanted, values: [id, text, `${likePattern(text)}%`] };
}

export async function searchPeople(
  db: Queryable,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<{ people: PersonLine[]; total: number }> {
  const { condition, values: wanted } = personSearch(search);
  const page = { offset, limit };
  const [{ rows }, total] = await Promise.all([
    db.query<LineRow>(`SELECT ${lineColumns} FROM users u WHERE ${condition} ORDER BY u.id DESC OFFSET $4 LIMIT $5`, [
      ...wanted,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM users u WHERE ${condition}`, wanted, page),
  ]);
  return { people: rows.map(toLine), total };
}

function toLine({ role, createdAt, id, ...row }: LineRow): PersonLine {
  return { ...row, id: Number(id), is_operator: role === 'operator', created: seconds(createdAt) };
}

/** @throws DomainError not_found */
export async function emailOf(db: Queryable, userId: number): Promise<string> {
  const { rows } = await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  if (!rows[0]) throw new DomainError('not_found', { message: `There is no user ${userId}.` });
  return rows[0].email;
}

interface PersonRow extends LineRow {
  phone: string | null;
  country: string | null;
  kycCountry: string | null;
  locale: string;
  isEmailVerified: boolean;
  suspendedUntil: Date | null;
  openOrders: number;
  openPositions: number;
  kycCase: string | null;
}

/** @throws DomainError not_found */
export async function readPerson(db: Queryable, userId: number): Promise<Person> {
  const { rows } = await db.query<PersonRow>(
    `SELECT ${lineColumns}, u.phone, u.country, u.kyc_country AS "kycCountry", u.locale,
        u.email_verified_at IS NOT NULL AS "isEmailVerified", u.suspended_until AS "suspendedUntil",
        (SELECT count(*)::int FROM spot_orders WHERE user_id = u.id AND finished_at = 'infinity')
          + (SELECT count(*)::int FROM perpetual_orders WHERE user_id = u.id AND is_resting) AS "openOrders",
        (SELECT count(*)::int FROM perpetual_positions WHERE user_id = u.id AND size > 0) AS "openPositions",
        (SELECT max(id) FROM kyc_cases WHERE user_id = u.id) AS "kycCase"
      FROM users u WHERE u.id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new DomainError('not_found', { message: `There is no user ${userId}.` });
  const {
    phone,
    country,
    locale,
    kycCountry,
    isEmailVerified,
    suspendedUntil,
    openOrders,
    openPositions,
    kycCase,
    ...line
  } = row;
  const [bonus, sessions, keys, balances, tickets, forms, notes] = await Promise.all([
    findBonus(db, userId),
    readSessions(db, userId),
    readKeys(db, userId),
    readBalances(db, userId),
    readTickets(db, userId),
    readForms(db, userId),
    readNotes(db, userId),
  ]);
  return {
    ...toLine(line),
    phone,
    country,
    locale,
    kyc_country: kycCountry,
    email_verified: isEmailVerified,
    suspended_until: suspendedUntil && seconds(suspendedUntil),
    open_orders: openOrders,
    open_positions: openPositions,
    sessions,
    api_keys: keys,
    balances,
    sign_up_bonus:
      bonus?.state === 'granted'
        ? { asset: bonus.ticker, amount: bonus.amount, expires: seconds(bonus.expiresAt) }
        : null,
    kyc_case: kycCase === null ? null : Number(kycCase),
    tickets,
    forms,
    notes,
  };
}

const listedMax = 100;

async function readSessions(db: Queryable, userId: number): Promise<Person['sessions']> {
  const { rows } = await db.query<{
    id: string;
    ip: string;
    user_agent: string;
    methods: string[];
    createdAt: Date;
    lastUsedAt: Date;
  }>(
    `SELECT id, ip, user_agent, methods, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM sessions
      WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now() ORDER BY last_used_at DESC LIMIT $2`,
    [userId, listedMax],
  );
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    device: deviceName(row.user_agent),
    created: seconds(createdAt),
    last_used: seconds(lastUsedAt),
  }));
}

async function readKeys(db: Queryable, userId: number): Promise<Person['api_keys']> {
  const { rows } = await db.query<Omit<Person['api_keys'][number], 'last_used'> & { lastUsedAt: Date | null }>(
    `SELECT key, label, scopes, allowed_ips, enabled, last_used_at AS "lastUsedAt" FROM api_keys
      WHERE user_id = $1 ORDER BY created_at DESC LIMIT $2`,
    [userId, listedMax],
  );
  return rows.map(({ lastUsedAt, ...row }) => ({ ...row, last_used: lastUsedAt && seconds(lastUsedAt) }));
}

/** As far as settlement has come; futures without open profit. */
async function readBalances(db: Queryable, userId: number): Promise<Person['balances']> {
  const { rows } = await db.query<Person['balances'][number]>(
    `SELECT asset.ticker AS asset, sum(main) AS main, sum(held) AS held, sum(transit) AS transit,
        sum(loans) AS loans, sum(trade) AS trade,
        sum(frozen) AS frozen, sum(futures) AS futures
      FROM (
        SELECT asset_id, CASE kind WHEN 'main' THEN balance ELSE 0 END AS main,
          CASE kind WHEN 'main' THEN held ELSE 0 END AS held,
          CASE WHEN kind LIKE 'transit\\_%' THEN balance ELSE 0 END AS transit,
          CASE WHEN kind LIKE 'p2p\\_%' THEN balance ELSE 0 END AS loans, 0 AS trade, 0 AS frozen, 0 AS futures
        FROM ledger_accounts WHERE user_id = $1 AND (kind IN ('main', 'transit_spot', 'transit_perpetual') OR kind LIKE 'p2p\\_%')
        UNION ALL
        SELECT asset_id, 0, 0, 0, 0, available, frozen, 0 FROM trade_balances WHERE user_id = $1
        UNION ALL
        SELECT (SELECT min(settle_asset_id) FROM instruments), 0, 0, 0, 0, 0, 0, coalesce(sum(cash), 0) + (
            SELECT coalesce(sum(margin), 0) FROM perpetual_positions WHERE user_id = $1 AND size > 0
          ) FROM perpetual_accounts WHERE user_id = $1
      ) held JOIN assets asset ON asset.id = held.asset_id
      GROUP BY asset.ticker, asset.position, asset.id ORDER BY asset.position, asset.id`,
    [userId],
  );
  const figures = ['main', 'held', 'transit', 'loans', 'trade', 'frozen', 'futures'] as const;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(figures.map((name) => [name, stripZeros(row[name])])),
  }));
}

/** Of what a user wrote to support: a page about the user leads to them, and no further. */
const newestOf = 10;

async function readTickets(db: Queryable, userId: number): Promise<Person['tickets']> {
  const { rows } = await db.query<Person['tickets'][number]>(
    'SELECT id::int, topic, status FROM support_tickets WHERE user_id = $1 ORDER BY id DESC LIMIT $2',
    [userId, newestOf],
  );
  return rows;
}

async function readForms(db: Queryable, userId: number): Promise<Person['forms']> {
  const { rows } = await db.query<Person['forms'][number]>(
    'SELECT id::int, kind, state FROM support_forms WHERE user_id = $1 AND joins_id IS NULL ORDER BY id DESC LIMIT $2',
    [userId, newestOf],
  );
  return rows;
}

async function readNotes(db: Queryable, userId: number): Promise<Person['notes']> {
  const { rows } = await db.query<{ id: string; author: string; text: string; createdAt: Date }>(
    `SELECT id, author, text, created_at AS "createdAt" FROM operator_notes WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
    [userId, listedMax],
  );
  return rows.map(({ id, author, text, createdAt }) => ({ id: Number(id), author, text, created: seconds(createdAt) }));
}

function seconds(date: Date): number {
  return date.getTime() / 1000;
}

/** @throws DomainError not_found: the user has no such key */
export async function demandOwnKey(db: Queryable, userId: number, key: string): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM api_keys WHERE user_id = $1 AND key = $2', [userId, key]);
  if (rowCount === 0) throw new DomainError('not_found', { message: `User ${userId} has no API key ${key}.` });
}
