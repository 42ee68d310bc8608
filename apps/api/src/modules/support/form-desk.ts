/** Forms and waits for openings as operators read them. */
import { DomainError } from '@pelican/shared/contracts';
import type { FormKind, FormState, OpsFormDetails, OpsFormView } from '@pelican/shared/contracts/support';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { findAttachments, viewAttachment } from './attachments.ts';
import { secondsOf } from './tickets.ts';

interface FormRow {
  id: string;
  kind: FormKind;
  email: string;
  userId: string | null;
  subject: string;
  fields: Record<string, unknown>;
  state: FormState;
  reason: string | null;
  createdAt: Date;
  updatedAt: Date;
  again: number;
}

const columns = `form.id, form.kind, form.email, form.user_id AS "userId", form.subject, form.fields, form.state, form.reason,
  form.created_at AS "createdAt", form.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM support_forms AS joined WHERE joined.joins_id = form.id) AS again`;

export interface FormsQuery {
  offset: number;
  limit: number;
  kind: FormKind | undefined;
  /** `open`: new and in review. */
  state: FormState | 'open';
}

/** Cases: what was sent again is part of the first. Open ones in the order in which they came, others the last changed first. */
export async function listForms(db: Queryable, { kind, state, ...page }: FormsQuery) {
  const where = `FROM support_forms AS form WHERE form.joins_id IS NULL AND ($1::text IS NULL OR form.kind = $1)
    AND form.state = ANY ($2::text[])`;
  const values = [kind ?? null, state === 'open' ? ['new', 'in_review'] : [state]];
  const order = state === 'open' ? 'form.id' : 'form.updated_at DESC, form.id DESC';
  const { rows } = await db.query<FormRow>(`SELECT ${columns} ${where} ORDER BY ${order} OFFSET $3 LIMIT $4`, [
    ...values,
    page.offset,
    page.limit,
  ]);
  return { result: rows.map(viewForm), total: await countRows(db, `SELECT ${where}`, values, page), ...page };
}

/** @throws DomainError not_found */
export async function showForm(db: Queryable, id: number): Promise<OpsFormDetails> {
  const { rows } = await db.query<FormRow>(
    `SELECT ${columns} FROM support_forms AS form WHERE form.id = $1 AND form.joins_id IS NULL`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  const joined = await db.query<FormRow>(
    `SELECT ${columns} FROM support_forms AS form WHERE form.joins_id = $1 ORDER BY form.id DESC LIMIT 100`,
    [id],
  );
  const again = joined.rows.map(viewForm);
  const attached = await findAttachments(db, { formIds: [id, ...again.map((one) => one.id)] });
  const filesOf = (formId: number) => attached.filter((file) => file.formId === formId).map(viewAttachment);
  return {
    ...viewForm(rows[0]),
    files: filesOf(id),
    related: await findRelated(db, viewForm(rows[0])),
    joined: again.map((one) => ({
      id: one.id,
      createdAt: one.createdAt,
      fields: one.fields,
      files: filesOf(one.id),
    })),
  };
}

/** Who applies for a contract need not be its project: the case of each sender is decided on its own, beside those of the others. */
async function findRelated(db: Queryable, { id, kind, subject }: OpsFormView): Promise<OpsFormDetails['related']> {
  const { rows } = await db.query<{ id: string; email: string; state: FormState; createdAt: Date }>(
    `SELECT id, email, state, created_at AS "createdAt" FROM support_forms
      WHERE kind = $1 AND subject = $2 AND subject <> '' AND id <> $3 AND joins_id IS NULL ORDER BY id DESC LIMIT 50`,
    [kind, subject, id],
  );
  return rows.map(({ id: other, createdAt, ...form }) => ({
    ...form,
    id: Number(other),
    createdAt: secondsOf(createdAt),
  }));
}

function viewForm({ id, userId, createdAt, updatedAt, ...form }: FormRow): OpsFormView {
  return {
    ...form,
    id: Number(id),
    userId: userId === null ? null : Number(userId),
    createdAt: secondsOf(createdAt),
    updatedAt: secondsOf(updatedAt),
  };
}

/** How many wait for what; the most wanted first. */
export async function listOpenings(db: Queryable): Promise<{ topic: string; waiting: number; since: number }[]> {
  const { rows } = await db.query<{ topic: string; waiting: number; since: Date }>(
    `SELECT topic, count(*)::integer AS waiting, min(created_at) AS since FROM opening_watches
      WHERE told_at IS NULL GROUP BY topic ORDER BY count(*) DESC, topic LIMIT 200`,
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: secondsOf(since) }));
}
