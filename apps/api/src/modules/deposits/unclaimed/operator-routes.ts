/** Transfers that belong to nobody in the operator console. Each look at one is an audit record, written before it is answered. */
import { DomainError } from '@pelican/shared/contracts';
import { depositsOperatorEndpoints } from '@pelican/shared/contracts/deposits';
import { type OperatorAction, type OperatorConsole, outcomeOf } from '../../../identity/index.ts';
import { type Call, type HttpServer, serve } from '../../../platform/http/index.ts';
import { assignUnclaimed, returnUnclaimed } from './operator-actions.ts';
import { findUnclaimed, listUnclaimed, unclaimedQueue } from './operator-view.ts';

type Decision = Pick<
  Call<(typeof depositsOperatorEndpoints)['POST /v2/ops/unclaimed-transfers/:id/return']>,
  'principal' | 'reply' | 'params'
>;

export function depositsOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;

  async function decide<Payload>(
    { principal, reply, params: { id } }: Decision,
    action: OperatorAction<Payload, void>,
    given: { payload: Payload; reason: string | undefined },
  ) {
    const { request } = await findUnclaimed(pool, id);
    if (request)
      throw new DomainError('request_closed', {
        message: `Request ${request.id} waits for another operator already.`,
      });
    const place = { queue: unclaimedQueue.name, id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { ...given, place }));
  }

  serve(app, guards, depositsOperatorEndpoints, {
    'GET /v2/ops/unclaimed-transfers': async ({ query }) => ({
      ...(await listUnclaimed(pool, query)),
      offset: query.offset,
      limit: query.limit,
    }),
    'GET /v2/ops/unclaimed-transfers/:id': async ({ principal, params: { id } }) => {
      const shown = await findUnclaimed(pool, id);
      await operators.recordLook(principal, {
        action: 'unclaimed_transfer.looked_at',
        subject: `network:${shown.network}`,
        details: { transfer: id },
      });
      return shown;
    },
    'POST /v2/ops/unclaimed-transfers/:id/assign': (call) => {
      const { email, reason } = call.body;
      const payload = { transfer: call.params.id, email: email.trim().toLowerCase() };
      return decide(call, assignUnclaimed, { payload, reason });
    },
    'POST /v2/ops/unclaimed-transfers/:id/return': (call) => {
      const { reason } = call.body;
      return decide(call, returnUnclaimed, { payload: { transfer: call.params.id, text: reason }, reason });
    },
  });
}
