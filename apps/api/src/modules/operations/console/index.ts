/** The calls of the operator console that belong to no other domain. */
import { operationsEndpoints } from '@pelican/shared/contracts/operations';
import type { ActionDeps, OperatorConsole } from '../../../identity/index.ts';
import { type HttpServer, serve } from '../../../platform/http/index.ts';
import { approvalHandlers } from './approval-routes.ts';
import { createExports } from './exports.ts';
import { ledgerHandlers } from './ledger/ledger-routes.ts';
import { peopleHandlers } from './people/people-routes.ts';
import { queueHandlers } from './queue-routes.ts';
import { recordsHandlers } from './records-routes.ts';
import { staffHandlers } from './staff-routes.ts';
import { upkeepHandlers } from './upkeep-routes.ts';

/** @param deps.secure true when the site is served over https */
export function operationsRoutes(
  app: HttpServer,
  operators: OperatorConsole,
  { actions, secure }: { actions: ActionDeps; secure: boolean },
): void {
  serve(app, operators.guards, operationsEndpoints, {
    ...queueHandlers(operators),
    ...approvalHandlers(operators, actions),
    ...peopleHandlers(operators),
    ...staffHandlers(operators),
    ...upkeepHandlers(operators),
    ...ledgerHandlers(operators),
    ...recordsHandlers(operators, createExports({ redis: actions.redis, secure })),
  });
}
