/** Transfer codes and their events in Postgres. */
import type { CodeEvent, OpenCode } from '@pelican/shared/contracts/codes';
import { isActiveUser } from '../../identity/index.ts';
import { countRows, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { maskedCode } from './code-text.ts';

export interface Code {
  id: number;
  makerId: number;
  assetId: number;
  ticker: string;
  /** Whole units, no trailing zeros. */
  amount: string;
  lastCharacters: string;
  /** Of its creation. */
  createdAt: Date;
}

type CodeRow = Omit<Code, 'id' | 'makerId'> & { id: string; makerId: string };

const toCode = (row: CodeRow): Code => ({ ...row, id: Number(row.id), makerId: Number(row.makerId) });

/** Of `transfer_codes code`. */
const columns = `code.id, maker_id AS "makerId", code.asset_id AS "assetId", trim_scale(amount)::text AS amount,
  last_characters AS "lastCharacters", code.created_at AS "createdAt",
  (SELECT ticker FROM assets WHERE assets.id = code.asset_id) AS ticker`;

export interface NewCode extends Pick<Code, 'makerId' | 'assetId' | 'amount' | 'lastCharacters'> {
  /** In dollars, for the limit of 24 hours. */
  usdValue: string;
  hash: Buffer;
  idempotencyKey: string;
}

/** The caller has the maker's row locked, and has looked for the key. */
export async function insertCode(tx: Transaction, code: NewCode): Promise<Code> {
  const { makerId, assetId, amount, usdValue, hash, lastCharacters, idempotencyKey } = code;
  const { rows } = await tx.query<CodeRow>(
    `INSERT INTO transfer_codes AS code (maker_id, asset_id, amount, usd_value, code_hash, last_characters, idempotency_key)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [makerId, assetId, amount, usdValue, hash, lastCharacters, idempotencyKey],
  );
  return toCode(rows[0] as CodeRow);
}

export async function findCodeOfKey(db: Queryable, makerId: number, idempotencyKey: string): Promise<Code | undefined> {
  const { rows } = await db.query<CodeRow>(
    `SELECT ${columns} FROM transfer_codes code WHERE maker_id = $1 AND idempotency_key = $2`,
    [makerId, idempotencyKey],
  );
  return rows[0] && toCode(rows[0]);
}

/** The open code with this hash, unless its maker is blocked. */
export async function findOpenCode(db: Queryable, hash: Buffer): Promise<Pick<Code, 'id' | 'makerId'> | undefined> {
  const { rows } = await db.query<{ id: string; makerId: string }>(
    `SELECT code.id, maker_id AS "makerId" FROM transfer_codes code JOIN users maker ON maker.id = maker_id
      WHERE code_hash = $1 AND state = 'open' AND ${isActiveUser('maker')}`,
    [hash],
  );
  return rows[0] && { id: Number(rows[0].id), makerId: Number(rows[0].makerId) };
}

/** Ends an open code; undefined when it was not open. Of several at once one finds it open. */
export async function endCode(
  tx: Transaction,
  id: number,
  end: { recipientId: number } | { deletedBy: number },
): Promise<Code | undefined> {
  const { rows } =
    'recipientId' in end
      ? await tx.query<CodeRow>(
          `UPDATE transfer_codes code SET state = 'activated', recipient_id = $2, ended_at = clock_timestamp()
            WHERE id = $1 AND state = 'open' RETURNING ${columns}`,
          [id, end.recipientId],
        )
      : await tx.query<CodeRow>(
          `UPDATE transfer_codes code SET state = 'deleted', ended_at = clock_timestamp()
            WHERE id = $1 AND maker_id = $2 AND state = 'open' RETURNING ${columns}`,
          [id, end.deletedBy],
        );
  return rows[0] && toCode(rows[0]);
}

export interface NewEvent {
  userId: number;
  kind: 'created' | 'given' | 'received' | 'deleted';
}

export async function insertEvents(tx: Transaction, code: Code, events: readonly NewEvent[]): Promise<void> {
  await tx.query(
    `INSERT INTO transfer_code_events (code_id, asset_id, user_id, kind)
      SELECT $1, $2, user_id, kind FROM unnest($3::bigint[], $4::text[]) AS event(user_id, kind)`,
    [code.id, code.assetId, events.map(({ userId }) => userId), events.map(({ kind }) => kind)],
  );
}

export interface Wanted {
  userId: number;
  /** Undefined: codes of all assets. */
  assetId: number | undefined;
  offset: number;
  limit: number;
}

interface Page<Item> {
  result: Item[];
  total: number;
}

/** The newest first. */
export async function findOpenCodes(db: Queryable, wanted: Wanted): Promise<Page<OpenCode>> {
  const { userId, assetId = null, offset, limit } = wanted;
  const own = `transfer_codes code WHERE maker_id = $1 AND state = 'open' AND ($2::int IS NULL OR asset_id = $2)`;
  const [{ rows }, total] = await Promise.all([
    db.query<CodeRow>(`SELECT ${columns} FROM ${own} ORDER BY code.id DESC OFFSET $3 LIMIT $4`, [
      userId,
      assetId,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${own}`, [userId, assetId], { offset, limit }),
  ]);
  return { result: rows.map((row) => viewCode(toCode(row))), total };
}

type EventRow = CodeRow & { eventId: string; kind: NewEvent['kind']; happenedAt: Date };

/** The newest first. */
export async function findEvents(db: Queryable, wanted: Wanted): Promise<Page<CodeEvent>> {
  const { userId, assetId = null, offset, limit } = wanted;
  const own = `transfer_code_events WHERE user_id = $1 AND ($2::int IS NULL OR asset_id = $2)`;
  const [{ rows }, total] = await Promise.all([
    db.query<EventRow>(
      `SELECT ${columns}, event.id AS "eventId", event.kind, event.created_at AS "happenedAt"
        FROM (SELECT * FROM ${own} ORDER BY id DESC OFFSET $3 LIMIT $4) AS event
        JOIN transfer_codes code ON code.id = event.code_id ORDER BY event.id DESC`,
      [userId, assetId, offset, limit],
    ),
    countRows(db, `SELECT FROM ${own}`, [userId, assetId], { offset, limit }),
  ]);
  return { result: rows.map(viewEvent), total };
}

export function viewCode({ id, lastCharacters, amount, ticker, createdAt }: Code): OpenCode {
  return { id, code: maskedCode(lastCharacters), amount, currency: ticker, date: createdAt.getTime() };
}

function viewEvent(row: EventRow): CodeEvent {
  const { eventId, kind, happenedAt } = row;
  const direction = kind === 'given' || kind === 'received' ? kind : null;
  return {
    ...viewCode(toCode(row)),
    id: Number(eventId),
    ticker: row.ticker,
    date: happenedAt.getTime(),
    status: direction ? 'activated' : (kind as 'created' | 'deleted'),
    direction,
  };
}
