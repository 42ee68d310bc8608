/** The cookies of a browser session. */
import type { FastifyReply } from 'fastify';

export const refreshCookie = 'pelican_refresh';
export const deviceCookie = 'pelican_device';
export const csrfCookie = 'pelican_csrf';
export const csrfHeader = 'x-csrf-token';
/** The refresh token goes to this one path and nowhere else. */
export const refreshPath = '/v2/apirefreshToken';

export const loginPath = '/v2/login';
const deviceSeconds = 365 * 86_400;

export interface SessionCookies {
  set(reply: FastifyReply, refreshToken: string, csrfToken: string): void;
  /** Keeps the mark of the device beyond the session: sign-out does not clear it. */
  setDevice(reply: FastifyReply, mark: string): void;
  clear(reply: FastifyReply): void;
}

/** @param secure true when people reach the site by https */
export function createSessionCookies(options: { secure: boolean; maxAgeSeconds: number }): SessionCookies {
  const { secure, maxAgeSeconds } = options;
  const refresh = { httpOnly: true, sameSite: 'strict', secure, path: refreshPath } as const;
  const device = { httpOnly: true, sameSite: 'strict', secure, path: loginPath } as const;
  const csrf = { httpOnly: false, sameSite: 'strict', secure, path: '/' } as const;
  return {
    set(reply, refreshToken, csrfToken) {
      reply.setCookie(refreshCookie, refreshToken, { ...refresh, maxAge: maxAgeSeconds });
      reply.setCookie(csrfCookie, csrfToken, { ...csrf, maxAge: maxAgeSeconds });
      reply.header(csrfHeader, csrfToken);
    },
    setDevice(reply, mark) {
      reply.setCookie(deviceCookie, mark, { ...device, maxAge: deviceSeconds });
    },
    clear(reply) {
      reply.clearCookie(refreshCookie, refresh);
      reply.clearCookie(csrfCookie, csrf);
    },
  };
}
