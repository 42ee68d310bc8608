/** The ledger over HTTP. Each look at the money of a user, and at what a reference names, is an audit record, written before it is answered. */
import type { operationsEndpoints } from '@pelican/shared/contracts/operations';
import type { OperatorConsole } from '../../../../identity/index.ts';
import type { Handlers } from '../../../../platform/http/index.ts';
import { findEntry, listEntries } from './find-entries.ts';

type Calls = 'GET /v2/ops/ledger' | 'GET /v2/ops/ledger/:id';

export function ledgerHandlers(operators: OperatorConsole): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;
  return {
    'GET /v2/ops/ledger': async ({ principal, query }) => {
      const { user, reference, ...details } = query;
      const searched = { action: 'ledger.searched' as const, details };
      // A reference is of one payment, and so of those whose it is.
      if (reference !== undefined)
        await operators.recordLook(principal, { ...searched, subject: `reference:${reference}` });
      if (user !== undefined) await operators.recordLook(principal, { ...searched, subject: `user:${user}` });
      return listEntries(pool, query);
    },
    'GET /v2/ops/ledger/:id': async ({ principal, params: { id } }) => {
      const entry = await findEntry(pool, id);
      for (const user of new Set(entry.legs.flatMap((leg) => leg.user?.id ?? [])))
        await operators.recordLook(principal, {
          action: 'ledger.looked_at',
          subject: `user:${user}`,
          details: { entry: id },
        });
      return entry;
    },
  };
}
