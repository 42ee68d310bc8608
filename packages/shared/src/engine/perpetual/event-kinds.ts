import { commandDoneKind } from '../event-entry.ts';

/** Kinds of events as the journal of events holds them: a number keeps its meaning. */
export const EventKind = {
  commandDone: commandDoneKind,
  orderChanged: 2,
  algoChanged: 3,
  positionChanged: 4,
  accountChanged: 5,
  traded: 6,
  cashMoved: 7,
  leverageChanged: 8,
  marketPriced: 9,
  fundingChanged: 10,
  fundingSettled: 11,
  fundingPaid: 12,
  liquidationStep: 13,
  deleveraged: 14,
  fundChanged: 15,
  fundLotChanged: 16,
  riskWarning: 17,
  transferApplied: 18,
  settingsChanged: 19,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];
