/**
 * The token by which the holder of an API key listens on the socket without signing: `<key>.<HMAC of the secret>`. It is derived, so
 * that nothing more is kept, and ends with the key. It opens what the key may read and nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const pattern = /^([0-9a-f]{32})\.([\w-]{43})$/;

export function socketTokenOf(key: string, secret: string): string {
  return `${key}.${createHmac('sha256', secret).update('pelican-socket').digest('base64url')}`;
}

/** The key that the token names; undefined for any other text. */
export function keyOfSocketToken(token: string): string | undefined {
  return pattern.exec(token)?.[1];
}

/** Compares in constant time. */
export function isSocketTokenRight(token: string, key: string, secret: string): boolean {
  const right = Buffer.from(socketTokenOf(key, secret), 'latin1');
  const given = Buffer.from(token, 'latin1');
  return given.length === right.length && timingSafeEqual(given, right);
}
