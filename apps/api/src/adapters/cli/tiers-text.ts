/** Tiers among the assignments of a command line. */
import { parseTiers } from '@pelican/shared/money';
import { UsageError } from './ops-errors.ts';

/** Fields of an instrument with the tiers of its text, if there are any. @throws UsageError */
export function withTiers(fields: Record<string, string>): Record<string, unknown> {
  if (fields.tiers === undefined) return fields;
  const tiers = parseTiers(fields.tiers);
  if (!tiers) throw new UsageError('tiers: must look like 1000:0.004:100,5000:0.005:50');
  return { ...fields, tiers };
}
