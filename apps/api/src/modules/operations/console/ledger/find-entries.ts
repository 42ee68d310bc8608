/**
 * Entries of the ledger by what they touch, the newest first. Their order is that of their ids; a page goes on below the last id of the one before.
 * Legs lie in months, so anybody who has the time of an entry gives it.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { LedgerEntryDetail, LedgerLine } from '@pelican/shared/contracts/operations';
import { houseUserMin } from '../../../../ledger/index.ts';
import type { Queryable } from '../../../../platform/database/index.ts';

/** An id is taken after the time of its transaction, and long before this has passed. */
const transactionMax = `interval '1 hour'`;
interface PageBounds {
  /** Of so few accounts each is searched by itself; of more, the entries are read until enough of them fit. */
  accountsMax: number;
  /** Legs or entries that one page examines: what is rare in a long history is reached page by page, none of which takes long. */
  examinedMax: number;
}
const pageBounds: PageBounds = { accountsMax: 200, examinedMax: 20_000 };

interface EntriesWanted {
  /** Kind of an account. */
  account?: string | undefined;
  user?: number | undefined;
  ticker?: string | undefined;
  kind?: string | undefined;
  reference?: string | undefined;
  /** Unix seconds */
  since?: number | undefined;
  until?: number | undefined;
  before?: number | undefined;
  limit: number;
}

const dateOf = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000));

interface EntriesFound {
  result: LedgerLine[];
  /** Where the next page begins, also of a page on which nothing fitted; null after the last. */
  next: number | null;
}

/** @throws DomainError unknown_asset */
export async function listEntries(
  db: Queryable,
  wanted: EntriesWanted,
  { accountsMax, examinedMax } = pageBounds,
): Promise<EntriesFound> {
  const { account, user, ticker, kind, reference, since, until, limit } = wanted;
  const asset = await findAsset(db, ticker);
  const bounds = await idBounds(db, wanted);
  const values: unknown[] = [bounds.below, bounds.above, kind ?? null, reference ?? null, dateOf(since), dateOf(until)];
  if (account === undefined && user === undefined && asset === undefined) {
    const result = await readLines(db, `${page} WHERE ${fits} ORDER BY entry.id DESC LIMIT $7`, [...values, limit]);
    return { result, next: result.length === limit ? (result.at(-1)?.id ?? null) : null };
  }
  const owners = [account ?? null, user ?? null, asset ?? null];
  const accounts = await findAccounts(db, owners, accountsMax + 1);
  if (accounts.length === 0) return { result: [], next: null };
  // A reference has few entries.
  const isOfEntries = accounts.length > accountsMax || reference !== undefined;
  const given = isOfEntries ? owners : [accounts];
  const examined = isOfEntries ? examinedMax : Math.max(limit, Math.floor(examinedMax / accounts.length));
  const source = isOfEntries ? entriesOfOwners : entriesOfAccounts;
  return examine(db, source, [...values, limit, examined, ...given]);
}

const page = 'SELECT entry.id, entry.kind, entry.reference, entry.created_at FROM ledger_entries entry';
const inBounds = 'entry.id < $1::bigint AND entry.id > $2::bigint';
const isNamed = '($3::text IS NULL OR entry.kind = $3) AND ($4::text IS NULL OR entry.reference = $4)';
const inTime = (row: 'entry' | 'leg') =>
  `($5::timestamptz IS NULL OR ${row}.created_at >= $5) AND ($6::timestamptz IS NULL OR ${row}.created_at <= $6)`;
const fits = `${inBounds} AND ${isNamed} AND ${inTime('entry')}`;

/** Entries by themselves, as far as the page examines: which of them touch an account of these owners. */
const entriesOfOwners = `examined AS MATERIALIZED (${page} WHERE ${fits} ORDER BY entry.id DESC LIMIT $8),
  ends AS (SELECT min(id) AS last FROM examined HAVING count(*) = $8),
  found AS (SELECT * FROM examined entry WHERE EXISTS (
    SELECT FROM ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id
     WHERE leg.entry_id = entry.id AND leg.created_at = entry.created_at AND ($9::text IS NULL OR account.kind = $9)
       AND ($10::bigint IS NULL OR account.user_id = $10) AND ($11::int IS NULL OR account.asset_id = $11)))`;

/** The newest legs of each account: an entry below the last of those that were read of one account may have later ones before it. */
const entriesOfAccounts = `examined AS MATERIALIZED (SELECT account.id AS account, legs.* FROM unnest($9::bigint[]) AS account (id)
    CROSS JOIN LATERAL (SELECT leg.entry_id, leg.created_at FROM ledger_legs leg
      WHERE leg.account_id = account.id AND leg.entry_id < $1::bigint AND leg.entry_id > $2::bigint AND ${inTime('leg')}
      ORDER BY leg.entry_id DESC LIMIT $8) legs),
  ends AS (SELECT max(last) AS last FROM (
    SELECT min(entry_id) AS last FROM examined GROUP BY account HAVING count(*) = $8) AS one),
  found AS (SELECT DISTINCT entry.id, entry.kind, entry.reference, entry.created_at FROM examined
    JOIN ledger_entries entry ON entry.id = examined.entry_id WHERE ${fits})`;

