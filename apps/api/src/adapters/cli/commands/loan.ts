/** What operators do to loans between users. */
import { z } from 'zod';
import {
  type CompensationTopUp,
  changeLoanMoney,
  changeLoanPledge,
  decideLoanDispute,
  endLoanSale,
  type LoanDecisionOfOperator,
  sellLoanPledge,
  takeBackLoanSale,
  topUpCompensation,
  writeOffLoan,
} from '../../../modules/loans/index.ts';
import { switchLoans } from '../../../modules/system/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { UsageError } from '../ops-errors.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

const actions = {
  sell: sellLoanPledge,
  'take-back': takeBackLoanSale,
  'end-sale': endLoanSale,
  'write-off': writeOffLoan,
  decide: decideLoanDispute,
  money: changeLoanMoney,
  pledge: changeLoanPledge,
  'top-up': topUpCompensation,
  switch: switchLoans,
} as const;
type Name = keyof typeof actions;
const names = Object.keys(actions) as [Name, ...Name[]];

/** What each takes beside its name, as JSON. */
const examples: Record<Name, string> = {
  sell: '{"loan":7}',
  'take-back': '{"loan":7}',
  'end-sale': '{"loan":7}',
  'write-off': '{"loan":7}',
  decide: '{"loan":7,"decision":{"type":"compensate","to":"lender","amount":"12.5"}}',
  money: '{"ticker":"USDT","change":{"isOpen":false}}',
  pledge: '{"money":"USDT","ticker":"BTC","change":{"ltv":"0.6"}}',
  'top-up': '{"ticker":"USDT","amount":"1000","reference":"transfer 4711"}',
  switch: '{"value":{"take":true,"create":true},"version":0}',
};

export const loan = defineCommand({
  name: 'loan',
  usage: `<${names.join('|')}> <json> [--reason TEXT]`,
  summary: `Something that operators do to loans, as the console sends it: sell '${examples.sell}'`,
  arguments: ['action', 'content'],
  options: reasonOption,
  input: z.object({
    action: z.enum(names, { error: `must be one of ${names.join(', ')}` }),
    content: z.string({ error: '<json> is missing' }),
    ...reasonInput,
  }),
  run(context, { action, content, reason }) {
    const wanted = actions[action];
    const payload = wanted.payload.safeParse(parsed(content));
    if (!payload.success) throw new UsageError(`<json> must be like ${examples[action]}`);
    return submit<unknown, unknown, unknown>(context, wanted as never, {
      payload: payload.data,
      reason,
      finish: () => context.print(`done: ${action} ${content}`),
    });
  },
});

/** @throws UsageError */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError('<json> is no JSON');
  }
}

/** Prints what became of it. */
export function finishDispute(context: OpsContext, { loan: id, decision }: LoanDecisionOfOperator): void {
  context.print(
    decision.type === 'sell'
      ? `the pledge of loan ${id} is sold with the next fresh price`
      : `the dispute about loan ${id} is decided: ${decision.type}`,
  );
}

/** Prints what became of it. */
export function finishCompensation(context: OpsContext, wanted: CompensationTopUp, isNew: boolean): void {
  context.print(
    isNew
      ? `${wanted.amount} ${wanted.ticker} are there to compensate sides of loans with`
      : `nothing is done: '${wanted.reference}' was used before`,
  );
}

/** Prints what became of it. */
export function finishLoanSwitch(context: OpsContext, { value }: { value: { take: boolean; create: boolean } }): void {
  context.print(`bids are ${value.take ? 'taken' : 'refused'}, new offers are ${value.create ? 'taken' : 'refused'}`);
}
