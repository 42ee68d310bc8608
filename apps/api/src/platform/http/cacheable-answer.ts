/** Public answers: cached for max-age, then revalidated by ETag. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak: a proxy may compress the answer. */
export function etagOf(answer: string | Buffer): string {
  return `W/"${createHash('sha256').update(answer).digest('base64url').slice(0, 20)}"`;
}

/** Whether If-None-Match names the answer of this ETag: the caller has it already. */
export function matchesEtag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const named = headers['if-none-match']?.split(',').map(opaque) ?? [];
  return named.includes('*') || named.includes(opaque(etag));
}

type Sent = (error: Error | null, payload?: unknown) => void;

/** For a route's onSend. A refusal is not cacheable. @param maxAgeSeconds for which caches do not ask again */
export function sendCacheable(maxAgeSeconds: number) {
  const cacheControl = `public, max-age=${maxAgeSeconds}`;
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Sent): void => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    const etag = etagOf(payload);
    reply.headers({ 'cache-control': cacheControl, etag });
    const isFresh = matchesEtag(request, etag);
    if (isFresh) reply.code(304).removeHeader('content-length').removeHeader('content-type');
    // A 304 says the length of the 200, or none: without a payload Fastify sets none. It counts that of HEAD itself, and sends no body.
    done(null, isFresh && request.method !== 'HEAD' ? null : payload);
  };
}
