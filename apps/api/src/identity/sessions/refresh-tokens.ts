/**
 * Refresh tokens: `<session id>.<nonce>.<MAC>`. The successor of a token is derived from it, so that the answer to a
 * refresh that was lost on the way can be given again. The MAC shows that a token was issued here after its row was deleted.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface RefreshTokens {
  /** The first token of a session. */
  first(sessionId: string): string;
  /** The token that replaces `used`. */
  successor(sessionId: string, used: string): string;
  /** The session that the token was issued for; undefined for a forged one. */
  sessionOf(token: string): string | undefined;
}

const nonceBytes = 16;

export function createRefreshTokens(secret: string): RefreshTokens {
  const mac = (purpose: string, text: string) => createHmac('sha256', secret).update(`${purpose}:${text}`).digest();
  const format = (sessionId: string, nonce: Buffer) => {
    const text = `${sessionId}.${nonce.toString('base64url')}`;
    return `${text}.${mac('refresh', text).toString('base64url')}`;
  };
  return {
    first: (sessionId) => format(sessionId, randomBytes(nonceBytes)),
    successor: (sessionId, used) => format(sessionId, mac('refresh-successor', used).subarray(0, nonceBytes)),
    sessionOf(token) {
      const [sessionId = '', nonce = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = mac('refresh', `${sessionId}.${nonce}`);
      return given.length === right.length && timingSafeEqual(given, right) ? sessionId : undefined;
    },
  };
}
