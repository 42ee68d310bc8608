/**
 * Exports of the audit trail that were asked for. A browser saves a file as it comes only behind a link, which cannot say who asks by a
 * header, and an address must not carry a secret: so a cookie does, for this export, once.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { AuditFilter } from '../../../platform/database/index.ts';

const keptSeconds = 60;
const cookieName = 'pelican_export';

export interface WantedExport {
  filter: AuditFilter;
  format: 'ndjson' | 'csv';
}

export interface Exports {
  /** Sets the cookie. @returns the path of the file */
  ask(reply: FastifyReply, wanted: WantedExport): Promise<string>;
  /** Undefined where there is none, the cookie is another one, or the file was read before. */
  take(request: FastifyRequest, id: string): Promise<WantedExport | undefined>;
}

/** @param options.secure true when the site is served over https */
export function createExports(options: { redis: () => Promise<Redis>; secure: boolean }): Exports {
  const { redis, secure } = options;
  return {
    async ask(reply, wanted) {
      const id = randomUUID();
      const token = randomBytes(32).toString('base64url');
      const kept = JSON.stringify({ digest: digestOf(token), wanted });
      await (await redis()).set(keyOf(id), kept, 'EX', keptSeconds);
      const path = `/v2/ops/records/exports/${id}`;
      reply.setCookie(cookieName, token, { httpOnly: true, sameSite: 'strict', secure, path, maxAge: keptSeconds });
      return path;
    },
    async take(request, id) {
      const token = request.cookies[cookieName];
      const kept = token === undefined ? null : await (await redis()).getdel(keyOf(id));
      if (token === undefined || kept === null) return undefined;
      const { digest, wanted } = JSON.parse(kept) as { digest: string; wanted: WantedExport };
      if (!timingSafeEqual(Buffer.from(digest), Buffer.from(digestOf(token)))) return undefined;
      return { ...wanted, filter: withDates(wanted.filter) };
    },
  };
}

const keyOf = (id: string) => `records-export:${id}`;

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** JSON has dates as texts. */
function withDates({ since, until, ...texts }: AuditFilter): AuditFilter {
  return { ...texts, since: since && new Date(since), until: until && new Date(until) };
}
