/** Which versions of the rules a build can run. */
export interface RulesRange {
  oldest: number;
  current: number;
}

/**
 * The rules are everything that decides what a command does, what its events are, and what a snapshot holds. Until the first
 * release every build runs version 1 and a data folder of an earlier build is not carried over, so changes of the rules do
 * not raise it. After it a change of any of them raises `current`, keeps the earlier behaviour for states whose
 * `rulesVersion` is lower, and raises `oldest` when that behaviour is removed.
 */
export const rules: RulesRange = { oldest: 1, current: 1 };

/** What a journal runs by before its first setRules. */
export const firstRulesVersion = 1;
