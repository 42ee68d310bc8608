/** Refusals of the state machines as errors, with the figures that their words name. */
import { DomainError } from '@pelican/shared/contracts';
import type { LoanRefusal, OfferRefusal } from '@pelican/shared/loans';

/** @param message with figures, in place of the text of the code */
export function refusedLoan(refusal: LoanRefusal, message?: string) {
  return new DomainError(refusal, message === undefined ? {} : { message });
}

export function refusedOffer(refusal: OfferRefusal, message?: string): DomainError {
  return new DomainError(refusal, message === undefined ? {} : { message });
}

/** What is wrong with fields of a form. @throws DomainError invalid_argument when there is something */
export function demandForm(faults: Record<string, string | undefined>): void {
  const fields = Object.entries(faults).flatMap(([field, text]) => (text === undefined ? [] : [[field, [text]]]));
  if (fields.length > 0) throw new DomainError('invalid_argument', { fields: Object.fromEntries(fields) });
}

/** @returns the fault of a value outside of the bounds */
export function outside<Value extends number | bigint>(
  value: Value,
  from: Value,
  to: Value,
  shown: (value: Value) => string,
): string | undefined {
  return value < from || value > to ? `Minimum ${shown(from)}, maximum ${shown(to)}` : undefined;
}

/** @returns the fault of a field that is more than another one */
export function above<Value extends number | bigint>(
  value: Value,
  other: Value,
  names: { field: string; other: string },
): string | undefined {
  return value > other ? `${names.field} must be less than or equal to ${names.other}` : undefined;
}
