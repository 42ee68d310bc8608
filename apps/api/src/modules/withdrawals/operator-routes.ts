/**
 * Withdrawals in the operator console. Each look at one, each search and each page of those that are decided is an audit record, written before it is
 * answered.
 */
import { DomainError } from '@pelican/shared/contracts';
import { type WithdrawalCaseState, withdrawalsOperatorEndpoints } from '@pelican/shared/contracts/withdrawals';
import { type OperatorAction, type OperatorConsole, outcomeOf } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import { type Call, type HttpServer, serve } from '../../platform/http/index.ts';
import { approvalAlone, isForTwoOf, rejectWithdrawal } from './operator-actions.ts';
import { failPayout, payByHand, retryPayout, settleDoubled } from './operator-payouts.ts';
import { findWithdrawalCase, listWithdrawalCases, viewWithdrawalCase, withdrawalsQueue } from './operator-view.ts';

/** What operators work through. */
const queuedStates: ReadonlySet<WithdrawalCaseState> = new Set(['waiting', 'stuck', 'paying']);

type Decision = Pick<
  Call<(typeof withdrawalsOperatorEndpoints)['POST /v2/ops/withdrawals/:id/approve']>,
  'principal' | 'reply' | 'params'
>;

export function withdrawalOperatorRoutes(
  app: HttpServer,
  operators: OperatorConsole,
  rules: Pick<WithdrawalRules, 'twoPersonsUsd'>,
): void {
  const { pool, guards } = operators;
  const approve = approvalAlone(rules);

  async function decide<Payload>(
    { principal, reply, params: { id } }: Decision,
    action: OperatorAction<Payload, void>,
    { reason, ...given }: { reason?: string | undefined; code?: string; transaction?: string },
  ) {
    const { email, request } = await findWithdrawalCase(pool, id);
    if (request && action.twoPersons)
      throw new DomainError('request_closed', {
        message: `Request ${request.id} waits for another operator already.`,
      });
    const payload = { email, withdrawal: id, ...given } as Payload;
    const place = { queue: withdrawalsQueue.name, id: String(id) };
    return outcomeOf(await operators.submit({ principal, reply }, action, { payload, reason, place }));
  }

  serve(app, guards, withdrawalsOperatorEndpoints, {
    'GET /v2/ops/withdrawals': async ({ principal, query }) => {
      const { search, state, offset, limit } = query;
      // What names a payment is of whom it pays; states that are no queue are read page by page.
      if (search !== '' || !queuedStates.has(state))
        await operators.recordLook(principal, {
          action: 'withdrawal.searched',
          subject: search === '' ? 'withdrawals' : `reference:${search}`,
          details: search === '' ? { state, offset, limit } : { offset, limit },
        });
      return { ...(await listWithdrawalCases(pool, query)), offset, limit };
    },
    'GET /v2/ops/withdrawals/:id': async ({ principal, params: { id } }) => {
      const shown = await viewWithdrawalCase(pool, id);
      const look = { action: 'withdrawal.looked_at', subject: `user:${shown.user_id}`, details: { withdrawal: id } };
      await operators.recordLook(principal, look);
      const { actor } = await operators.callerOf(principal);
      const sums = { risks: shown.risks, usdValue: shown.usd_value };
      return { ...shown, two_persons: await isForTwoOf(pool, sums, { actor, ...rules }) };
    },
    'POST /v2/ops/withdrawals/:id/approve': (call) => decide(call, approve, { reason: call.body.reason }),
    'POST /v2/ops/withdrawals/:id/reject': (call) => decide(call, rejectWithdrawal, call.body),
    'POST /v2/ops/withdrawals/:id/retry': (call) => decide(call, retryPayout, call.body),
    'POST /v2/ops/withdrawals/:id/fail': (call) => decide(call, failPayout, call.body),
    'POST /v2/ops/withdrawals/:id/paid-by-hand': (call) => decide(call, payByHand, call.body),
    'POST /v2/ops/withdrawals/:id/settled': (call) => decide(call, settleDoubled, call.body),
  });
}
