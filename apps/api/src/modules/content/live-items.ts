/** Items that visitors see now, of any kind, with what the contract makes of their rows. */
import type { ContentKind } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { Queryable } from '../../platform/database/index.ts';
import { isLive, secondsOf, textIn } from './store.ts';

export interface LiveItem<Facts> {
  id: number;
  title: string;
  /** As it is written. */
  body: string;
  /** Of title and body. */
  lang: Language;
  /** Of its publication: Unix seconds. */
  date: number;
  position: number;
  /** Counts its changes. */
  version: number;
  facts: Facts;
}

interface LiveRow {
  id: string;
  title: string;
  body: string;
  lang: Language;
  date: Date;
  position: number;
  version: number;
  facts: unknown;
}

interface Wanted<Schema> {
  kind: ContentKind;
  facts: Schema;
  lang: Language;
  max: number;
  /** By their position, then the newest; by their date alone where only that counts. */
  order: 'position' | 'date';
}

/** A row that is not as the contract wants it is left out and logged: one bad row takes nothing else from visitors. */
export async function liveItems<Schema extends z.ZodMiniType>(
  db: Queryable,
  log: Pick<Logger, 'error'>,
  { kind, facts: schema, lang, max, order }: Wanted<Schema>,
): Promise<LiveItem<z.output<Schema>>[]> {
  const { rows } = await db.query<LiveRow>(
    `SELECT item.id, item.facts, item.position, item.version, item.publish_at AS date, text.title, text.body, text.language AS lang
      FROM content_items AS item ${textIn('$1')} WHERE item.kind = $2 AND ${isLive}
      ORDER BY ${order === 'position' ? 'item.position, ' : ''}item.publish_at DESC, item.id DESC LIMIT $3`,
    [lang, kind, max],
  );
  return rows.flatMap((row) => {
    const facts = schema.safeParse(row.facts);
    if (facts.success) return [{ ...row, id: Number(row.id), date: secondsOf(row.date), facts: facts.data }];
    log.error(
      { content: row.id, kind, issues: facts.error.issues },
      'an item of the site is left out: its row is not as the contract wants it',
    );
    return [];
  });
}
