/** Bank accounts and deposits by bank transfer in the operator console. Each look at one is an audit record, written before it is answered. */
import { DomainError } from '@pelican/shared/contracts';
import { inrOperatorEndpoints } from '@pelican/shared/contracts/inr';
import { type OperatorAction, type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import { type Call, type HttpServer, serve } from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { approveInrBank, rejectInrBank } from './banks/operator-actions.ts';
import { inrBanksQueue, listBankCases, viewBankCase } from './banks/operator-view.ts';
import { approveInrDeposit, rejectInrDeposit } from './deposits/operator-actions.ts';
import { findDepositCase, inrDepositsQueue, listDepositCases, viewDepositCase } from './deposits/operator-view.ts';

type Decision = Pick<
  Call<(typeof inrOperatorEndpoints)['POST /v2/ops/inr-banks/:id/approve']>,
  'principal' | 'reply' | 'params'
>;

export function inrOperatorRoutes(app: HttpServer, operators: OperatorConsole, encryptionKeys: EncryptionKeys): void {
  const { pool, guards } = operators;

  async function decide<Payload>(
    { principal, reply, params: { id } }: Decision,
    action: OperatorAction<Payload, void>,
    { reason, ...given }: { reason: string | undefined; text?: string },
  ) {
    const { email, request } = await viewBankCase(pool, encryptionKeys, id);
    if (request && action.twoPersons)
      throw new DomainError('request_closed', {
        message: `Request ${request.id} waits for another operator already.`,
      });
    const payload = { email, bank: id, ...given } as Payload;
    const place = { queue: inrBanksQueue.name, id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload, reason, place }));
  }

  async function decideDeposit<Payload>(
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
    const place = { queue: inrDepositsQueue.name, id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload, reason, place }));
  }

  serve(app, guards, inrOperatorEndpoints, {
    'GET /v2/ops/inr-deposits': async ({ query }) => ({
      ...(await listDepositCases(pool, query)),
      offset: query.offset,
      limit: query.limit,
    }),
    'GET /v2/ops/inr-deposits/:id': async ({ principal, params: { id } }) => {
      const shown = await viewDepositCase(pool, encryptionKeys, id);
      await operators.recordLook(principal, {
        action: 'inr_deposit.looked_at',
        subject: `user:${shown.user_id}`,
        details: { deposit: id },
      });
      return shown;
    },
    'POST /v2/ops/inr-deposits/:id/approve': (call) =>
      decideDeposit(call, approveInrDeposit, { reason: call.body.reason, amount: call.body.amount }),
    'POST /v2/ops/inr-deposits/:id/reject': (call) =>
      decideDeposit(call, rejectInrDeposit, { reason: call.body.reason, text: call.body.reason }),
    'GET /v2/ops/inr-banks': async ({ query }) => ({
      ...(await listBankCases(pool, query)),
      offset: query.offset,
      limit: query.limit,
    }),
    'GET /v2/ops/inr-banks/:id': async ({ principal, params: { id } }) => {
      const shown = await viewBankCase(pool, encryptionKeys, id);
      const details = { bank: id };
      await operators.recordLook(principal, {
        action: 'inr_bank.looked_at',
        subject: `user:${shown.user_id}`,
        details,
      });
      return shown;
    },
    'POST /v2/ops/inr-banks/:id/approve': (call) => decide(call, approveInrBank, { reason: call.body.reason }),
    'POST /v2/ops/inr-banks/:id/reject': (call) =>
      decide(call, rejectInrBank, { reason: call.body.reason, text: call.body.reason }),
  });
}
