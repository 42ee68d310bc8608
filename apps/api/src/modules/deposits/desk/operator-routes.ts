/**
 * Deposits from networks in the operator console. Each look at one, at those of a user and at a transaction, and each page of those that are at their end
 * is an audit record, written before it is answered.
 */
import { depositDeskEndpoints, type NetworkDepositState } from '@pelican/shared/contracts/deposits';
import type { OperatorConsole } from '../../../identity/index.ts';
import { type HttpServer, serve } from '../../../platform/http/index.ts';
import { findNetworkDeposit, listNetworkDeposits } from './operator-view.ts';

/** No queue: what operators page through without work to do. */
const endStates: ReadonlySet<NetworkDepositState> = new Set(['credited', 'dropped']);

export function depositDeskRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  serve(app, guards, depositDeskEndpoints, {
    'GET /v2/ops/deposits': async ({ principal, query }) => {
      const { user, hash, ...details } = query;
      const searched = { action: 'deposit.searched', details };
      if (user !== undefined) await operators.recordLook(principal, { ...searched, subject: `user:${user}` });
      // A transaction is of whom it pays.
      if (hash !== undefined) await operators.recordLook(principal, { ...searched, subject: `transaction:${hash}` });
      if (user === undefined && hash === undefined && endStates.has(query.state))
        await operators.recordLook(principal, { ...searched, subject: 'deposits' });
      const result = await listNetworkDeposits(pool, query);
      return { result, next: result.length === query.limit ? (result.at(-1)?.id ?? null) : null };
    },
    'GET /v2/ops/deposits/:id': async ({ principal, params: { id } }) => {
      const shown = await findNetworkDeposit(pool, id);
      await operators.recordLook(principal, {
        action: 'deposit.looked_at',
        subject: `user:${shown.user?.id}`,
        details: { deposit: id },
      });
      return shown;
    },
  });
}
