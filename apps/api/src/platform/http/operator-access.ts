import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** What proxies add; one that adds nothing must not run on this machine. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'] as const;

/**
 * Whether a request may see what is for operators: it has METRICS_TOKEN as its bearer, or comes from this machine. One that
 * came through a proxy is from outside, although the proxy is on this machine.
 */
export function isOperatorRequest(request: FastifyRequest, token: string | undefined): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${token ?? ''}`);
  if (token !== undefined && given.length === right.length && timingSafeEqual(given, right)) return true;
  const address = request.socket.remoteAddress ?? '';
  const isLocal = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
  return isLocal && proxyHeaders.every((name) => request.headers[name] === undefined);
}
