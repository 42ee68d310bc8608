/**
 * Forms that anybody may send. What an account sends again about the same while its case is open belongs to that case. A visitor's e-mail is typed and
 * proves nothing, so that each form of a visitor is a case of its own.
 */
import { DomainError } from '@pelican/shared/contracts';
import type {
  FeedbackRequest,
  FormKind,
  ListingRequest,
  NotifyRequest,
  PartnershipRequest,
} from '@pelican/shared/contracts/support';
import type { Language } from '@pelican/shared/contracts/system';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { findAccountFactors } from '../../identity/index.ts';
import { mailVisitor } from '../../notices/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import type { CheckedFile } from '../../platform/files/index.ts';
import { takeShared, type Window, windowsOfAddress } from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { attachFiles } from './attachments.ts';
import type { Sent } from './receive.ts';

const hourSeconds = 3_600;
const formsPerHour = 3;
/** Of an address over all accounts with a confirmed e-mail. */
const sentOfAddressPerHour = 60;
const watchesPerHour = 20;
/** To one address, from all senders together: nobody floods another person's mailbox. */
const mailsPerDay = 3;

export interface FormsDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'eval'>;
  encryptionKeys: EncryptionKeys;
}

export interface FormSender {
  ip: string;
  /** Of who is signed in. */
  userId: number | null;
  /** In which the sender is written to. */
  language: Language;
}

export interface NewForm {
  kind: FormKind;
  email: string;
  /** By which another application about the same is found; '' for none. It proves nothing: anybody may apply for a contract. */
  subject: string;
  fields: Record<string, unknown>;
  files: readonly CheckedFile[];
}

export function partnershipForm({ texts: request, files }: Sent<PartnershipRequest>): NewForm {
  const { email, captcha: _, ...fields } = request;
  return { kind: 'partnership', email, subject: request.project_link.toLowerCase(), fields, files };
}

export function listingForm({ texts: request, files }: Sent<ListingRequest>): NewForm {
  const { company_email: email, captcha: _, ...fields } = request;
  const subject = `${request.blockchain} ${request.contract_address}`.toLowerCase();
  return { kind: 'listing', email, subject: subject.slice(0, 254), fields, files };
}

/** @throws DomainError invalid_argument: nobody is signed in and no e-mail is given */
export async function feedbackForm(
  deps: FormsDeps,
  { userId }: FormSender,
  request: FeedbackRequest,
): Promise<NewForm> {
  const { email = await accountEmail(deps.pool, userId), captcha: _, ...fields } = request;
  return { kind: 'feedback', email, subject: '', fields, files: [] };
}

/** @returns the number of the case. @throws DomainError too_many_requests */
export async function receiveForm(
  { pool, redis, encryptionKeys }: FormsDeps,
  sender: FormSender,
  form: NewForm,
): Promise<number> {
  await takeShared(redis, await windowsOf(pool, sender, { name: 'form', max: formsPerHour }));
  const isMailed = await mayMail(redis, form.email);
  return inTransaction(pool, async (tx) => {
    await lockCase(tx, form);
    const open = form.kind === 'feedback' ? undefined : await findOpenCase(tx, sender, form);
    const id = await insertForm(tx, sender, form, open);
    const { userId } = sender;
    await attachFiles(tx, encryptionKeys, { userId, place: { formId: id }, files: form.files });
    if (isMailed) {
      const given = { form: form.kind, id: open ?? id };
      await mailVisitor(tx, { recipient: form.email, language: sender.language, kind: 'form_received', given });
    }
    return open ?? id;
  });
}

/** Within an hour. People with a confirmed e-mail are counted by account, since many share an address; other accounts cost nothing. */
async function windowsOf(
  db: Queryable,
  { ip, userId }: FormSender,
  { name, max }: { name: string; max: number },
): Promise<Window[]> {
  const seconds = hourSeconds;
  const isConfirmed = userId !== null && (await findAccountFactors(db, userId))?.isEmailVerified === true;
  if (!isConfirmed) return windowsOfAddress(ip, { name, max, seconds });
  const ofAddress = { name: `${name}-accounts`, max: sentOfAddressPerHour, seconds };
  return [{ name: `${name}-of:${userId}`, max, seconds }, ...windowsOfAddress(ip, ofAddress)];
}

/** Two forms of one case come one after the other. The others are not held up while files are written. */
async function lockCase(tx: Transaction, { kind, email, subject }: NewForm): Promise<void> {
  if (kind === 'feedback') return;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`form:${kind}:${email}:${subject}`]);
}

async function findOpenCase(
  tx: Transaction,
  { userId }: FormSender,
  { kind, email, subject }: NewForm,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM support_forms
      WHERE kind = $1 AND email = $2 AND subject = $3 AND user_id = $4 AND state IN ('new', 'in_review') AND joins_id IS NULL
        AND created_at > now() - interval '30 days'
      ORDER BY id LIMIT 1`,
    [kind, email, subject, userId],
  );
  return rows[0] && Number(rows[0].id);
}

async function insertForm(
  tx: Transaction,
  { userId, language }: FormSender,
  { kind, email, subject, fields }: NewForm,
  joins: number | undefined,
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO support_forms (kind, user_id, email, subject, fields, joins_id, language)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [kind, userId, email, subject, JSON.stringify(fields), joins ?? null, language],
  );
  return Number(rows[0]?.id);
}

/** What is too much for one mailbox is not mailed; the form is taken all the same. */
async function mayMail(redis: FormsDeps['redis'], email: string): Promise<boolean> {
  try {
    await takeShared(redis, [{ name: `form-mail:${email}`, max: mailsPerDay, seconds: 24 * hourSeconds }]);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/** Stores a subscription to the opening of a market or a feature, once. @throws DomainError invalid_argument, too_many_requests */
export async function watchOpening(
  { pool, redis }: FormsDeps,
  sender: FormSender,
  request: NotifyRequest,
): Promise<void> {
  await takeShared(redis, await windowsOf(pool, sender, { name: 'watch', max: watchesPerHour }));
  const topic = request.market === undefined ? `feature:${request.feature}` : `market:${request.market}`;
  const { userId, language } = sender;
  // A signed-in person gets a notice, at the address of the account.
  const email =
    userId === null ? (request.email ?? (await accountEmail(pool, null))) : await accountEmail(pool, userId);
  await pool.query(
    `INSERT INTO opening_watches (topic, email, user_id, language) VALUES ($1, $2, $3, $4)
      ON CONFLICT (topic, email) WHERE told_at IS NULL DO NOTHING`,
    [topic, email, userId, language],
  );
}

/** @throws DomainError invalid_argument: nobody is signed in */
async function accountEmail(pool: pg.Pool, userId: number | null): Promise<string> {
  const { rows } = await pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  if (!rows[0]) throw new DomainError('invalid_argument', { fields: { email: ['Field is required'] } });
  return rows[0].email;
}
