/**
 * The header `traceparent` of W3C Trace Context for a call that begins here: a random trace id, and the id of the click as the
 * parent of what the server does. Nothing is recorded in the browser, and its flags say so; the server decides for itself.
 */
export function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${digits.slice(0, 32)}-${digits.slice(32)}-00`;
}
