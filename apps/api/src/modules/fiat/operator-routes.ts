/** Deposits by payment providers in the operator console. Each look at one is an audit record, written before it is answered. */
import { DomainError } from '@pelican/shared/contracts';
import { fiatOperatorEndpoints } from '@pelican/shared/contracts/fiat';
import { type OperatorAction, type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import { type Call, type HttpServer, serve } from '../../platform/http/index.ts';
import { approveProviderDeposit, rejectProviderDeposit } from './operator.ts';
import { findDepositCase, listDepositCases, providerDepositsQueue, viewDepositCase } from './operator-view.ts';

type Decision = Pick<
  Call<(typeof fiatOperatorEndpoints)['POST /v2/ops/provider-deposits/:id/reject']>,
  'principal' | 'reply' | 'params'
>;

export function fiatOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;

  async function decide<Payload>(
    { principal, reply, params: { id } }: Decision,
    action: OperatorAction<Payload, void>,
    { reason, ...given }: { reason: string | undefined; text?: string; amount?: string },
  ) {
    const { email, request } = await findDepositCase(pool, id);
    if (request && action.twoPersons)
      throw new DomainError('request_closed', {
        message: `Request ${request.id} waits for another operator already.`,
      });
    const payload = { email, deposit: id, ...given } as Payload;
    const place = { queue: providerDepositsQueue.name, id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload, reason, place }));
  }

  serve(app, guards, fiatOperatorEndpoints, {
    'GET /v2/ops/provider-deposits': async ({ query }) => ({
      ...(await listDepositCases(pool, query)),
      offset: query.offset,
      limit: query.limit,
    }),
    'GET /v2/ops/provider-deposits/:id': async ({ principal, params: { id } }) => {
      const shown = await viewDepositCase(pool, id);
      await operators.recordLook(principal, {
        action: 'provider_deposit.looked_at',
        subject: `user:${shown.user_id}`,
        details: { deposit: id },
      });
      return shown;
    },
    'POST /v2/ops/provider-deposits/:id/approve': (call) =>
      decide(call, approveProviderDeposit, { reason: call.body.reason, amount: call.body.amount }),
    'POST /v2/ops/provider-deposits/:id/reject': (call) =>
      decide(call, rejectProviderDeposit, { reason: call.body.reason, text: call.body.reason }),
  });
}
