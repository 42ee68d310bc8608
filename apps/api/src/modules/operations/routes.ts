/** Routes for operators. Their other actions are on the command line (docs/operations.md). */

import { DomainError } from '@pelican/shared/contracts';
import { operationsEndpoints } from '@pelican/shared/contracts/operations';
import { type ActionDeps, actorOf, type OperatorCaller } from '../../identity/index.ts';
import { type Queryable, readDeployment } from '../../platform/database/index.ts';
import type { Guards, HttpServer, Principal } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { defaultHoldSeconds, setIndex } from '../../ticker/index.ts';
import { submitAction } from './submit.ts';

export interface OperationsRoutesDeps {
  actions: ActionDeps;
  guards: Guards;
}

export function operationsRoutes(app: HttpServer, { actions, guards }: OperationsRoutesDeps): void {
  serve(app, guards, operationsEndpoints, {
    'POST /v2/ops/index': async ({ principal, body: { market, price, hold = defaultHoldSeconds, reason } }) => {
      const payload = { market, price, holdSeconds: hold };
      await submitAction(actions, await callerOf(principal, actions.pool), setIndex, { payload, reason });
      return { market, price, hold };
    },
  });
}

/** @throws DomainError forbidden: no operator has signed in */
async function callerOf({ operator }: Principal, db: Queryable): Promise<OperatorCaller> {
  if (!operator) throw new DomainError('forbidden');
  const { twoPersons } = await readDeployment(db);
  return { actor: actorOf(operator.name), twoPersons };
}
