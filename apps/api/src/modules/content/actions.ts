/** What operators do with content: write, publish, hide, delete. One person may: no money depends on it. */
import { DomainError } from '@pelican/shared/contracts';
import { type ContentItemRequest, contentItemRequest } from '@pelican/shared/contracts/content';
import { z } from 'zod';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { htmlOf } from './html.ts';
import { demandImage } from './images.ts';
import { type ItemRow, itemColumns } from './store.ts';

const common = { permission: 'content', twoPersons: false, explainsItself: () => true } as const;

/** The contract's schema, applied again where a request is read from the table of requests. */
const itemPayload = z.custom<ContentItemRequest>((value) => contentItemRequest.safeParse(value).success);

const newItem = z.object({ item: itemPayload });

/** Writes a draft. @returns its id @throws DomainError invalid_argument: the slug is taken */
export const createContent: OperatorAction<{ item: ContentItemRequest }, number> = {
  ...common,
  name: 'content.create',
  payload: newItem,
  async run(tx, act, { item }) {
    const { slug, position, pinned, facts } = columnsOf(item);
    await demandFreeSlug(tx, item, 0);
    await demandImage(tx, 'image' in item ? item.image : '');
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO content_items (kind, slug, position, pinned, facts, updated_by) VALUES ($1, $2, $3, $4, $5, $6)
        RETURNING id`,
      [item.kind, slug, position, pinned, facts, operatorNameOf(act.actor)],
    );
    const id = Number(rows[0]?.id);
    await writeTexts(tx, id, item);
    await recordAct(tx, act, { action: 'content.created', subject: `content:${id}`, details: recordedOf(item) });
    return id;
  },
};

const change = z.object({ id: z.int(), version: z.int(), item: itemPayload });

/** @returns its id @throws DomainError not_found, content_changed, invalid_argument: the slug is taken or cannot change any more */
export const changeContent: OperatorAction<z.infer<typeof change>, number> = {
  ...common,
  name: 'content.change',
  payload: change,
  async run(tx, act, { id, version, item }) {
    const before = await lockItem(tx, id, version);
    if (before.kind !== item.kind) throw new DomainError('not_found');
    const { slug, position, pinned, facts } = columnsOf(item);
    if (before.state !== 'draft' && before.slug !== slug)
      throw new DomainError('invalid_argument', {
        fields: { slug: ['The address stays once it was published'] },
      });
    await demandFreeSlug(tx, item, id);
    await demandImage(tx, 'image' in item ? item.image : '');
    await tx.query(
      `UPDATE content_items SET slug = $2, position = $3, pinned = $4, facts = $5, version = version + 1, updated_by = $6,
          updated_at = now() WHERE id = $1`,
      [id, slug, position, pinned, facts, operatorNameOf(act.actor)],
    );
    await writeTexts(tx, id, item);
    await recordAct(tx, act, { action: 'content.changed', subject: `content:${id}`, details: recordedOf(item) });
    return id;
  },
};

const seconds = z.number();
const stateChange = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(['published', 'hidden']),
  publishAt: seconds.optional(),
  endAt: seconds.nullish(),
});

/** Publishes, schedules, ends or hides. @returns its id @throws DomainError not_found, content_changed, invalid_argument */
export const changeContentState: OperatorAction<z.infer<typeof stateChange>, number> = {
  ...common,
  explainsItself: () => false,
  name: 'content.change_state',
  payload: stateChange,
  async run(tx, act, { id, version, state, publishAt, endAt }) {
    const before = await lockItem(tx, id, version);
    if (before.state === 'draft' && state === 'hidden') throw refused('state', 'A draft is hidden already');
    const { rows } = await tx.query<{ isInOrder: boolean }>(
      `UPDATE content_items SET state = $2, version = version + 1, updated_by = $3, updated_at = now(),
          publish_at = coalesce(to_timestamp($4), publish_at, now()),
          end_at = CASE WHEN $5 THEN to_timestamp($6) ELSE end_at END
        WHERE id = $1 AND (NOT $5 OR $6::float8 IS NULL OR to_timestamp($6) > coalesce(to_timestamp($4), publish_at, now()))
          AND ($5 OR end_at IS NULL OR end_at > coalesce(to_timestamp($4), publish_at, now()))
        RETURNING true AS "isInOrder"`,
      [id, state, operatorNameOf(act.actor), publishAt ?? null, endAt !== undefined, endAt ?? null],
    );
    if (!rows[0]) throw refused('end_at', 'It ends before it begins');
    await recordAct(tx, act, {
      action: state === 'hidden' ? 'content.hidden' : 'content.published',
      subject: `content:${id}`,
      details: { kind: before.kind, ...(publishAt ? { publishAt } : {}), ...(endAt ? { endAt } : {}) },
    });
    return id;
  },
};

/** @throws DomainError not_found, content_published */
export const deleteContent: OperatorAction<{ id: number }, void> = {
  ...common,
  name: 'content.delete',
  payload: z.object({ id: z.int() }),
  async run(tx, act, { id }) {
    const { kind, state } = await lockItem(tx, id);
    if (state !== 'draft') throw new DomainError('content_published');
    await tx.query('DELETE FROM content_items WHERE id = $1', [id]);
    await recordAct(tx, act, { action: 'content.deleted', subject: `content:${id}`, details: { kind } });
  },
};

/** @param version as the operator has read it @throws DomainError not_found, content_changed */
async function lockItem(tx: Transaction, id: number, version?: number): Promise<ItemRow> {
  const { rows } = await tx.query<ItemRow>(
    `SELECT ${itemColumns} FROM content_items AS item WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  if (version !== undefined && rows[0].version !== version) throw new DomainError('content_changed');
  return rows[0];
}

/** What all kinds have, and of the other fields what only this kind has. */
function columnsOf(item: ContentItemRequest) {
  const { texts: _, kind: __, position, ...own } = item;
  const { slug = null, pinned = false, ...facts } = { slug: undefined, pinned: undefined, ...own };
  return { slug, position, pinned, facts: JSON.stringify(facts) };
}

/** Of two that write the same at once the second waits for the first. @param own its id; 0 of a new one */
async function demandFreeSlug(tx: Transaction, item: ContentItemRequest, own: number): Promise<void> {
  if (item.kind !== 'announcement') return;
  const { kind, slug } = item;
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('content', 0))`);
  const { rows } = await tx.query('SELECT FROM content_items WHERE kind = $1 AND slug = $2 AND id <> $3', [
    kind,
    slug,
    own,
  ]);
  if (rows.length > 0) throw refused('slug', 'Slug already exists');
}

async function writeTexts(tx: Transaction, id: number, { texts }: ContentItemRequest): Promise<void> {
  await tx.query('DELETE FROM content_texts WHERE item_id = $1', [id]);
  for (const [language, text] of Object.entries(texts)) {
    if (!text || text.title === '') continue;
    // It is laid out where it is read; one that becomes too long is refused here.
    htmlOf(text.body, `texts.${language}.body`);
    await tx.query('INSERT INTO content_texts (item_id, language, title, body) VALUES ($1, $2, $3, $4)', [
      id,
      language,
      text.title,
      text.body,
    ]);
  }
}

function recordedOf(item: ContentItemRequest) {
  const { kind, texts } = item;
  return { kind, ...('slug' in item ? { slug: item.slug } : {}), title: texts.en.title };
}

function refused(field: string, text: string): DomainError {
  return new DomainError('invalid_argument', { fields: { [field]: [text] } });
}
