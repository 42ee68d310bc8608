/** Answers that everybody gets alike: caches keep them for a while, and then ask for them again by what they have. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak: a proxy may compress the answer. */
export function etagOf(answer: string | Buffer): string {
  return `W/"${createHash('sha256').update(answer).digest('base64url').slice(0, 20)}"`;
}

/** Whether the caller has the answer of this ETag already. */
export function hasAnswer({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const had = headers['if-none-match']?.split(',').map(opaque) ?? [];
  return had.includes('*') || had.includes(opaque(etag));
}

type Sent = (error: Error | null, payload?: unknown) => void;

/** For a route's onSend: a refusal is kept by nobody. @param seconds for which caches do not ask */
export function keepAnswer(seconds: number) {
  const rule = `public, max-age=${seconds}`;
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Sent): void => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    const etag = etagOf(payload);
    reply.headers({ 'cache-control': rule, etag });
    const isKnown = hasAnswer(request, etag);
    if (isKnown) reply.code(304).removeHeader('content-length').removeHeader('content-type');
    done(null, isKnown ? '' : payload);
  };
}
