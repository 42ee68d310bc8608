/**
 * A book that is the index says nothing while it is far from where it has been: whoever moves it has to hold it there for a quarter of an
 * hour before anybody's loan is measured by it. Of each minute the price that is nearest to the median counts, so that a moment in each
 * minute does not do.
 */

/** Of the last half hour, oldest first: minute (Unix) and price times 10^8 in digits. */
export type BandMemory = [minute: number, price: string][];

const minutesKept = 30;
/** With fewer there is no middle that a price could be near to. */
const minutesNeeded = 5;
const one = 100_000_000n;

/**
 * @param price times 10^8 @param n Unix seconds
 * @param band how far from the median of the minutes before a price counts, 10^-8
 */
export function judgeByBand(
  memory: BandMemory,
  price: bigint,
  { n, band }: { n: number; band: bigint },
): { isWithin: boolean; memory: BandMemory } {
  const minute = Math.floor(n / 60);
  const before = memory.filter(([at]) => at < minute && at > minute - minutesKept);
  const median = medianOf(before.map(([, kept]) => BigInt(kept)));
  const known = memory.find(([at]) => at === minute);
  const kept = known && nearest(median, BigInt(known[1]), price);
  return {
    isWithin: before.length >= minutesNeeded && distance(price, median) * one <= median * band,
    memory: [...before, [minute, String(kept ?? price)]],
  };
}

function nearest(median: bigint, first: bigint, other: bigint): bigint {
  return median === 0n || distance(first, median) <= distance(other, median) ? first : other;
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

/** The lower one of an even number; 0 of none. */
function medianOf(prices: bigint[]): bigint {
  const sorted = prices.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}
