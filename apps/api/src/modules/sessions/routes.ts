/** Own sessions and the history of sign-ins over HTTP. */
import { DomainError } from '@pelican/shared/contracts';
import { type SignInEventView, sessionsEndpoints } from '@pelican/shared/contracts/sessions';
import type pg from 'pg';
import {
  type AnnounceCommitted,
  endEverySession,
  endOtherSessions,
  endOwnSession,
  findSessions,
  readSignInEvents,
  type SignInEvent,
} from '../../identity/index.ts';
import { deviceName, writeNotices } from '../../notices/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { Guards, HttpServer, Principal, PrivateReads } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';

export interface SessionRoutesDeps {
  pool: pg.Pool;
  privateReads: PrivateReads;
  announce: AnnounceCommitted;
  config: Pick<Config, 'accessTokenSeconds' | 'sessionDays' | 'sessionIdleDays'>;
  guards: Guards;
}

const reason = 'terminated';
const daySeconds = 86_400;

export function sessionRoutes(
  app: HttpServer,
  { pool, privateReads, announce, config, guards }: SessionRoutesDeps,
): void {
  const { accessTokenSeconds, sessionDays, sessionIdleDays } = config;

  /** Ends the sessions of a person and announces it to every process. @returns how many there were */
  async function terminate({ userId, sessionId }: Principal, id: string): Promise<number> {
    const ended = await inTransaction(pool, async (tx) => {
      const ids = await endNamed(tx, { userId, sessionId: sessionId as string }, id);
      const count = ids.filter((one) => one !== sessionId).length;
      if (count > 0) await writeNotices(tx, [{ userId, kind: 'sessions_ended', payload: { count } }]);
      return ids;
    });
    if (id !== 'others' && id !== 'all' && ended.length === 0) throw new DomainError('not_found');
    await Promise.all(ended.map((one) => announce({ kind: 'session', id: one, userId, reason })));
    return ended.length;
  }

  serve(app, guards, sessionsEndpoints, {
    'GET /v2/settings/session': ({ principal, query }) =>
      privateReads.queue.run(principal, async () => {
        const { userId, sessionId = '' } = principal;
        const page = { ...query, idleDays: sessionIdleDays };
        const { sessions, total } = await findSessions(privateReads.pool, userId, sessionId, page);
        const result = sessions.map(({ id, ip, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
          id,
          ipAddress: ip,
          lastActivity: seconds(lastUsedAt),
          signedInAt: seconds(createdAt),
          expires: Math.min(seconds(expiresAt), seconds(lastUsedAt) + sessionIdleDays * daySeconds),
          userAgent,
          device: deviceName(userAgent),
          isCurrent: id === sessionId,
        }));
        return { result, total, ...query };
      }),
    'POST /v2/settings/session/:id/terminate': async ({ principal, params }) => ({
      status: 'success' as const,
      ended: await terminate(principal, params.id),
    }),
    'GET /v2/settings/sign-ins': ({ principal, query: { before, limit } }) =>
      privateReads.queue.run(principal, async () => {
        const { userId } = principal;
        const rows = await readSignInEvents(privateReads.pool, { userId, before, since: undefined, count: limit + 1 });
        const page = rows.slice(0, limit);
        return { result: page.map(viewEvent), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
      }),
    'GET /v2/common/logoutTimes': () => ({
      accessToken: accessTokenSeconds,
      idle: sessionIdleDays * daySeconds,
      session: sessionDays * daySeconds,
    }),
  });
}

/** Ends what the call names: a session, all `others`, or `all`. */
function endNamed(tx: Transaction, own: { userId: number; sessionId: string }, named: string): Promise<string[]> {
  if (named === 'all') return endEverySession(tx, own.userId, reason);
  if (named === 'others') return endOtherSessions(tx, own.userId, own.sessionId, reason);
  return endOwnSession(tx, own.userId, named, reason);
}

function viewEvent({ ip, userAgent, createdAt, ...event }: SignInEvent): SignInEventView {
  const device = userAgent === null ? null : deviceName(userAgent);
  return { ...event, ipAddress: ip, userAgent, device, createdAt: seconds(createdAt) };
}

function seconds(time: Date): number {
  return time.getTime() / 1000;
}
