/** The tax centre: rules in force, quarters that are deposited, certificates. */
import { financialYearName } from '@pelican/shared/contracts/tax';
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import {
  addTaxRule,
  depositTax,
  issueTaxCertificates,
  type NewTaxRule,
  quarterName,
  readQuarters,
  readRules,
  type TaxDeposit,
  type TaxIssue,
} from '../../../modules/tax/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { UsageError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

const date = z.iso.date({ error: 'must be a date like 2026-07-07' }).optional();

export const tax = defineCommand({
  name: 'tax',
  usage:
    '[deposit <year> <quarter> --challan TEXT --on DATE | certificates <year> <quarter> --on DATE | rule <key> <value> --from DATE [--section TEXT]] [--reason TEXT]',
  summary: 'Rules and quarters of the tax centre; <year> is that in which the financial year begins',
  arguments: ['action', 'first', 'second'],
  options: {
    challan: { type: 'string' },
    on: { type: 'string' },
    from: { type: 'string' },
    section: { type: 'string' },
    ...reasonOption,
  },
  input: z.object({
    action: z
      .enum(['deposit', 'certificates', 'rule'], { error: "must be 'deposit', 'certificates', 'rule' or nothing" })
      .optional(),
    first: z.string().optional(),
    second: z.string().optional(),
    challan: plainText.max(40).optional(),
    on: date,
    from: date,
    section: plainText.max(200).optional(),
    ...reasonInput,
  }),
  async run(context, { action, first, second, challan, on, from, section = '', reason }) {
    if (action === undefined) {
      await show(context);
      return 0;
    }
    if (first === undefined || second === undefined)
      throw new UsageError(action === 'rule' ? '<key> and <value> are missing' : '<year> and <quarter> are missing');
    if (action === 'rule') {
      if (from === undefined) throw new UsageError('--from is missing');
      const payload = { key: first, validFrom: from, value: second, section };
      return submit(context, addTaxRule, { payload, reason, finish: finishTaxRule });
    }
    if (on === undefined) throw new UsageError('--on is missing');
    const quarter = { year: Number(first), quarter: Number(second), on };
    if (action === 'certificates')
      return submit(context, issueTaxCertificates, { payload: quarter, reason, finish: finishTaxIssue });
    if (challan === undefined) throw new UsageError('--challan is missing');
    return submit(context, depositTax, { payload: { ...quarter, challan }, reason, finish: finishTaxDeposit });
  },
});

async function show({ pool, print }: OpsContext): Promise<void> {
  const rules = (await readRules(pool))
    .toSorted((one, other) =>
      one.key < other.key ? -1 : one.key > other.key ? 1 : one.validFrom < other.validFrom ? -1 : 1,
    )
    .map(({ key, validFrom, value, section }) => [key, validFrom, value, section]);
  for (const line of formatTable(['rule', 'from', 'value', 'section'], rules)) print(line);
  const deposited = (await readQuarters(pool)).map(({ year, quarter, challan, depositedOn, issuedOn }) => [
    financialYearName(year),
    `Q${quarter}`,
    challan,
    depositedOn,
    issuedOn,
  ]);
  for (const line of formatTable(['year', 'quarter', 'challan', 'deposited', 'Form 16A'], deposited)) print(line);
}

/** Prints what became of it. */
export const finishTaxDeposit = (context: OpsContext, deposit: TaxDeposit) =>
  context.print(`the tax of ${quarterName(deposit)} is recorded as deposited by challan ${deposit.challan}`);

/** Prints what became of it. */
export const finishTaxIssue = (context: OpsContext, issue: TaxIssue) =>
  context.print(`the certificates of ${quarterName(issue)} are recorded as issued`);

/** Prints what became of it. */
export const finishTaxRule = (context: OpsContext, { key, value, validFrom }: NewTaxRule) =>
  context.print(`${key} is '${value}' from ${validFrom} on`);
