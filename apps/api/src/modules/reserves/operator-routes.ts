/** Reserves in the operator console. */
import { reservesOperatorEndpoints } from '@pelican/shared/contracts/reserves';
import { type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { requestProof } from './operator.ts';
import { readOverview } from './overview.ts';

export function reservesOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  serve(app, operators.guards, reservesOperatorEndpoints, {
    'GET /v2/ops/reserves': () => readOverview(operators.pool),
    'POST /v2/ops/proofs-of-reserves': async ({ principal, reply }) =>
      outcomeOf(await operators.submit({ principal, reply }, requestProof, { payload: {}, reason: undefined })),
  });
}
