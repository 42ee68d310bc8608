/** The cookies of a browser session. */
import type { FastifyReply } from 'fastify';
import { deviceSeconds } from './devices.ts';

export const refreshCookie = 'pelican_refresh';
export const deviceCookie = 'pelican_device';
export const csrfCookie = 'pelican_csrf';
export const csrfHeader = 'x-csrf-token';
/** The refresh token goes to this one path and nowhere else. */
export const refreshPath = '/v2/apirefreshToken';

export const loginPath = '/v2/login';

export interface SessionCookies {
  setRefresh(reply: FastifyReply, refreshToken: string): void;
  setCsrf(reply: FastifyReply, csrfToken: string): void;
  /** Keeps the mark of the device beyond the session: sign-out does not clear it. */
  setDevice(reply: FastifyReply, mark: string): void;
  clear(reply: FastifyReply): void;
}

/** @param secure true when the site is served over https */
export function createSessionCookies(options: { secure: boolean; maxAgeSeconds: number }): SessionCookies {
  const { secure, maxAgeSeconds } = options;
  const refresh = { httpOnly: true, sameSite: 'strict', secure, path: refreshPath } as const;
  const device = { httpOnly: true, sameSite: 'strict', secure, path: loginPath } as const;
  const csrf = { httpOnly: false, sameSite: 'strict', secure, path: '/' } as const;
  return {
    setRefresh(reply, refreshToken) {
      reply.setCookie(refreshCookie, refreshToken, { ...refresh, maxAge: maxAgeSeconds });
    },
    setCsrf(reply, csrfToken) {
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
