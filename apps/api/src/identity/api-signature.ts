/** What an API key signs, in two forms. See docs/api.md and docs/decisions/0054. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  timestampMs: number;
  method: string;
  /** With the query, as sent. */
  path: string;
  /** Exactly as sent, '' for none. */
  body: string;
  /** Chosen by the caller, different in each request: selects the canonical form. */
  nonce?: string | undefined;
}

const noncePattern = /^[A-Za-z0-9_-]{8,64}$/;
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

/** Hex HMAC-SHA256, as bots send it in X-Api-Signature. */
export function signRequest(secret: string, request: SignedRequest): string {
  const text = request.nonce === undefined ? plainText(request) : canonicalText(request, request.nonce);
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** The canonical form: a line for each part, so that no character can move from one into another. */
function canonicalText({ timestampMs, method, path, body }: SignedRequest, nonce: string): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return ['pelican-2', timestampMs, nonce, method, path, bodyHash].join('\n');
}

/** The first form: timestamp, METHOD, path and body run together. */
function plainText({ timestampMs, method, path, body }: SignedRequest): string {
  return `${timestampMs}${method}${path}${body}`;
}

/**
 * Whether nothing but this request has its signed text. Of the first form that holds for a path without a brace before a body
 * that begins with one; a method without a body has none in either form.
 */
export function isUnambiguous({ method, path, body, nonce }: SignedRequest): boolean {
  if (bodiless.has(method) && body !== '') return false;
  if (nonce !== undefined) return noncePattern.test(nonce);
  return !path.includes('{') && (body === '' || body.startsWith('{'));
}

/** Compares in constant time. */
export function isSignatureRight(secret: string, request: SignedRequest, signature: string): boolean {
  const right = Buffer.from(signRequest(secret, request), 'latin1');
  const given = Buffer.from(signature.toLowerCase(), 'latin1');
  return given.length === right.length && timingSafeEqual(given, right);
}
