/**
 * How many text messages of notices go to one number. Codes are counted where they are asked for; a notice is caused by what its reader, or a
 * thief, does as often as they like, and a number may be one whose owner earns by each message. Beyond the limit the notice goes by mail and to the list of the account alone.
 */
import type { Transaction } from '../platform/database/index.ts';

/** Of one kind: a warning is not used up by messages of another kind. */
const ofKind = { hour: 3, day: 5 };
/** Of all kinds that are no warnings. */
const othersDayMax = 15;

/** @param forced kinds whose texts no choice turns off @returns whether the number may get one more of the kind */
export async function mayText(
  tx: Transaction,
  { kind, number, forced }: { kind: string; number: string; forced: readonly string[] },
): Promise<boolean> {
  // Of two workers the second one counts the message of the first.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [number]);
  const { rows } = await tx.query<{ hour: number; day: number; others: number }>(
    `SELECT count(*) FILTER (WHERE kind = $2 AND messages.created_at > now() - interval '1 hour')::int AS hour,
        count(*) FILTER (WHERE kind = $2)::int AS day, count(*) FILTER (WHERE kind <> ALL ($3::text[]))::int AS others
      FROM messages JOIN notices ON notices.id = notice_id
      WHERE channel = 'text' AND recipient = $1 AND expires_at IS NULL AND messages.created_at > now() - interval '1 day'`,
    [number, kind, forced],
  );
  const { hour = 0, day = 0, others = 0 } = rows[0] ?? {};
  return hour < ofKind.hour && day < ofKind.day && (forced.includes(kind) || others < othersDayMax);
}
