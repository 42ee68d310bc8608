/** Tiers as operators write them: 1000:0.004:100,5000:0.005:50 is size up to which, maintenance margin rate, highest leverage. */
import type { PerpetualListing } from './perpetual-listing.ts';

type Tiers = PerpetualListing['tiers'];
const tiersPattern = /^\d+(\.\d+)?:0\.\d+:\d+(,\d+(\.\d+)?:0\.\d+:\d+)*$/;

export function tiersText(tiers: Tiers): string {
  return tiers.map(({ maxSize, mmr, maxLeverage }) => `${maxSize}:${mmr}:${maxLeverage}`).join(',');
}

/** Undefined for a text of another form. */
export function parseTiers(text: string): Tiers | undefined {
  const plain = text.replaceAll(/\s/g, '');
  if (!tiersPattern.test(plain)) return undefined;
  return plain.split(',').map((row) => {
    const [maxSize = '', mmr = '', maxLeverage = ''] = row.split(':');
    return { maxSize, mmr, maxLeverage: Number(maxLeverage) };
  });
}
