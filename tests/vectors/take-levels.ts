import { PositionSide } from '@pelican/shared/engine/perpetual';
import type { BookLevel } from '@pelican/shared/perpetual';

/** Closes a position into a book (best level first) down, or up, to a limit; takes what it fills out of the levels. */
export function takeLevels(book: BookLevel[], position: PositionSide, lots: number, limitTicks: number): BookLevel[] {
  const direction = position === PositionSide.long ? 1 : -1;
  const fills: BookLevel[] = [];
  let rest = lots;
  for (const level of book) {
    if (rest === 0 || direction * (level.ticks - limitTicks) < 0) break;
    const taken = Math.min(rest, level.lots);
    if (taken === 0) continue;
    fills.push({ ticks: level.ticks, lots: taken });
    level.lots -= taken;
    rest -= taken;
  }
  return fills;
}
