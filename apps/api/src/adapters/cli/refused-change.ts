import type { Delivery } from '../../identity/index.ts';
import { OpsError } from './ops-errors.ts';

/** The message to an operator about a change of a listing that its engine has refused: what was taken back of it, and what stays. */
export function refusedChange(
  pair: string,
  change: object,
  { reason, takenBack = [] }: Extract<Delivery, { kind: 'refused' }>,
): OpsError {
  const refused = `the engine refused the change (${reason})`;
  const stays = Object.entries(change).filter(([field]) => !takenBack.includes(field));
  if (stays.length === 0) return new OpsError(`${refused}; ${pair} is as it was`);
  // Another process hears the same refusal, and may have been first.
  if (takenBack.length === 0) return new OpsError(`${refused}; look at what ${pair} is now`);
  const texts = stays.map(([field, value]) => `${field}=${value}`);
  return new OpsError(`${refused}; taken back: ${takenBack.join(' ')}; ${texts.join(' ')} stays`);
}
