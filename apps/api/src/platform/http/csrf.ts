import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';

/**
 * Tokens against forged requests, asked for only where a cookie authenticates: `<nonce>.<HMAC(nonce, session)>`. The page
 * reads it from the X-CSRF-Token header of our answers or from the readable cookie, and sends it back as X-CSRF-Token;
 * another site can do neither. It is bound to the session, so one person's token is no use with another's cookie.
 */
export interface CsrfTokens {
  issue(sessionId: string): string;
  /** @throws DomainError csrf */
  demand(header: string | string[] | undefined, sessionId: string): void;
}

export function createCsrfTokens(secret: string): CsrfTokens {
  const sign = (nonce: string, sessionId: string) =>
    createHmac('sha256', secret).update(`csrf:${nonce}:${sessionId}`).digest();
  return {
    issue(sessionId) {
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${sign(nonce, sessionId).toString('base64url')}`;
    },
    demand(header, sessionId) {
      const [nonce, signature] = typeof header === 'string' ? header.split('.') : [];
      const given = Buffer.from(signature ?? '', 'base64url');
      const right = sign(nonce ?? '', sessionId);
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new DomainError('csrf');
    },
  };
}
