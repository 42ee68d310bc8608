/** Which versions of the rules a build can run. */
export interface RulesRange {
  oldest: number;
  current: number;
}

/**
 * The rules are everything that decides what a command does, what its events are, and what a snapshot holds. A change of any of it raises `current`, keeps the earlier behaviour for states whose `rulesVersion` is lower, and raises `oldest`
 * when that behaviour is removed.
 */
export const rules: RulesRange = { oldest: 1, current: 1 };

/** What a journal runs by before its first setRules. */
export const firstRulesVersion = 1;
