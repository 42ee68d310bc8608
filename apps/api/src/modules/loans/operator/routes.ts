/** Loans in the operator console. Each look at one is an audit record, written before it is answered. */
import { DomainError } from '@pelican/shared/contracts';
import { loansOperatorEndpoints } from '@pelican/shared/contracts/loans';
import { type OperatorAction, type OperatorCall, type OperatorConsole, outcomeOf } from '../../../identity/index.ts';
import { sendFile } from '../../../platform/files/index.ts';
import { type HttpServer, serve } from '../../../platform/http/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { switchLoans } from '../../system/index.ts';
import { openEvidence } from '../disputes/files.ts';
import { decideLoanDispute, endLoanSale, sellLoanPledge, writeOffLoan } from './decide.ts';
import { takeBackLoanSale } from './take-back.ts';
import { showLoan } from './show.ts';
import { changeLoanMoney, changeLoanPledge, topUpCompensation } from './terms.ts';
import { listAtRisk, listDisputed, listLoans, listSales, readFalls, readLoanSettings } from './view.ts';

export function loansOperatorRoutes(app: HttpServer, operators: OperatorConsole, keys: EncryptionKeys): void {
  const { pool, guards } = operators;

  /** Does what a call asks for, with what is not its reason as the payload. @throws DomainError invalid_argument */
  async function submit<Payload, Result>(
    { principal, reply }: OperatorCall,
    action: OperatorAction<Payload, Result>,
    { reason, ...given }: { reason?: string | undefined } & Record<string, unknown>,
  ) {
    const payload = action.payload.safeParse(given);
    if (!payload.success)
      throw new DomainError('invalid_argument', { message: payload.error.issues[0]?.message ?? '' });
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload: payload.data, reason }));
  }

  serve(app, guards, loansOperatorEndpoints, {
    'GET /v2/ops/p2p/loans': ({ query: { state, user, ...place } }) => listLoans(pool, { state, user }, place),
    'GET /v2/ops/p2p/loans/:id': async ({ principal, params: { id } }) => {
      const shown = await showLoan(pool, id);
      await operators.recordLook(principal, { action: 'loan.looked_at', subject: `loan:${id}` }, { onceInMinutes: 60 });
      return shown;
    },
    'GET /v2/ops/p2p/at-risk': async ({ query }) => ({
      ...(await listAtRisk(pool, query)),
      pairs: await readFalls(pool),
    }),
    'GET /v2/ops/p2p/sales': ({ query }) => listSales(pool, query),
    'GET /v2/ops/p2p/disputes': ({ query }) => listDisputed(pool, query),
    'GET /v2/ops/p2p/loans/:id/files/:file': async ({ principal, reply, params: { id, file } }) => {
      const opened = await openEvidence(pool, keys, { loanId: id, file });
      await operators.recordLook(principal, {
        action: 'loan.file_looked_at',
        subject: `loan:${id}`,
        details: { file },
      });
      return sendFile(reply, opened);
    },
    'GET /v2/ops/p2p/settings': () => readLoanSettings(pool),
    'POST /v2/ops/p2p/loans/:id/sell': (call) =>
      submit(call, sellLoanPledge, { loan: call.params.id, reason: call.body.reason }),
    'POST /v2/ops/p2p/loans/:id/take-back': (call) =>
      submit(call, takeBackLoanSale, { loan: call.params.id, reason: call.body.reason }),
    'POST /v2/ops/p2p/loans/:id/end-sale': (call) =>
      submit(call, endLoanSale, { loan: call.params.id, reason: call.body.reason }),
    'POST /v2/ops/p2p/loans/:id/write-off': (call) =>
      submit(call, writeOffLoan, { loan: call.params.id, reason: call.body.reason }),
    'POST /v2/ops/p2p/loans/:id/decide': (call) =>
      submit(call, decideLoanDispute, { loan: call.params.id, ...call.body }),
    'POST /v2/ops/p2p/settings/money': (call) => submit(call, changeLoanMoney, call.body),
    'POST /v2/ops/p2p/settings/pledge': (call) => submit(call, changeLoanPledge, call.body),
    'POST /v2/ops/p2p/compensation': (call) => submit(call, topUpCompensation, call.body),
    'POST /v2/ops/p2p/switches': (call) => submit(call, switchLoans, call.body),
  });
}
