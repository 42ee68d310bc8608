/** Tiers as operators write them: 1000:0.004:100,5000:0.005:50 is size up to which, maintenance margin rate, highest leverage. */
import type { PerpetualListing } from '@pelican/shared/money';
import { UsageError } from './ops-errors.ts';

type Tiers = PerpetualListing['tiers'];
const tiersPattern = /^\d+(\.\d+)?:0\.\d+:\d+(,\d+(\.\d+)?:0\.\d+:\d+)*$/;

export function tiersText(tiers: Tiers): string {
  return tiers.map(({ maxSize, mmr, maxLeverage }) => `${maxSize}:${mmr}:${maxLeverage}`).join(',');
}

/** Fields of an instrument whose tiers, if there are any, are written so. @throws UsageError */
export function withTiers(fields: Record<string, string>): Record<string, unknown> {
  return fields.tiers === undefined ? fields : { ...fields, tiers: readTiers(fields.tiers) };
}

function readTiers(text: string): Tiers {
  if (!tiersPattern.test(text)) throw new UsageError('tiers: must look like 1000:0.004:100,5000:0.005:50');
  return text.split(',').map((row) => {
    const [maxSize = '', mmr = '', maxLeverage = ''] = row.split(':');
    return { maxSize, mmr, maxLeverage: Number(maxLeverage) };
  });
}
