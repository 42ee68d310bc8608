/** Content as operators see it. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type ContentItemDetails,
  type ContentItemView,
  type ContentKind,
  type ContentPhase,
  contentItemRequest,
} from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { type ItemRow, itemColumns, phaseConditions, secondsOf } from './store.ts';

interface DeskQuery {
  kind: ContentKind;
  phase?: ContentPhase | undefined;
  search: string;
  offset: number;
  limit: number;
}

type DeskRow = ItemRow & { name: string | null; languages: Language[] };

const summary = `${itemColumns},
  (SELECT title FROM content_texts WHERE item_id = item.id AND language = 'en') AS name,
  ARRAY(SELECT language FROM content_texts WHERE item_id = item.id ORDER BY language) AS languages`;
const historyMax = 50;

export async function listContent(db: Queryable, { kind, phase, search, ...page }: DeskQuery) {
  const where = `item.kind = $1 AND ${phase ? phaseConditions[phase] : 'true'}
    AND ($2 = '' OR strpos(coalesce(item.slug, ''), $2) > 0
      OR EXISTS (SELECT FROM content_texts WHERE item_id = item.id AND strpos(lower(title), $2) > 0))`;
  const values = [kind, search.trim().toLowerCase()];
  const { rows } = await db.query<DeskRow>(
    `SELECT ${summary} FROM content_items AS item WHERE ${where} ORDER BY item.updated_at DESC, item.id DESC OFFSET $3 LIMIT $4`,
    [...values, page.offset, page.limit],
  );
  const total = await countRows(db, `SELECT FROM content_items AS item WHERE ${where}`, values, page);
  return { result: rows.map(viewItem), total, ...page };
}

/** @throws DomainError not_found */
export async function showContent(db: Queryable, id: number): Promise<ContentItemDetails> {
  const { rows } = await db.query<DeskRow>(`SELECT ${summary} FROM content_items AS item WHERE item.id = $1`, [id]);
  const row = rows[0];
  if (!row) throw new DomainError('not_found');
  return { ...viewItem(row), item: await readItem(db, row), history: await readHistory(db, id) };
}

/** As it was written. A row that another program has made unfit is shown too, so that an operator can mend it. */
async function readItem(db: Queryable, row: ItemRow): Promise<ContentItemDetails['item']> {
  const { rows } = await db.query<{ language: Language; title: string; body: string }>(
    'SELECT language, title, body FROM content_texts WHERE item_id = $1',
    [row.id],
  );
  const texts = Object.fromEntries(rows.map(({ language, ...text }) => [language, text]));
  const { kind, slug, position, pinned, facts } = row;
  const addressed = slug === null ? {} : { slug, pinned };
  const item = { ...facts, ...addressed, kind, position, texts };
  const read = contentItemRequest.safeParse(item);
  return read.success ? read.data : { kind, position, texts: { en: { title: '', body: '' }, ...texts }, ...addressed };
}

async function readHistory(db: Queryable, id: number): Promise<ContentItemDetails['history']> {
  const { rows } = await db.query<{ id: string; at: Date; actor: string; action: string; reason: string | null }>(
    `SELECT id, created_at AS at, actor, action, details->>'reason' AS reason FROM audit_records
      WHERE subject = $1 ORDER BY id DESC LIMIT $2`,
    [`content:${id}`, historyMax],
  );
  return rows.map((record) => ({ ...record, id: Number(record.id), at: secondsOf(record.at) }));
}

function viewItem(row: DeskRow): ContentItemView {
  const { id, version, kind, state, languages, updatedBy } = row;
  return {
    id: Number(id),
    version,
    kind,
    state,
    languages,
    updatedBy,
    name: row.name ?? '',
    publishAt: row.publishAt && secondsOf(row.publishAt),
    endAt: row.endAt && secondsOf(row.endAt),
    updatedAt: secondsOf(row.updatedAt),
  };
}
