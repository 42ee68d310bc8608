/** Self-trade prevention: what happens when a taker meets a resting order (the maker) of its own user. */

export const SelfTrade = { cancelMaker: 0, cancelTaker: 1, cancelBoth: 2, allow: 3 } as const;
export type SelfTrade = (typeof SelfTrade)[keyof typeof SelfTrade];

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { allow, cancelMaker, cancelTaker } = SelfTrade;

/** True when the two may not trade with each other. */
export function isSelfTrade(policy: SelfTrade, takerUser: number, makerUser: number): boolean {
  return takerUser === makerUser && policy !== allow;
}

/** Whether a prevented self-trade cancels the maker. */
export function cancelsMaker(policy: SelfTrade): boolean {
  return policy !== cancelTaker;
}

/** Whether a prevented self-trade ends the taker; otherwise it continues with the next maker. */
export function cancelsTaker(policy: SelfTrade): boolean {
  return policy !== cancelMaker;
}
