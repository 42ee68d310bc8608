/**
 * Makes pushes, mails and text messages of the notices that were written. A notice is taken in hand by its row's lock and
 * marked in the transaction that writes its messages, so that several workers make each message once. The in-app message is
 * there since the notice was written; its push follows the commit, and the client's next request of the list replaces one that a
 * crash prevents.
 */
import type { NoticePush } from '@pelican/shared/contracts/notices';
import type { Language } from '@pelican/shared/contracts/system';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../platform/database/index.ts';
import { kindsForcedBy, type RenderedNotice, renderNotice, viewNotice } from './catalog.ts';
import { readChoices } from './choices.ts';
import { noticeMail } from './mail/notice-mail.ts';
import { insertMessage, type NewMessage } from './messages.ts';
import type { NoticeToPush } from './pushes.ts';
import { retryDelayMs } from './retry-delay.ts';
import { mayText } from './text-limits.ts';

export interface DispatchDeps {
  pool: pg.Pool;
  /** Where users reach the site, without a slash at the end. */
  publicUrl: string;
  push(push: NoticeToPush): Promise<void>;
  /** Gets each failure; the other notices go on. */
  onFailure(noticeId: number, error: unknown): void;
  /** No notice is begun after it aborts. */
  stopping?: AbortSignal;
}

interface WaitingNotice {
  id: number;
  userId: number;
  kind: string;
  payload: unknown;
  inApp: boolean;
  createdAt: Date;
  readAt: Date | null;
  attempts: number;
  email: string;
  phone: string | null;
  antiPhishingCode: string | null;
  locale: string;
}

const sentenceEnd: Record<Language, string> = { en: '.', hi: '।' };

type Outcome = 'none' | 'failed' | { dispatched: WaitingNotice; push: NoticeToPush | undefined };

/** Dispatches all that are due and returns how many. One that fails is tried again and again: a later release may know it. */
export async function dispatchNotices(deps: DispatchDeps): Promise<number> {
  let dispatched = 0;
  while (!deps.stopping?.aborted) {
    const outcome = await inTransaction(deps.pool, (transaction) => dispatchNext(deps, transaction));
    if (outcome === 'none') return dispatched;
    if (outcome === 'failed') continue;
    dispatched++;
    const { id } = outcome.dispatched;
    if (outcome.push) await deps.push(outcome.push).catch((error: unknown) => deps.onFailure(id, error));
  }
  return dispatched;
}

async function dispatchNext(deps: DispatchDeps, transaction: Transaction): Promise<Outcome> {
  const notice = await lockNext(transaction);
  if (!notice) return 'none';
  const isEnabled = await readChoices(transaction, notice.userId);
  let messages: NewMessage[];
  let push: NoticeToPush | undefined;
  try {
    const rendered = renderNotice(notice);
    messages = messagesOf(notice, rendered, deps.publicUrl, (channel) => isEnabled(rendered.category, channel));
    if (notice.inApp) push = { userId: notice.userId, push: pushOf(notice, rendered) };
  } catch (error) {
    deps.onFailure(notice.id, error);
    await postpone(transaction, notice);
    return 'failed';
  }
  for (const message of messages)
    if (message.channel !== 'text' || message.expiresAt || (await mayText(transaction, textOf(notice, message))))
      await insertMessage(transaction, message);
  // What is in no list is not kept: it may be a secret, such as the token of a link.
  await transaction.query(
    `UPDATE notices SET dispatched_at = now(), attempts = attempts + 1,
      payload = CASE WHEN in_app THEN payload ELSE '{}' END WHERE id = $1`,
    [notice.id],
  );
  return { dispatched: notice, push };
}

async function postpone(transaction: Transaction, { id, attempts }: WaitingNotice): Promise<void> {
  await transaction.query(
    `UPDATE notices SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2) WHERE id = $1`,
    [id, retryDelayMs(attempts + 1) / 1000],
  );
}

/** A millisecond is added because Postgres rounds the time of the attempt to one, upwards too. */
async function lockNext(transaction: Transaction): Promise<WaitingNotice | undefined> {
  const { rows } = await transaction.query<Omit<WaitingNotice, 'id' | 'userId'> & { id: string; userId: string }>(
    `SELECT notices.id, user_id AS "userId", kind, payload, in_app AS "inApp", notices.created_at AS "createdAt",
        read_at AS "readAt", attempts, email, phone, anti_phishing_code AS "antiPhishingCode", locale
      FROM notices JOIN users ON users.id = user_id
     WHERE dispatched_at IS NULL AND next_attempt_at <= now() + interval '1 ms'
     ORDER BY next_attempt_at, notices.id LIMIT 1 FOR UPDATE OF notices SKIP LOCKED`,
  );
  const [row] = rows;
  return row && { ...row, id: Number(row.id), userId: Number(row.userId) };
}

function messagesOf(
  { id: noticeId, email, phone, antiPhishingCode, createdAt }: WaitingNotice,
  rendered: RenderedNotice,
  publicUrl: string,
  isEnabled: (channel: 'mail' | 'text') => boolean,
): NewMessage[] {
  const { channels, forced, secretSeconds, recipient, title, text, language } = rendered;
  const expiresAt = secretSeconds === undefined ? null : new Date(createdAt.getTime() + secretSeconds * 1000);
  if (expiresAt && expiresAt.getTime() <= Date.now()) return [];
  const messages: NewMessage[] = [];
  const isWanted = (channel: 'mail' | 'text') =>
    channels.includes(channel) && (expiresAt !== null || forced.includes(channel) || isEnabled(channel));
  if (isWanted('mail')) {
    const to = recipient ?? email;
    messages.push({
      noticeId,
      channel: 'mail',
      recipient: to,
      expiresAt,
      ...noticeMail(rendered, { publicUrl, language, antiPhishingCode }),
    });
  }
  const number = recipient ?? phone;
  if (number !== null && isWanted('text')) {
    // The code is for the eyes of the owner: another number may be anybody's.
    const sender = antiPhishingCode === null || recipient !== undefined ? 'Pelican' : `Pelican (${antiPhishingCode})`;
    const words = `${sender}: ${title}${sentenceEnd[language]} ${text}`;
    messages.push({ noticeId, channel: 'text', recipient: number, expiresAt, subject: title, text: words, html: null });
  }
  return messages;
}

function textOf({ kind }: WaitingNotice, { recipient: number }: NewMessage) {
  return { kind, number, forced: kindsForcedBy('text') };
}

function pushOf(notice: WaitingNotice, { quiet }: RenderedNotice): NoticePush {
  return { ...viewNotice(notice), kind: 'message', message: notice.kind, quiet };
}
