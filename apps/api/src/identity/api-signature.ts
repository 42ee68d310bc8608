import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an API key signs: timestamp, METHOD, path with query, and the body as sent, run together. */
export interface SignedRequest {
  timestampMs: number;
  method: string;
  path: string;
  /** Exactly as sent, '' for none. */
  body: string;
}

/** Hex HMAC-SHA256, as bots send it in X-Api-Signature. */
export function signRequest(secret: string, request: SignedRequest): string {
  return createHmac('sha256', secret)
    .update(`${request.timestampMs}${request.method}${request.path}${request.body}`)
    .digest('hex');
}

/** Compares in constant time. */
export function isSignatureRight(secret: string, request: SignedRequest, signature: string): boolean {
  const right = Buffer.from(signRequest(secret, request), 'latin1');
  const given = Buffer.from(signature.toLowerCase(), 'latin1');
  return given.length === right.length && timingSafeEqual(given, right);
}
