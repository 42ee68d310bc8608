/** Trading competitions: which trades count, who is where, what he wins (docs/staking-and-offerings.md). */
export type { CompetitionRules } from './counting.ts';
export { competitionRating, type PrizeRange, prizePool } from './rating.ts';
export { snapshotTimes } from './times.ts';
