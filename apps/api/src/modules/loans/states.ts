/** States of loans as conditions of Postgres, spelled as in the partial indexes. */
import { runningStates, unsettledStates } from '@pelican/shared/loans';

const listOf = (states: readonly string[]) => `(${states.map((state) => `'${state}'`).join(', ')})`;

/** Of `p2p_loans`. */
export const isRunningSql = `state IN ${listOf(runningStates)}`;
export const isUnsettledSql = `state IN ${listOf(unsettledStates)}`;
