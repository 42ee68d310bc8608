/** What follows the commit of an action. */
import { type ActionDeps, announceAccountChange, type OperatorAct, type OperatorAction } from '../../identity/index.ts';

/** An action that is done, with what followed the commit. */
export interface Completed<Payload, Result, Effect> {
  payload: Payload;
  result: Result;
  effect: Effect;
}

/** Announces the changes of accounts to API processes, and lets the action do what cannot be in its transaction. */
export async function completeAction<Payload, Result, Effect>(
  deps: ActionDeps,
  action: OperatorAction<Payload, Result, Effect>,
  { act, payload, result }: { act: OperatorAct; payload: Payload; result: Result },
): Promise<Completed<Payload, Result, Effect>> {
  for (const change of action.announces?.(result) ?? []) {
    try {
      await announceAccountChange(await deps.redis(), change);
    } catch (error) {
      // Without Redis the API processes notice it within seconds by themselves.
      deps.warn(`done, but not announced (${(error as Error).message}): it takes some seconds to be noticed`);
    }
  }
  // It is void for an action that does nothing after its commit.
  const effect = (await action.afterCommit?.(deps, act, payload, result)) as Effect;
  return { payload, result, effect };
}
