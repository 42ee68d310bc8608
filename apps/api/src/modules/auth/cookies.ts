/** The cookies of a browser session. Over https their names have the prefixes by which a browser takes them from https alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceSeconds } from './devices.ts';

export const csrfHeader = 'x-csrf-token';
/** The refresh token goes to this one path and nowhere else. */
export const refreshPath = '/v2/apirefreshToken';

export const loginPath = '/v2/login';

export interface SessionCookies {
  readRefresh(request: FastifyRequest): string | undefined;
  setRefresh(reply: FastifyReply, refreshToken: string): void;
  setCsrf(reply: FastifyReply, csrfToken: string): void;
  readDevice(request: FastifyRequest): string | undefined;
  /** Keeps the mark of the device beyond the session: sign-out does not clear it. */
  setDevice(reply: FastifyReply, mark: string): void;
  clear(reply: FastifyReply): void;
}

/** @param secure true when the site is served over https */
export function createSessionCookies(options: { secure: boolean; maxAgeSeconds: number }): SessionCookies {
  const { secure, maxAgeSeconds } = options;
  // __Host- is stricter, and demands the path /.
  const refreshName = `${secure ? '__Secure-' : ''}pelican_refresh`;
  const deviceName = `${secure ? '__Secure-' : ''}pelican_device`;
  const csrfName = `${secure ? '__Host-' : ''}pelican_csrf`;
  const refresh = { httpOnly: true, sameSite: 'strict', secure, path: refreshPath } as const;
  const device = { httpOnly: true, sameSite: 'strict', secure, path: loginPath } as const;
  const csrf = { httpOnly: false, sameSite: 'strict', secure, path: '/' } as const;
  return {
    readRefresh: (request) => request.cookies[refreshName],
    setRefresh(reply, refreshToken) {
      reply.setCookie(refreshName, refreshToken, { ...refresh, maxAge: maxAgeSeconds });
    },
    setCsrf(reply, csrfToken) {
      reply.setCookie(csrfName, csrfToken, { ...csrf, maxAge: maxAgeSeconds });
      reply.header(csrfHeader, csrfToken);
    },
    readDevice: (request) => request.cookies[deviceName],
    setDevice(reply, mark) {
      reply.setCookie(deviceName, mark, { ...device, maxAge: deviceSeconds });
    },
    clear(reply) {
      reply.clearCookie(refreshName, refresh);
      reply.clearCookie(csrfName, csrf);
    },
  };
}
