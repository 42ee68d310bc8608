/** Payment methods: what is open, what it costs, and changes of both. */
import { type TermName, termNames } from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import {
  changeConfirmations,
  changePaymentTerms,
  listPaymentMethods,
  type PaymentSwitch,
  switchPayments,
  type TermsChange,
} from '../../../modules/payments/index.ts';
import { checkFields, readAssignments } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

const methodsMax = 1_000;
const way = z.enum(['deposit', 'withdraw'], { error: 'must be deposit or withdraw' });

export const payments = defineCommand({
  name: 'payments',
  usage: '[search]',
  summary: 'Payment methods with their states, fees and limits',
  arguments: ['search'],
  input: z.object({ search: z.string().default('') }),
  async run(context, { search }) {
    const { result } = await listPaymentMethods(context.pool, { search, offset: 0, limit: methodsMax });
    const lines = formatTable(
      ['method', 'way', 'state', 'min', 'max', 'fixed', 'percent', 'fee min', 'fee max'],
      result.flatMap(({ ticker, key, ways }) =>
        ways.map(({ action, state, cause, terms }) => [
          `${ticker}:${key}`,
          action,
          cause === null ? state : `${state} (${cause})`,
          terms.amountMin,
          terms.amountMax,
          terms.feeFixed,
          terms.feePercent,
          terms.feeMin,
          terms.feeMax,
        ]),
      ),
    );
    for (const line of lines) context.print(line);
  },
});

export const switchPaymentsCommand = defineCommand({
  name: 'switch-payments',
  usage:
    '<asset|network|method> <USDT|SANDBOX|USDT:SANDBOX> <deposit|withdraw> <on|off> [--text TEXT] [--expected TIME] [--reason TEXT]',
  summary: 'Close deposits or withdrawals at once, with what users read of it, or open them again',
  arguments: ['scope', 'object', 'action', 'enabled'],
  options: { text: { type: 'string' }, expected: { type: 'string' }, ...reasonOption },
  input: z.object({
    scope: z.enum(['asset', 'network', 'method'], { error: 'must be asset, network or method' }),
    object: z.string({ error: '<object> is missing' }),
    action: way,
    enabled: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((text) => text === 'on'),
    text: plainText.max(200).default(''),
    expected: z.iso
      .datetime({ error: 'must be a time like 2026-12-31T18:00:00Z' })
      .transform((text) => Date.parse(text) / 1000)
      .nullable()
      .default(null),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) =>
    submit(context, switchPayments, { payload, reason, finish: finishSwitchPayments }),
});

export function finishSwitchPayments(context: OpsContext, { object, action, enabled }: PaymentSwitch): void {
  context.print(`${action === 'deposit' ? 'deposits' : 'withdrawals'} of ${object} are ${enabled ? 'open' : 'closed'}`);
}

const change = z.partialRecord(z.enum(termNames), z.string());

export const paymentTerms = defineCommand({
  name: 'payment-terms',
  usage: '<USDT:SANDBOX> <deposit|withdraw> set field=value ... [--reason TEXT]',
  summary: `Change fees and limits of a method: ${termNames.join(' ')}`,
  arguments: ['method', 'action', 'set', 'changes...'],
  options: reasonOption,
  input: z.object({
    method: z.string({ error: '<method> is missing' }),
    action: way,
    set: z.literal('set', { error: "must be 'set'" }),
    changes: z.array(z.string()).default([]),
    ...reasonInput,
  }),
  run(context, { method, action, changes, reason }) {
    if (changes.length === 0) throw new UsageError(`nothing to set; there are: ${termNames.join(' ')}`);
    const payload = { method, action, change: checkFields(change, readAssignments(changes)) };
    return submit(context, changePaymentTerms, { payload, reason, finish: finishTerms });
  },
});

export function finishTerms(context: OpsContext, { method, action, change: changed }: TermsChange): void {
  const fields = (Object.entries(changed) as [TermName, string][]).map(([name, value]) => `${name}=${value}`);
  context.print(`terms of ${method} to ${action} are changed: ${fields.join(' ')}`);
}

export const confirmations = defineCommand({
  name: 'confirmations',
  usage: '<network> <number> [--reason TEXT]',
  summary: 'Change how many blocks make a transaction of a network final',
  arguments: ['network', 'confirmations'],
  options: reasonOption,
  input: z.object({
    network: z.string({ error: '<network> is missing' }),
    confirmations: z.coerce.number({ error: '<number> is missing' }).int().min(1).max(1_000),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) =>
    submit(context, changeConfirmations, { payload, reason, finish: finishConfirmations }),
});

export function finishConfirmations(context: OpsContext, wanted: { network: string; confirmations: number }): void {
  context.print(`${wanted.network} needs ${wanted.confirmations} confirmations`);
}
