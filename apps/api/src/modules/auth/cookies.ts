/** The cookies of a browser session. */
import type { FastifyReply } from 'fastify';

export const refreshCookie = 'pelican_refresh';
export const csrfCookie = 'pelican_csrf';
export const csrfHeader = 'x-csrf-token';
/** The refresh token goes to this one path and nowhere else. */
export const refreshPath = '/v2/apirefreshToken';

export interface SessionCookies {
  set(reply: FastifyReply, refreshToken: string, csrfToken: string): void;
  clear(reply: FastifyReply): void;
}

/** @param secure true when people reach the site by https */
export function createSessionCookies(options: { secure: boolean; maxAgeSeconds: number }): SessionCookies {
  const { secure, maxAgeSeconds } = options;
  const refresh = { httpOnly: true, sameSite: 'strict', secure, path: refreshPath } as const;
  const csrf = { httpOnly: false, sameSite: 'strict', secure, path: '/' } as const;
  return {
    set(reply, refreshToken, csrfToken) {
      reply.setCookie(refreshCookie, refreshToken, { ...refresh, maxAge: maxAgeSeconds });
      reply.setCookie(csrfCookie, csrfToken, { ...csrf, maxAge: maxAgeSeconds });
      reply.header(csrfHeader, csrfToken);
    },
    clear(reply) {
      reply.clearCookie(refreshCookie, refresh);
      reply.clearCookie(csrfCookie, csrf);
    },
  };
}
