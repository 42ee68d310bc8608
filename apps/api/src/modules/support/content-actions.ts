/** What operators write for everybody: entries of the FAQ, and answers that they save for themselves. */
import { DomainError } from '@pelican/shared/contracts';
import type { FaqEntryView, SavedAnswerView } from '@pelican/shared/contracts/support';
import { categoryIds, type SupportCategoryId, type SupportLanguage } from '@pelican/shared/contracts/support';
import { z } from 'zod';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { secondsOf } from './tickets.ts';

const id = z.int().optional();
const removal = z.object({ id: z.int() });
const savedAnswer = z.object({ id, title: z.string(), text: z.string() });
const faqEntry = z.object({
  id,
  slug: z.string(),
  language: z.enum(['en', 'hi']),
  supportCategoryId: z.literal(categoryIds),
  question: z.string(),
  answer: z.string(),
  position: z.int(),
  published: z.boolean(),
});
type FaqEntry = z.infer<typeof faqEntry>;

const common = { permission: 'support', twoPersons: false, explainsItself: () => true } as const;

/** Adds an answer, or with an `id` changes it. @throws DomainError not_found */
export const saveAnswer: OperatorAction<z.infer<typeof savedAnswer>, SavedAnswerView> = {
  ...common,
  name: 'support.save_answer',
  payload: savedAnswer,
  async run(tx, act, given) {
    const values = [given.title, given.text, operatorNameOf(act.actor)];
    const saved = await changed<SavedAnswerRow>(
      tx,
      given.id === undefined
        ? `INSERT INTO support_saved_answers (title, text, updated_by) VALUES ($1, $2, $3) RETURNING ${answerColumns}`
        : `UPDATE support_saved_answers SET title = $1, text = $2, updated_by = $3, updated_at = now()
            WHERE id = $4 RETURNING ${answerColumns}`,
      given.id === undefined ? values : [...values, given.id],
    );
    await recordAct(tx, act, {
      action: 'saved_answer.saved',
      subject: `saved_answer:${saved.id}`,
      details: { title: given.title },
    });
    return viewAnswer(saved);
  },
};

/** @throws DomainError not_found */
export const deleteAnswer: OperatorAction<{ id: number }, void> = {
  ...common,
  name: 'support.delete_answer',
  payload: removal,
  async run(tx, act, given) {
    const { title } = await changed<{ title: string }>(
      tx,
      'DELETE FROM support_saved_answers WHERE id = $1 RETURNING title',
      [given.id],
    );
    await recordAct(tx, act, {
      action: 'saved_answer.deleted',
      subject: `saved_answer:${given.id}`,
      details: { title },
    });
  },
};

/** Adds an entry, or with an `id` changes it. @throws DomainError not_found, invalid_argument: the language has the slug already */
export const saveFaqEntry: OperatorAction<FaqEntry, FaqEntryView> = {
  ...common,
  name: 'support.save_faq_entry',
  payload: faqEntry,
  async run(tx, act, given) {
    await demandFreeSlug(tx, given);
    const { slug, language, supportCategoryId, question, answer, position, published } = given;
    const values = [
      slug,
      language,
      supportCategoryId,
      question,
      answer,
      position,
      published,
      operatorNameOf(act.actor),
    ];
    const saved = await changed<FaqRow>(
      tx,
      given.id === undefined
        ? `INSERT INTO faq_entries (slug, language, category_id, question, answer, position, is_published, updated_by)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${faqColumns}`
        : `UPDATE faq_entries SET slug = $1, language = $2, category_id = $3, question = $4, answer = $5, position = $6,
              is_published = $7, updated_by = $8, updated_at = now() WHERE id = $9 RETURNING ${faqColumns}`,
      given.id === undefined ? values : [...values, given.id],
    );
    await recordAct(tx, act, {
      action: 'faq.saved',
      subject: `faq:${saved.id}`,
      details: { slug, language, question, published },
    });
    return viewEntry(saved);
  },
};

/** @throws DomainError not_found */
export const deleteFaqEntry: OperatorAction<{ id: number }, void> = {
  ...common,
  name: 'support.delete_faq_entry',
  payload: removal,
  async run(tx, act, given) {
    const details = await changed<{ slug: string; language: string; question: string }>(
      tx,
      'DELETE FROM faq_entries WHERE id = $1 RETURNING slug, language, question',
      [given.id],
    );
    await recordAct(tx, act, { action: 'faq.deleted', subject: `faq:${given.id}`, details });
  },
};

/** Of two that save the same at once the second waits for the first. */
async function demandFreeSlug(tx: Transaction, { id: own, slug, language }: FaqEntry): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('faq', 0))`);
  const { rows } = await tx.query('SELECT FROM faq_entries WHERE slug = $1 AND language = $2 AND id <> $3', [
    slug,
    language,
    own ?? 0,
  ]);
  if (rows.length > 0) throw new DomainError('invalid_argument', { fields: { slug: ['Slug already exists'] } });
}

export async function listAnswers(db: Queryable): Promise<SavedAnswerView[]> {
  const { rows } = await db.query<SavedAnswerRow>(
    `SELECT ${answerColumns} FROM support_saved_answers ORDER BY lower(title), id LIMIT 500`,
  );
  return rows.map(viewAnswer);
}

export async function listFaqEntries(db: Queryable): Promise<FaqEntryView[]> {
  const { rows } = await db.query<FaqRow>(
    `SELECT ${faqColumns} FROM faq_entries ORDER BY language, category_id, position, id LIMIT 1000`,
  );
  return rows.map(viewEntry);
}

const answerColumns = 'id, title, text, updated_by AS "updatedBy"';
interface SavedAnswerRow {
  id: string;
  title: string;
  text: string;
  updatedBy: string;
}

function viewAnswer({ id: rowId, ...answer }: SavedAnswerRow): SavedAnswerView {
  return { id: Number(rowId), ...answer };
}

const faqColumns = `id, slug, language, category_id AS "supportCategoryId", question, answer, position,
  is_published AS published, updated_by AS "updatedBy", updated_at AS "updatedAt"`;
interface FaqRow {
  id: string;
  slug: string;
  language: SupportLanguage;
  supportCategoryId: SupportCategoryId;
  question: string;
  answer: string;
  position: number;
  published: boolean;
  updatedBy: string;
  updatedAt: Date;
}

function viewEntry({ id: rowId, updatedAt, ...entry }: FaqRow): FaqEntryView {
  return { id: Number(rowId), ...entry, updatedAt: secondsOf(updatedAt) };
}

/** The row that a statement writes. @throws DomainError not_found: it has written none */
async function changed<Row extends object>(tx: Transaction, statement: string, values: unknown[]): Promise<Row> {
  const { rows } = await tx.query<Row>(statement, values);
  if (!rows[0]) throw new DomainError('not_found');
  return rows[0];
}
