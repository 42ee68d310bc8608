/**
 * The idempotency key of a transfer that the exchange begins or restores by itself. A user's key has no space
 * (transferHeaders), so none can be one of these.
 */
export function exchangeKey(key: string): string {
  return `exchange ${key}`;
}
