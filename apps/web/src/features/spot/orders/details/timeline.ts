/** What has happened to an order, as far as it is known: an order that was changed keeps no record of what it was. */
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';

export interface Step {
  key: 'placed' | 'firstFill' | 'lastFill' | 'changed' | 'ended' | 'open';
  /** Unix seconds; null for what lasts. */
  at: number | null;
}

/**
 * The steps of an order, oldest first.
 * @param newest its newest fill @param oldest its oldest one; undefined also while it is not known
 */
export function timelineOf(order: SpotOrder, newest: SpotTrade | undefined, oldest: SpotTrade | undefined): Step[] {
  const { ctime, mtime, ftime } = order;
  const steps: Step[] = [{ key: 'placed', at: ctime }];
  if (oldest && oldest !== newest) steps.push({ key: 'firstFill', at: oldest.time });
  if (newest) steps.push({ key: 'lastFill', at: newest.time });
  const lastKnown = newest?.time ?? ctime;
  // What is newer than placement and fills, of an order that has not ended, is a change by its owner.
  if (ftime === undefined && mtime > lastKnown && !isFilledMeanwhile(order, newest))
    steps.push({ key: 'changed', at: mtime });
  steps.push(ftime === undefined ? { key: 'open', at: null } : { key: 'ended', at: ftime });
  return steps;
}

/** The order is newer than the list of its fills. */
function isFilledMeanwhile({ deal_stock }: SpotOrder, newest: SpotTrade | undefined): boolean {
  return newest === undefined && Number(deal_stock) > 0;
}
