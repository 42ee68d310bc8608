/** Campaigns: burning stage, sign-up bonus, battle of forks, hunger games (docs/staking-and-offerings.md). */
export { activateBurning, burningEnd, burningShares, nothingBurned } from './burning.ts';
export { answerVotes, battleResult, battlesOf, nextForks } from './fork-battles.ts';
export { playGame } from './hunger-game.ts';
export { bonusAmount8, bonusBalances, bonusState, type VerificationEvent } from './sign-up-bonus.ts';
