/** What was asked for under an idempotency key, so that a repeat with other content is refused instead of answered. */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';

/** Amounts belong in it as `formatAmount` writes them, so that '1.50' and '1.5' are the same. */
export function contentHash(content: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** @throws DomainError repeated_with_other_content */
export function demandSameContent(idempotencyKey: string, first: Buffer | null, repeat: Buffer): void {
  if (first !== null && !first.equals(repeat)) throw repeatedWithOtherContent(idempotencyKey);
}

export function repeatedWithOtherContent(idempotencyKey: string): DomainError {
  return new DomainError('repeated_with_other_content', { details: { idempotencyKey } });
}
