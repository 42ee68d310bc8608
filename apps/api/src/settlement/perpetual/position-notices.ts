/** Notices of what happens to positions without an action of their users: liquidations and the like. */
import type { EventKind, EventOf } from '@pelican/shared/engine/perpetual';
import type { NewNotice } from '../../notices/index.ts';

/** Per cent of the maintenance margin: the second of the engine's warnings (risk/warnings.ts of the engine). */
const marginCallPercent = 150;
const hourMs = 3_600_000;

/** At most one notice an hour of a position at risk, or one that is liquidated in steps. */
function hourly(name: string, subject: number | string, timeMs: number): string {
  return `${name}:${subject}:${Math.floor(timeMs / hourMs)}`;
}

/** @param market its name */
export function marginCallNotices(
  warning: EventOf<typeof EventKind.riskWarning>,
  market: string,
  timeMs: number,
): NewNotice[] {
  const { user, positionId, level, isFunding, ratio } = warning;
  if (isFunding || level > marginCallPercent) return [];
  return [
    {
      userId: user,
      kind: 'margin_call',
      payload: { market, isAccount: positionId === 0, coverPercent: String(Math.floor(ratio / 100)) },
      key: hourly('margin_call', positionId, timeMs),
    },
  ];
}

export function liquidationNotice(user: number, market: string, timeMs: number): NewNotice {
  return { userId: user, kind: 'position_liquidated', payload: { market }, key: hourly('liquidated', market, timeMs) };
}

export function deleveragingNotice(user: number, market: string, timeMs: number): NewNotice {
  return {
    userId: user,
    kind: 'position_deleveraged',
    payload: { market },
    key: hourly('deleveraged', market, timeMs),
  };
}
