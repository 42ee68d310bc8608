/** Switches of deposits and withdrawals. One operator closes at once, because it stops a danger; two open again. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { decimalsDiffer } from '../named-decimals.ts';
import { lockAllTerms } from '../open-terms.ts';
import { recordStates } from '../status/changes.ts';
import { findSwitched, type Switched, writeSwitch } from './objects.ts';

const payload = z.object({
  scope: z.enum(['asset', 'network', 'method']),
  /** 'USDT', 'SANDBOX', 'USDT:SANDBOX' */
  object: z.string(),
  action: z.enum(['deposit', 'withdraw']),
  enabled: z.boolean(),
  /** What users read of what is closed; empty: nothing. */
  text: z.string(),
  /** When it is expected to open again, unix seconds. */
  expected: z.number().nullable(),
  /** Of a request to open: when it was closed, so that it opens no later closing. */
  closed: z.number().nullable().optional(),
});
export type PaymentSwitch = z.infer<typeof payload>;

/** What is under way goes on: a deposit that arrives waits until it is open, a withdrawal that is requested until it may be paid. @throws DomainError not_found, invalid_argument (the contract of a method's token names other decimals), request_closed */
export const switchPayments: OperatorAction<PaymentSwitch, void> = {
  name: 'payments.switch',
  permission: 'money',
  twoPersons: true,
  isForOne: (_, { enabled }) => !enabled,
  payload,
  async bind(tx, wanted) {
    await lockAllTerms(tx);
    const { closure } = await findSwitched(tx, wanted);
    return { ...wanted, closed: closure?.closed ?? null };
  },
  async run(tx, act, { closed, ...wanted }) {
    await lockAllTerms(tx);
    const before = await findSwitched(tx, wanted);
    // A request opens the closing that its operators have read.
    if (wanted.enabled && closed !== undefined && closed !== (before.closure?.closed ?? null))
      throw new DomainError('request_closed', { message: `${wanted.object} was closed again.` });
    const { scope, object, action, enabled, text, expected } = wanted;
    if (enabled && before.enabled) throw new DomainError('request_closed', { message: `${object} is open already.` });
    if (enabled && scope === 'method') await demandDecimals(tx, before.id);
    await recordStates(tx);
    await writeSwitch(tx, { scope, id: before.id, action, enabled });
    if (enabled)
      await tx.query('DELETE FROM payment_closures WHERE scope = $1 AND object_id = $2 AND action = $3', [
        scope,
        before.id,
        action,
      ]);
    else
      await tx.query(
        `INSERT INTO payment_closures (scope, object_id, action, reason, expected_at) VALUES ($1, $2, $3, $4, to_timestamp($5))
          ON CONFLICT (scope, object_id, action) DO UPDATE
            SET reason = excluded.reason, expected_at = excluded.expected_at, closed_at = clock_timestamp()`,
        [scope, before.id, action, text, expected],
      );
    await recordStates(tx);
    await recordAct(tx, act, {
      action: enabled ? 'payments.opened' : 'payments.closed',
      subject: `${scope}:${object}`,
      details: {
        way: action,
        before: shownOf(before),
        after: enabled ? { enabled } : { enabled, text, expected },
      },
    });
  },
};

/** @throws DomainError invalid_argument */
async function demandDecimals(tx: Transaction, methodId: number): Promise<void> {
  const { rowCount } = await tx.query(`SELECT FROM payment_methods method WHERE id = $1 AND ${decimalsDiffer}`, [
    methodId,
  ]);
  if (rowCount !== 0)
    throw new DomainError('invalid_argument', {
      message: 'Its contract names other decimals, or none: nothing is paid by it.',
    });
}

function shownOf({ enabled, closure }: Switched): object {
  return closure ? { enabled, text: closure.reason, expected: closure.expected } : { enabled };
}