/** @param source the statements `examined`, `ends` and `found` */
async function examine(db: Queryable, source: string, values: readonly unknown[]): Promise<EntriesFound> {
  const { rows } = await db.query<{ ids: string[]; last: string | null }>(
    `WITH ${source} SELECT (SELECT last FROM ends) AS last, ARRAY(
        SELECT id FROM found WHERE id >= coalesce((SELECT last FROM ends), 0) ORDER BY id DESC LIMIT $7) AS ids`,
    [...values],
  );
  const { ids = [], last = null } = rows[0] ?? {};
  const result = await readLines(db, `${page} WHERE entry.id = ANY ($1::bigint[])`, [ids]);
  const end = ids.length === values[6] ? ids.at(-1) : last;
  return { result, next: end === undefined || end === null ? null : Number(end) };
}

/** @throws DomainError unknown_asset */
async function findAsset(db: Queryable, ticker: string | undefined): Promise<number | undefined> {
  if (ticker === undefined) return undefined;
  const { rows } = await db.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
  if (!rows[0]) throw new DomainError('unknown_asset');
  return rows[0].id;
}

/** Ids of accounts, of many the first ones. @param owners kind, user and asset, each null for any */
async function findAccounts(db: Queryable, owners: readonly unknown[], limit: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM ledger_accounts WHERE ($1::text IS NULL OR kind = $1) AND ($2::bigint IS NULL OR user_id = $2)
       AND ($3::int IS NULL OR asset_id = $3) LIMIT $4`,
    [...owners, limit],
  );
  return rows.map(({ id }) => id);
}

/** Between which ids all entries of the time are. */
async function idBounds(db: Queryable, { since, until, before }: EntriesWanted) {
  const { rows } = await db.query<{ above: string | null; below: string | null }>(
    `SELECT (SELECT id FROM ledger_entries WHERE created_at < $1::timestamptz - ${transactionMax} ORDER BY created_at DESC LIMIT 1) AS above,
       (SELECT id FROM ledger_entries WHERE created_at > $2::timestamptz + ${transactionMax} ORDER BY created_at LIMIT 1) AS below`,
    [dateOf(since), dateOf(until)],
  );
  const newest = Number(rows[0]?.below ?? Number.MAX_SAFE_INTEGER);
  return { above: rows[0]?.above ?? '0', below: Math.min(newest, before ?? Number.MAX_SAFE_INTEGER) };
}

type LineRow = Omit<LedgerLine, 'id' | 'time'> & { id: string; createdAt: Date };

async function readLines(db: Queryable, page: string, values: unknown[]): Promise<LedgerLine[]> {
  const { rows } = await db.query<LineRow>(
    `SELECT page.id, page.kind, page.reference, page.created_at AS "createdAt", coalesce(moved.amounts, '[]') AS amounts
      FROM (${page}) page LEFT JOIN LATERAL (
        SELECT json_agg(json_build_object('ticker', ticker, 'amount', amount) ORDER BY ticker) AS amounts FROM (
          SELECT assets.ticker, trim_scale(sum(leg.amount) FILTER (WHERE leg.amount > 0))::text AS amount
            FROM ledger_legs leg JOIN ledger_accounts account ON account.id = leg.account_id JOIN assets ON assets.id = account.asset_id
           WHERE leg.entry_id = page.id AND leg.created_at = page.created_at GROUP BY assets.ticker) AS sums
      ) moved ON true ORDER BY page.id DESC`,
    values,
  );
  return rows.map(({ id, createdAt, ...line }) => ({ ...line, id: Number(id), time: createdAt.getTime() / 1_000 }));
}

interface LegRow {
  account: string;
  owner: string;
  userId: string;
  email: string | null;
  object: string;
  shard: number;
  ticker: string;
  amount: string;
  sum: string;
}

/** @throws DomainError not_found */
export async function findEntry(db: Queryable, id: number): Promise<LedgerEntryDetail> {
  const [line] = await readLines(
    db,
    'SELECT entry.id, entry.kind, entry.reference, entry.created_at FROM ledger_entries entry WHERE entry.id = $1',
    [id],
  );
  if (!line) throw new DomainError('not_found');
  const { rows: legs } = await db.query<LegRow>(
    `SELECT account.kind AS account, chart.owner, account.user_id AS "userId", users.email, account.object_id AS object,
       account.shard_id AS shard, assets.ticker, trim_scale(leg.amount)::text AS amount,
       trim_scale(sum(leg.amount) OVER (PARTITION BY account.asset_id))::text AS sum
     FROM ledger_entries entry
     JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.created_at = entry.created_at
     JOIN ledger_accounts account ON account.id = leg.account_id
     JOIN ledger_account_kinds chart ON chart.kind = account.kind AND chart.shard_id = account.shard_id
     JOIN assets ON assets.id = account.asset_id
     LEFT JOIN users ON users.id = account.user_id AND account.user_id < ${houseUserMin}
     WHERE entry.id = $1 ORDER BY assets.ticker, leg.amount, account.id`,
    [id],
  );
  const { rows: keys } = await db.query<{ key: string }>(
    'SELECT idempotency_key AS key FROM ledger_entries WHERE id = $1',
    [id],
  );
  return {
    ...line,
    key: keys[0]?.key ?? '',
    legs: legs.map(({ account, owner, userId, email, object, shard, ticker, amount }) => ({
      account,
      owner,
      user: email === null ? null : { id: Number(userId), email },
      object: Number(object) || null,
      shard: shard || null,
      ticker,
      amount,
    })),
    sums: [...new Map(legs.map(({ ticker, sum }) => [ticker, { ticker, sum }])).values()],
  };
}
