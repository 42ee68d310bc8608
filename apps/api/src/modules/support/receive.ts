/** Texts with or without files: JSON, or a form of several parts with the same fields. */
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Queryable } from '../../platform/database/index.ts';
import type { CheckedFile, UploadRules, Uploads } from '../../platform/files/index.ts';

export interface Sent<Texts> {
  texts: Texts;
  files: readonly CheckedFile[];
}

/**
 * @param body what JSON said, checked already
 * @throws DomainError invalid_argument by field; email_unverified (a form of an account without an address of its own, of which nothing is read);
 * whatever `Uploads.receive` refuses
 */
export async function receiveTexts<Schema extends z.ZodMiniType>(
  { pool, uploads, rules, schema }: { pool: Queryable; uploads: Uploads; rules: UploadRules; schema: Schema },
  {
    request,
    userId,
    body,
  }: { request: FastifyRequest; userId: number | null; body: z.output<Schema> | null | undefined },
): Promise<Sent<z.output<Schema>>> {
  if (!request.isMultipart()) return { texts: body ?? demandTexts(schema, {}), files: [] };
  if (userId !== null) await demandConfirmedEmail(pool, userId);
  const { fields, files } = await uploads.receive(request, userId, rules);
  // A field that is left empty in a form is one that is left out of JSON.
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return { texts: demandTexts(schema, given), files: files.get('file') ?? [] };
}

/** @throws DomainError email_unverified */
async function demandConfirmedEmail(db: Queryable, userId: number): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM users WHERE id = $1 AND email_verified_at IS NOT NULL', [userId]);
  if (rowCount === 0)
    throw new DomainError('email_unverified', { message: 'Confirm your e-mail address to send files' });
}

function demandTexts<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= [message];
  throw new DomainError('invalid_argument', { fields });
}
